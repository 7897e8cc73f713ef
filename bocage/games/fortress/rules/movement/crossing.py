"""Rivers whose bridges are down: armour stops before them and tries to cross (17.10.4, ruling R86)."""

from __future__ import annotations

from bocage.rules import DIE, HEXES, UNITS, WORD, Conditions, HexSet, event, provided

from ..look import FortressLook, Play
from ..position import OTHER
from . import districts, nationalities, reach
from .allowance import left
from .reach import Moving
from .walking import walk

STOP, ELSEWHERE, CROSS_AND_STOP = "stop", "go elsewhere", "cross and stop"  # of the River Crossing Chart
WORDS = {
    STOP: "it stops where it is",
    ELSEWHERE: "not here, but it may move on",
    CROSS_AND_STOP: "it crosses and stops",
    "cross": "it crosses and may move on",
}

tries = event(
    "river crossing", "17.10.4",
    lambda game, unit, node, die, result: (
        f"{game.counters[unit].name} tries to cross the river to {game.hex_name(node)} (die {die}): {WORDS[result]}."
    ),
    sort="dice", unit=UNITS, node=HEXES, die=DIE, result=WORD, roll="River crossing",
)  # fmt: skip


def may_cross(look: FortressLook, frame: Moving) -> Conditions:
    """Hexes on the other bank that an armoured unit in hand may try to cross to."""
    game, position, side, hand = look.game, look.position, frame.side, frame.hand
    yield provided(bool(position.bombed)), "17.10.4", "all bridges stand: rivers are crossed freely"
    yield provided(bool(hand)), "5.1", "choose the unit that crosses first"
    yield provided(hand.bit_count() == 1), "R86", "every unit rolls for itself: choose one of them"
    yield provided(bool(hand & game.armored_units)), "17.10.4", "only armour has to roll: others just move across"
    unit = hand.bit_length() - 1
    at = position.units[unit].at
    yield provided(at >= 0), "11.4", "the unit is overseas"
    yield reach.ferries(look, side, hand).step(1 << at), "17.10.4", "no river without bridges lies before {it}"
    yield ~failed(look, unit, at), "17.10.4", "it has failed to cross there: only another hexside may be tried"
    yield reach.open_hexes(look, side, hand), "7.2", "{it} is not open to the unit"
    zone = reach.enemy_zone(look, side, hand)
    if zone >> at & 1:
        yield ~zone, "8.10", "nobody moves from one enemy zone of control straight into another"
    yield provided(left(look, unit)[0] > 0), "5.4", "it has no movement left"
    if side != OTHER["german"]:
        return
    yield nationalities.fair(look, hand, game.land), "14.11", nationalities_why
    if districts.must_leave(look) & hand:
        yield districts.ways_out(look, at, game.board.around[at]), "15.10", "it has to leave the frozen district"


nationalities_why = "there its nationality would have no enemy of its own to attack"


def failed(look: FortressLook, unit: int, at: int) -> HexSet:
    """Hexes that a unit has failed to cross to from where it stands."""
    pairs = look.position.balked.get(look.game.unit_ids[unit], ())
    return sum(1 << there for here, there in zip(pairs[::2], pairs[1::2], strict=True) if here == at)


def cross(play: Play, frame: Moving, node: int) -> None:
    """The armoured unit in hand rolls, and crosses or not."""
    position, game = play.position, play.game
    unit = frame.hand.bit_length() - 1
    at = position.units[unit].at
    (die,) = play.roll()
    result = game.data.crossings[die - 1]
    tries(play, unit, node, die, result)
    position.moved |= frame.hand
    position.walked |= frame.hand
    if result == STOP:
        position.stopped |= frame.hand
    elif result == ELSEWHERE:
        name = game.unit_ids[unit]
        position.balked = {**position.balked, name: (*position.balked.get(name, ()), at, node)}
    else:
        walk(play, frame.side, frame.hand, (at, node), "17.10.4")
        if result == CROSS_AND_STOP:
            position.stopped |= frame.hand & position.on_board
