"""All targets by name."""

from tests.fuzz import games, records, rules, weights
from tests.fuzz.oracle import Target

TARGETS: dict[str, Target] = {
    "record": records.RECORD,
    "seat_record": records.SEAT_RECORD,
    "king_record": records.KING_RECORD,
    "bochki_record": records.BOCHKI_RECORD,
    "rules_file": rules.RULES_FILE,
    "rules_option": rules.RULES_OPTION,
    "table": rules.TABLE,
    "config": rules.CONFIG,
    "net": weights.NET,
    "checkpoint": weights.CHECKPOINT,
    "actions": games.ACTIONS,
    "state": games.STATE,
}
