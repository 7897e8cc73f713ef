"""Control of hexes (20): who takes one, and what follows at once for points, industry, Hitler and Airfields."""

from __future__ import annotations

from bocage.rules import HEXES, Conditions, Frame, HexSet, Node, Question, event, offer

from . import hitler, tracks
from .look import FestungLook, Play
from .position import ALLIED

taken = event(
    "control", "20",
    lambda game, hexes, side: f"{game.does(side, 'take')} {game.named(HEXES, hexes)}.",
    hexes=HEXES, who="side",
)  # fmt: skip
flown = event("airfield lost", "14.4", "The Airfield goes back to {node}.", side=ALLIED, node=HEXES)


def entered(play: Play, node: int, side: str, rule: str = "20") -> None:
    """A unit has come into a hex by movement or advance, or ended a retreat there: the hex is its side's at once."""
    bit = 1 << node
    if not bit & play.game.board.hexes:
        return
    if not bit & play.look.controls(side):
        give(play, bit, side, rule)
    if side == ALLIED and play.position.hitler == node:
        hitler.eliminate(play, "16.43")


def give(play: Play, hexes: HexSet, side: str, rule: str = "20") -> None:
    """Hexes change hands, with everything that follows (9.56, 15.1, 16.1, 14.4)."""
    position, game = play.position, play.game
    hexes &= ~play.look.controls(side)
    if not hexes:
        return
    before = play.look.controls(ALLIED)
    if side == ALLIED:
        position.allied_control |= hexes
    else:
        position.allied_control &= ~hexes
    position.nobody &= ~hexes
    taken(play, tuple(game.board.nodes(hexes)), side, rule=rule)
    now = position.allied_control
    points = (before & game.data.vp).bit_count() - (now & game.data.vp).bit_count()
    if points:
        tracks.change_vp(play, points, "16.1")
    if side == ALLIED:
        captured = hexes & game.data.industrial & ~position.captured_industry
        if captured:  # the first capture of each (15.1, ruling R33)
            position.captured_industry |= captured
            tracks.change_infrastructure(play, -captured.bit_count(), "15.1")
    else:
        for number, node in enumerate(position.airfields):
            if 1 << node & hexes:
                play.push(LosingAirfield(number))
    both = game.antwerp | game.scheldt
    if now & both != both:
        position.antwerp_turn = 0
    elif not position.antwerp_turn:
        position.antwerp_turn = position.turn  # 19.31


class LosingAirfield(Frame, frozen=True):
    """An Airfield lies in a hex that has turned Axis."""

    number: int


class LosingAnAirfield(Question[LosingAirfield]):
    """It goes to the nearest Allied Beach Head or to a box, as the Allies like (14.4, rulings R64, R106)."""

    name, rule = "airfield lost", "14.4"

    def decider(self, look: FestungLook, frame: LosingAirfield) -> str:
        return ALLIED

    def text(self, look: FestungLook, frame: LosingAirfield) -> str:
        lost = look.game.hex_name(look.position.airfields[frame.number])
        return f"The Airfield in {lost} is lost: where does it go?"

    @offer("relocate", HEXES, "14.4", "The Airfield goes here")
    def relocate(self, look: FestungLook, frame: LosingAirfield) -> Conditions:
        boxes = look.game.data.box_sides[ALLIED]
        landed = look.position.marked & look.controls(ALLIED)
        yield boxes | landed, "14.4", "{it} is neither an Allied Beach Head nor an Allied box"
        yield boxes | _nearest(look, look.position.airfields[frame.number], landed), "R106", "another one is nearer"

    @relocate.does
    def _(self, play: Play, frame: LosingAirfield, node: Node) -> None:
        play.pop()
        fields = list(play.position.airfields)
        fields[frame.number] = node
        play.position.airfields = tuple(fields)
        flown(play, node)


def _nearest(look: FestungLook, node: int, among: HexSet) -> HexSet:
    """Those of some hexes that are fewest steps away (ruling R106)."""
    sides, everywhere = look.game.data.open_sides, look.in_play()
    found = near = 1 << node
    while near and not near & among:
        near = sides.step(near) & everywhere & ~found
        found |= near
    return near & among


__all__ = ["LosingAirfield", "entered", "give"]
