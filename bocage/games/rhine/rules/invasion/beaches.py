"""The beaches of a landing (DD.1, DD.2), and where Naval Bombardment goes when there is a second one (NB.5, NB.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Hexes, Units
from bocage.engine.steps import Clause, Offer, Question
from bocage.hexes import HexSet

from ..look import Play, RhineLook
from ..position import POOL, SCHEDULE
from ..telling import listed
from .waves import beach_name


def d_day(look: RhineLook) -> bool:
    """Is it D-Day itself, the first turn (SET.8)?"""
    return bool(look.position.turn == look.game.rules.numbers["first_turn"])


def landable(look: RhineLook) -> Units:
    """Units that can be in a landing force now: any in the pool whose turn has come (DD.4, ruling R69).

    The Marines may land from their turn on if they have not come yet.
    """
    game, position = look.game, look.position
    found = look.in_place(POOL)
    if position.units[game.marines].at == SCHEDULE:
        found |= 1 << game.marines
    return found & game.come_by[position.turn]


class ChoosingBeaches(Frame, frozen=True):
    """The Allied player chooses where to land."""

    step: ClassVar[str] = "beaches"
    side: str
    beaches: Hexes = 0


class ChooseBeaches(Question[ChoosingBeaches]):
    """At most four landing hexes close together (DD.1, DD.2); from turn 3 on a second landing elsewhere (NB.5)."""

    name = "beaches"
    rule = "DD.1"
    offers = ("beach", "unbeach", "beaches end")

    def begin(self, play: Play, side: str) -> ChoosingBeaches:
        return ChoosingBeaches(side)

    def case(self, look: RhineLook, frame: ChoosingBeaches) -> str:
        return "DD.1" if d_day(look) else "NB.5"

    def text(self, look: RhineLook, frame: ChoosingBeaches) -> str:
        most = look.game.rules.numbers["landing_hexes"]
        if not frame.beaches:
            if d_day(look):
                return f"D-Day: choose up to {most} landing hexes."
            return f"Choose up to {most} landing hexes for a second D-Day, or end: not this turn."
        names = listed([beach_name(look.game, node) for node in look.game.board.nodes(frame.beaches)])
        return f"To land at {names}: choose more landing hexes, or end."

    def warnings(self, look: RhineLook, frame: ChoosingBeaches) -> list[str]:
        if not frame.beaches:
            return []
        first, second = room(look, frame.beaches)
        return [f"With these landing hexes {first} + {second} units can land (DD.4, DD.5)."]

    def answer(self, play: Play, frame: ChoosingBeaches, action: Action) -> None:
        if action.verb == "beach":
            play.swap(msgspec.structs.replace(frame, beaches=frame.beaches | 1 << action.index))
        elif action.verb == "unbeach":
            play.swap(msgspec.structs.replace(frame, beaches=frame.beaches & ~(1 << action.index)))
        else:
            play.pop()
            if frame.beaches:
                _chosen(play, frame)


def _chosen(play: Play, frame: ChoosingBeaches) -> None:
    position, beaches = play.position, frame.beaches
    first = d_day(play.game.look(position))
    play.tell("beaches", "DD.1" if first else "NB.5", tuple(play.game.board.nodes(beaches)), first)
    if first:
        position.first_beaches = position.naval = beaches
    else:
        position.second_beaches = beaches
        position.second_landing_turn = position.turn
        play.push(Shifting(frame.side))


def room(look: RhineLook, beaches: HexSet) -> tuple[int, int]:
    """How many units landing hexes take in the first and in the second wave (DD.4, DD.5)."""
    values = [look.game.data.landings[node] for node in look.game.board.nodes(beaches)]
    return sum(value.first for value in values), sum(value.second for value in values)


def near(look: RhineLook, node: int) -> HexSet:
    """The landing hexes that may be used along with one: six hexes away at most, counted over land (ruling R25)."""
    game = look.game
    key = ("landings near", node)
    found: HexSet | None = game.memo.get(key)
    if found is None:
        reached = fresh = 1 << node
        for _ in range(game.rules.numbers["landing_spacing"]):
            fresh = game.land.step(fresh) & ~reached
            reached |= fresh
        found = game.memo[key] = reached & game.landing_hexes
    return found


def _landing_hexes(look: RhineLook, frame: ChoosingBeaches) -> HexSet:
    return look.game.landing_hexes


def _elsewhere(look: RhineLook, frame: ChoosingBeaches) -> HexSet:
    return ~look.position.first_beaches


def _new(look: RhineLook, frame: ChoosingBeaches) -> HexSet:
    return ~frame.beaches


def _somebody_left(look: RhineLook, frame: ChoosingBeaches) -> HexSet:
    return -1 if landable(look) else 0


def _not_too_many(look: RhineLook, frame: ChoosingBeaches) -> HexSet:
    return -1 if frame.beaches.bit_count() < look.game.rules.numbers["landing_hexes"] else 0


def _why_too_many(look: RhineLook, frame: ChoosingBeaches, node: int) -> tuple[str, str]:
    return "DD.1", f"there may be no more than {look.game.rules.numbers['landing_hexes']} landing hexes in a turn"


def _close(look: RhineLook, frame: ChoosingBeaches) -> HexSet:
    hexes = look.game.landing_hexes
    for node in look.game.board.nodes(frame.beaches):
        hexes &= near(look, node)
    return hexes


def _why_far(look: RhineLook, frame: ChoosingBeaches, node: int) -> tuple[str, str]:
    far = next(other for other in look.game.board.nodes(frame.beaches) if not near(look, other) >> node & 1)
    most = look.game.rules.numbers["landing_spacing"]
    return "DD.2", f"{{it}} is more than {most} land hexes away from {beach_name(look.game, far)}"


def _chosen_beaches(look: RhineLook, frame: ChoosingBeaches) -> HexSet:
    return frame.beaches


def _enough_beaches(look: RhineLook, frame: ChoosingBeaches) -> int:
    return int(bool(frame.beaches) or not d_day(look) or not landable(look))


# Naval Bombardment and the second landing


class Shifting(Frame, frozen=True):
    """Shall the ships go over to the second landing?"""

    step: ClassVar[str] = "shift of naval bombardment"
    side: str


class ShiftBombardment(Question[Shifting]):
    """Naval Bombardment may be shifted to the second landing, and then helps the first beaches no more (NB.6, R37)."""

    name = "shift of naval bombardment"
    rule = "NB.6"
    offers = ("shift bombardment", "keep bombardment")

    def text(self, look: RhineLook, frame: Shifting) -> str:
        return "Shift Naval Bombardment to the second landing, or keep it at the first beaches?"

    def answer(self, play: Play, frame: Shifting, action: Action) -> None:
        position = play.position
        play.pop()
        shifted = action.verb == "shift-bombardment"
        if shifted:
            position.naval = position.second_beaches
        play.tell("bombardment shifted", "NB.6", shifted)


def _always(look: RhineLook, frame: Any) -> int:
    return 1


def _words_beaches(game: Any, nodes: tuple[int, ...], first: bool) -> str:
    names = listed([beach_name(game, node) for node in nodes])
    return f"{'D-Day' if first else 'A second D-Day'}: the Allies will land at {names}."


def _words_shifted(game: Any, shifted: bool) -> str:
    if shifted:
        return "Naval Bombardment is shifted to the second landing."
    return "Naval Bombardment stays with the first beaches."


FRAMES: tuple[type[Frame], ...] = (ChoosingBeaches, Shifting)
STEPS: tuple[Any, ...] = (ChooseBeaches(), ShiftBombardment())
OFFERS: dict[str, Offer] = {
    "beach": Offer(
        "beach",
        "DD.1",
        (
            Clause("landing hex", "DD.1", "{it} is not a landing hex", _landing_hexes),
            Clause("elsewhere", "NB.5", "{it} was a landing hex of D-Day: a second landing goes elsewhere", _elsewhere),
            Clause("new", "DD.1", "{it} is chosen already", _new),
            Clause("force", "DD.3", "there is no unit left that could land", _somebody_left),
            Clause("most", "DD.1", "", _not_too_many, _why_too_many),
            Clause("close", "DD.2", "", _close, _why_far),
        ),
    ),
    "unbeach": Offer("unbeach", "DD.1", (Clause("chosen", "DD.1", "{it} is not chosen", _chosen_beaches),)),
    "beaches end": Offer(
        "end", "DD.1", (Clause("one", "SET.8", "this is D-Day: choose at least one landing hex", _enough_beaches),)
    ),
    "shift bombardment": Offer("shift-bombardment", "NB.6", (Clause("may", "NB.6", "", _always),)),
    "keep bombardment": Offer("keep-bombardment", "NB.6", (Clause("may", "NB.6", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("beach", "unbeach"),
    "plain": ("shift-bombardment", "keep-bombardment"),
}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "beaches": _words_beaches,
    "bombardment shifted": _words_shifted,
}
