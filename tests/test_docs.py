"""The pages in docs/ are current, and every game has its rule book in every language."""

import doctest
import re
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import goatherd
from goatherd.book import TAGGED, blocks, counts, pages, rules
from goatherd.terminal.page import show
from goatherd.words import LANGUAGES
from tools import reference

DOCS = Path(__file__).parents[1] / "docs"

RULES = {
    "goat-n-goat": ("GNG", 18),
    "goat-1916": ("GOAT", 16),
    "goita": ("GOITA", 26),
    "goat-lords": ("LORDS", 31),
}
"""How each game names its rules, and how many there are."""

OUR_DECISION = {"en": "our decision", "ko": "우리의 결정", "ja": "本プロジェクトの決定"}
"""What stands in brackets where the printed rules are silent and this project decided."""

DECISIONS: dict[str, dict[str, int]] = {
    "goat-n-goat": dict.fromkeys(("GNG-8", "GNG-10", "GNG-12", "GNG-13"), 1),
    "goat-1916": dict.fromkeys(
        ("GOAT-2", "GOAT-3", "GOAT-9", "GOAT-11", "GOAT-12", "GOAT-13", "GOAT-14"), 1
    ),
    "goita": {
        "GOITA-1": 1,
        "GOITA-4": 2,
        **dict.fromkeys(("GOITA-6", "GOITA-12", "GOITA-19", "GOITA-21", "GOITA-23"), 1),
    },
    "goat-lords": {
        "LORDS-6": 2,
        **dict.fromkeys(("LORDS-1", "LORDS-3", "LORDS-10", "LORDS-15", "LORDS-18"), 1),
        **dict.fromkeys(("LORDS-22", "LORDS-25", "LORDS-29"), 1),
    },
}
"""What this project decided where a printed book is silent or can be read in two ways: how often
at each rule. The books for players mark just these."""

every_game = pytest.mark.parametrize("game", goatherd.games())
every_book = pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in goatherd.games() for language in LANGUAGES]
)


# --- pages ---------------------------------------------------------------------------------------


@every_game
def test_the_page_of_a_game_is_current(game: str) -> None:
    path = DOCS / "games" / f"{game}.md"
    assert path.exists(), "run `make docs`"
    assert path.read_text(encoding="utf-8") == reference.page(game), "run `make docs`"


def test_there_is_no_page_without_a_game() -> None:
    assert {path.stem for path in (DOCS / "games").glob("*.md")} == set(goatherd.games())


@every_game
def test_every_decision_is_on_its_page_in_words(game: str) -> None:
    contract = goatherd.load(game).contract
    assert set(reference.decisions_in_words(game)) == set(reference.verbs(contract))


@every_game
def test_the_decisions_of_a_verb_have_numbers_in_a_row(game: str) -> None:
    for numbers in reference.verbs(goatherd.load(game).contract).values():
        assert numbers == list(range(numbers[0], numbers[-1] + 1))


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda path: path.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


def test_the_index_leads_to_every_page() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    linked = {(DOCS / link).resolve() for link in re.findall(r"\]\(([^)#]+\.md)\)", index)}
    assert set(DOCS.rglob("*.md")) - {DOCS / "index.md"} <= linked


# --- examples ------------------------------------------------------------------------------------

FAST = "## At full speed"
"""From here on the examples of the API compile the rules first."""


