"""The properties that every game must have, to be tried on any of them.

    from goatherd.testing import check_game

    def test_my_game() -> None:
        check_game("my-game")

`PROPERTIES` are the same one by one, for who wants a test for each: `check_property`. Nothing here
needs a test library.
"""

import itertools
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np

from goatherd import rng
from goatherd.errors import BadOption, IllegalMove
from goatherd.game import Game, load, replay
from goatherd.interpreted import as_record
from goatherd.match import Match
from goatherd.position import packed, unpacked
from goatherd.view import View

Variant: TypeAlias = tuple[str, int, dict[str, Any]]
"""A game, a number of players, and the options that are not as by default."""

SEEDS = range(3)
LONGEST = 100_000
"""A match of more decisions is taken for one that does not end."""
LANGUAGES = ("en", "ko", "ja")


class PropertyBroken(AssertionError):
    """A property does not hold: says which, in which match, and where in it."""


def check_game(name: str, seeds: Iterable[int] = SEEDS, *, compiled: bool = True) -> None:
    """PropertyBroken unless the game has all properties, for every number of players and every
    choice of an option. Without `compiled`, the one that needs the extra `fast` is left out."""
    chosen = list(seeds)
    for variant, (about, property_) in itertools.product(variants(name), PROPERTIES.items()):
        if compiled or property_ is not compiled_is_interpreted:
            for seed in chosen:
                check_property(about, variant, seed)


def check_property(about: str, variant: Variant, seed: int) -> None:
    """PropertyBroken unless this one of `PROPERTIES` holds in a match by chance."""
    trial = Trial(variant, seed)
    try:
        PROPERTIES[about](trial)
    except Exception as error:
        kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
        raise PropertyBroken(f"{about}: {trial.where()}: {kind}{error}") from error


# Matches to try properties on


def variants(name: str) -> list[Variant]:
    """A game with every number of players, and every allowed choice of every option."""
    game = load(name)
    players = itertools.cycle(game.players)
    return [
        *((name, count, {}) for count in game.players),
        *((name, fitting(game, next(players), choice), choice) for choice in choices(game)),
    ]


def fitting(game: Game, players: int, choice: dict[str, Any]) -> int:
    """This number of players, or where an option does not go with it, the first that it does."""
    for count in (players, *game.players):
        try:
            game.checked_together(count, choice)
        except BadOption:
            continue
        return count
    raise AssertionError(f"{game.name} with {choice} is for nobody")


def choices(game: Game) -> Iterator[dict[str, Any]]:
    for option in game.options().values():
        for value in (*option.choices, option.low, option.high):
            if value is not None and value != option.default:
                yield {option.name: value}


def label(variant: Variant) -> str:
    name, players, options = variant
    return " ".join([name, str(players), *(f"{key}={value}" for key, value in options.items())])


def new(variant: Variant, seed: int = 1) -> Match:
    name, players, options = variant
    return load(name).new(players=players, seed=seed, **options)


def walk(match: Match, chance: random.Random, limit: int = LONGEST) -> Iterator[Match]:
    """The match itself, before each of its random decisions and after the last."""
    for _ in range(limit):
        yield match
        if match.over:
            return
        match.play(chance.choice(match.legal()))


def advanced(variant: Variant, seed: int, decisions: int) -> Match:
    """A match after so many random decisions, or at its end."""
    match = new(variant, seed)
    for _ in walk(match, random.Random(seed), decisions):
        pass
    return match


def cards_of(match: Match) -> Counter[str]:
    """All cards of a match, wherever they are: `3:goat` and `(gold)` and stacks taken apart."""
    return Counter(
        card.strip("()").rpartition(":")[2]
        for zone in match.cards().values()
        for entry in zone
        for card in entry.split()
    )


def seats(match: Match) -> list[int | None]:
    return [*range(match.players), None]


def viewer_number(match: Match, seat: int | None) -> int:
    return match.contract.facts.spectator if seat is None else seat


def imagined(match: Match, viewer: int, seed: int) -> Match:
    """A match that this viewer cannot tell from the given one, its record imagined anew."""
    twin = match.copy()
    reimagine(match, twin.state, viewer, seed)
    twin._s = as_record(twin.state)
    twin._recent.clear()
    for place, remembered in enumerate(match._recent):
        before = unpacked(remembered.before, match.contract.rules.state)
        reimagine(match, before, viewer, seed + place)
        # Without the stories, which are to be told anew.
        twin._recent.append(remembered._replace(before=packed(before), stories={}))
    return twin


def reimagine(match: Match, state: np.ndarray[Any, Any], viewer: int, seed: int) -> None:
    """Chance that stood where it stands now does so in the other record too: whether anything was
    drawn at a decision, everybody sees."""
    s = as_record(state)
    chance = zlib.crc32(s.rng.tobytes())
    match.contract.rules.redact(s, viewer)
    rng.seed_fast(s, seed, 0)
    match.contract.rules.imagine(s, viewer)
    rng.seed_keyed(s, chance)


