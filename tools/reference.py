"""Write the reference page of every game, `docs/games/<game>.md`, from the code.

    python tools/reference.py

A page is the game's rule book in English, and tables of its decisions, zones, options, public
facts, observation and record, all read from the game's contract. What a decision is in words, and
which zones there are, comes from tables of a few random matches: from what players really see.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module, resources
from inspect import getdoc
from pathlib import Path
from random import Random
from typing import Any

import goatherd
from goatherd.book import rules
from goatherd.contract import Contract
from goatherd.table import Table, Zone

PAGES = Path(__file__).parents[1] / "docs" / "games"
MATCHES = 60
"""How many random matches are looked at for decisions in words, at most."""
SOMEONE = "the player"

NOTE = "<!-- Written by `make docs` from the code and the rule book: change those, not this. -->"


# Pages


def page(name: str) -> str:
    """The whole text of a game's page."""
    contract = goatherd.load(name).contract
    sections = [
        ("Notation", notation(contract)),
        ("Decisions", decisions(contract)),
        ("Phases", phases(contract)),
        ("Zones", zones(contract)),
        ("Options", options(contract)),
        ("Status", status(contract)),
        ("Observation", observation(contract)),
        ("Record", record(contract)),
    ]
    tables = "\n\n".join(f"### {title}\n\n{text}" for title, text in sections)
    return f"{NOTE}\n\n{rules(name, 'en').strip()}\n\n## Reference\n\n{tables}\n"


