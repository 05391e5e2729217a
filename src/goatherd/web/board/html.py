"""Writes a board as HTML: the whole table, what is asked, and what stands beside it.

Plain functions from a layout to text; seats, zones and cards are in `parts`.
"""

import math
from urllib.parse import urlencode

from goatherd.lesson import lessons
from goatherd.web.board.cache import PartKey
from goatherd.web.board.layout import LISTED, BoardLayout, SeatBox, lay_out
from goatherd.web.board.model import LESSON, BoardModel
from goatherd.web.board.parts import (
    Reader,
    escaped,
    plain,
    said,
    seat_html,
    team_name,
    token,
    worded,
    zones_html,
)
from goatherd.web.board.talk import chat
from goatherd.web.qr import qr_code
from goatherd.web.templating import icon, render
from goatherd.words import Text

AFTER_THE_MATCH = Text("After the match")
ALL_DECISIONS = Text("All decisions")
A_BOT_IS_PLAYING_FOR_YOU = Text("A bot is playing for you.")
CHAT_AND_LOG = Text("Chat and log")
CHOSEN_SO_FAR = Text("Chosen so far")
CONFIRM = Text("Confirm")
COPY = Text("Copy")
HINT = Text("Hint")
HOW_DEALS_ARE_FAIR = Text("How deals are fair")
I_AM_BACK = Text("I am back")
FINISHED_ROUNDS = Text("Finished rounds")
LEARN = Text("Learn in 2 minutes")
LEAVE_THE_TABLE = Text("Leave the table")
LINK_TO_YOUR_SEAT = Text("Link to your seat")
NOTIFY_ME_WHEN_IT_IS_MY_TURN = Text("Notify me when it is my turn")
OPTIONS = Text("Options")
REMATCH = Text("Rematch")
RESULT = Text("Result")
RULES = Text("Rules")
START_OVER = Text("Start over")
THIS_TABLE = Text("This table")
TO_THE_REMATCH = Text("To the rematch")
WHAT_HAPPENED = Text("What happened")
WINNER = Text("Winner")
WHAT_YOU_HAVE_ADDED = Text("What you have added (nonce)")
YOUR_SEAT_ON_ANOTHER_DEVICE = Text("Your seat on another device")

# The whole


def board_html(board: BoardModel, reader: Reader) -> str:
    """The main part of a table's page, and the data of every event."""
    reader.cache.begin(tuple(reader.say.names or ()))
    if board.table is None:
        inside, turn = waiting_room(board, reader), "none"
    else:
        laid = lay_out(board, board.table)
        inside = playing_board(board, laid, reader)
        turn = "none" if board.is_over else "mine" if board.is_my_turn else "other"
    seat = "" if board.viewer is None else f' data-seat="{board.viewer}"'
    stage = f"playing {LESSON}" if board.stage == LESSON else board.stage
    return (
        f'<section id="table" class="{board.game} n{board.players} {stage}"'
        f' aria-label="{plain(board.title, reader.say.language)}" data-home="{board.home}"'
        f' data-version="{board.version}" data-event-id="{board.event_id}"'
        f' data-stage="{board.stage}" data-turn="{turn}"{seat}>\n'
        f"{inside}\n{side(board, reader)}\n</section>"
    )


TEMPLATES = {
    "waiting": "_waiting.html",
    "dealing": "_dealing.html",
    "drawing": "_drawing.html",
}
"""Of each stage before the match."""


def waiting_room(board: BoardModel, reader: Reader) -> str:
    """Before the start: drawn seldom, and so by a template."""
    qr = qr_code(board.invite)
    return render(
        TEMPLATES[board.stage], reader.say, board=board, csrf=reader.csrf, home=board.home, qr=qr
    )


def playing_board(board: BoardModel, laid: BoardLayout, reader: Reader) -> str:
    drafted = [escaped(text) for text, _ in board.draft]
    chosen = "".join(f'<input type="hidden" name="draft" value="{one}">' for one in drafted)
    decided = "".join(f'<input type="hidden" name="decision" value="{one}">' for one in drafted)
    return (
        f'<form id="draft" action="{board.home}">{chosen}</form>\n'
        f'<form id="decide" class="board" method="post" action="{board.home}/decide">'
        f'{token(reader)}<input type="hidden" name="version" value="{board.version}">{decided}\n'
        f'<h1 class="n">{plain(board.title, reader.say.language)}</h1>{watching(board, reader)}'
        f'<div class="felt">\n'
        f'<div class="others">{"".join(seat_html(box, reader) for box in laid.others)}</div>\n'
        f'<div class="middle">{facts(board, reader)}{zones_html(laid.middle, reader)}</div>\n'
        f"</div>\n{dock(board, laid, reader)}</form>"
    )


