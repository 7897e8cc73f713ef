"""Air allocation (17.9): both sides put their aircraft on the Aircraft Mission Chart, and cancel each other's."""

from __future__ import annotations

from bocage.parts.questions import Acted, Acting
from bocage.rules import PLAIN, Conditions, OfSide, Question, automatic, event, going_on, offer, provided

from ..look import Fortress, FortressLook, Play
from ..position import ALLIED, CLEAR, GERMAN
from . import fuel
from .missions import CARPET, COUNTER_AIR, RAILWAYS, boxes, carpets_left, flying, german_tac, mild

MISSIONS = "missions"  # the domain of verbs about a box of the chart


def _kinds(sac: int, tac: int) -> str:
    return " and ".join(f"{count} {kind}" for count, kind in ((sac, "SAC"), (tac, "TAC")) if count)


def _told(game: Fortress, missions: dict[str, tuple[int, int]]) -> str:
    flown = (f"{game.data.missions[name].title} {_kinds(*count)}" for name, count in missions.items())
    return f"The Allied aircraft fly: {'; '.join(flown)}."


def _flown(game: Fortress, against: dict[str, int], support: int) -> str:
    told = [f"{count} against {game.data.missions[name].title}" for name, count in against.items()]
    told += [f"{support} on Ground Support"] if support else []
    return f"The Germans fly: {'; '.join(told)}." if told else "No German aircraft fly."


def _fell(game: Fortress, mission: str, sac: int, tac: int) -> str:
    return f"{game.data.missions[mission].title}: {_kinds(sac, tac)} {'is' if sac + tac == 1 else 'are'} cancelled."


allotted = event("allotted", "17.9.1", _told, side=ALLIED)
opposed = event("opposed", "17.9.2", _flown, side=GERMAN)
cancelled = event("cancelled", "17.9.3", _fell)
countered = event(
    "countered", "17.10.8", "Counter-Air cancels {count} German aircraft on Ground Support.", count="number"
)


# The Allies


class AlliedAllocation(Acting[Acted], name="allied allocation", rule="17.9.1"):
    """Every Allied aircraft that can fly is put on a mission, one after the other (17.9.1, ruling R14)."""

    def text(self, look: FortressLook, frame: Acted) -> str:
        waiting = _kinds(*left(look))
        return f"Put aircraft on missions: {waiting} left." if waiting else "All aircraft have their missions."

    @offer("sac", MISSIONS, "17.9.1", "Strategic bombers")
    def sac(self, look: FortressLook, frame: Acted) -> Conditions:
        carpet = boxes(look, lambda mission: mission.mission == CARPET)
        yield provided(left(look)[0] > 0), "17.6", "every SAC has its mission"
        if not look.game.rules.advanced_air:
            yield boxes(look, lambda mission: not mission.advanced), "17.10", "a mission of the Advanced Air System"
        yield boxes(look, lambda mission: mission.sac), "17.10", "that is no mission for SAC"
        if look.position.weather != CLEAR and not mild(look):
            yield carpet, "33.4.5", "in this weather they fly for carpet bombing alone"
        for possible, case, why in may_carpet(look):
            yield -1 if possible else ~carpet, case, why

    sac.does(lambda step, play, frame, box: put(play, box, 1, 0))

    @offer("tac", MISSIONS, "17.9.1", "Tactical bombers")
    def tac(self, look: FortressLook, frame: Acted) -> Conditions:
        yield provided(left(look)[1] > 0), "17.6", "every TAC has its mission"
        yield boxes(look, lambda mission: mission.tac != "no"), "17.10", "that is no mission for TAC"
        if not look.position.missions.get(RAILWAYS, (0, 0))[0]:
            apart = "TAC attack railways only together with SAC"
            yield boxes(look, lambda mission: mission.tac != "with SAC"), "17.10.3", apart

    tac.does(lambda step, play, frame, box: put(play, box, 0, 1))

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
    given = look.position.missions.values()
    sac, tac = flying(look)
    return sac - sum(count[0] for count in given), tac - sum(count[1] for count in given)


def may_carpet(look: FortressLook) -> Conditions:
    """May SAC be put on carpet bombing (17.10.9)?"""
    yield carpets_left(look), "17.10.9", "there has been a carpet bombing this month"
    # In any weather in which SAC fly, unless players agree on Clear turns alone.
    position, bound = look.position, look.game.rules.carpet_when_clear and mild(look)
    yield position.weather == CLEAR or not bound, "R73", "carpets are laid on Clear turns alone (option)"
    yield position.turn > 1, "17.10.9", "there is no carpet bombing on the turn of an invasion"


def put(play: Play, mission: int, sac: int, tac: int) -> None:
    """Allied aircraft go on a mission; the chart keeps its order."""
    chart, known = list(play.game.data.missions), {**play.position.missions}
    old = known.get(chart[mission], (0, 0))
    known[chart[mission]] = (old[0] + sac, old[1] + tac)
    play.position.missions = {box: known[box] for box in chart if box in known}


# The Germans