def everything_shown(view: View) -> dict[str, object]:
    """Every output there is for a seat."""
    table = view.table()
    observation = np.zeros(sum(part.size for part in view.contract.search.observation), np.float32)
    if view.seat is not None:
        view.contract.search.observe(as_record(view.state.copy()), view.seat, observation)
    return {
        "record": view.state.tobytes(),
        "turn": view.turn,
        "over": view.over,
        "legal decisions": view.legal(),
        "cards": view.cards(),
        "points": view.scores(),
        "winners": view.winners(),
        "status": view.status(),
        "history": view.history(),
        "history of the round": view.this_round(),
        "lines": view.lines(),
        "line": view.line() if view.contract.faces.line is not None else "",
        "observation": observation.tobytes(),
        "table": repr(table),
        "words": [
            text.say(language) for text in (table.prompt, *table.facts) for language in LANGUAGES
        ],
    }


class Trial:
    """A match by chance, from a seed, and how far it has come."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self.variant = variant
        self.seed = seed
        self.match: Match | None = None
        self.steps = 0
        """Where matches are played side by side: how many decisions each has had."""

    def where(self) -> str:
        """`my-game 3, seed 1, after decision 12 (play 4)`."""
        place = f"{label(self.variant)}, seed {self.seed}"
        if self.match is None:
            return f"{place}, after decision {self.steps}" if self.steps else place
        made = self.match.decisions()
        last = f"after decision {len(made)} ({made[-1][1]})" if made else "before any decision"
        return f"{place}, {last}"

    def new(self) -> Match:
        self.match = new(self.variant, self.seed)
        return self.match

    def walk(self, limit: int = LONGEST) -> Iterator[Match]:
        return walk(self.new(), random.Random(self.seed), limit)

    def played(self) -> Match:
        """The match at its end."""
        for _ in self.walk():
            pass
        assert self.match is not None
        return self.match


# The properties


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)


def cards_are_conserved(trial: Trial) -> None:
    dealt = None
    for match in trial.walk():
        cards = cards_of(match)
        dealt = cards if dealt is None else dealt
        lost, found = sorted((dealt - cards).elements()), sorted((cards - dealt).elements())
        require(cards == dealt, f"the zones have lost {lost} and found {found}")
        require("?" not in cards, "a card of the truth is not known")


def a_decision_is_legal(trial: Trial) -> None:
    for match in trial.walk():
        legal = [match.contract.facts.actions.index(text) for text in match.legal()]
        if match.over:
            require(not legal, "decisions are legal after the end")
            return
        require(bool(legal), f"seat {match.turn} is to act and has no legal decision")
        require(legal == sorted(set(legal)), f"legal decisions are not ascending: {legal}")
        require(match.turn in range(match.players), f"nobody has seat {match.turn}")


def every_match_ends(trial: Trial) -> None:
    match = trial.played()
    require(match.over, f"after {LONGEST} random decisions it goes on")
    for numbers in (match.scores(), match.winners()):
        require(len(numbers) <= match.players, "more results than players")


def the_seed_decides(trial: Trial) -> None:
    match = trial.played()
    again = new(trial.variant, trial.seed)
    for _, text in match.decisions():
        again.play(text)
    require(same(match, again), "the same seed and decisions lead to another record")


def an_illegal_decision_changes_nothing(trial: Trial) -> None:
    chance = random.Random(trial.seed)
    for match in trial.walk(60):
        before, legal = match.state.tobytes(), match.legal()
        actions = match.contract.facts.actions
        for text in chance.sample(actions, min(12, len(actions))):
            if text not in legal:
                refuse(match, text)
        require(match.state.tobytes() == before, "a refused decision changed the record")


def refuse(match: Match, text: str) -> None:
    try:
        match.play(text)
    except IllegalMove:
        return
    raise AssertionError(f"{text} was carried out, and is not legal")


def actions_round_trip(trial: Trial) -> None:
    game = load(trial.variant[0])
    for number, text in enumerate(game.actions):
        found = game.number(text)
        require(found == number, f"{text!r} is both action {found} and action {number}")
        require(game.action(found) == text, f"action {number} is not {text!r} again")


def a_record_is_the_match(trial: Trial) -> None:
    for number, match in enumerate(trial.walk()):
        if number in (0, 7) or match.over:
            again = replay(match.record())
            require(same(match, again), "its record leads to another one")
            require(again.record() == match.record(), "it is recorded otherwise the second time")
            ends = (again.scores(), again.winners()) == (match.scores(), match.winners())
            require(ends, "its record leads to other points or winners")


def same(one: Match, two: Match) -> bool:
    return one.state.tobytes() == two.state.tobytes()


def what_is_hidden_changes_nothing(trial: Trial) -> None:
    """What a seat gets is the same, to the byte, in all truths that it cannot tell apart."""
    for number, match in enumerate(trial.walk(200)):
        if number > 2 and number % 19:
            continue
        for seat in seats(match):
            shown = everything_shown(match.view(seat, events=8))
            other = imagined(match, viewer_number(match, seat), number + trial.seed)
            told = everything_shown(other.view(seat, events=8))
            differ = [name for name in shown if shown[name] != told[name]]
            require(not differ, f"{named(seat)} is told by: {', '.join(differ)}")


def chance_is_hidden(trial: Trial) -> None:
    """The generator is no part of any view: it tells the cards to come."""
    for match in trial.walk(60):
        other = match.copy()
        rng.seed_fast(as_record(other.state), 1 + trial.seed, 7)
        for seat in seats(match):
            views = [one.view(seat).state.tobytes() for one in (match, other)]
            require(views[0] == views[1], f"{named(seat)} sees the generator: clear `rng`")


def views_are_imagined_back(trial: Trial) -> None:
    """`redact(redact(truth))` and `redact(imagine(view))` are the view."""
    rules = load(trial.variant[0]).contract.rules
    for number, match in enumerate(trial.walk(80)):
        for seat in seats(match):
            view, viewer = match.view(seat).state, viewer_number(match, seat)
            again = view.copy()
            rules.redact(as_record(again), viewer)
            require(again.tobytes() == view.tobytes(), f"{named(seat)}: a view is hidden further")
            rng.seed_fast(as_record(again), number, trial.seed)
            rules.imagine(as_record(again), viewer)
            rules.redact(as_record(again), viewer)
            fits = again.tobytes() == view.tobytes()
            require(fits, f"{named(seat)} imagines what does not fit its view")


def imagined_matches_go_on(trial: Trial) -> None:
    """They have the same cards, and can be played on."""
    for number, match in enumerate(trial.walk(40)):
        if number % 15:
            continue
        for seat in seats(match):
            other = imagined(match, viewer_number(match, seat), number + trial.seed)
            require(cards_of(other) == cards_of(match), f"{named(seat)} imagines other cards")
            for position in walk(other, random.Random(number), 250):
                goes_on = position.over or bool(position.legal())
                require(goes_on, f"what {named(seat)} imagines comes to a halt")


def views_fit_the_truth(trial: Trial) -> None:
    """A view names no card wrongly, counts those that it does not know, shows its own hand, and
    has the legal decisions of its own turn. Once the match is over it shows everything."""
    for match in trial.walk():
        truth = match.cards()
        for seat in seats(match):
            view = match.view(seat)
            legal = match.legal() if seat is not None and seat == match.turn else []
            require(view.legal() == legal, f"{named(seat)} has other legal decisions in its view")
            check_zones(view, truth, f"hand {seat}")
            if match.over:
                open_ = view.over and view.cards() == truth and view.history() == match.decisions()
                require(open_, f"{named(seat)} does not see everything after the end")


def check_zones(view: View, truth: dict[str, list[str]], own: str) -> None:
    seen, who = view.cards(), named(view.seat)
    require(seen.keys() == truth.keys(), f"{who} sees other zones than there are")
    for zone, cards in seen.items():
        require(len(cards) == len(truth[zone]), f"{who} sees {len(cards)} cards in {zone!r}")
        known = Counter(card for card in cards if "?" not in card)
        wrong = sorted((known - Counter(truth[zone])).elements())
        require(not wrong, f"{who} sees {wrong} in {zone!r}, which are not there")
        require(zone != own or cards == truth[zone], f"{who} does not see its own hand")


def compiled_is_interpreted(trial: Trial) -> None:
    """Compiled rules do the same as interpreted ones, to the byte; needs the extra `fast`."""
    from goatherd.fast.twins import Twins

    name, players, options = trial.variant
    twins = Twins(load(name), players, options, 4, trial.seed)
    for step in range(LONGEST):
        trial.steps = step
        twins.check()
        if step % 30 == 1:
            for seat in (*range(players), twins.contract.facts.spectator):
                twins.check_views(seat)
        if twins.batch.over.all():
            break
        twins.step()
    twins.check_ends()


def named(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


PROPERTIES: dict[str, Callable[[Trial], None]] = {
    "text and number of an action are one to one": actions_round_trip,
    "a decision is always legal": a_decision_is_legal,
    "every match ends": every_match_ends,
    "cards are conserved": cards_are_conserved,
    "seed and decisions decide a match": the_seed_decides,
    "an illegal decision changes nothing": an_illegal_decision_changes_nothing,
    "a record is the match": a_record_is_the_match,
    "chance is hidden": chance_is_hidden,
    "a view fits the truth": views_fit_the_truth,
    "a view of what a view imagines is the view": views_are_imagined_back,
    "an imagined match can be played": imagined_matches_go_on,
    "what a seat cannot know changes nothing that it gets": what_is_hidden_changes_nothing,
    "compiled rules are the interpreted ones": compiled_is_interpreted,
}
"""What every game must have, in the order in which it is tried: the plainest first."""
