"""Fortress Europa in words: facts, standing, counters and hexes, on what a side may see."""

from __future__ import annotations

import pytest

from bocage import Match
from bocage.games.fortress.data.tables import ARMORED, UNARMORED
from bocage.games.fortress.game import Fortress
from bocage.games.fortress.words import outlook, phases, provisions, reports, wording
from bocage.games.fortress.words.standing import standing
from bocage.terminal.counters import SYMBOLS
from tests.fortress.playing import game, look, position

from ..cases import rule


def fact(match: Match, name: str) -> str:
    """What the head says of something; nothing if it is not told."""
    return next((line.text for line in reports.facts(look(match)) if line.name == name), "")


def stands(match: Match, name: str) -> str:
    """A line of how the sides stand."""
    return next(line.text for line in standing(look(match)) if line.name == name)


def flags(match: Match, unit: str) -> list[str]:
    """What is said of a unit."""
    return wording.flags(look(match), match.game.unit_numbers[unit])


def factors(match: Match, unit: str) -> str:
    """The factors of the side of a unit that is up."""
    return wording.unit_factors(look(match), match.game.unit_numbers[unit])


# Counters


@rule("2.6", "2.7", "2.8")
def test_factors_are_those_of_the_side_that_is_up() -> None:
    match = position(
        "allied first movement", "US-1-Inf L5; US-2-Inf L6 reduced; GE-709-Co K2; GE-243-Co K3 flipped; US-Naval-1 K1"
    )
    assert factors(match, "US-1-Inf") == "6-4"
    assert factors(match, "US-2-Inf") == "3-4"
    assert factors(match, "GE-709-Co") == "5-0"
    assert factors(match, "GE-243-Co").endswith("-3")
    assert factors(match, "US-Naval-1") == "2"
    assert flags(match, "US-2-Inf") == ["hungry", "reduced"]
    assert "infantry" in flags(match, "GE-243-Co")


@rule("13.2")
def test_a_headquarters_has_the_name_of_its_commander() -> None:
    match = position("allied first movement", "GE-Rommel R11; GE-Geyr R12 flipped")
    numbers = match.game.unit_numbers
    assert wording.unit_name(look(match), numbers["GE-Rommel"]) == "Rommel (Army Group B)"
    assert wording.unit_name(look(match), numbers["GE-Geyr"]) == "Manteuffel (5th Panzer Army)"


@rule("29.5")
def test_a_mulberry_shows_what_it_carries() -> None:
    match = position("allied first movement", "Mulberry-12 M5", port_damage={"Mulberry-12": 6})
    assert factors(match, "Mulberry-12") == "6"
    assert flags(match, "Mulberry-12") == ["damaged-6"]
    assert wording.flag_words("damaged-6") == "damaged: carries 6"


@rule("26.1", "26.7")
def test_the_calendar_of_units_is_told() -> None:
    match = position("allied first movement", "GE-19-Pz GG4", turn=4)
    assert flags(match, "GE-19-Pz")[-1] == "leaves-5"
    assert flags(match, "US-80-Inf") == ["turn-6"]
    later = position("allied first movement", "GE-21-Pz M6", turn=4)
    assert not [flag for flag in flags(later, "GE-21-Pz") if flag.startswith("leaves")]


def test_every_kind_of_unit_has_a_symbol_that_the_terminal_can_draw() -> None:
    kinds = {*ARMORED, *UNARMORED, "stranger"}
    assert set(wording.SYMBOLS) == set(wording.KIND_WORDS) == kinds
    assert set(wording.SYMBOLS.values()) <= set(SYMBOLS)


def test_every_flag_that_is_told_has_words() -> None:
    match = position(
        "allied first movement",
        "US-1-Inf L5; US-82-AB L6; GE-91-Inf K4 frozen; GE-2-Pz M9 hidden",
        by_air="US-82-AB", dropped="US-82-AB", moved="US-1-Inf", fought="US-1-Inf", strays={"US-1-Inf": "7"},
    )  # fmt: skip
    assert flags(match, "US-82-AB") == ["dropped", "by-air"]
    assert {"stray", "moved", "fought"} <= set(flags(match, "US-1-Inf"))
    assert flags(match, "GE-2-Pz") == ["hungry", "hidden"]
    for flag in (*flags(match, "US-82-AB"), *flags(match, "US-1-Inf"), *flags(match, "GE-91-Inf")):
        assert wording.flag_words(flag)


# Hexes


