"""The special Cherbourg Assault (8.6.A): once per game, attack upon attack until the port falls or the Allies stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from bocage.parts.combat.attacks import OfAttack
from bocage.rules import PLAIN, UNITS, About, Automatic, Conditions, automatic, event, going_on, offer

from ..combat.advance import Advancing
from ..combat.attackers import able, able_to_attack, not_chosen, ready, targets
from ..combat.fight import AfterCherbourg, Fight, battle_words, declared, engage
from ..combat.odds import CHERBOURG, reckon
from ..look import Play, StormingLook, members
from ..position import ALLIED, GERMAN
from .assaults import air_support

if TYPE_CHECKING:
    from ...game import Storming


def _about(side: str) -> Callable[[Storming], About]:
    return lambda game: About("", side, hexes=game.board.names(game.cherbourg))


begins = event("cherbourg assault", "8.6.A", "The Allies begin the special Cherbourg Assault.", about=_about(ALLIED))
ends = event("cherbourg assault ends", "8.6.A", "The Allies break the Cherbourg Assault off.", about=_about(ALLIED))
holds = event(
    "cherbourg holds", "8.6.A", "Nobody is left who could attack Cherbourg: the Cherbourg Assault is over.",
    about=_about(GERMAN),
)  # fmt: skip


@automatic("cherbourg assault", "8.6.A")
def cherbourg_assault(play: Play, side: str) -> None:
    """Asks the Allies only if Cherbourg is cut off, held, and beside someone who can attack it (8.6.A)."""
    look = play.look
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
    look = play.look
    node = port(look)
    if look.occupied(GERMAN) >> node & 1 and able(look, ALLIED, node):
        play.push(Besieger(ALLIED, node, attackers, begun=begun))
    elif begun:
        holds(play)


def company(look: StormingLook, attackers: int) -> int:
    """Those of the attackers that may attack together: one without strength needs a stronger one beside it (13.2.A)."""
    node = port(look)
    strong = attackers & able(look, ALLIED, node)
    stacked = look.units_in(look.hexes_of(members(strong)), ALLIED) & attackers & ready(look, ALLIED)
    return strong | sum(1 << unit for unit in members(stacked & ~strong) if targets(look, unit) >> node & 1)


class Besieger(Fight, frozen=True):
    """An attack of the special assault is put together; `begun` when one has been made before."""

    kind: ClassVar[str] = CHERBOURG
    begun: bool = False


class CherbourgAttack(OfAttack[Besieger]):
    """All beside Cherbourg may attack it, again and again; who takes part is their player's choice (8.6.A; R20)."""

    name, rule = "cherbourg attack", "8.6.A"

    def keep(self, look: StormingLook, frame: Besieger) -> bool:
        # The one special assault of the game is neither begun nor given up without being asked.
        return True

    def text(self, look: StormingLook, frame: Besieger) -> str:
        what = "Attack Cherbourg again" if frame.begun else "Make the special Cherbourg Assault, once per game"
        if not frame.attackers:
            return f"{what}? Choose the attacking units, or end it."
        return f"{what}? {look.unit_names(frame.attackers)}: {battle_words(reckon(look, frame))}."

    @offer("roll", PLAIN, "8.6.A", "Storm Cherbourg", "roll the dice")
    def roll(self, look: StormingLook, frame: Besieger) -> Conditions:
        someone = frame.attackers & able(look, ALLIED, frame.target) != 0
        yield someone, "8.6.A", "choose the attacking units first"

    @roll.does
    def _(self, play: Play, frame: Besieger, _: int) -> None:
        play.pop()
        if not frame.begun:
            play.position.cherbourg_assaulted = True
            begins(play)
        engage(play, declared(frame))

    @offer("air", PLAIN, "17.5.3.A", words="a Tactical Air unit adds 1 to the die")
    def air(self, look: StormingLook, frame: Besieger) -> Conditions:
        someone = frame.attackers & able(look, ALLIED, frame.target) != 0
        yield someone, "8.6.A", "choose the attacking units first"
        yield from air_support(look, frame)

    air.sets(air=True)

    @offer("join", UNITS, "8.6.A", "Join the assault")
    def join(self, look: StormingLook, frame: Besieger) -> Conditions:
        yield from able_to_attack(look, frame.side, frame.target, frame.attackers)
        yield from not_chosen(frame.attackers)

    join.adds("attackers")

    @offer("hold-back", UNITS, "8.6.A")
    def hold_back(self, look: StormingLook, frame: Besieger) -> Conditions:
        yield frame.attackers, "8.6.A", "{it} does not attack Cherbourg"

    @hold_back.does
    def _(self, play: Play, frame: Besieger, unit: int) -> None:
        left = company(play.look, frame.attackers & ~(1 << unit))
        play.swap(replace(frame, attackers=left))

    end = going_on("8.6.A", "No assault on Cherbourg", "no (further) assault on Cherbourg")

    @end.does
    def _(self, play: Play, frame: Besieger, _: int) -> None:
        play.pop()
        if frame.begun:
            ends(play)


class CherbourgResolved(Automatic[AfterCherbourg]):
    """Survivors may advance into a Cherbourg without defenders (13.8); else they may attack it once more (8.6.A)."""

    name = "after cherbourg"

    def run(self, play: Play, frame: AfterCherbourg) -> None:
        look = play.look
        survivors = frame.attackers & play.position.on_board
        if look.occupied(GERMAN) >> frame.target & 1:
            _ask(play, company(look, survivors), begun=True)
        elif survivors:
            play.push(Advancing(ALLIED, frame.target, survivors))
