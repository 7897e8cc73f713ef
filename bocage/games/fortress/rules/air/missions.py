"""The Aircraft Mission Chart: what flies on a mission once cancelling is over, and what that does (17.10)."""

from __future__ import annotations

from ..look import FortressLook
from ..position import CLEAR, STORM

STRAFING, SUPPORT, RAILWAYS, BRIDGES = "strafing", "ground_support", "railways", "bridges"
REPLACEMENTS, U_BOATS, V1_SITES = "replacements", "u_boats", "v1_sites"
COUNTER_AIR, CARPET, FUEL = "counter_air", "carpet_bombing", "fuel"


def on(look: FortressLook, mission: str) -> int:
    """Allied aircraft that do something on a mission; TAC alone do nothing to railways (17.10.3)."""
    sac, tac = look.position.missions.get(mission, (0, 0))
    return 0 if mission == RAILWAYS and not sac else sac + tac


def flying(look: FortressLook) -> tuple[int, int]:
    """Allied SAC and TAC that fly this turn (17.1, 17.6)."""
    numbers, position = look.game.rules.numbers, look.position
    advanced = look.game.rules.advanced_air
    if position.weather == CLEAR:
        kind = "advanced" if advanced else "allied"
        return numbers[f"{kind}_sac"], numbers[f"{kind}_tac"]
    if numbers["bad_weather_first_turn"] <= position.turn <= numbers["bad_weather_last_turn"]:
        return numbers["advanced_bad_weather_sac" if advanced else "bad_weather_sac"], 0
    carpet = 0 < look.game.rules.carpet_from <= position.turn and position.weather != STORM
    return (1, 0) if carpet and carpets_left(look) else (0, 0)  # for carpet bombing alone (33.4.5)


def only_carpets(look: FortressLook) -> bool:
    """Does what flies now do so for carpet bombing alone (33.4.5)?"""
    numbers, position = look.game.rules.numbers, look.position
    return position.weather != CLEAR and position.turn > numbers["bad_weather_last_turn"]


def carpets_left(look: FortressLook) -> bool:
    """May there still be a carpet bombing this month (17.10.9)?"""
    return look.position.carpet_month != look.month()


def unhindered(look: FortressLook, mission: str) -> bool:
    """Do U-boats or V1 sites cost replacements this turn, because nothing attacks them (17.10.6, 17.10.7, R15)?"""
    game = look.game
    if mission == U_BOATS and not game.rules.u_boats_count:
        return False
    sites = game.data.u_boat_bases if mission == U_BOATS else game.data.v1_sites
    return bool(sites & ~look.position.sites_taken) and not on(look, mission)
