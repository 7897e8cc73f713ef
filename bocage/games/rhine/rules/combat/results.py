"""What the die brings: the result of a battle, turned for each defending unit and applied (facts of DE to AE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.rules import HEXES, UNITS, WORD, About, Roll, event

from ..elimination import disrupt, eliminate, recover
from ..look import Play, RhineLook, members
from ..position import OPERATIONAL, OTHER
from ..stacking import settle_all
from . import advance, losses, retreat
from .attackers import at_sea
from .escape import barred_hexes
from .fight import AD, AE, DE, DR, DW, NOTHING, D, Fighting, own_result, read_column
from .odds import Odds, odds

if TYPE_CHECKING:
    from ...game import Rhine

_IN_HEX = {
    DE: "the defenders are eliminated",
    DR: "the defenders are routed",
    DW: "the defenders withdraw",
    D: "the defenders are Disrupted",
}
_MEANS = {DE: "elimination", D: "D", NOTHING: "no effect"}


def _said_die(game: Rhine, die: int, final: str, column: str, result: str) -> str:
    read = f" on {column}" if column == final else f" on {column} instead of {final}"
    return f"Die {die}{read}: {result}."


def _said_hex(game: Rhine, node: int, result: str, units: bool) -> str:
    words = _IN_HEX[result] if units else ("the fortress falls" if result in (DE, DR) else "the fortress holds")
    return f"{game.hex_name(node)}: {words} ({result})."


def _said_own(game: Rhine, node: int, printed: str, own: str, units: tuple[int, ...]) -> str:
    return f"{game.hex_name(node)}: {printed} means {_MEANS[own]} for {game.named(UNITS, units)}."


def _about_die(game: Rhine, die: int, final: str, column: str, result: str) -> About:
    return About("battle", rolls=[Roll(f"{column}: {result}", (die,), column, str(die))])


battle_die = event("battle die", "CRT.1", _said_die, about=_about_die)
hex_result = event("hex result", "DE.1", _said_hex, node=HEXES)
own_results = event("own result", "SS.3", _said_own, node=HEXES, printed=WORD, own=WORD, units=UNITS)


def throw(play: Play, frame: Fighting) -> None:
    """The die of a battle, and what follows at once; the frame of the battle has been taken off the stack."""
    fought = cast(play, frame)
    play.push(fought)
    apply(play, fought)


def cast(play: Play, frame: Fighting) -> Fighting:
    """Cast the die and read it, 6 being the best number for the attacker (CRT, ruling R1)."""
    game, look = play.game, play.look
    found = odds(look, frame.side, frame.targets, frame.attackers, supported=frame.supported)
    (die,) = play.roll()
    column = read_column(game, found, frame.pressed, die)
    printed = game.data.results[column][die - 1]
    battle_die(play, die, frame.column, column, printed, rule="PRESS.3" if frame.pressed else "CRT.1")
    return _fixed(look, frame, found, die, column, printed)


def _fixed(look: RhineLook, frame: Fighting, found: Odds, die: int, column: str, printed: str) -> Fighting:
    """The battle as it stands when the die has fallen; retreats and advances read it later."""
    game = look.game
    return replace(
        frame,
        stage="advance",
        read=column,
        die=die,
        result=printed,
        origins=look.hexes_of(members(frame.attackers)),
        defenders=found.defenders,
        shaken=found.defenders & look.position.disrupted,
        strengths={game.board.labels[node]: total for node, total in found.strengths.items()},
        factors={game.unit_ids[unit]: factor for unit, factor in found.factors.items()},
    )


def apply(play: Play, frame: Fighting) -> None:
    """Apply a result. What asks a question is pushed, so that it is asked hex by hex in the order of the map."""
    if frame.result == AD:
        losses.disrupt_attackers(play, frame)
    elif frame.result == AE:
        losses.eliminate_attackers(play, frame)
    elif frame.result != NOTHING:
        look = play.look
        barred = barred_hexes(look, OTHER[frame.side], frame.origins)
        hit = {
            node: _hit(play, frame, node, frame.defenders & look.in_place(node, OTHER[frame.side]))
            for node in play.game.board.nodes(frame.targets)
        }
        # Last in, first out.
        for node, (routed, withdrawn, shocked) in reversed(hit.items()):
            if shocked:
                retreat.withdraw(play, shocked, node, barred, "D.2", "disrupted")
            if withdrawn:
                retreat.withdraw(play, withdrawn, node, barred, "DW.1", "")
            if routed:
                retreat.rout(play, frame, node, routed)


def _hit(play: Play, frame: Fighting, node: int, units: int) -> tuple[int, int, int]:
    """The result in one hex, where units may fare differently (SS.3, ABN.1, CITY.1, PZB.2).

    What comes back are those who still have to be moved, or may be: routed, withdrawn, or Disrupted unless they go.
    """
    groups: dict[str, int] = {}
    changed: dict[tuple[str, str], list[int]] = {}
    for unit in members(units):
        own, rule = own_result(play.game, unit, node, frame.result)
        groups[own] = groups.get(own, 0) | 1 << unit
        if rule:
            changed.setdefault((own, rule), []).append(unit)
    if not units or sum(map(len, changed.values())) < units.bit_count():
        hex_result(play, node, frame.result, bool(units), rule=f"{frame.result}.1")
    for (own, rule), those in changed.items():
        own_results(play, node, frame.result, own, tuple(those), rule=rule)
    for unit in members(groups.get(DE, 0)):
        eliminate(play, unit, "DE.1" if frame.result == DE else "PZB.2")
    routed, withdrawn, shocked = groups.get(DR, 0), groups.get(DW, 0), groups.get(D, 0)
    if frame.no_retreat:  # even a D Disrupts in place then (ruling R13)
        for unit in members(routed):
            eliminate(play, unit, "NR.1")
        for unit in members(withdrawn | shocked):
            disrupt(play, unit, "NR.1")
        return 0, 0, 0
    return routed, withdrawn, shocked


def advances(play: Play, frame: Fighting) -> None:
    """The defenders have gone where they go: the attackers may follow (ADV)."""
    play.push(replace(frame, stage="recover"))
    if frame.result in (DE, DR, DW, D):
        advance.begin(play, frame)


def recoveries(play: Play, frame: Fighting) -> None:
    """Defenders who were Disrupted before and are not Disrupted anew recover (SEQ.5, SEQ.11); not in exploitation."""
    position, game = play.position, play.game
    if position.stage == OPERATIONAL:
        for unit in members(frame.shaken & position.on_board):
            if _unhurt(play, frame, unit):
                recover(play, unit, "SEQ.5" if frame.side == game.sides[0] else "SEQ.11")
        settle_all(play, OTHER[frame.side])
    # Whoever landed has no wave any more, and AD or AE leaves no landing unit: the rest must try again (DD.7, R99).
    position.stalled |= frame.attackers & at_sea(play.look, frame.side)
    position.trails = {}


def _unhurt(play: Play, frame: Fighting, unit: int) -> bool:
    """Has its own result left a unit Undisrupted? A withdrawal of one hex does (DW.1)."""
    trail = play.position.trails.get(play.game.unit_ids[unit], ())
    own, _ = own_result(play.game, unit, trail[0] if trail else play.position.units[unit].at, frame.result)
    if own in (NOTHING, AD, AE):
        return True
    return own in (DW, D) and len(trail) == play.game.rules.numbers["withdrawal_least"] + 1