class GermanAllocation(Acting[Acted], name="german allocation", rule="17.9.2"):
    """The Germans send as many aircraft as they like, against Allied missions or in support of their own (17.9.2)."""

    def text(self, look: FortressLook, frame: Acted) -> str:
        count = sum(available(look)) if look.game.rules.advanced_air else available(look)[0]
        return f"Send aircraft against Allied missions, or on Ground Support: {count} may still fly this turn."

    @offer("against", MISSIONS, "17.9.2", "Cancel aircraft there")
    def against(self, look: FortressLook, frame: Acted) -> Conditions:
        flown, met = look.position.missions, look.position.opposing
        yield boxes(look, lambda box: box.cancelled), "17.9.3", "German aircraft cancel nothing on that mission"
        there = boxes(look, lambda box: sum(flown.get(box.mission, (0,))) > met.get(box.mission, 0))
        yield there, "17.9.3", "no Allied aircraft is left there to be cancelled"
        home, (west, germany) = boxes(look, lambda box: box.night_fighter), available(look)
        yield (~home if west else 0) | (home if germany else 0), *_none_left(look)

    @against.does
    def _(self, play: Play, frame: Acted, mission: int) -> None:
        opposing, name = play.position.opposing, list(play.game.data.missions)[mission]
        play.position.opposing = {**opposing, name: opposing.get(name, 0) + 1}
        fly(play)

    @offer("support", PLAIN, "17.7", "Ground Support", "one aircraft supports German attacks this turn")
    def support(self, look: FortressLook, frame: Acted) -> Conditions:
        yield provided(look.position.weather == CLEAR), "17.1", "German aircraft fly on Clear turns only"
        yield provided(available(look)[0] > 0), *_none_left(look)

    @support.does
    def _(self, play: Play, frame: Acted, _: int) -> None:
        play.position.german_support += 1
        fly(play)

    end = going_on("17.9.2", "No more aircraft", "no more German aircraft fly")

    @end.does
    def _(self, play: Play, frame: Acted, _: int) -> None:
        play.pop()
        if play.position.missions or play.position.german_support:
            opposed(play, play.position.opposing, play.position.german_support)


def _none_left(look: FortressLook) -> tuple[str, str]:
    if look.game.rules.advanced_air:
        return "17.9.2(adv)", "no aircraft of that box is left, or no fuel for it"
    return "17.7", "no more German aircraft fly this turn"


def available(look: FortressLook) -> tuple[int, int]:
    """German aircraft that may still fly this turn, in the west and over Germany; both are the same ones (17.7),
    but with the advanced system."""
    position = look.position
    if look.game.rules.advanced_air:
        return fuel.available(look)
    most, a_turn = german_tac(look)
    this_turn = sum(position.opposing.values()) + position.german_support
    count = min(most - position.tac_used.get(look.month(), 0), a_turn - this_turn)
    return (count, count) if position.weather == CLEAR else (0, 0)


def fly(play: Play) -> None:
    """A German aircraft is used: it is gone for the month, or its fuel is (17.7)."""
    position, month = play.position, play.look.month()
    if play.game.rules.advanced_air:
        position.fuel_reserves -= play.game.rules.numbers["fuel_per_aircraft"]
    else:
        position.tac_used = {**position.tac_used, month: position.tac_used.get(month, 0) + 1}


# Cancelling


@automatic("cancelling", "17.9.3")
def cancelling(play: Play, side: str) -> None:
    """Mission by mission German aircraft take Allied ones with them; of two kinds the Allies choose (17.9.3, R17)."""
    position = play.position
    for mission, count in position.opposing.items():
        sac, tac = position.missions[mission]
        if sac and tac and count < sac + tac:
            play.start("cancelling", side)
            play.push(Losing(ALLIED, mission))
            return
        cancel(play, mission, min(sac, count), min(tac, count))
    if met := min(position.missions.get(COUNTER_AIR, (0, 0))[1], position.german_support):
        position.german_support -= met
        countered(play, met)
    if play.game.rules.advanced_air:
        fuel.produce(play)


def cancel(play: Play, mission: str, sac: int, tac: int) -> None:
    """Some Allied aircraft of a mission are cancelled, and the Germans who met them there."""
    position = play.position
    old, left = position.missions[mission], position.opposing[mission] - sac - tac
    position.missions = {**position.missions, mission: (old[0] - sac, old[1] - tac)}
    position.opposing = {name: count for name, count in {**position.opposing, mission: left}.items() if count}
    cancelled(play, mission, sac, tac)


class Losing(OfSide, frozen=True):
    """Allied aircraft of a mission are cancelled: the Allies say of which kind."""

    mission: str


class LosingAircraft(Question[Losing], name="losing aircraft", rule="17.9.3"):
    """The Allied player decides which of his aircraft are removed, one after the other (17.9.3)."""

    def text(self, look: FortressLook, frame: Losing) -> str:
        title, count = look.game.data.missions[frame.mission].title, look.position.opposing[frame.mission]
        return f"{title}: choose what is cancelled ({count} more)."

    # Only where both kinds fly is anybody asked.
    lose_sac = going_on("17.9.3", "A SAC", "a strategic bomber is cancelled", verb="lose-sac")
    lose_tac = going_on("17.9.3", "A TAC", "a tactical bomber is cancelled", verb="lose-tac")
    lose_sac.does(lambda step, play, frame, _: step.lose(play, frame, 1, 0))
    lose_tac.does(lambda step, play, frame, _: step.lose(play, frame, 0, 1))

    def lose(self, play: Play, frame: Losing, sac: int, tac: int) -> None:
        play.pop()
        cancel(play, frame.mission, sac, tac)