WATCHING = Text("You are watching: you see what everybody may see.")
WATCHED = Text("You watched this match.")


def watching(board: BoardModel, reader: Reader) -> str:
    if board.viewer is not None:
        return ""
    words = WATCHING if board.stage == "playing" else WATCHED
    return f'<p class="watching">{icon("eye")}{said(words, reader)}</p>'


def facts(board: BoardModel, reader: Reader) -> str:
    assert board.table is not None
    if not board.table.facts:
        return ""
    told = "".join(f"<span>{said(fact, reader)}</span>" for fact in board.table.facts)
    return f'<p class="state">{told}</p>'


# The dock: below the table, what is asked, the viewer's cards, and all that can be decided

CONFIRM_OR_START_OVER = Text("Confirm what you have chosen, or start over.")


def dock(board: BoardModel, laid: BoardLayout, reader: Reader) -> str:
    """Its rows are always there and always as high: nothing moves while somebody decides."""
    own = f'<div class="own">{zones_html(laid.dock, reader)}</div>' if laid.mine else ""
    over = result(board, laid, reader) if board.is_over else bar(board, laid, reader)
    mine = "" if laid.mine is None else f'<div class="mine">{seat_html(laid.mine, reader)}</div>'
    return (
        f'<div class="dock" tabindex="-1">\n'
        f'<div class="ask">{prompt(board, reader)}{tools(board, reader)}</div>'
        f"{mine}{own}{over}{menus(laid, reader)}</div>"
    )


def bar(board: BoardModel, laid: BoardLayout, reader: Reader) -> str:
    """What has been chosen and what no card stands for; and at its end, always in one place, the
    button that makes the decision."""
    if board.viewer is None:
        return ""
    choices = (
        f"{stand_in(board, reader)}{drafted(board, reader)}"
        f"{buttons(board, laid, reader)}{hints(board, reader)}"
    )
    return (
        f'<div class="bar"><div class="choices">{choices}</div>'
        f'<div class="go">{confirm(board, reader)}</div></div>'
    )


def prompt(board: BoardModel, reader: Reader) -> str:
    assert board.table is not None
    last = ""
    if board.events and not board.is_over:
        last = f'<p class="last" aria-hidden="true">{said(board.events[-1], reader)}</p>'
    mine = " mine" if board.is_my_turn and not board.is_over else ""
    crown = icon("crown") if board.is_over else ""
    words = said(CONFIRM_OR_START_OVER if board.complete else board.table.prompt, reader)
    asked = f'<p id="prompt" class="prompt{mine}">{crown}{words}{window(board)}</p>'
    return f'<div class="words">{last}{asked}{refusals(board, reader)}</div>'


def window(board: BoardModel) -> str:
    """How long all can still answer in secret."""
    if board.window is None:
        return ""
    seconds = math.ceil(board.window)
    left = f'data-main="{seconds}" data-period="0"'
    return f' <span class="clock runs" role="timer" {left}>0:{seconds:02}</span>'


def tools(board: BoardModel, reader: Reader) -> str:
    """Small buttons beside the prompt."""
    talk = (
        '<button type="button" class="quiet talk" id="talk" popovertarget="side">'
        f'{icon("chat")}<span class="word">{said(CHAT_AND_LOG, reader)}</span></button>'
    )
    if board.viewer is None or board.is_over:
        return f'<div class="tools">{talk}</div>'
    made = ""
    if board.may_hint:
        made += tool("hint", "hint", Text("Hint"), board, reader)
    if board.may_take_back:
        made += tool("take-back", "undo", Text("Take back"), board, reader)
    if board.offers:
        listed = "".join([worded(offer, reader) for offer in board.offers])
        made += (
            '<details id="all"><summary><span aria-hidden="true">☰</span>'
            f'<span class="word">{said(ALL_DECISIONS, reader)}</span></summary>'
            f'<div class="list">{listed}</div></details>'
        )
    return f'<div class="tools">{made}{talk}</div>'


