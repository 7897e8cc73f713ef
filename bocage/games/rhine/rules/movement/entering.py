"""What happens when a unit enters hexes: whose they are, Tigers overrun, dumps lost, Paris, Brussels, spotting."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.rules import HEXES, UNITS, About, event

from ..concealment.hidden import turn_up, turn_up_one
from ..elimination import eliminate, leave_map
from ..look import Play
from ..position import ALLIED, AMERICAN, DEAD, GERMAN, OCCUPIED, OTHER, POOL, SEA, TROOPS

dump_lost = event(
    "dump lost", "R35", "{unit} is overrun at {node} and goes back to the pool.", sort="loss", unit=UNITS, node=HEXES
)
french_leave = event(
    "french leave", "FR2.1", "Others enter Paris before it: {unit} leaves the game.", sort="loss", unit=UNITS
)
paris_passed = event(
    "paris passed", "WIN.4", "{unit} passes through Paris.", unit=UNITS,
    about=lambda game, unit: About("", ALLIED, hexes=game.board.names(game.paris), units=game.pointed_at([unit])),
)  # fmt: skip
brussels_passed = event(
    "brussels passed", "WIN.3", "{unit} passes through Brussels.", unit=UNITS,
    about=lambda game, unit: About("", ALLIED, hexes=game.board.names(game.brussels), units=game.pointed_at([unit])),
)  # fmt: skip


def enter(play: Play, unit: int, path: Sequence[int], retreating: bool = False) -> None:
    """Take a unit along a path (or set it down: a path of one hex).

    A combat unit takes every hex that it enters (ruling R16); dumps and dummies take nothing. Whoever retreats takes
    only the hex where that ends (see `hold`), nor does he pass through Paris or Brussels in the sense of WIN.3 and
    WIN.4: that is done by a move or an advance (ruling R111).
    """
    position, game = play.position, play.game
    counter = game.counters[unit]
    side = counter.side
    entered = path[1:] or path
    if position.units[unit].at == SEA:
        _ashore(play, unit)
    play.put(unit, path[-1])
    if position.face_down >> unit & 1 and any(position.allied_control >> node & 1 for node in entered):
        # Only a real unit takes ground, and the hex would change hands for all to see (ruling R45).
        turn_up_one(play, unit, "R45")
        if counter.dummy:
            return
    if counter.dump or counter.dummy:
        _spotted(play, unit, side, entered)
        return
    for node in entered:
        bit = 1 << node
        if position.masks[OCCUPIED[OTHER[side]]] & bit:
            _overrun(play, node, OTHER[side])
        if not retreating:
            hold(play, side, node)
        if side == ALLIED and bit & game.landmarks:
            _landmark(play, unit, bit, retreating)
    _spotted(play, unit, side, entered)


def hold(play: Play, side: str, node: int) -> None:
    """A hex belongs to a side from now on (ruling R16)."""
    if side == ALLIED:
        play.position.allied_control |= 1 << node
    else:
        play.position.allied_control &= ~(1 << node)


def exposed_at(play: Play, unit: int, path: Sequence[int]) -> int:
    """The place on its path where a face-down piece is turned up by entering the hex (rulings R22, R45); 0 if none."""
    position = play.position
    if not position.face_down >> unit & 1:
        return 0
    hexes = position.allied_control | play.game.land.step(position.masks[TROOPS[ALLIED]])
    return next((place for place in range(1, len(path)) if hexes >> path[place] & 1), 0)


def _ashore(play: Play, unit: int) -> None:
    """A unit that has landed waits for no wave any more."""
    position, name = play.position, play.game.unit_ids[unit]
    position.landing_at = {other: node for other, node in position.landing_at.items() if other != name}
    position.second_wave &= ~(1 << unit)
    position.stalled &= ~(1 << unit)


def _overrun(play: Play, node: int, enemy: str) -> None:
    """Lone Tigers die, lone dumps go back to the pool (TIG.3, ruling R35); nobody else lies in a hex thus entered."""
    position, game = play.position, play.game
    for other in position.stacks.get(node, ()):
        counter = game.counters[other]
        if counter.side != enemy:
            continue
        if counter.dump:
            leave_map(play, other, POOL)
            dump_lost(play, other, node)
        else:
            eliminate(play, other, "TIG.3")


def _landmark(play: Play, unit: int, bit: int, retreating: bool) -> None:
    """Paris or Brussels is passed through (FR2.1, WIN.3, WIN.4)."""
    position, game = play.position, play.game
    counter = game.counters[unit]
    if bit & game.paris and not position.paris_entered:
        position.paris_entered = True
        french = game.french_second_armored
        if unit != french and position.units[french].at != DEAD:  # on the map or not (ruling R21)
            leave_map(play, french, DEAD)
            french_leave(play, french)
    if retreating:
        return
    if bit & game.paris:
        if counter.nation == AMERICAN and not position.paris_passed:
            position.paris_passed = True
            paris_passed(play, unit)
    elif unit in game.brussels_corps and not position.brussels_passed:
        position.brussels_passed = True
        brussels_passed(play, unit)


def _spotted(play: Play, unit: int, side: str, entered: Sequence[int]) -> None:
    """Face-down pieces next to an Allied combat unit are turned up, whoever came to whom (ruling R22)."""
    position, game = play.position, play.game
    if not position.face_down:
        return
    hexes = sum(1 << node for node in set(entered))
    if side == GERMAN:
        if position.face_down >> unit & 1 and hexes & game.land.step(position.masks[TROOPS[ALLIED]]):
            turn_up_one(play, unit, "R22")
    elif not game.counters[unit].dump:
        turn_up(play, hexes | game.land.step(hexes), "R22")
