"""``thousand arena report DIR``: tables and plots of a results folder."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any


def add_report(actions: Any) -> None:
    """Add ``report`` to the subcommands of ``thousand arena``."""
    parser = actions.add_parser(
        "report",
        help="tables and plots of a results folder",
        description="Print tables of a results folder, and write into it report.html (with its plots), "
        "report.md and the plots that it shows, report-*.svg.",
    )
    parser.set_defaults(action=run_report)
    parser.add_argument("folder", metavar="DIR", help="what arena run --out wrote to")
    parser.add_argument("--leaderboard", metavar="FILE", help="write the ranking to a page, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def run_report(args: argparse.Namespace) -> int:
    """Write report.html and report.md into the folder, print the report and what was written."""
    from thousand_agents.arena.report import report
    from thousand_agents.arena.report_pages import leaderboard, write_report, write_text

    found = report(args.folder)
    written = write_report(found, args.folder)
    if args.leaderboard:
        written.append(Path(args.leaderboard))
        write_text(written[-1], leaderboard(found))
    print(json.dumps(found.as_dict()) if args.json else found, flush=True)
    print(f"written: {', '.join(map(str, written))}", file=sys.stderr)
    return 0
