"""What the Allies may not know: face-down pieces, what these conceal, and the record of the reserve (SET.7, SR.4).

In what the Allies see, each concealed piece is a stranger (`bocage.parts.concealment`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.parts import concealment
from bocage.parts.stacks import members
from bocage.rules import HEXES, UNITS, HexSet, Sequencing, event

from ..look import Play
from ..position import DEAD, GERMAN, GERMAN_EXERTING, GERMAN_HEXES, GERMAN_TROOPS, SEALED, UNKNOWN, RhinePosition
from ..telling import hex_name

if TYPE_CHECKING:
    from ...game import Rhine


def _turned_up(game: Rhine, unit: int, node: int) -> str:
    where = hex_name(game, node) if node >= 0 else "off the map"
    if game.counters[unit].dummy:
        return f"The face-down piece at {where} is a dummy."
    return f"The face-down piece at {where} is {game.counters[unit].name}."


turned_up = event("turned up", "R22", _turned_up, unit=UNITS, node=HEXES)

# A German frame in what others see: nobody is in hand, and what the piece in hand has used up is unsaid. That it has
# come to the end of its allowance would tell which piece it is. Whether anything was done in this step may be a secret
# too: a korps deploys unseen (ruling R40).
_OF_THE_HAND: Mapping[str, Any] = {"hand": -1, "supply": "", "hexes": 0, "bonus": 0, "rivers": 0, "acted": False}


def seen(game: Rhine, position: RhinePosition, side: str | None) -> RhinePosition:
    """The position as the Allies or a spectator may know it; the Germans know everything."""
    if side == GERMAN or position.outcome is not None:
        return position
    setting_up = _setting_up(position)
    record = position.reserve_record
    if not (setting_up or position.face_down or record):
        return position
    shown = position.copy()
    if record:
        shown.reserve_record = SEALED
    if setting_up:
        _screen(game, shown)
    elif position.face_down:
        _conceal(game, shown)
    # Which piece the Germans have in hand is theirs to know.
    for number, frame in enumerate(shown.frames):
        if getattr(frame, "side", "") != GERMAN:
            continue
        if hasattr(frame, "hand") or hasattr(frame, "acted"):
            blank = {name: value for name, value in _OF_THE_HAND.items() if hasattr(frame, name)}
            shown.frames[number] = msgspec.structs.replace(frame, **blank)
        elif frame.step == "allocation":
            # Nor does anybody see which attack they think of, and who could take part in it, before it is declared.
            shown.frames[number] = msgspec.structs.replace(frame, targets=0, attackers=0)
        elif frame.step == "next battle":
            # Nor at which hex they point before they have said which of its battles comes first.
            shown.frames[number] = msgspec.structs.replace(frame, at=-1)
        elif hasattr(frame, "attackers"):
            # Nor whom they let attack out of a concealed hex.
            known = frame.attackers
            for unit in shown.stacks.get(UNKNOWN, ()):
                known &= ~(1 << unit)
            shown.frames[number] = msgspec.structs.replace(frame, attackers=known)
    return shown


def acts_unseen(position: RhinePosition) -> bool:
    """May the Germans do something that nobody else notices: behind their screen, or with what lies concealed?"""
    return bool(position.face_down) or _setting_up(position)


def _setting_up(position: RhinePosition) -> bool:
    return "setup" in [frame.table for frame in position.frames if isinstance(frame, Sequencing)]


def _screen(game: Rhine, shown: RhinePosition) -> None:
    """While the Germans set up, a screen stands before the map (ruling R47)."""
    concealment.withhold(game, shown, game.set_up_units, UNKNOWN)
    shown.face_down = 0


def _conceal(game: Rhine, shown: RhinePosition) -> None:
    """Put strangers in the place of all that lies in a concealed hex (ruling R40)."""
    hexes = game.look(shown).concealed()
    # Each is taken for a combat unit, and exerts a zone (ruling R41).
    masks = (GERMAN_HEXES, GERMAN_TROOPS, GERMAN_EXERTING)
    shown.face_down = concealment.conceal(game, shown, hexes, UNKNOWN, game.first_stranger, masks)


def turn_up(play: Play, hexes: HexSet, rule: str) -> None:
    """Turn up all face-down pieces in these hexes; dummies leave the game."""
    position = play.position
    for unit in members(position.face_down):
        at = position.units[unit].at
        if at >= 0 and hexes >> at & 1:
            turn_up_one(play, unit, rule)


def turn_up_one(play: Play, unit: int, rule: str) -> None:
    """Turn one face-down piece up; what it concealed is seen too, unless another one still conceals it."""
    position, game = play.position, play.game
    if not position.face_down >> unit & 1:
        return
    position.face_down &= ~(1 << unit)
    play.looked()
    at = position.units[unit].at
    turned_up(play, unit, at, rule=rule)
    if game.counters[unit].dummy:
        keep = ~(1 << unit)
        position.moved &= keep
        position.spent &= keep
        play.put(unit, DEAD)


def conceals(position: RhinePosition, node: int) -> bool:
    """Does a face-down piece lie in a hex?"""
    return any(position.face_down >> unit & 1 for unit in position.stacks.get(node, ()))