@rule("18.7.8")
def test_a_hex_tells_its_ground_and_what_became_of_it() -> None:
    match = position(
        "allied first movement", "US-1-Inf K2; GE-91-Inf K4", port_damage={"K2": 4}, german_rail="", sites_taken="B2"
    )
    cherbourg, seen = match.game.board.index["K2"], look(match)
    assert wording.hex_terrain(seen, cherbourg) == "clear, city, port for 7, can be invaded: Normandy, railway"
    assert wording.areas(seen, cherbourg) == ["7th district", "France"]
    told = wording.hex_state(seen, cherbourg)
    assert "Allied" in told
    assert "port in Allied hands, carries 3" in told
    assert "railway out of German control" in told
    assert "its site is captured" in wording.hex_state(seen, match.game.board.index["B2"])


@rule("31.11")
def test_flooded_ground_is_clear_while_the_dykes_hold() -> None:
    match = position("allied first movement", "", flooded=False)
    node = match.game.board.nodes(look(match).game.data.terrain["flooded"])[0]
    assert wording.terrain(look(match), node) == "clear"
    assert fact(match, "Flooding") == "the dykes hold"


# Facts


@rule("18.7.3", "27.3", "17.9.1")
def test_the_head_tells_supply_replacements_and_aircraft() -> None:
    match = position(
        "allied first movement", "US-1-Inf L5; US-2-Inf L6; Mulberry-12 M5; US-Bradley L4", impulse=1, phasing="allied",
        stores={"american": (5, 2), "german": (3, 1)}, missions={"strafing": (0, 2), "u_boats": (1, 0)},
        opposing={"strafing": 1}, bombed=("Seine-1",),
    )  # fmt: skip
    assert fact(match, "Supply capacity") == "9 left, 3 units in Europe"
    assert fact(match, "Allied replacements") == "British 0(0), American 5(2); this turn 1(0) and 3(1)"
    assert fact(match, "Allied aircraft") == "Strafing 2 TAC against 1 German; U-Boat Attack 1 SAC"
    assert fact(match, "Impulse") == "Allied first move"
    assert fact(match, "Bridges down") == "Seine-1"
    assert fact(match, "By sea") == "0 of 5 units this turn"


@rule("9.1")
def test_the_head_tells_which_districts_are_frozen() -> None:
    match = position("allied first movement", "GE-91-Inf K4 frozen; GE-708-Co D13 frozen", released=False)
    assert fact(match, "Frozen") == "2 units in the 7th, 1st districts"


# How the sides stand


@rule("30.1")
def test_the_campaign_asks_for_capitals_and_cities() -> None:
    match = position("allied first movement", "US-1-Inf R11; US-2-Inf HH12", turn=20)
    assert stands(match, "Paris and Bruxelles") == "missing: Bruxelles"
    majors = look(match).cities("allied") & look(match).game.data.majors
    assert stands(match, "Major cities") == f"{majors.bit_count()} of 4"
    assert stands(match, "Otherwise").startswith("the Germans win after turn 37")


@rule("33.1.3", "33.1.5")
def test_the_invasion_tells_the_goals_of_the_district_that_was_invaded() -> None:
    before = position("allied first movement", "", scenario="invasion", turn=1)
    assert stands(before, "Goals") == "those of the district that is invaded; one is enough"
    match = position(
        "allied first movement", "US-1-Inf L5; Mulberry-12 M5", scenario="invasion", invasions=1, district_landed=("7",)
    )
    goals = [line for line in standing(look(match)) if line.name.startswith("Goal")]
    assert len(goals) == len(look(match).game.data.objectives["7"])
    assert all(line.text.endswith("not yet") for line in goals)
    assert stands(match, "Supply").endswith("done")


@rule("33.3.10")
def test_the_bulge_tells_what_the_germans_hold() -> None:
    match = position("allied first movement", "GE-2-Pz EE12; GE-9-Pz GG10", scenario="bulge", turn=28)
    assert stands(match, "First goal").endswith(": held")
    assert stands(match, "Strategic goal").endswith("not held")
    assert stands(match, "As it stands") == "a German tactical victory after turn 30"


@rule("32.1", "33.2.4")
def test_objectives_are_told_to_their_own_side_alone() -> None:
    picks = {"allied": (1, 2, 3, 4, 5, 6, 7), "german": (1, 2, 3, 4, 5, 6, 7)}
    match = position("allied first movement", "", scenario="west_wall", turn=3, picks=picks)
    for side, mine, other in (("allied", "The Allies", "The Germans"), ("german", "The Germans", "The Allies")):
        told = [line.name for line in standing(match.inquire(side))]
        assert mine in told
        assert other not in told
        assert "Objective 3" in told


# Phases


@pytest.mark.parametrize("scenario", list(Fortress.scenarios))
def test_every_row_of_the_sequence_is_shown_or_part_of_one_that_is(scenario: str) -> None:
    rows = [row.name for table in game(scenario).rules.sequence.values() for row in table]
    assert set(phases.PART_OF) <= set(rows)
    assert set(phases.PHASE_WORDS) <= set(rows)
    for row in rows:
        shown = phases.PART_OF.get(row, row)
        assert shown in rows
        assert shown not in phases.PART_OF
        assert phases.phase_words(row)


