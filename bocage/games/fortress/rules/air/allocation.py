"""Air allocation (17.9): both sides put their aircraft on the Aircraft Mission Chart, and cancel each other's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.questions import Acted, Acting
from bocage.rules import (
    PLAIN,
    Automatic,
    Conditions,
    Frame,
    OfSide,
    Question,
    event,
    going_on,
    offer,
    provided,
)

from ..look import FortressLook, Play
from ..position import ALLIED, CLEAR, GERMAN
from . import fuel
from .missions import CARPET, COUNTER_AIR, FUEL, RAILWAYS, REPLACEMENTS, carpets_left, flying, only_carpets

if TYPE_CHECKING:
    from ...data.tables import Mission
    from ...game import Fortress

MISSIONS = "missions"  # the domain of verbs about a box of the chart
Boxes = int  # a set of missions

allotted = event(
    "allotted", "17.9.1",
    lambda game, missions: "The Allied aircraft fly: " + _told(game, missions) + ".", side=ALLIED,
)  # fmt: skip
opposed = event(
    "opposed", "17.9.2",
    lambda game, against, support: _flown(game, against, support), side=GERMAN,
)  # fmt: skip
cancelled = event(
    "cancelled", "17.9.3",
    lambda game, mission, sac, tac: (
        f"{game.data.missions[mission].title}: {_kinds(sac, tac)} {'is' if sac + tac == 1 else 'are'} cancelled."
    ),
)  # fmt: skip
countered = event(
    "countered", "17.10.8", "Counter-Air cancels {count} German aircraft on Ground Support.", count="number"
)


def _kinds(sac: int, tac: int) -> str:
    return " and ".join(f"{count} {kind}" for count, kind in ((sac, "SAC"), (tac, "TAC")) if count)


def _told(game: Fortress, missions: dict[str, tuple[int, int]]) -> str:
    titles = game.data.missions
    return "; ".join(f"{titles[name].title} {_kinds(*count)}" for name, count in missions.items())


def _flown(game: Fortress, against: dict[str, int], support: int) -> str:
    titles = game.data.missions
    told = [f"{count} against {titles[name].title}" for name, count in against.items()]
    told += [f"{support} on Ground Support"] if support else []
    return f"The Germans fly: {'; '.join(told)}." if told else "No German aircraft fly."


# The Allies


class AlliedAllocation(Acting[Acted]):
    """Every Allied aircraft that can fly is put on a mission, one after the other (17.9.1, ruling R14)."""

    name, rule = "allied allocation", "17.9.1"

    def text(self, look: FortressLook, frame: Acted) -> str:
        sac, tac = left(look)
        if not sac + tac:
            return "All aircraft have their missions."
        return f"Put aircraft on missions: {_kinds(sac, tac)} left."

    @offer("sac", MISSIONS, "17.9.1", "Strategic bombers")
    def sac(self, look: FortressLook, frame: Acted) -> Conditions:
        yield provided(left(look)[0] > 0), "17.6", "every SAC has its mission"
        if not look.game.rules.advanced_air:
            yield those(look, lambda mission: not mission.advanced), "17.10", "a mission of the Advanced Air System"
        yield those(look, lambda mission: mission.sac), "17.10", "that is no mission for SAC"
        if only_carpets(look):
            yield one(look, CARPET), "33.4.5", "in this weather they fly for carpet bombing alone"
        if not may_carpet(look):
            yield ~one(look, CARPET), "17.10.9", lambda _: why_no_carpet(look)

    @sac.does
    def _(self, play: Play, frame: Acted, mission: int) -> None:
        add(play, mission, 1, 0)

    @offer("tac", MISSIONS, "17.9.1", "Tactical bombers")
    def tac(self, look: FortressLook, frame: Acted) -> Conditions:
        yield provided(left(look)[1] > 0), "17.6", "every TAC has its mission"
        yield those(look, lambda mission: mission.tac != "no"), "17.10", "that is no mission for TAC"
        if not look.position.missions.get(RAILWAYS, (0, 0))[0]:
            yield ~one(look, RAILWAYS), "17.10.3", "TAC attack railways only together with SAC"

    @tac.does
    def _(self, play: Play, frame: Acted, mission: int) -> None:
        add(play, mission, 0, 1)

    @offer("end", PLAIN, "17.9.1", "The aircraft are allocated")
    def end(self, look: FortressLook, frame: Acted) -> Conditions:
        yield provided(not sum(left(look))), "17.9.1", "each aircraft is put on a mission"

    @end.does
    def _(self, play: Play, frame: Acted, _: int) -> None:
        play.pop()
        if play.position.missions:
            allotted(play, play.position.missions)


def left(look: FortressLook) -> tuple[int, int]:
    """SAC and TAC that fly this turn and have no mission yet."""
    sac, tac = flying(look)
    given = look.position.missions.values()
    return sac - sum(count[0] for count in given), tac - sum(count[1] for count in given)


def those(look: FortressLook, test: Callable[[Mission], bool]) -> Boxes:
    """The missions of which something is true, as a set."""
    missions = look.game.data.missions.values()
    return sum(1 << number for number, mission in enumerate(missions) if test(mission))


def one(look: FortressLook, mission: str) -> Boxes:
    """A mission as a set."""
    return 1 << list(look.game.data.missions).index(mission)


def named(look: FortressLook, number: int) -> str:
    """The name of a mission by its number."""
    return list(look.game.data.missions)[number]


def may_carpet(look: FortressLook) -> bool:
    """May SAC be put on carpet bombing (17.10.9)?"""
    rules = look.game.rules
    clear = look.position.weather == CLEAR or not rules.carpet_when_clear or only_carpets(look)
    first_day = look.position.turn == 1 and not rules.winter
    return carpets_left(look) and clear and not first_day


def why_no_carpet(look: FortressLook) -> str | tuple[str, str]:
    """The reason against carpet bombing."""
    if not carpets_left(look):
        return "there has been a carpet bombing this month"
    if look.position.weather != CLEAR:
        return "R73", "carpets are laid on Clear turns alone (option)"
    return "there is no carpet bombing on the turn of an invasion"


def add(play: Play, mission: int, sac: int, tac: int) -> None:
    """Put Allied aircraft on a mission; the chart keeps its order."""
    position = play.position
    name = named(play.look, mission)
    known = {**position.missions}
    old = known.get(name, (0, 0))
    known[name] = (old[0] + sac, old[1] + tac)
    position.missions = {box: known[box] for box in play.game.data.missions if box in known}


# The Germans


class GermanAllocation(Acting[Acted]):
    """The Germans send as many aircraft as they like, against Allied missions or in support of their own (17.9.2)."""

    name, rule = "german allocation", "17.9.2"

    def text(self, look: FortressLook, frame: Acted) -> str:
        count = available(look, "west") + (available(look, "germany") if look.game.rules.advanced_air else 0)
        return f"Send aircraft against Allied missions, or on Ground Support: {count} may still fly this turn."

    @offer("against", MISSIONS, "17.9.2", "Cancel aircraft there")
    def against(self, look: FortressLook, frame: Acted) -> Conditions:
        position = look.position
        yield those(look, lambda mission: mission.cancelled), "17.9.3", "German aircraft cancel nothing on that mission"
        met = {name for name, count in position.missions.items() if sum(count) > position.opposing.get(name, 0)}
        told = "no Allied aircraft is left there to be cancelled"
        yield sum(one(look, name) for name in met), "17.9.3", told
        home = one(look, REPLACEMENTS) | one(look, FUEL)
        advanced = look.game.rules.advanced_air
        west, germany = available(look, "west") > 0, available(look, "germany" if advanced else "west") > 0
        able = (~home if west else 0) | (home if germany else 0)
        yield able, *why_none(look, advanced)

    @against.does
    def _(self, play: Play, frame: Acted, mission: int) -> None:
        name = named(play.look, mission)
        position = play.position
        position.opposing = {**position.opposing, name: position.opposing.get(name, 0) + 1}
        use(play)

    @offer("support", PLAIN, "17.7", "Ground Support", "one aircraft supports German attacks this turn")
    def support(self, look: FortressLook, frame: Acted) -> Conditions:
        yield provided(look.position.weather == CLEAR), "17.1", "German aircraft fly on Clear turns only"
        yield provided(available(look, "west") > 0), *why_none(look, look.game.rules.advanced_air)

    @support.does
    def _(self, play: Play, frame: Acted, _: int) -> None:
        play.position.german_support += 1
        use(play)

    end = going_on("17.9.2", "No more aircraft", "no more German aircraft fly")

    @end.does
    def _(self, play: Play, frame: Acted, _: int) -> None:
        play.pop()
        if play.position.missions or play.position.german_support:
            opposed(play, play.position.opposing, play.position.german_support)


def why_none(look: FortressLook, advanced: bool) -> tuple[str, str]:
    """Why no more German aircraft fly."""
    if advanced:
        return "17.9.2(adv)", "no aircraft of that box is left, or no fuel for it"
    return "17.7", "no more German aircraft fly this turn"


def available(look: FortressLook, box: str) -> int:
    """German aircraft that may still fly this turn; with the advanced system, of one box (17.7, 17.9.2(adv))."""
    position = look.position
    if look.game.rules.advanced_air:
        return fuel.available(look, box)
    if position.weather != CLEAR:
        return 0
    month = look.game.data.months[look.month()]
    this_turn = sum(position.opposing.values()) + position.german_support
    return min(month.german_tac - position.tac_used.get(look.month(), 0), month.german_tac_turn - this_turn)


def use(play: Play) -> None:
    """A German aircraft has been used: it is gone for the month, or its fuel is (17.7)."""
    position, month = play.position, play.look.month()
    if play.game.rules.advanced_air:
        position.fuel_reserves -= play.game.rules.numbers["fuel_per_aircraft"]
    else:
        position.tac_used = {**position.tac_used, month: position.tac_used.get(month, 0) + 1}


# Cancelling


class Cancelling(Automatic[OfSide]):
    """Mission by mission German aircraft take Allied ones with them; of two kinds the Allies choose (17.9.3, R17)."""

    name, rule = "cancelling", "17.9.3"

    def run(self, play: Play, frame: OfSide) -> None:
        position = play.position
        for mission in position.opposing:
            count = position.opposing[mission]
            sac, tac = position.missions[mission]
            if sac and tac and count < sac + tac:
                play.push(frame)
                play.push(Losing(ALLIED, mission, count))
                return
            lose(play, mission, min(sac, count), min(tac, count))
            play.push(frame)
            return
        self._counter_air(play)
        if play.game.rules.advanced_air:
            fuel.produce(play)

    def _counter_air(self, play: Play) -> None:
        position = play.position
        met = min(position.missions.get(COUNTER_AIR, (0, 0))[1], position.german_support)
        if met:
            position.german_support -= met
            countered(play, met)


def lose(play: Play, mission: str, sac: int, tac: int) -> None:
    """So many Allied aircraft of a mission are cancelled, and as many Germans with them."""
    position = play.position
    old = position.missions[mission]
    position.missions = {**position.missions, mission: (old[0] - sac, old[1] - tac)}
    position.opposing = {name: count for name, count in position.opposing.items() if name != mission}
    cancelled(play, mission, sac, tac)


class Losing(Frame, frozen=True):
    """So many Allied aircraft of a mission are cancelled: the Allies say of which kind."""

    side: str
    mission: str
    count: int
    sac: int = 0
    tac: int = 0


class LosingAircraft(Question[Losing]):
    """The Allied player decides which of his aircraft are removed (17.9.3)."""

    name, rule = "losing aircraft", "17.9.3"

    def text(self, look: FortressLook, frame: Losing) -> str:
        title = look.game.data.missions[frame.mission].title
        return f"{title}: choose what is cancelled ({frame.count - frame.sac - frame.tac} more)."

    @offer("lose-sac", PLAIN, "17.9.3", "A SAC", "a strategic bomber is cancelled")
    def lose_sac(self, look: FortressLook, frame: Losing) -> Conditions:
        yield provided(look.position.missions[frame.mission][0] > frame.sac), "17.9.3", "no SAC is left on that mission"

    @lose_sac.does
    def _(self, play: Play, frame: Losing, _: int) -> None:
        self._lost(play, replace(frame, sac=frame.sac + 1))

    @offer("lose-tac", PLAIN, "17.9.3", "A TAC", "a tactical bomber is cancelled")
    def lose_tac(self, look: FortressLook, frame: Losing) -> Conditions:
        yield provided(look.position.missions[frame.mission][1] > frame.tac), "17.9.3", "no TAC is left on that mission"

    @lose_tac.does
    def _(self, play: Play, frame: Losing, _: int) -> None:
        self._lost(play, replace(frame, tac=frame.tac + 1))

    def _lost(self, play: Play, frame: Losing) -> None:
        if frame.sac + frame.tac < frame.count:
            play.swap(frame)
        else:
            play.pop()
            lose(play, frame.mission, frame.sac, frame.tac)
