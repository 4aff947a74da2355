"""A player of Thousand by chance: cmd:python docs/examples/bot.py (see docs/protocol.md).

It draws with the seed of each request, so that the arena's results can be repeated.
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        action = random.Random(message["seed"]).choice(message["legal"])
        print(json.dumps({"action": action}), flush=True)
