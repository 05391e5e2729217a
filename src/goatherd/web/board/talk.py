"""Writes the chat of a table as HTML, with what can be done about those who speak."""

from goatherd.web.board.model import BoardModel, Message
from goatherd.web.board.parts import Reader, escaped, said, token
from goatherd.web.templating import icon
from goatherd.words import Text, seat_name

CHAT = Text("Chat")
HEAR_EVERYBODY = Text("Hear everybody again")
LET_SPEAK = Text("Let speak again")
MUTE = Text("Mute")
SAY_SOMETHING = Text("Say something")
SEND = Text("Send")
SILENCE = Text("Silence")
WATCHING = Text("watching")


def chat(board: BoardModel, reader: Reader) -> str:
    words = said(SAY_SOMETHING, reader)
    return (
        '<section class="card-panel chat" aria-labelledby="chat-title">'
        f'<h2 id="chat-title">{said(CHAT, reader)}</h2>{messages(board, reader)}'
        f'<form id="chat" method="post" action="{board.home}/say">{token(reader)}\n'
        f'<p class="joined"><label class="visually-hidden" for="saying">{words}</label>'
        '<input id="saying" name="text" maxlength="200" autocomplete="off"'
        f' placeholder="{words}" required>'
        f'<button id="send">{icon("chat")}{said(SEND, reader)}</button></p></form>'
        f"{choices(board, reader)}</section>\n"
    )


def messages(board: BoardModel, reader: Reader) -> str:
    """What was said, and from which seat: names alone can be made up by those who watch."""
    if not board.messages:
        return ""
    told = [
        f'<li><b>{escaped(one.name)}</b> <span class="tag">'
        f"{said(WATCHING if one.seat is None else seat_name(one.seat), reader)}</span> "
        f'<span class="soft small">{one.at}</span> {escaped(one.text)}{about(board, one, reader)}'
        "</li>"
        for one in board.messages
    ]
    return f'<ol class="messages" id="messages" tabindex="0">{"".join(told)}</ol>'


def about(board: BoardModel, one: Message, reader: Reader) -> str:
    """What can be done about whoever said a line: for oneself, and by the host."""
    made = "" if one.mute is None else button(board, "mute", "mute", one, MUTE, reader)
    if one.silence is not None:
        name, words = ("speak", LET_SPEAK) if one.silenced else ("silence", SILENCE)
        made += button(board, "silence", name, one, words, reader)
    return made


def button(
    board: BoardModel, path: str, name: str, one: Message, words: Text, reader: Reader
) -> str:
    label = f"{said(words, reader)}: {escaped(one.name)}"
    return (
        f' <button class="quiet small" form="ears" formaction="{board.home}/{path}" name="{name}"'
        f' value="{one.mute}" aria-label="{label}">{said(words, reader)}</button>'
    )


def choices(board: BoardModel, reader: Reader) -> str:
    """The form of the buttons beside the lines, with the way back for whoever has muted some."""
    again = f'<button class="quiet small" id="hear">{said(HEAR_EVERYBODY, reader)}</button>'
    return (
        f'<form id="ears" method="post" action="{board.home}/mute">{token(reader)}'
        f"{again if board.muted else ''}</form>"
    )