def tool(name: str, picture: str, words: Text, board: BoardModel, reader: Reader) -> str:
    return (
        f'<button class="quiet" id="{name}" formaction="{board.home}/{name}">{icon(picture)}'
        f'<span class="word">{said(words, reader)}</span></button>'
    )


def stand_in(board: BoardModel, reader: Reader) -> str:
    """Where a bot plays for the viewer."""
    if board.is_over or not any(one.me and one.stand_in for one in board.sitters):
        return ""
    back = f'<button class="primary" id="back" formaction="{board.home}/back">'
    words = said(A_BOT_IS_PLAYING_FOR_YOU, reader)
    return f'<p class="notice">{words} {back}{said(I_AM_BACK, reader)}</button></p>'


def refusals(board: BoardModel, reader: Reader) -> str:
    """Why the last post was not accepted; and room for why a card cannot be played."""
    refused = ""
    if board.refusal is not None:
        words = said(board.refusal, reader)
        refused = f'<p class="refusal" id="refusal" role="alert">{words}</p>'
    return f'{refused}<p class="refusal" id="why" role="status"></p>'


def drafted(board: BoardModel, reader: Reader) -> str:
    """What has been chosen so far; a click on a part chooses that part, and what followed, anew."""
    if not board.draft:
        return ""
    chosen = []
    for place, (_, words) in enumerate(board.draft):
        before = urlencode([("draft", text) for text, _ in board.draft[:place]])
        address = escaped(f"{board.home}?{before}" if before else board.home)
        chosen.append(f'<li><a href="{address}" data-draft>{said(words, reader)}</a></li>')
    title = said(CHOSEN_SO_FAR, reader)
    return f'<div class="drafted"><span class="n">{title}</span><ol>{"".join(chosen)}</ol></div>'


def confirm(board: BoardModel, reader: Reader) -> str:
    if not board.draft:
        return ""
    again = f'{icon("undo")}<span class="word">{said(START_OVER, reader)}</span>'
    made = f'<a class="button" id="start-over" href="{board.home}" data-draft>{again}</a>'
    if board.complete:
        made += '<button class="primary" id="confirm" name="confirm" value="1">'
        made += f"{icon('check')}{said(CONFIRM, reader)}</button>"
    return made


def hints(board: BoardModel, reader: Reader) -> str:
    if board.hint is None or not board.hint.lines:
        return ""
    lines = "".join(f"<li>{icon('hint')}{said(one, reader)}</li>" for one in board.hint.lines)
    return f'<ul class="hints" aria-label="{said(HINT, reader)}">{lines}</ul>'


def buttons(board: BoardModel, laid: BoardLayout, reader: Reader) -> str:
    """What no card stands for."""
    if not laid.buttons:
        return ""
    best = board.hint.decision if board.hint is not None else None
    made = [worded(offer, reader, "hinted" if offer.text == best else "") for offer in laid.buttons]
    return f'<div class="acts">{"".join(made)}</div>'


def menus(laid: BoardLayout, reader: Reader) -> str:
    made = []
    for menu in laid.menus:
        listed = "".join([worded(offer, reader) for offer in menu.offers])
        title = said(menu.title, reader)
        made.append(f'<div popover class="pick" id="{menu.id}"><p>{title}</p>{listed}</div>')
    return "".join(made)


# After the match: who has won, and where to go from here


def result(board: BoardModel, laid: BoardLayout, reader: Reader) -> str:
    listed = "".join(ranked(box, reader) for box in laid.ranked())
    pages = [
        ("result", Text("How the scores came about")),
        ("replay", Text("Replay")),
        ("review", Text("Review")),
        ("record", Text("Record")),
        *([("line", Text("Line"))] if board.has_line else []),
        ("proof", Text("Proof of a fair deal")),
    ]
    links = "".join(
        f'<a class="button" href="{board.home}/{page}">{said(words, reader)}</a>'
        for page, words in pages
    )
    return (
        f'<ol class="result" id="result" aria-label="{said(RESULT, reader)}">{listed}</ol>'
        f'<nav class="after" aria-label="{said(AFTER_THE_MATCH, reader)}">'
        f"{rematch(board, reader)}{links}</nav>"
    )


