"""The Aircraft Mission Chart (17.10): who flies, what is left of a mission and whom that hurts; how far TAC reach."""

from __future__ import annotations

from collections.abc import Callable

from bocage.parts.supply import rings
from bocage.rules import Conditions, HexSet, once, pure

from ...data.tables import Mission
from ..look import Fortress, FortressLook, members
from ..position import ALLIED, CLEAR, GERMAN, STORM

STRAFING, SUPPORT, RAILWAYS, BRIDGES = "strafing", "ground_support", "railways", "bridges"
REPLACEMENTS, U_BOATS, V1_SITES = "replacements", "u_boats", "v1_sites"
COUNTER_AIR, CARPET, FUEL = "counter_air", "carpet_bombing", "fuel"


def boxes(look: FortressLook, test: Callable[[Mission], bool]) -> int:
    """The missions of which something is true, as a set."""
    return sum(1 << number for number, mission in enumerate(look.game.data.missions.values()) if test(mission))


def on(look: FortressLook, mission: str) -> int:
    """Allied aircraft that do something on a mission; TAC alone do nothing to railways (17.10.3)."""
    sac, tac = look.position.missions.get(mission, (0, 0))
    return 0 if mission == RAILWAYS and not sac else sac + tac


def flying(look: FortressLook) -> tuple[int, int]:
    """Allied SAC and TAC that fly this turn (17.1, 17.6)."""
    position, rules, numbers = look.position, look.game.rules, look.game.rules.numbers
    if position.weather == CLEAR:
        kind = "advanced" if rules.advanced_air else "allied"
        return numbers[f"{kind}_sac"], numbers[f"{kind}_tac"]
    if mild(look):
        return numbers["advanced_bad_weather_sac" if rules.advanced_air else "bad_weather_sac"], 0
    carpet = 0 < rules.carpet_from <= position.turn and position.weather != STORM
    return (1, 0) if carpet and carpets_left(look) else (0, 0)  # for carpet bombing alone (33.4.5)


def mild(look: FortressLook) -> bool:
    """Is it June II to September IV, when something flies in any weather (17.1)?"""
    numbers = look.game.rules.numbers
    return numbers["bad_weather_first_turn"] <= look.position.turn <= numbers["bad_weather_last_turn"]


def carpets_left(look: FortressLook) -> bool:
    """May there still be a carpet bombing this month (17.10.9)?"""
    position, most = look.position, look.game.rules.numbers["carpet_per_month"]
    return (position.carpets + 1 if position.carpet_month == look.month() else 0) < most


def german_tac(look: FortressLook) -> tuple[int, int]:
    """German aircraft of the month, and how many of them fly in a turn (17.7); others in the winter (33.3.5)."""
    row, rules = look.game.data.months[look.month()], look.game.rules
    winter = rules.winter and rules.numbers.get(f"winter_tac_{look.month().lower()}")
    return (winter, winter) if winter else (row.german_tac, row.german_tac_turn)


def carpet_over(look: FortressLook) -> Conditions:
    """Can bombers come to a battle of this impulse (17.10.9)?"""
    yield on(look, CARPET) > 0, "17.10.9", "no bombers are on the Carpet Bombing Mission"
    yield not look.invading(), "17.10.9", "there is no carpet bombing on an invasion turn"
    yield carpets_left(look), "17.10.9", "the carpet bombing of this month has been made"


def support_left(look: FortressLook, side: str) -> int:
    """Aircraft of a side that may still support a battle now, each once; none in a second impulse (17.10.2, 4.3.B5)."""
    position = look.position
    given = sum(position.support.values()) if side == ALLIED else 0
    flown = on(look, SUPPORT) if side == ALLIED else position.german_support
    return flown - given - position.support_used.get(side, 0) if position.impulse == 1 else 0


def unhindered(look: FortressLook, mission: str) -> bool:
    """Do U-boats or V1 sites cost replacements this turn, because nothing attacks them (17.10.6, 17.10.7, R15)?"""
    game, u_boats = look.game, mission == U_BOATS
    sites = game.data.u_boat_bases if u_boats else game.data.v1_sites
    all_of_them = game.rules.numbers["u_boat_bases" if u_boats else "v1_sites"]
    taken = (sites & look.position.sites_taken).bit_count()
    return taken < all_of_them and not on(look, mission) and (game.rules.u_boats_count or not u_boats)


# How far TAC reach


@once
def tac(look: FortressLook, side: str) -> HexSet:
    """Hexes in TAC range of a side now: England's radius, the Mediterranean coast, around headquarters (17.4, 17.5).

    Of German TAC it is asked for each hex that they support an attack on (R68).
    """
    game, numbers, coast = look.game, look.game.rules.numbers, look.game.data.mediterranean_coast
    where = look.hexes_of(members(game.headquarters & game.side_units[side] & look.position.on_board))
    if side != ALLIED:
        return game.data.germany | around(game, where, numbers["german_tac_range"])
    fixed = game.data.radius | coast | game.board.step(coast)
    if look.first_landing() and look.position.phasing != GERMAN:
        return fixed  # no headquarters serves aircraft in the Allied turn of the first invasion (17.4)
    return fixed | around(game, where, numbers["tac_range"])


@pure(256)
def around(game: Fortress, hexes: HexSet, distance: int) -> HexSet:
    """Hexes within so many of some others, over land and sea but not through Switzerland (17.4, R80)."""
    sky = game.data.sky
    (found,) = rings(sky, hexes, sky.all, (distance,))
    return found & game.board.all