# Ways, supply and odds


@rule("9.1.D", "7.2")
def test_a_way_tells_what_it_brings() -> None:
    match = position(
        "allied first movement", "US-1-Inf M8; GE-91-Inf O9; GE-708-Co D13 frozen", impulse=1, phasing="allied",
        released=False, invaded_districts=("7",),
    )  # fmt: skip
    match.play("pick US-1-Inf")
    seen, frame = look(match), match.position.frames[-1]
    prices = outlook.costs(seen, frame, "move")
    assert set(prices) >= {action.index for action in match.prompt.verbs()["move"]}
    way = outlook.way(seen, frame, "move", match.game.board.index["N8"])
    assert way is not None
    assert way.cost == "1 hex of 4"
    assert [name for name, _, _ in way.notes] == ["Enemy zone", "Frozen units"]
    home = outlook.way(seen, frame, "move", match.game.board.index["L7"])
    assert home is not None
    assert home.notes == []


@rule("17.10.1")
def test_a_long_german_way_tells_of_strafing() -> None:
    match = position("german first movement", "GE-2-Pz M6", impulse=1, phasing="german", missions={"strafing": (0, 2)})
    match.play("pick GE-2-Pz")
    seen, frame = look(match), match.position.frames[-1]
    far = next(node for node, price in outlook.costs(seen, frame, "move").items() if price == 5)
    way = outlook.way(seen, frame, "move", far)
    assert way is not None
    assert ("Strafing", "a die is rolled for each unit that goes so far", "17.10.1") in way.notes


@rule("18.1", "18.4", "18.5")
def test_supply_in_words_and_as_a_line() -> None:
    match = position("allied first movement", "US-2-Inf L7; US-Bradley L5; Mulberry-12 M5; GE-91-Inf Y20; GE-2-Pz R11")
    seen, board, numbers = look(match), match.game.board, match.game.unit_numbers
    assert provisions.words(seen, numbers["US-2-Inf"]) == ("supplied by Bradley (12th Army Group)", "18.1")
    line = [board.labels[node] for node in provisions.line(seen, numbers["US-2-Inf"])]
    assert line[0] == "L7"
    assert line[-1] == "M5"
    assert "L5" in line
    assert provisions.words(seen, numbers["GE-2-Pz"]) == ("supplied in a city or fortress", "18.4")
    assert provisions.line(seen, numbers["GE-2-Pz"]) == ()


@rule("14.10", "16.1")
def test_odds_are_told_with_what_changes_factors_and_without_chances_below_the_worst() -> None:
    match = position("allied first combat", "US-1-Inf Q11; US-4-Cav Q11; GE-2-Pz R11; GE-91-Inf R11", impulse=1)
    told = {}
    for unit in ("US-4-Cav", "US-1-Inf"):
        match.play(f"join {unit}")
        found = outlook.declared(look(match), match.position.frames[-1])
        assert found is not None
        told[unit] = (sum(found.chances.values()), outlook.odds_notes(match.game.unit_ids.__getitem__, found))
    weak, strong = told["US-4-Cav"], told["US-1-Inf"]
    assert weak[0] == 0
    assert ("Not allowed", "the odds are worse than 1-6", "14.10") in weak[1]
    assert strong[0] == 1
    river = "doubled behind a river that all attackers cross: GE-91-Inf 8, GE-2-Pz 8"
    assert ("Factors", river, "16.1") in strong[1]


@rule("17.9.1", "17.10.4")
def test_missions_and_river_sections_are_answers_with_words() -> None:
    match = position("allied allocation", "", turn=3, missions={"railways": (1, 0)})
    action = next(action for action in match.prompt.actions if str(action) == "sac railways")
    told = outlook.answer_words(look(match), action)
    assert told == "Railway Attacks (1 SAC there): 2 German rail moves less for each"
    assert outlook.section_words(look(match), "Seine-1").startswith("Seine 1: ")


def test_the_view_is_plain_and_names_every_unit() -> None:
    match = position("allied first movement", "US-1-Inf L5; GE-2-Pz M9 hidden; GE-Rommel R11")
    seen = match.view("allied")
    assert seen["units"]["GE-2-Pz"] == {"at": "unknown"}
    assert match.view("german")["units"]["GE-2-Pz"]["at"] == "M9"
    assert seen["units"]["US-1-Inf"] == {"at": "L5", "steps": 2, "combat": 6, "movement": 4, "supplied": False}
    assert set(seen["units"]) == set(match.game.unit_ids)
    assert seen["weather"] == "Clear"
    assert seen["standing"][0]["name"] == "Paris and Bruxelles"