def ranked(box: SeatBox, reader: Reader) -> str:
    team = f' <span class="team">{team_name(box, reader)}</span>' if box.team else ""
    name = f"<b>{escaped(box.sitter.name)}</b>{team}"
    points = f'<span class="points">{box.seat.score}</span>'
    if not box.won:
        return f"<li>{name} {points}</li>"
    winner = f'<span class="n">{said(WINNER, reader)}: </span>'
    return f'<li class="won">{icon("crown")}{winner}{name} {points}</li>'


def rematch(board: BoardModel, reader: Reader) -> str:
    if board.rematch is not None:
        words = said(TO_THE_REMATCH, reader)
        return f'<a class="button primary" id="rematch" href="/t/{board.rematch}">{words}</a>'
    if board.viewer is None:
        return ""
    words = said(REMATCH, reader)
    return (
        f'<button class="primary" id="rematch" formaction="{board.home}/rematch">{words}</button>'
    )


# Beside the table: what happened, the chat, and facts about the table


def side(board: BoardModel, reader: Reader) -> str:
    happened = story(board, reader) if board.table is not None else ""
    if board.stage == LESSON:
        return f'<div class="side" id="side" popover>\n{happened}</div>'
    talk = f"{happened}{chat(board, reader)}{about(board, reader)}"
    return f'<div class="side" id="side" popover>\n{talk}</div>'


def story(board: BoardModel, reader: Reader) -> str:
    """The last things that happened, and the last decisions; mostly the same for everybody."""
    shown = board.history[-LISTED:]
    names = tuple(sitter.name for sitter in board.sitters)
    drawn_from = (board.events, shown, len(board.history), names, board.rounds)
    key = PartKey(reader.say.language, "events", None)
    known = reader.cache.part(key, drawn_from)
    return known or reader.cache.keep_part(key, drawn_from, draw_story(board, reader))


def draw_story(board: BoardModel, reader: Reader) -> str:
    events = "".join([f"<li>{said(event, reader)}</li>" for event in board.events])
    return (
        '<section class="card-panel" aria-labelledby="events-title">'
        f'<h2 id="events-title">{said(WHAT_HAPPENED, reader)}</h2>\n'
        f'<ol class="events" id="events">{events}</ol>{rounds(board, reader)}'
        f"{history(board, reader)}</section>\n"
    )


def rounds(board: BoardModel, reader: Reader) -> str:
    """A way to the rounds that are over: all hands of them are open (GOITA-24)."""
    if not board.rounds:
        return ""
    words = said(FINISHED_ROUNDS, reader)
    return f'<p><a class="button" href="{board.home}/rounds">{words}</a></p>'


def history(board: BoardModel, reader: Reader) -> str:
    count = len(board.history)
    if not count:
        return ""
    names = [escaped(sitter.name) for sitter in board.sitters]
    lines = [f"<li>{names[seat]}: {escaped(text)}</li>" for seat, text in board.history[-LISTED:]]
    title = said(Text("History ({count})", count=count), reader)
    note = said(Text("In the notation of the game; it counts seats from 0."), reader)
    return (
        f'<details id="history"><summary>{title}</summary>\n'
        f'<ol class="history" tabindex="0" start="{max(count - LISTED, 0) + 1}">{"".join(lines)}'
        f'</ol><p class="soft small">{note}</p></details>'
    )


def about(board: BoardModel, reader: Reader) -> str:
    """The facts of the table; what changes seldom is kept."""
    drawn_from = (
        board.clock, board.options, board.seat_link, board.stage, board.commitment, board.deal,
        board.draw, reader.csrf
    )  # fmt: skip
    key = PartKey(reader.say.language, "about", board.viewer)
    known = reader.cache.part(key, drawn_from)
    return known or reader.cache.keep_part(key, drawn_from, draw_about(board, reader))


