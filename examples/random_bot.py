#!/usr/bin/env python3
"""A bot in the fewest lines: it chooses at random. Any language that reads lines will do.

goatherd ladder goita --bots "greedy,exec:python examples/random_bot.py" -n 10
"""

import json
import random
import sys
from typing import Any


def answer(message: dict[str, Any]) -> dict[str, Any]:
    if "goatherd" in message:  # the hello: {"goatherd": 1, "game": "goita"}
        return {"name": "example"}
    view = message["view"]  # what one seat may know: legal, cards, scores, status, history, ...
    return {"decision": random.choice(view["legal"])}


for line in sys.stdin:
    told = json.loads(line)
    if "bye" in told:
        break
    print(json.dumps(answer(told)), flush=True)
