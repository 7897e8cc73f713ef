"""What a combat result asks for (11.13): step losses, then retreats, then the advance; and what overrides a retreat."""

from __future__ import annotations

from bocage.rules import HEXES, Frame, Question, Units, event, going_on

from ..look import Play, RoundupLook
from ..position import ALLIED, GERMAN, OTHER
from .losses import Losing
from .odds import Battle
from .retreats import Pursuing, Withdrawing

MEANING = {
    "ASR": "attacker loses a step and retreats",
    "AS": "attacker loses a step",
    "SM": "stalemate",
    "EX": "each side loses a step",
    "DR": "defender retreats",
    "DS": "defender loses a step",
    "DSR": "defender loses a step and retreats",
}
HURTS = ("EX", "DR", "DS", "DSR")  # the defender, so that his hex may be vacant afterwards

stormed = event("garrison lost", "15.4", "The garrison of {at} is destroyed.", sort="loss", at=HEXES)
immune = event(
    "immune", "11.10", "Germans in the port hex {at} ignore the retreat on turn 1.", side=GERMAN, at=HEXES
)  # fmt: skip
converted = event("converted", "10.7", "Air-dropped units in {at} do not retreat: the DR becomes an EX.", at=HEXES)
decided = event(
    "tenacity", "15.5", lambda game, verb: "The Germans stand fast." if verb == "stand" else "The Germans retreat."
)  # fmt: skip


def apply_result(play: Play, battle: Battle, attackers: int, defenders: int, result: str, overkill: bool) -> None:
    """Push what a result asks for, in the book's order: step loss, retreat, advance."""
    attacker, defender = battle.side, OTHER[battle.side]
    frames: list[Frame] = []
    if battle.garrison and result in HURTS:
        frames += _storm(play, battle, attackers, result)
    elif result == "AS":
        frames.append(Losing(attacker, attackers, "11.13.1"))
    elif result == "ASR":
        frames.append(Losing(attacker, attackers, "11.13.2"))
        frames.append(Withdrawing(attacker, attackers, "11.13.2", each=True))
    elif result == "EX":
        frames += _exchange(play, attacker, attackers, defenders)
    elif result == "DR":
        frames += _retreat(play, battle, attackers, defenders)
    elif result == "DS":
        frames.append(Losing(defender, defenders, "11.13.4"))
    elif result == "DSR":
        frames.append(Losing(defender, defenders, "11.13.5"))
        if not _immune(play, battle):
            frames.append(Withdrawing(defender, defenders, "11.13.5", each=False))
    if overkill and defenders:
        # All steps are lost before anyone retreats: a division killed by overkill never reaches another hex (R44).
        retreats = sum(isinstance(frame, Withdrawing | Standing) for frame in frames)
        frames.insert(len(frames) - retreats, Losing(defender, defenders, "15.16"))
    if result in HURTS:
        frames.append(Pursuing(attacker, battle.target, attackers))
    for frame in reversed(frames):
        play.push(frame)


def _storm(play: Play, battle: Battle, attackers: int, result: str) -> list[Frame]:
    """Whatever hurts a garrison destroys it (15.4), but for a retreat that Germans ignore on turn 1 (11.10, R38)."""
    if result == "DR" and _immune(play, battle):
        return []
    play.position.garrisons_lost |= 1 << battle.target
    stormed(play, battle.target)
    if result == "EX":
        return [Losing(battle.side, attackers, "11.13.6", play.game.rules.divisions_pay_exchanges)]
    return []


def _exchange(play: Play, attacker: str, attackers: int, defenders: int) -> list[Frame]:
    """Both lose a step; the defender chooses first (R37)."""
    first = play.game.rules.divisions_pay_exchanges
    return [
        Losing(OTHER[attacker], defenders, "11.13.6", first),
        Losing(attacker, attackers, "11.13.6", first),
    ]


def ignores_retreats(look: RoundupLook, node: int) -> bool:
    """Germans in port hexes ignore retreats on turn 1 (11.10, R22)."""
    return look.position.turn == 1 and bool((look.game.port_hexes & ~look.held(ALLIED)) >> node & 1)


def _immune(play: Play, battle: Battle) -> bool:
    found = ignores_retreats(play.look, battle.target)
    if found:
        immune(play, battle.target)
    return found


def _retreat(play: Play, battle: Battle, attackers: int, defenders: int) -> list[Frame]:
    """A DR, with what overrides it: port immunity (11.10), a drop this turn (10.7, R36), tenacity (15.5)."""
    defender = OTHER[battle.side]
    if _immune(play, battle):
        return []
    if play.position.dropped & defenders:
        converted(play, battle.target)
        return _exchange(play, battle.side, attackers, defenders)
    if play.game.rules.tenacity and defender == GERMAN:
        return [Standing(defender, defenders)]
    return [Withdrawing(defender, defenders, "11.13.3", each=False)]


def becomes(look: RoundupLook, node: int) -> dict[str, str]:
    """Results that do not come about as they are printed in an attack on a hex, and what happens instead."""
    if ignores_retreats(look, node):
        return {"DR": "SM", "DSR": "DS"}
    dropped = any(look.position.dropped >> unit & 1 for unit in look.stack(node))
    return {"DR": "EX"} if dropped else {}


def overrides(look: RoundupLook, node: int) -> list[tuple[str, str]]:
    """What will change the results of an attack on a hex after the die is rolled, each with its case."""
    found = []
    if ignores_retreats(look, node):
        found.append(("11.10", "Germans in a port ignore retreats on turn 1: DR does nothing, DSR takes a step"))
    if any(look.position.dropped >> unit & 1 for unit in look.stack(node)):
        found.append(("10.7", "units that dropped this turn do not retreat: DR becomes EX"))
    return found


class Standing(Frame, frozen=True):
    """The German may take a step loss instead of a retreat (15.5)."""

    side: str
    units: Units


class Tenacity(Question[Standing]):
    """Stand and lose a step, or retreat (15.5)."""

    name, rule = "tenacity", "15.5"

    asks = "Retreat, or stand fast and lose a step?"

    withdraw = going_on("11.13.3", words="retreat", verb="withdraw")
    stand = going_on("15.5", words="stand fast and lose a step", verb="stand")

    @withdraw.does
    def _(self, play: Play, frame: Standing, _: int) -> None:
        play.pop()
        decided(play, "withdraw")
        play.push(Withdrawing(frame.side, frame.units, "11.13.3", each=False))

    @stand.does
    def _(self, play: Play, frame: Standing, _: int) -> None:
        play.pop()
        decided(play, "stand")
        play.push(Losing(frame.side, frame.units, "11.13.4"))
