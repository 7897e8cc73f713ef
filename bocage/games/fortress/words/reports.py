"""How things stand, in words: what a player reads before he looks at the map, for the terminal and the table."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules.air import missions
from ..rules.look import FortressLook
from ..rules.movement import districts, railways, sea
from ..rules.position import ALLIED, BASES, CLEAR, GERMAN, RESERVE, WAITING
from ..rules.reinforcements import points
from ..rules.supply.capacity import capacity, counted
from .lines import Line


def facts(look: FortressLook) -> list[Line]:
    """Weather, impulse, supply, landings, what the Germans may do, replacements, and the long lines of the air war.

    A head that has no room for all of them shows the first.
    """
    return [
        Line("Weather", look.position.weather or "not yet known", "4.3.A2"),
        *_impulse(look),
        *_ground_support(look),
        *_supply(look),
        *_landings(look),
        *_germans(look),
        *_replacements(look),
        *_air(look),
    ]


def _impulse(look: FortressLook) -> Iterator[Line]:
    position = look.position
    if position.phasing and position.impulse:
        whose = "Allied" if position.phasing == ALLIED else "German"
        which = "first" if position.impulse == 1 else "second"
        yield Line("Impulse", f"{whose} {which} {'combat' if position.fighting else 'move'}", "4.2")


# Air


def air(look: FortressLook) -> list[str]:
    """What flies on each mission, in the order of the chart."""
    found, titles = [], look.game.data.missions
    for mission, (sac, tac) in look.position.missions.items():
        kinds = [f"{count} {kind}" for count, kind in ((sac, "SAC"), (tac, "TAC")) if count]
        against = look.position.opposing.get(mission, 0)
        if kinds:
            told = f" against {against} German" if against else ""
            found.append(f"{titles[mission].title} {' and '.join(kinds)}{told}")
    return found


def _ground_support(look: FortressLook) -> Iterator[Line]:
    position = look.position
    for side, name in ((ALLIED, "Ground Support left"), (GERMAN, "German Ground Support left")):
        if position.impulse == 1 and position.phasing == side and missions.support_left(look, side) > 0:
            yield Line(name, str(missions.support_left(look, side)), "17.10.2")


def _air(look: FortressLook) -> Iterator[Line]:
    position, game = look.position, look.game
    if position.weather:
        flown = air(look)
        sac, tac = missions.flying(look)
        if flown:
            yield Line("Allied aircraft", "; ".join(flown), "17.9.1")
        elif not sac + tac:
            yield Line("Allied aircraft", "grounded", "17.1")
        else:
            yield Line("Allied aircraft", f"{sac} SAC and {tac} TAC fly", "17.6")
    if game.rules.advanced_air:
        told = f"reserves {position.fuel_reserves}, production {position.fuel_production}"
        yield Line("German fuel", told, "17.7(adv)")
    elif position.turn:
        most, a_turn = missions.german_tac(look)
        left = most - position.tac_used.get(look.month(), 0)
        told = f"{left} of {most} left in {look.month()}, {a_turn} a turn"
        yield Line("German TAC", told, "17.7")
    if position.german_support:
        yield Line("German Ground Support", str(position.german_support), "17.7")
    if position.bombed:
        yield Line("Bridges down", ", ".join(position.bombed), "17.10.4")
    if not missions.carpets_left(look):
        yield Line("Carpet bombing", "made this month", "17.10.9")


# Landings and the sea


def _landings(look: FortressLook) -> Iterator[Line]:
    position, rules = look.position, look.game.rules
    if rules.winter:
        return
    numbers = rules.numbers
    first, last = numbers["second_invasion_first_turn"], numbers["second_invasion_last_turn"]
    if not position.invasions and not position.beaches:
        yield Line("Landing", "the first invasion comes this turn", "12.2")
    elif look.invading():
        where = f", at {look.hex_names(position.beaches)}" if position.beaches else ""
        yield Line("Landing", f"this turn{where}", "12.2")
    elif position.second_invasion_turn:
        yield Line("Landing", f"second invasion on turn {position.second_invasion_turn}", "12.2")
    elif position.turn <= last and last <= rules.last_turn:
        when = "possible" if position.turn >= first else f"from turn {first} to {last}"
        yield Line("Landing", f"a second invasion {when}", "12.2")
    left = {side: rules.most_drops.get(side, 0) - position.drops.get(side, 0) for side in (ALLIED, GERMAN)}
    if any(left.values()):
        yield Line("Paradrops left", f"Allied {left[ALLIED]}, German {left[GERMAN]}", "20.4")
    raids = max(rules.raids - position.raids, 0)
    if raids:
        yield Line("Raids left", str(raids), "21.2")


def _supply(look: FortressLook) -> Iterator[Line]:
    position = look.position
    if not look.ashore() and not counted(look):
        return
    units = counted(look).bit_count()
    left = capacity(look)
    told = f"{left} left" if left >= 0 else f"{-left} too small"
    yield Line("Supply capacity", f"{told}, {units} units in Europe", "18.7.3")
    if position.phasing == ALLIED and not look.invading():
        yield Line("By sea", f"{position.sea_moves} of {sea.quota(look)} units this turn", "11.5")
    waiting = sum(look.in_place(base, ALLIED).bit_count() for base in BASES)
    if waiting:
        yield Line("In England and Africa", f"{waiting} units", "12.4")


def _replacements(look: FortressLook) -> Iterator[Line]:
    rules, position = look.game.rules, look.position
    if not rules.replacements:
        return
    now = position.turn >= rules.replacements_from and bool(position.missions or position.weather != CLEAR)
    for side, name in ((ALLIED, "Allied replacements"), (GERMAN, "German replacements")):
        rates = [points.rate(look, army) for army in points.ARMIES[side]] if now else []
        coming = " and ".join(f"{count}({armour})" for count, armour in rates)
        yield Line(name, f"{points.told(look, side)}{f'; this turn {coming}' if coming else ''}", "27.3")


def _germans(look: FortressLook) -> Iterator[Line]:
    position, game = look.position, look.game
    frozen = districts.frozen_districts(look)
    if frozen:
        count = position.frozen.bit_count()
        units = f"{count} {'unit' if count == 1 else 'units'}"
        told = f"{units} in the {', '.join(districts.NAMES[name] for name in frozen)} district"
        yield Line("Frozen", f"{told}{'s' if len(frozen) > 1 else ''}", "9.1")
    if position.phasing == GERMAN:
        yield Line("By rail", f"{position.rail_moves} of {railways.quota(look)} units this turn", "10.1")
    waiting = look.in_place(WAITING, GERMAN).bit_count()
    if waiting:
        yield Line("Held off the map", f"{waiting} German units", "26.6")
    reserve = look.in_place(RESERVE).bit_count()
    if reserve:
        last = game.rules.numbers["reserve_last_return"]
        yield Line("Panzer Reserve", f"{reserve} units, back by turn {last} at the latest", "28.4")
    if not position.flooded:
        yield Line("Flooding", "the dykes hold", "31.11")
