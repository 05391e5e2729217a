"""My game: facts, rules and zones. `goatherd.contract` lists what else a game may have."""

from goatherd.contract import Contract, Faces, Facts, Rules
from goatherd.looks import Looks
from goatherd.words import Text
from my_game import rules
from my_game.zones import zones

GAME = Contract(
    facts=Facts(
        name="my-game",
        title="My game",
        players=(2, 3),
        actions=tuple(f"play {rank + 1}" for rank in range(rules.RANKS)),
        kinds=tuple(str(rank + 1) for rank in range(rules.RANKS)),
    ),
    rules=Rules(
        state=rules.STATE,
        setup=rules.setup,
        legal=rules.legal,
        apply=rules.apply,
        scores=rules.scores,
        winners=rules.winners,
        redact=rules.redact,
        imagine=rules.imagine,
    ),
    faces=Faces(zones=zones),
    looks=Looks(
        sentence=Text("Play your three cards well, one to each trick, and win most tricks.")
    ),
)
