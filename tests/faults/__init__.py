"""Processes that are killed and disks that are full, for ``test_faults.py``."""
