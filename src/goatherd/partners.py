"""Drawing for partners: pieces face down, in an order from the same chance as the cards."""

from collections.abc import Mapping, Sequence

from goatherd.contract import Partners
from goatherd.errors import BadOption
from goatherd.game import Game
from goatherd.hashing import hash_of
from goatherd.proof import Deal
from goatherd.words import Text

DRAW_TAG = "goatherd draw 2"


def checked_draw(game: Game, options: Mapping[str, str | int]) -> Partners:
    """What is drawn for partners; BadOption where nobody can."""
    partners = game.contract.facts.partners
    if partners is None:
        why = Text("There are no partners to be drawn in {game}.", game=Text(game.title))
        raise BadOption(why)
    name, value = partners.option
    if options[name] != value:
        raise BadOption(partners.why)
    return partners


def pieces_lying(deal: Deal, draw: Sequence[str]) -> list[str]:
    """The pieces to draw as they lie face down: from the same chance as the cards."""
    return mixed(draw, DRAW_TAG, deal.digest, deal.secret, deal.nonces)


def mixed(draw: Sequence[str], *told: object) -> list[str]:
    """Pieces in an order that a hash chooses."""
    chance = int(hash_of(*told), 16)
    left, lying = list(draw), []
    while left:
        chance, place = divmod(chance, len(left))
        lying.append(left.pop(place))
    return lying


def seats_drawn(deal: Deal, draw: Sequence[str], drawn: Sequence[int]) -> list[int]:
    """The seat of each chair, once everybody has pointed at a place."""
    return seats_by_pieces(pieces_lying(deal, draw), draw, drawn)


def seats_by_pieces(lying: Sequence[str], draw: Sequence[str], drawn: Sequence[int]) -> list[int]:
    """Who drew the first kind has seats 0, 2 and so on, in the order of the chairs."""
    is_first = [lying[place] == draw[0] for place in drawn]
    return [2 * is_first[:chair].count(first) + (not first) for chair, first in enumerate(is_first)]