def grid(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


def cell(value: object) -> str:
    return str(value).replace("|", "\\|")


def code(text: object) -> str:
    return f"`{text}`"


def notation(contract: Contract) -> str:
    """How decisions and set-ups are written, which stands in the folder of the game."""
    folder = resources.files(contract.rules.apply.__module__.rpartition(".")[0])
    return (folder / "notation.md").read_text(encoding="utf-8").strip()


# Decisions


def decisions(contract: Contract) -> str:
    words = decisions_in_words(contract.facts.name)
    rows = []
    for verb, numbers in verbs(contract).items():
        first, last = numbers[0], numbers[-1]
        span = str(first) if first == last else f"{first}–{last}"
        notation = [code(contract.facts.actions[number]) for number in dict.fromkeys((first, last))]
        rows.append((span, " … ".join(notation), " / ".join(words.get(verb, ()))))
    intro = (
        f"{len(contract.facts.actions)} decisions; the number of one is its place in "
        "`game.actions`. "
        "In words they are as a player is offered them, with names in braces for what varies."
    )
    return f"{intro}\n\n{grid(('number', 'notation', 'in words'), rows)}"


def verbs(contract: Contract) -> dict[str, list[int]]:
    """The numbers of the decisions that share a verb and lie side by side."""
    found: dict[str, list[int]] = {}
    for number, text in enumerate(contract.facts.actions):
        found.setdefault(text.partition(" ")[0], []).append(number)
    return found


@cache
def decisions_in_words(name: str) -> dict[str, list[str]]:
    """What each verb is called on the tables of random matches, until all have been seen."""
    wanted = set(verbs(goatherd.load(name).contract))
    found: dict[str, set[str]] = {}
    for table in random_tables(name):
        for choice in table.choices:
            verb = choice.text.partition(" ")[0]
            found.setdefault(verb, set()).add(choice.words.message)
        if set(found) == wanted:
            break
    return {verb: sorted(messages) for verb, messages in found.items()}


def random_tables(name: str) -> Iterator[Table]:
    """What the seat to act sees, decision by decision, in matches of every kind."""
    variants = list(openings(name))
    for seed in range(MATCHES):
        chance = Random(seed)
        match = goatherd.load(name).new(seed=seed, **variants[seed % len(variants)])
        while match.turn is not None:
            table = match.view(match.turn).table()
            yield table
            match.play(chance.choice(table.choices).text)


def openings(name: str) -> Iterator[dict[str, Any]]:
    """Arguments of new matches: each number of players, and each choice that is no default."""
    contract = goatherd.load(name).contract
    yield from ({"players": players} for players in contract.facts.players)
    for option in contract.facts.options:
        for choice in option.choices:
            if choice != option.default and option.read is None:
                yield {option.name: choice}


def phases(contract: Contract) -> str:
    names = import_module(contract.faces.status.__module__).PHASES
    return f"What `status()['phase']` can be: {', '.join(map(code, names))}."


# Places and facts


def zones(contract: Contract) -> str:
    known = zones_on_tables(contract.facts.name)
    new = goatherd.load(contract.facts.name).new(seed=0)
    rows = []
    for pattern, (name, count) in patterns(new.cards()).items():
        zone = known.get(pattern)
        title = title_of(zone) if zone else ""
        rows.append((code(pattern), title, zone.layout if zone else "", count, code(name)))
    intro = (
        "Where the cards are, as `match.cards()` and `view.cards()` name the places; *n* is the "
        f"number of a seat or a side. Cards are those of a new match of {new.players}."
    )
    return f"{intro}\n\n{grid(('zone', 'what it is', 'drawn as', 'cards', 'for example'), rows)}"


def patterns(cards: dict[str, list[str]]) -> dict[str, tuple[str, str]]:
    """The zones with `n` for numbers: the first of each, and how many cards lie in them."""
    names: dict[str, list[str]] = {}
    for name in cards:
        names.setdefault(re.sub(r"\b\d+\b", "n", name), []).append(name)
    return {pattern: (same[0], counts(cards, same)) for pattern, same in names.items()}


def counts(cards: dict[str, list[str]], names: Sequence[str]) -> str:
    sizes = [len(cards[name]) for name in names]
    return str(sizes[0]) if len(set(sizes)) == 1 else ", ".join(map(str, sizes))


@cache
def zones_on_tables(name: str) -> dict[str, Zone]:
    """A zone for each pattern, from the first tables of new matches of every kind."""
    found: dict[str, Zone] = {}
    for opening in openings(name):
        match = goatherd.load(name).new(seed=0, **opening)
        for zone in match.view(None).table().zones:
            found.setdefault(re.sub(r"\b\d+\b", "n", zone.name), zone)
    return found


def title_of(zone: Zone) -> str:
    title = zone.title.say("en", [SOMEONE] * 8)
    title = re.sub(f"{SOMEONE}(, {SOMEONE})+", f"{SOMEONE}s", title)
    return title[0].upper() + title[1:]


def options(contract: Contract) -> str:
    rows = [
        (code(option.name), code(option.default), option.allowed().say(), option.about.say())
        for option in contract.facts.options
    ]
    return grid(("option", "default", "allowed", "what it changes"), rows)


def status(contract: Contract) -> str:
    facts = goatherd.load(contract.facts.name).new(seed=0).view(None).status()
    rows = [(code(key), code(repr(value))) for key, value in facts.items()]
    about = " ".join((getdoc(contract.faces.status) or "").split())
    return f"{about} (`view.status()`)\n\n{grid(('key', 'in a new match'), rows)}"


# Numbers


def observation(contract: Contract) -> str:
    rows = []
    offset = 0
    for part in contract.search.observation:
        rows.append((offset, part.size, part.name, part.about))
        offset += part.size
    intro = f"{offset} numbers of 32 bits, as `batch.observe()` gives them to the seat to act."
    return f"{intro}\n\n{grid(('from', 'size', 'part', 'meaning'), rows)}"


def record(contract: Contract) -> str:
    rows = []
    for name in contract.rules.state.names or ():
        if name.startswith("gap"):  # only fills the record up to a whole word
            continue
        kind = contract.rules.state[name]
        shape = " × ".join(map(str, kind.shape)) or "1"
        rows.append((code(name), kind.base.name, shape))
    intro = (
        f"A match is {contract.rules.state.itemsize} bytes (`contract.rules.state`); "
        "what each field means stands beside it in `rules.py`."
    )
    return f"{intro}\n\n{grid(('field', 'type', 'shape'), rows)}"


def main() -> None:
    PAGES.mkdir(parents=True, exist_ok=True)
    for name in goatherd.games():
        text = page(name)
        (PAGES / f"{name}.md").write_text(text, encoding="utf-8")
        print(f"docs/games/{name}.md: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()
