"""The planner's aircraft: missions of both sides, bridges, and what is given up when it comes to blows."""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.bots.planning import Verbs
from bocage.engine.actions import Action

from ...rules.air import missions
from ...rules.air.allocation import left, may_carpet
from ...rules.look import FortressLook
from ...rules.position import CLEAR
from ..sight import Sight

YOUNG = 4  # turns after a landing in which a blow from the air and the ground may throw it back
EARLY = 8  # turns in which the Germans are still bringing up their divisions
MET = 2  # Allied fighters against which nothing is left of one's own support
SUPPORT = (9.0, 8.0, 7.0, 6.0, 5.0, 3.0, 2.0)  # what the first, second, ... aircraft is worth
OVER_THE_BEACH = (8.5, 7.5, 5.8)  # fighters against the blow that would throw a landing back
CROWDED = 3  # sections around the beach that are bombed on the first day


def allot(sight: Sight, verbs: Verbs) -> Action:
    """Every aircraft on the mission where it is still wanted most."""
    look = sight.look
    sac, _ = left(look)
    names = list(sight.game.data.missions)
    wanted = _bombers(look) if sac else _fighters(look)
    verb = "sac" if sac else "tac"
    if not verbs.get(verb):
        return (verbs.get("end") or verbs.get("tac") or verbs["sac"])[0]
    given = sight.position.missions

    def want(action: Action) -> tuple[float, int]:
        name = names[action.index]
        had = given.get(name, (0, 0))[0 if sac else 1]
        needs = wanted.get(name, ())
        return (needs[had] if had < len(needs) else -1.0 - had), -action.index

    return max(verbs[verb], key=want)


def _bombers(look: FortressLook) -> dict[str, tuple[float, ...]]:
    """Mission -> what the first, second, ... bomber on it is worth."""
    early = look.position.turn <= EARLY
    found: dict[str, tuple[float, ...]] = {
        missions.RAILWAYS: (6.0, 4.5, 2.0) if early else (3.0, 1.0),
        missions.REPLACEMENTS: (3.5, 3.2, 3.0, 2.0),
        missions.FUEL: (3.4,) if look.game.rules.advanced_air else (),
    }
    if missions.unhindered(look, missions.U_BOATS):
        found[missions.U_BOATS] = (8.0,)
    if missions.unhindered(look, missions.V1_SITES):
        found[missions.V1_SITES] = (7.0,)
    if all(condition[0] for condition in may_carpet(look)) and not look.invading():
        found[missions.CARPET] = (7.5,)
    return found


def _fighters(look: FortressLook) -> dict[str, tuple[float, ...]]:
    first = look.position.turn == 1 and not look.game.rules.winter
    position = look.position
    young = 0 < position.invasion_turn < position.turn <= position.invasion_turn + YOUNG
    return {
        missions.SUPPORT: SUPPORT,
        missions.STRAFING: (6.5, 5.5, 4.5) if first or look.position.turn <= EARLY else (4.5, 2.5),
        missions.COUNTER_AIR: OVER_THE_BEACH if young or first else (4.0, 2.2),
        missions.BRIDGES: (3.5,) if first else (),
    }


def oppose(sight: Sight, verbs: Verbs, dice: Random) -> Action:
    """German aircraft fly where the Allies mean to strike, and for one's own blow while the beachhead is small."""
    position = sight.position
    month = sight.game.data.months[sight.look.month()]
    flown = sum(position.opposing.values()) + position.german_support
    # A month has several clear turns; but in the Bulge there is one in December, and none later (33.3.4).
    spread = month.german_tac if sight.game.rules.ending == "ardennes" else -(-month.german_tac // 2)
    if flown >= spread or position.weather != CLEAR:
        return verbs["end"][0]
    ashore = sum(sight.attack(unit) for unit in sight.troops(sight.enemy))
    strike = position.turn <= 3 or (sight.game.rules.winter and position.turn <= 29) or ashore < 40
    most = 6 if sight.game.rules.winter else 3
    met = position.missions.get(missions.COUNTER_AIR, (0, 0))[1]
    if strike and verbs.get("support") and position.german_support < most and met < MET:
        return verbs["support"][0]
    names = list(sight.game.data.missions)
    for name in (missions.SUPPORT, missions.RAILWAYS, missions.STRAFING):
        for action in verbs.get("against", ()):
            if names[action.index] == name:
                return action
    return verbs["end"][0]


def give_up(sight: Sight, frame: Any, verbs: Verbs) -> Action:
    """Of two kinds the one that is needed less: bombers are what makes an attack on railways one."""
    order = ("lose-tac", "lose-sac")
    return next(verbs[verb][0] for verb in order if verbs.get(verb))


def bomb(sight: Sight, verbs: Verbs) -> Action:
    """Bridges over which the enemy comes to the beach."""
    if not verbs.get("bomb"):
        return verbs["end"][0]
    sections = list(sight.game.data.section_hexes.values())
    start = sight.position.beaches or sight.own_hexes
    if not start:
        return verbs["end"][0]
    away = sight.ground.distances(start)

    def worth(action: Action) -> tuple[float, int]:
        along = [away[node] for node in sight.board.nodes(sections[action.index])]
        near = sum(1.0 for steps in along if 2 <= steps <= 5) - sum(1.0 for steps in along if steps < 2)
        return near, -action.index

    best = max(verbs["bomb"], key=worth)
    return best if worth(best)[0] >= 2 or not verbs.get("end") else verbs["end"][0]