def draw_about(board: BoardModel, reader: Reader) -> str:
    clock = f"<p>{icon('clock')} {said(board.clock, reader)}</p>" if board.clock else ""
    return (
        '<section class="card-panel about" aria-labelledby="about-title">'
        f'<h2 id="about-title">{said(THIS_TABLE, reader)}</h2>\n'
        f'<p class="line"><a class="button" href="/rules/{board.game}" target="_blank">'
        f"{icon('rules')}{said(RULES, reader)}</a>{learn(board, reader)}"
        f"{notify(board, reader)}</p>"
        f"{drawn_pieces(board, reader)}{clock}{options(board, reader)}"
        f"{seat_link(board, reader)}{leave(board, reader)}"
        f'<p class="small soft commitment"><a href="/fair">'
        f"{said(HOW_DEALS_ARE_FAIR, reader)}</a>: "
        f"<code>{escaped(board.deal.digest if board.deal else board.commitment)}</code></p>"
        f"{own_nonce(board, reader)}\n</section>"
    )


PARTNERS_WERE_DRAWN = Text("Drawn for partners")


def drawn_pieces(board: BoardModel, reader: Reader) -> str:
    """What everybody drew for partners, for all to see."""
    if board.draw is None or not board.draw.drawn:
        return ""
    pairs = zip(board.sitters, board.draw.drawn, strict=True)
    told = ", ".join(f"{escaped(one.name)}: {said(piece, reader)}" for one, piece in pairs)
    return f'<p class="small" id="drawn">{said(PARTNERS_WERE_DRAWN, reader)}: {told}</p>'


def learn(board: BoardModel, reader: Reader) -> str:
    """A way to the game's first lesson, in a tab of its own."""
    if not lessons(board.game):
        return ""
    words = said(LEARN, reader)
    return f'<a class="button" href="/learn/{board.game}" target="_blank">{words}</a>'


def own_nonce(board: BoardModel, reader: Reader) -> str:
    """What the viewer's browser has added to the deal, which only the browser knows."""
    if board.viewer is None or board.deal is None:
        return ""
    return (
        f'<details class="small" id="own-nonce" data-kept="{board.id}"'
        f' data-digest="{board.deal.digest}" data-seat="{board.viewer}" hidden>'
        f"<summary>{said(WHAT_YOU_HAVE_ADDED, reader)}</summary><code></code></details>"
    )


def notify(board: BoardModel, reader: Reader) -> str:
    if board.viewer is None or board.stage == "over":
        return ""
    words = said(NOTIFY_ME_WHEN_IT_IS_MY_TURN, reader)
    return (
        f'<button type="button" class="scripted" id="notify" hidden>{icon("clock")}{words}</button>'
    )


def options(board: BoardModel, reader: Reader) -> str:
    if not board.options:
        return ""
    listed = "".join(
        f"<dt>{said(about, reader)}</dt><dd>{escaped(chosen)}</dd>"
        for about, chosen in board.options
    )
    title = said(OPTIONS, reader)
    return f'<details id="options"><summary>{title}</summary><dl>{listed}</dl></details>'


def seat_link(board: BoardModel, reader: Reader) -> str:
    if not board.seat_link:
        return ""
    label = said(LINK_TO_YOUR_SEAT, reader)
    return (
        '<details id="seat-link">'
        f"<summary>{said(YOUR_SEAT_ON_ANOTHER_DEVICE, reader)}</summary>\n"
        f'<p class="small">{said(KEEP_IT, reader)}</p>\n'
        f'<p class="joined"><input id="seat-key" value="{escaped(board.seat_link)}" readonly'
        f' aria-label="{label}"><button type="button" class="scripted" id="copy-seat"'
        f' data-copy="seat-key">{icon("copy")}{said(COPY, reader)}</button></p></details>'
    )


KEEP_IT = Text("Keep this link to yourself: it is the key to your seat.")
A_BOT_PLAYS_ON = Text("A bot plays on for you, and you can come back at any time.")


def leave(board: BoardModel, reader: Reader) -> str:
    if board.viewer is None or board.stage != "playing":
        return ""
    words = said(LEAVE_THE_TABLE, reader)
    return (
        f'<details id="leaving"><summary>{words}</summary>\n'
        f'<p class="small">{said(A_BOT_PLAYS_ON, reader)}</p>\n'
        f'<form method="post" action="{board.home}/leave">{token(reader)}'
        f'<button id="leave">{words}</button></form></details>'
    )
