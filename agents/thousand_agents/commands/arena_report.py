"""``thousand arena report DIR``: tables and plots of a results folder."""

import argparse
import json
from pathlib import Path
from typing import Any


def add_report(actions: Any) -> None:
    """Add ``report`` to the subcommands of ``thousand arena``."""
    parser = actions.add_parser("report", help="tables and plots of a results folder")
    parser.set_defaults(action=run_report)
    parser.add_argument("folder", metavar="DIR", help="what arena run --out wrote to")
    parser.add_argument("--leaderboard", metavar="FILE", help="write the ranking to a page, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def run_report(args: argparse.Namespace) -> int:
    """Write report.md and report.html into the folder and print the report."""
    from thousand_agents.arena.report import report
    from thousand_agents.arena.report_pages import leaderboard, write_report, write_text

    found = report(args.folder)
    write_report(found, args.folder)
    if args.leaderboard:
        write_text(Path(args.leaderboard), leaderboard(found))
    print(json.dumps(found.as_dict()) if args.json else found)
    return 0
