"""What a person means by what they type: a number of the list, a decision, or how one begins."""

from collections.abc import Iterable
from difflib import get_close_matches

from goatherd.view import View
from goatherd.words import Text

NEAR = 3
"""How many decisions are suggested for a misspelt one."""


def decision(view: View, answer: str) -> str | Text:
    """The legal decision that is meant, or why there is none."""
    legal = view.legal()
    if answer.isdecimal():
        return numbered(legal, int(answer))
    meant = beginning(answer, legal)
    if len(meant) == 1:
        return meant[0]
    if meant:
        return Text("{answer} could be: {decisions}.", answer=answer, decisions=meant)
    return refusal(view, answer)


def numbered(legal: list[str], number: int) -> str | Text:
    if 1 <= number <= len(legal):
        return legal[number - 1]
    return Text("Numbers are 1 to {last}.", last=len(legal))


def beginning(answer: str, decisions: Iterable[str]) -> list[str]:
    """The decisions that begin like the answer; the one alone that is the answer."""
    typed = " ".join(answer.casefold().split())
    found = [text for text in decisions if text.casefold().startswith(typed)]
    return [text for text in found if text.casefold() == typed] or found


def refusal(view: View, answer: str) -> Text:
    """Why an answer that begins no legal decision cannot be played."""
    meant = beginning(answer, view.contract.facts.actions)
    refused = view.why_not(meant[0]) if len(meant) == 1 else None
    if refused is not None:
        return Text(
            "{decision} is not legal: {why} ({rule})",
            decision=meant[0],
            why=refused.why,
            rule=refused.rule or "",
        )
    near = get_close_matches(answer, view.legal(), n=NEAR)
    if near:
        return Text(
            "There is no decision {answer}. Did you mean: {decisions}?",
            answer=answer,
            decisions=near,
        )
    return Text("There is no legal decision {answer}; ? lists what you can type.", answer=answer)