def failures(examples: str, given: str = "") -> str:
    """What an interpreter says of the examples on a page, after those of another part of it."""
    # Fences become empty lines, so that an output ends where its block does.
    text = re.sub(r"^```.*$", "", given + examples, flags=re.MULTILINE)
    tests = doctest.DocTestParser().get_doctest(text, {}, "docs/api.md", "docs/api.md", 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    result = runner.run(tests, out=said.append)
    assert result.attempted > 0
    return "".join(said)


def test_the_examples_of_the_api_are_true() -> None:
    people, _, _ = (DOCS / "api.md").read_text(encoding="utf-8").partition(FAST)
    assert failures(people) == ""


@pytest.mark.slow
def test_the_examples_at_full_speed_are_true() -> None:
    _, _, fast = (DOCS / "api.md").read_text(encoding="utf-8").partition(FAST)
    given = '>>> import goatherd\n>>> game = goatherd.load("goita")\n\n'
    assert failures(fast, given) == ""


def test_the_record_on_its_page_can_be_replayed() -> None:
    page = (DOCS / "records.md").read_text(encoding="utf-8")
    record, line = re.findall(r"^```text\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    assert goatherd.replay(record).record() == record
    match = goatherd.load("goita").from_line(line)
    assert match.line() == line.strip()


# --- rule books ----------------------------------------------------------------------------------


def test_every_game_says_how_many_rules_it_has() -> None:
    assert set(RULES) == set(goatherd.games())


@every_book
def test_a_book_mentions_every_rule_and_no_other(game: str, language: str) -> None:
    prefix, last = RULES[game]
    mentioned = {int(number) for number in re.findall(rf"{prefix}-(\d+)", pages(game, language))}
    assert mentioned == set(range(1, last + 1))


@every_book
def test_a_book_mentions_each_rule_as_often_as_the_english_one(game: str, language: str) -> None:
    prefix, _ = RULES[game]
    found = [
        Counter(re.findall(rf"{prefix}-\d+", pages(game, spoken))) for spoken in ("en", language)
    ]
    assert found[0] == found[1]


@every_book
def test_a_book_marks_every_decision_of_ours_and_no_other(game: str, language: str) -> None:
    assert marked(game, language) == Counter(DECISIONS[game])


def marked(game: str, language: str) -> Counter[str]:
    """The rules in brackets that say it is our decision."""
    prefix, _ = RULES[game]
    brackets = re.findall(r"[(（][^()（）]*[)）]", pages(game, language))
    ours = [words for words in brackets if OUR_DECISION[language] in words]
    return Counter(rule for words in ours for rule in re.findall(rf"{prefix}-\d+", words))


@every_book
def test_every_mark_of_a_decision_of_ours_names_its_rule(game: str, language: str) -> None:
    """But for the one that says how they are marked."""
    marks = pages(game, language).count(OUR_DECISION[language])
    assert marks == sum(DECISIONS[game].values()) + 1


@every_book
def test_the_tags_of_a_book_are_for_players_that_the_game_has(game: str, language: str) -> None:
    players = set(goatherd.load(game).players)
    assert [tag for tag in tags(game, language) if not counts(tag) <= players] == []


@every_book
def test_a_book_has_the_tags_of_the_english_one(game: str, language: str) -> None:
    assert tags(game, language) == tags(game, "en")


def tags(game: str, language: str) -> list[str]:
    found = [TAGGED.match(block[0]) for block in blocks(pages(game, language))]
    return [tag["counts"] for tag in found if tag is not None]


@every_book
def test_no_tag_is_left_in_a_book_as_it_is_shown(game: str, language: str) -> None:
    for players in (None, *goatherd.load(game).players):
        shown = re.sub(r"`[^`]*`", "", rules(game, language, players))
        assert re.findall(r"\[[^\]]*\](?!\()", shown) == []


@every_game
def test_the_page_of_a_game_tells_every_option_and_every_verb(game: str) -> None:
    contract = goatherd.load(game).contract
    quoted = set(re.findall(r"`([a-z_]+)", reference.page(game)))
    assert {option.name for option in contract.facts.options} - quoted == set()
    notation = set(re.findall(r"`([a-z_]+)", reference.notation(contract)))
    assert set(reference.verbs(contract)) - notation == set()


@every_book
def test_a_book_for_players_tells_every_option_in_words(game: str, language: str) -> None:
    """As the page of a new table calls it, and without anything that is only for programs."""
    text = pages(game, language)
    contract = goatherd.load(game).contract
    for option in contract.facts.options:
        assert f"**{contract.looks.option_title(option.name).say(language)}**" in text
    assert "`" not in text


@every_book
def test_a_book_for_players_counts_seats_from_1(game: str, language: str) -> None:
    seat = {"en": r"\b[Ss]eats? 0\b", "ko": r"(?<!\d)0번", "ja": r"席 ?0"}[language]
    assert re.findall(seat, pages(game, language)) == []


@every_book
def test_the_tables_of_a_book_have_even_rows(game: str, language: str) -> None:
    for table in re.findall(r"(?:^\|.*\n?)+", pages(game, language), flags=re.MULTILINE):
        rows = table.splitlines()
        assert {row.count("|") for row in rows} == {rows[0].count("|")}
        assert all(row.endswith(" |") for row in rows)


@every_book
def test_nothing_of_a_book_is_cut_off_in_a_terminal(game: str, language: str) -> None:
    """Left to itself, Rich shortens a cell that has no spaces to break it at, as in Japanese."""
    text = rules(game, language)
    page = StringIO()
    show(Console(file=page, width=80), text, pager=False)
    assert page.getvalue().count("…") == text.count("…")


@every_book
def test_a_book_has_the_headings_of_the_english_one(game: str, language: str) -> None:
    levels = [
        re.findall(r"^#+(?= )", pages(game, spoken), flags=re.MULTILINE)
        for spoken in ("en", language)
    ]
    assert levels[0] == levels[1]
