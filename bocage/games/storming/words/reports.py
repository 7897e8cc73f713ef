"""How things stand, in words: what a player reads before he looks at the map, for the terminal and the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..data import ARMY_GROUPS
from ..rules.look import DRAINED, DROWNING, SWAMP, StormingLook, members
from ..rules.movement.command_dice import marker_name, track_name
from ..rules.position import ALLIED, EAST, GERMAN
from ..rules.victory import conditions


class Line(NamedTuple):
    """A fact: its name, what is to be said, and the case behind it."""

    name: str
    text: str
    rule: str


class TrackMark(NamedTuple):
    """A marker on the Movement Allowance Track: its sign, its name, its number and whose it is."""

    sign: str
    name: str
    points: int
    owner: str


FLOOD_WORDS = {
    DROWNING: "blown: the valley is flooded",
    SWAMP: "blown: the valley is swamp",
    DRAINED: "blown: the valley has drained",
}


# What is read in the head


def facts(look: StormingLook) -> list[Line]:
    """Supply, allowances, air, the 79th, ports, and what is special now."""
    return [*_movement(look), *_supply(look), *_air(look), *_ports(look), *_special(look)]


def _movement(look: StormingLook) -> Iterator[Line]:
    marks = [f"{mark.sign} {mark.points}" for mark in allowance_track(look)]
    if marks:
        yield Line("Movement", ", ".join(marks), "10.2.5.B")
    position = look.position
    if position.stage == "assault" and position.declared:
        yield Line("Declared", f"{position.declared} MP before combat", "10.6.A.1")
    elif position.duration:
        yield Line("Combat duration", f"{position.duration} MP", "13.5")


def _supply(look: StormingLook) -> Iterator[Line]:
    limited = [sign(look, group) for group in ARMY_GROUPS if look.limited(group)]
    position = look.position
    if not limited:
        yield Line("Supply", "Full", "9.1.A")
    else:
        only = " for movement" if position.turn <= look.game.rules.numbers["limited_start_last_turn"] else ""
        yield Line("Supply", f"{' and '.join(limited)} Limited{only}", "9.1.C" if only else "9.1.D")
    if position.red_ball_saved or position.red_ball_left:
        left = f"{position.red_ball_left} to place" if position.red_ball_left else ""
        saved = f"{position.red_ball_saved} saved" if position.red_ball_saved else ""
        yield Line("Red Ball", ", ".join(filter(None, (left, saved))), "9.3.A")


def _air(look: StormingLook) -> Iterator[Line]:
    position, game = look.position, look.game
    yield Line("Tactical Air", f"{position.air_support} for combat", "17.5.3.A")
    ready = position.hobart_turn <= position.turn
    later = f"from turn {position.hobart_turn}" if position.hobart_turn > position.turn + 1 else "used this turn"
    if position.turn == game.rules.first_turn and not ready:
        later = f"from turn {position.hobart_turn}"
    yield Line("79th Armoured", "ready" if ready else later, "13.9.B")
    bombing = [turn for turn, space in enumerate(game.data.turns, 1) if space.carpet and turn >= position.turn]
    if bombing and game.rules.first_turn < bombing[-1]:
        left = [nation for nation in ("US", "CW") if nation not in position.bombers_spent]
        yield Line("Carpet bombers", " and ".join(left) or "spent", "11.0")
    if game.data.turns[position.turn - 1].airborne:
        flown = len(position.airborne_turns)
        yield Line("Airborne operations", f"{flown} of {_operations(look)} flown", "17.9.3")


def _operations(look: StormingLook) -> int:
    numbers = look.game.rules.numbers
    return numbers["final_battles_airborne_operations" if look.game.scenario == "final" else "airborne_operations"]


def _ports(look: StormingLook) -> Iterator[Line]:
    position, game = look.position, look.game
    if game.cherbourg & game.in_play:
        held = bool(position.allied_control & game.cherbourg)
        if look.cherbourg_operational():
            text = "Operational"
        elif held and position.cherbourg_turn:
            text = f"Allied, Operational on turn {position.cherbourg_turn}"
        else:
            text = "Allied" if held else "German"
        yield Line("Cherbourg", text, "8.6")
    if game.antwerpen & game.in_play:
        held = bool(position.allied_control & game.antwerpen)
        text = "Operational" if position.antwerpen_operational else "Allied" if held else "German"
        yield Line("Antwerpen", text, "8.7")


def _special(look: StormingLook) -> Iterator[Line]:
    position, game = look.position, look.game
    if game.scenario != "final":
        text = "achieved" if position.breakout else "Brittany exited" if position.brittany_closed else "not yet"
        yield Line("Breakout", text, "17.6")
    waiting = (position.leaving & position.on_board).bit_count()
    if waiting:
        yield Line("Into Brittany", f"{waiting} of {game.rules.numbers['brittany_divisions']} divisions", "7.1.2.J")
    if position.flood_turn or position.dams_captured:
        text = FLOOD_WORDS[look.roer()] if position.flood_turn else "captured intact"
        yield Line("Roer Dams", text, "17.2")
    if position.bridge_captured and position.bridge_hex >= 0:
        yield Line("Rhine bridge", f"{position.bridge_captured} captured", "10.7.5")
    if position.offensive_turn:
        now = "now" if look.offensive_now() else f"was on turn {position.offensive_turn}"
        yield Line("Hitler Counteroffensive", now, "17.7")
    elif position.offensive_declined:
        yield Line("Hitler Counteroffensive", "declined", "17.7.1.B")


def allowance_track(look: StormingLook) -> list[TrackMark]:
    """The markers on the Movement Allowance Track (10.2.5.B)."""
    position, numbers = look.position, look.game.rules.numbers
    found = [
        TrackMark(sign(look, group), name(look, group), points, ALLIED if group in ARMY_GROUPS else GERMAN)
        for group, points in position.points.items()
    ]
    if not found or found[0].owner == GERMAN:
        return found
    if position.priority:
        found.append(TrackMark("Prio", "Priority Supply", numbers["priority_allowance"], ALLIED))
    for group in ("21AG", "12AG"):
        if any(look.command_of(unit) == group for unit in members(position.red_ball)):
            points = min(numbers["red_ball_cap"], position.points.get(group, 0) + numbers["red_ball_bonus"])
            found.append(TrackMark(f"RB {sign(look, group)}", f"Red Ball, {name(look, group)}", points, ALLIED))
    return found


def name(look: StormingLook, group: str) -> str:
    """The name of a Command, or of a type of German unit."""
    return track_name(look.game, look.position.turn, group)


def sign(look: StormingLook, group: str) -> str:
    """What is written on its marker: the 1st Army becomes the 12th Army Group in the course of the game (10.2)."""
    marker = marker_name(look.game, look.position.turn, group)
    return {"infantry": "Inf", "mechanized": "Mech"}.get(marker, marker)


# How the sides stand


def standing(look: StormingLook) -> list[Line]:
    """What still separates each side from winning."""
    scenario = look.game.scenario
    return [*(_breakout_standing(look) if scenario == "breakout" else _campaign_standing(look))]


def _campaign_standing(look: StormingLook) -> Iterator[Line]:
    position, game, numbers = look.position, look.game, look.game.rules.numbers
    ruhr = (game.ruhr & position.allied_control).bit_count()
    yield Line("Ruhr", f"{ruhr} of {game.ruhr.bit_count()} city hexes Allied", "3.2.C.1")
    out = (look.in_place(EAST, ALLIED) & position.leaving & game.divisions).bit_count()
    if out:
        yield Line("Exited east", f"{out} of {numbers['exit_divisions']} divisions in this step", "3.2.C.1")
    if position.turn <= numbers["breakout_wins_until_turn"] and not position.breakout:
        yield Line("Breakout", f"wins for the Allies until turn {numbers['breakout_wins_until_turn']}", "3.2.C.1")
    if position.turn <= numbers["seine_test_turn"]:
        over = conditions.divisions_over_the_seine(look).bit_count()
        yield Line("Over the Seine", f"{over} supplied, one needed by turn {numbers['seine_test_turn']}", "3.2.C.2")
    metz = (position.on_board & game.garrison_units).bit_count()
    if metz and position.turn <= numbers["metz_test_turn"] and not position.offensive_turn:
        end = f"must be gone by turn {numbers['metz_test_turn']} unless the counteroffensive comes"
        yield Line("Metz", f"{metz} {'garrison' if metz == 1 else 'garrisons'} left, {end}", "3.2.C.2")
    if look.offensive_now():
        done = conditions.achievements(look)
        fallen = look.cities_in(position.offensive_cities & ~position.allied_control)
        yield Line(
            "Minimum Achievements",
            f"cities {done.cities} of {numbers['achievement_cities']}, towns {done.towns} of "
            f"{numbers['achievement_towns']}, divisions {done.divisions} of {numbers['achievement_divisions']}, "
            f"hexes attacked {done.attacks} of {numbers['achievement_attacks']}"
            f"{': enough' if done.enough else ''}",
            "17.7.4",
        )
        yield Line("Cities fallen", f"{fallen} of {numbers['offensive_cities']} for a German win", "3.2.C.2")
    rule = "3.4.C" if game.scenario == "final" else "3.2.C.3"
    yield Line("Otherwise", f"the Germans win after turn {game.rules.last_turn}", rule)


def _breakout_standing(look: StormingLook) -> Iterator[Line]:
    position, numbers = look.position, look.game.rules.numbers
    last = numbers["breakout_wins_until_turn"]
    if position.turn <= last and not position.breakout:
        yield Line("Breakout", f"wins for the Allies until turn {last}", "3.3.C.1")
    over = conditions.divisions_over_the_seine(look).bit_count()
    needed = numbers["breakout_scenario_east_divisions"]
    paris = (look.game.paris & position.allied_control).bit_count()
    yield Line("Paris", f"{paris} of {look.game.paris.bit_count()} hexes Allied", "3.3.C.1")
    yield Line("Over the Seine", f"{over} of {needed} supplied divisions", "3.3.C.1")
    yield Line("Otherwise", f"the Germans win after turn {look.game.rules.last_turn}", "3.3.C.2")
