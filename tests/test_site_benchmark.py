"""The load script's own bookkeeping: a benchmark that counts wrongly proves nothing."""

from benchmarks.site.__main__ import arguments
from benchmarks.site.people import CHOSEN, OFFER, texts
from benchmarks.site.tally import (
    DRAFTED,
    MADE,
    UNANSWERED,
    Post,
    Row,
    Tally,
    Verdict,
    percentile,
    verdict,
)
from benchmarks.site.wire import Stream


def post(version: int, *decisions: str, outcome: str = MADE, seat: int = 0) -> Post:
    return Post("t", version, seat, decisions, 0.0, outcome)


def held(posts: list[Post], *rows: Row, by_itself: tuple[int, ...] = ()) -> Verdict:
    return verdict(posts, {"t": rows}, {"t": by_itself})


# Percentiles


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(1, 101)]
    assert [percentile(values, share) for share in (0.5, 0.95, 0.99, 1.0)] == [50, 95, 99, 100]


def test_percentiles_do_not_need_many_values_or_their_order() -> None:
    assert percentile([3.0, 1.0, 2.0], 0.95) == 3
    assert percentile([7.0], 0.0) == 7
    assert percentile([], 0.95) == 0


# Lost and doubled


def test_all_is_well_where_the_ledger_has_each_acknowledged_decision_once() -> None:
    posts = [post(0, "hide pawn", "attack gold"), post(3, "pass", seat=1)]
    rows = [Row(0, 0, "hide pawn"), Row(1, 0, "attack gold"), Row(2, 3, "pass"), Row(3, 1, "pass")]
    found = held(posts, *rows, by_itself=(2,))
    assert found == Verdict(acknowledged=3)
    assert found.is_clean


def test_a_decision_that_is_not_there_is_lost() -> None:
    found = held([post(0, "pass"), post(1, "pass", seat=1)], Row(0, 0, "pass"))
    assert (found.lost, found.doubled) == (1, 0)
    assert not found.is_clean


def test_a_decision_by_another_seat_or_of_another_text_does_not_count_as_kept() -> None:
    assert held([post(0, "pass")], Row(0, 1, "pass")).lost == 1
    assert held([post(0, "pass")], Row(0, 0, "attack gold")).lost == 1


def test_a_decision_that_is_there_twice_is_doubled() -> None:
    found = held([post(0, "pass")], Row(0, 0, "pass"), Row(1, 0, "pass"))
    assert (found.lost, found.doubled) == (0, 1)
    assert not found.is_clean


def test_a_draft_that_was_written_counts_as_doubled() -> None:
    assert held([post(0, "hide pawn", outcome=DRAFTED)], Row(0, 0, "hide pawn")).doubled == 1


def test_a_post_without_an_answer_may_have_been_written_or_not() -> None:
    unsure = [post(0, "pass", outcome=UNANSWERED)]
    assert held(unsure).is_clean
    assert held(unsure, Row(0, 0, "pass")).is_clean


def test_a_number_left_out_is_a_gap() -> None:
    found = held([post(0, "pass"), post(2, "pass")], Row(0, 0, "pass"), Row(2, 0, "pass"))
    assert (found.gaps, found.lost) == (1, 0)
    assert not found.is_clean


# Delays


def test_delays_are_from_the_post_to_the_first_event_of_each_of_the_others() -> None:
    tally = Tally()
    sent = tally.sent("t", 4, 0, ["pass"], now=10.0)
    for seat, version, now in [
        (1, 4, 10.1),
        (1, 5, 10.2),
        (1, 6, 10.9),
        (0, 5, 10.1),
        (2, 6, 10.5),
    ]:
        tally.saw("t", seat, version, now)
    assert tally.delays() == []  # nobody has said yet that it was accepted
    sent.outcome = MADE
    assert [round(delay, 3) for delay in tally.delays()] == [0.2, 0.5]
    assert tally.unseen(3) == 1
    assert tally.delays(since=11.0) == []


# What comes over the wire


def test_a_stream_tells_of_events_however_they_are_cut() -> None:
    told: list[tuple[int, bytes]] = []
    stream = Stream(lambda version, event: told.append((version, event)))
    whole = b": goatherd\nretry: 1500\n\ndata: <p>\nid: 12.7\n\ndata: <b>\nid: 13.7\n\n"
    for place in range(len(whole)):
        stream.on_body(whole[place : place + 1])
    assert [version for version, _ in told] == [12, 13]
    assert b"<b>" in told[1][1]


def test_offers_and_drafts_are_read_from_the_table() -> None:
    html = (
        b'<input type="hidden" name="decision" value="hide pawn">'
        b'<button class="c lit" id="x" name="decision" value="attack gold">&amp;</button>'
        b'<button name="decision" value="say &quot;no&quot;">No</button>'
    )
    assert texts(CHOSEN, html) == ["hide pawn"]
    assert texts(OFFER, html) == ["attack gold", 'say "no"']


def test_the_command_line_measures_everything_unless_told_otherwise() -> None:
    assert arguments([]).only is None
    asked = arguments(["--only", "api", "--tables", "10", "--seconds", "5"])
    assert (asked.only, asked.tables, asked.seconds) == (["api"], 10, 5.0)
