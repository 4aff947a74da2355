"""The subcommands of ``thousand``, a module each with a ``main(argv) -> exit code``."""
