"""The special Cherbourg Assault (8.6.A): once per game, attack upon attack until the port falls or the Allies stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ..combat.advance import Advancing
from ..combat.attackers import able, ready, targets
from ..combat.fight import AfterCherbourg, Fight, battle_words, engage
from ..combat.joining import ABLE, CHOSEN
from ..combat.odds import reckon
from ..look import Play, StormingLook, members
from ..position import ALLIED, GERMAN
from ..telling import unit_names
from .assaults import AIR_CLAUSES


class Besieging(Frame, frozen=True):
    """The end of the Allied Exploitation Phase: is the special assault possible?"""

    step: ClassVar[str] = "cherbourg assault"
    side: str


class CherbourgAssault(Automatic[Besieging]):
    """Asks the Allies only if Cherbourg is cut off, held, and beside someone who can attack it (8.6.A)."""

    name = "cherbourg assault"
    rule = "8.6.A"

    def begin(self, play: Play, side: str) -> Besieging:
        return Besieging(side)

    def run(self, play: Play, frame: Besieging) -> None:
        look: StormingLook = play.game.look(play.position)
        if cut_off(look):
            _ask(play, able(look, ALLIED, port(look)))


def port(look: StormingLook) -> int:
    """The hex of Cherbourg."""
    return look.game.cherbourg.bit_length() - 1


def cut_off(look: StormingLook) -> bool:
    """Can Cherbourg trace no Supply Line to a German source? Its fort only helps against Attrition (8.4.2)."""
    return not look.east_supply() & look.game.cherbourg


def _ask(play: Play, attackers: int, begun: bool = False) -> None:
    """Offer an attack, if there is somebody to attack and somebody to attack him."""
    look: StormingLook = play.game.look(play.position)
    node = port(look)
    if look.occupied(GERMAN) >> node & 1 and able(look, ALLIED, node):
        play.push(Besieger(ALLIED, node, attackers, begun=begun))
    elif begun:
        play.tell("cherbourg holds", "8.6.A")


def company(look: StormingLook, attackers: int) -> int:
    """Those of the attackers that may attack together: one without strength needs a stronger one beside it (13.2.A)."""
    node = port(look)
    strong = attackers & able(look, ALLIED, node)
    stacked = look.units_in(look.hexes_of(members(strong)), ALLIED) & attackers & ready(look, ALLIED)
    return strong | sum(1 << unit for unit in members(stacked & ~strong) if targets(look, unit) >> node & 1)


class Besieger(Fight, frozen=True):
    """An attack of the special assault is put together; `begun` when one has been made before."""

    step: ClassVar[str] = "cherbourg attack"
    begun: bool = False


class CherbourgAttack(Question[Besieger]):
    """All who are beside Cherbourg may attack it, again and again; who takes part is their player's choice (8.6.A)."""

    name = "cherbourg attack"
    rule = "8.6.A"
    offers = ("storm cherbourg", "cherbourg air", "join cherbourg", "hold back", "end cherbourg")

    def keep(self, look: StormingLook, frame: Besieger) -> bool:
        # The one special assault of the game is neither begun nor given up without being asked.
        return True

    def text(self, look: StormingLook, frame: Besieger) -> str:
        what = "Attack Cherbourg again" if frame.begun else "Make the special Cherbourg Assault, once per game"
        if not frame.attackers:
            return f"{what}? Choose the attacking units, or end it."
        battle = battle_words(reckon(look, resolved(frame)))
        names = unit_names(look.game, members(frame.attackers))
        return f"{what}? {names}: {battle}."

    def answer(self, play: Play, frame: Besieger, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            if frame.begun:
                play.tell("cherbourg assault ends", "8.6.A")
        elif action.verb == "air":
            play.swap(msgspec.structs.replace(frame, air=True))
        elif action.verb == "join":
            play.swap(msgspec.structs.replace(frame, attackers=frame.attackers | 1 << action.index))
        elif action.verb == "hold-back":
            left = company(play.game.look(play.position), frame.attackers & ~(1 << action.index))
            play.swap(msgspec.structs.replace(frame, attackers=left))
        else:
            play.pop()
            if not frame.begun:
                play.position.cherbourg_assaulted = True
                play.tell("cherbourg assault", "8.6.A")
            engage(play, resolved(frame))


def resolved(frame: Fight) -> AfterCherbourg:
    """The attack as the fight that it becomes."""
    return AfterCherbourg(frame.side, frame.target, frame.attackers, frame.air)


class CherbourgResolved(Automatic[AfterCherbourg]):
    """Survivors may advance into a Cherbourg without defenders (13.8); else they may attack it once more (8.6.A)."""

    name = "after cherbourg"

    def run(self, play: Play, frame: AfterCherbourg) -> None:
        look: StormingLook = play.game.look(play.position)
        survivors = frame.attackers & play.position.on_board
        if look.occupied(GERMAN) >> frame.target & 1:
            _ask(play, company(look, survivors), begun=True)
        elif survivors:
            play.push(Advancing(ALLIED, frame.target, survivors))


def _attacking(look: StormingLook, frame: Besieger) -> int:
    return frame.attackers


def _someone(look: StormingLook, frame: Besieger) -> int:
    return 1 if frame.attackers & able(look, ALLIED, frame.target) else 0


def _yes(look: StormingLook, frame: Frame) -> int:
    return 1


_SOMEONE = Clause("attackers", "8.6.A", "choose the attacking units first", _someone)
FRAMES: tuple[type[Frame], ...] = (Besieging, Besieger)
STEPS: tuple[Any, ...] = (CherbourgAssault(), CherbourgAttack(), CherbourgResolved())
OFFERS = {
    "storm cherbourg": Offer("roll", "8.6.A", (_SOMEONE,)),
    "cherbourg air": Offer("air", "17.5.3.A", (_SOMEONE, *AIR_CLAUSES)),
    "join cherbourg": Offer("join", "8.6.A", (*ABLE, CHOSEN)),
    "hold back": Offer(
        "hold-back", "8.6.A", (Clause("attacks", "8.6.A", "{it} does not attack Cherbourg", _attacking),)
    ),
    "end cherbourg": Offer("end", "8.6.A", (Clause("any", "8.6.A", "", _yes),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("join", "hold-back"), "plain": ("air",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "cherbourg assault": lambda game: "The Allies begin the special Cherbourg Assault.",
    "cherbourg assault ends": lambda game: "The Allies break the Cherbourg Assault off.",
    "cherbourg holds": lambda game: "Nobody is left who could attack Cherbourg: the Cherbourg Assault is over.",
}
