"""Supply: sources, ports, lines and grades (11.2-11.6)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.festung.rules import replacements
from bocage.games.festung.rules.supply import tracing
from tests.cases import rule
from tests.festung.combat.fighting import attack, fighting, odds
from tests.festung.playing import game, in_force, look, midway, position, refused

FULL, LIMITED, OUT = tracing.FULL, tracing.LIMITED, tracing.OUT
COUNTERATTACK = "axis-18"


def grades(units: str, **fields: Any) -> dict[str, str]:
    """The grades of supply of units, by name."""
    match = position("axis action", units, **fields)
    names = [item.split()[0] for item in units.split(";")]
    return {name: tracing.grade(look(match), match.game.unit_numbers[name]) for name in names}


def grade(unit: str, rest: str = "", **fields: Any) -> str:
    """The grade of the first unit."""
    return grades(f"{unit}; {rest}" if rest else unit, **fields)[unit.split()[0]]


def around(*hexes: str) -> str:
    """The land hexes beside some hexes."""
    board, land = game().board, game().data.land
    seed = board.set(hexes)
    return " ".join(board.labels[node] for node in board.nodes(board.step(seed) & land & ~seed))


def but(*hexes: str) -> str:
    """All land hexes but these."""
    board = game().board
    return " ".join(board.labels[node] for node in board.nodes(game().data.land & ~board.set(hexes)))


def distance(start: str, *goals: str) -> int:
    """Hexes from one place to the nearest of some others, whoever holds the way."""
    board, land = game().board, game().data.land
    near = found = board.set([start])
    wanted, steps = board.set(goals), 0
    while not near & wanted:
        near = game().data.open_sides.step(near) & land & ~found
        found |= near
        steps += 1
    return steps


# Sources


@rule("11.31", "11.51", "11.52")
@pytest.mark.parametrize(
    ("where", "hexes"),
    [("0809", 2), ("0810", 3), ("0911", 3), ("0609", 4), ("0712", 5), ("1414", 4)],
)
def test_germans_are_fed_by_the_cities_of_the_reich(where: str, hexes: int) -> None:
    """T039: Antwerp 2, Brussels 3 and Metz 3 hexes from a source; Calais 4, Paris 5 and Bologna 4."""
    assert distance(where, "1008", "1307", "1311", "1607") == hexes
    expected = FULL if hexes <= 3 else LIMITED
    assert grade(f"GE-LXXX {where}") == expected


@rule("11.31", "11.45")
@pytest.mark.parametrize(
    ("where", "expected"), [("1008", FULL), ("1307", FULL), ("1311", FULL), ("1607", FULL), ("1110", OUT)]
)
def test_a_german_who_is_cut_off_has_supply_in_a_source_alone(where: str, expected: str) -> None:
    """Frankfurt is none."""
    assert grade(f"GE-LXXX {where}", allied_control=but(where)) == expected


@rule("11.31", "R15", "8.38")
def test_sources_in_a_closed_zone_feed_nobody() -> None:
    """T118: after Enemy at the Gates Berlin and Breslau are no sources; Munich and The Ruhr go on."""
    match = position("axis action", closed="both")
    assert tracing.sources(look(match), "german") == game().board.set(["1008", "1311"])
    dresden = {"allied_control": "1008 1311"}
    assert grade("GE-LXXX 1108", **dresden) == FULL
    assert grade("GE-LXXX 1108", **dresden, closed="both") == OUT


@rule("11.32")
def test_salzburg_is_a_source_after_alpenfestung() -> None:
    """T175: and only while the Axis holds it."""
    alone = {"allied_control": but("1411", "1511")}
    assert grade("GE-LXXX 1511", **alone) == OUT
    assert grade("GE-LXXX 1511", **alone, flags=in_force("alpenfestung")) == FULL
    assert grade("GE-LXXX 1511", allied_control=but("1511"), flags=in_force("alpenfestung")) == OUT


@rule("11.21", "11.51")
def test_a_landing_in_normandy_feeds_as_far_as_paris() -> None:
    """T040: Paris is three hexes from the Beach Head; Paris itself is no source while others must trace to it."""
    assert distance("0410", "0712") == 3
    assert grade("US-V 0612", allied_control="0410 0511 0512 0612", marked="0410") == FULL
    shut = {"allied_control": "0410 0511 0611 0711", "marked": "0410"}
    assert grade("US-V 0711", **shut) == FULL, "Amiens is as far"
    assert grade("US-V 0712", allied_control="0712") == FULL
    assert grade("US-V 0813", allied_control="0813") == OUT


@rule("11.21")
@pytest.mark.parametrize(("where", "expected"), [("1010", FULL), ("1009", LIMITED)])
def test_paris_is_an_allied_source(where: str, expected: str) -> None:
    """T041: Trier is three hexes from Paris, Cologne four."""
    assert distance("0712", where) == (3 if expected == FULL else 4)
    assert grade(f"US-V {where}", allied_control="0712 0811 0911 1010 1009") == expected
    assert grade(f"US-V {where}", allied_control="0811 0911 1010 1009") == OUT


@rule("11.21")
def test_naples_is_a_source_even_without_its_port() -> None:
    shut = in_force("port_closed", node=game().board.index["1718"])
    assert grade("US-V 1718", flags=shut) == FULL
    bari = in_force("port_closed", node=game().board.index["1917"])
    assert grade("US-V 1917", flags=bari) == OUT


@rule("R27", "11.33")
def test_italians_have_no_source_when_rome_has_fallen() -> None:
    units = "IT-XII 1414; GE-LXXX 1414"
    assert grades(units) == {"IT-XII": LIMITED, "GE-LXXX": LIMITED}
    assert grades(units, allied_control="1617") == {"IT-XII": OUT, "GE-LXXX": LIMITED}


@rule("11.33", "11.34", "R27")
def test_milan_feeds_italians_of_the_social_republic() -> None:
    fields = {"allied_control": "1617"}
    assert grade("IT-XII 1414", **fields, flags=in_force("isr")) == FULL
    assert grade("IT-XII 1414", surrendered=True, flags=in_force("isr")) == FULL
    assert grade("IT-XII 1414", surrendered=True) == OUT, "Rome feeds nobody any more"
    assert grade("IT-XII 1617", surrendered=True) == OUT
    assert grade("IT-XII 1414", allied_control="1214 1617", flags=in_force("isr")) == OUT
    assert grade("GE-LXXX 1414", allied_control=but("1214", "1414", "1314"), flags=in_force("isr")) == OUT


# Lines


@rule("11.41", "20:supply line")
def test_a_line_may_be_of_any_length() -> None:
    """T109: at the start of the campaign Italians in Gela and XIV Panzer in Messina are in limited supply."""
    assert grades("IT-XII 1921; GE-XIVPZ 1920") == {"IT-XII": LIMITED, "GE-XIVPZ": LIMITED}


@rule("11.42", "11.45")
def test_an_empty_enemy_hex_on_the_only_way_bars_a_line() -> None:
    """T043: no unit is needed in it."""
    ring = around("0712").split()
    assert grade("GE-LXXX 0712", allied_control=" ".join(ring)) == OUT
    for gap in ring:
        open_way = " ".join(node for node in ring if node != gap)
        assert grade("GE-LXXX 0712", allied_control=open_way) == LIMITED
        assert grade("GE-LXXX 0712", f"GE-LXXXI {gap}", allied_control=open_way) == LIMITED


@rule("11.41", "8.38", "R12")
def test_a_line_passes_hexes_that_the_unit_could_enter() -> None:
    """T141: after Tehran 9th Army in Magdeburg is fed through Hannover, XIII Corps in Leipzig by nobody."""
    units = "US-9A 1207; US-XIII 1308"
    fields = {"allied_control": "1106 1107 1108 1207 1308 1208 1307 1309 1408 1407"}
    assert OUT not in grades(units, **fields).values()
    closed = grades(units, **fields, closed="allied")
    assert closed["US-9A"] != OUT
    assert closed["US-XIII"] == OUT


@rule("11.45", "20:out of supply", "8.43", "11.42")
def test_whoever_has_no_line_is_out_of_supply() -> None:
    """T122: a corps in Metz behind the zone of 3rd Army; any German in Trier opens the line."""
    fields = {"allied_control": "0709 0809 0910 0810 0811 0912 1011"}
    assert grade("GE-LXXX 0911", "US-3A 0910", **fields) == OUT
    assert grade("GE-LXXX 0911", "US-3A 0910; GE-LXXXI 1010", **fields) == LIMITED
    assert grade("GE-LXXX 0911", "US-V 0910", **fields) != OUT, "a corps on foot has no zone"


@rule("R59", "11.41", "8.43")
def test_nobody_traces_to_a_source_that_is_empty_in_an_enemy_zone() -> None:
    fields = {"allied_control": but("1311", "1411")}
    assert grade("GE-LXXX 1411", "US-V 1211", **fields) == FULL
    assert grade("GE-LXXX 1411", "US-3A 1211", **fields) == OUT
    assert grade("GE-LXXX 1411", "US-3A 1211; GE-LXXXI 1311", **fields) == FULL
    assert grade("GE-LXXX 1311", "US-3A 1211", **fields) == FULL, "who is in it is fed by it"


@rule("R59", "11.44")
def test_nobody_traces_to_a_beach_head_that_is_empty_in_an_enemy_zone() -> None:
    shut = in_force("port_closed", node=game().board.index["0511"])
    fields = {"allied_control": "0410 0511 0512", "marked": "0410", "flags": shut}
    assert grade("US-V 0512", "GE-LXXX 0411", **fields) == FULL
    assert grade("US-V 0512", "GE-ISS 0411", **fields) == OUT
    assert grade("US-V 0512", "GE-ISS 0411; US-VII 0410", **fields) == FULL


@rule("R59", "11.72")
def test_a_source_in_an_enemy_zone_would_feed_whoever_came_into_it() -> None:
    """So it is not forsaken, and a unit may be brought there; so too a port that a sea links with another."""
    board = game().board
    for units, where, held, expected in (
        ("US-3A 1211", "1311", ("1311",), FULL),
        ("US-3A 0512", "0411", ("0411", "1106", "1107", "1108", "1008"), LIMITED),
        ("US-3A 0512", "0411", ("0411", "1106", "1107"), OUT),
    ):
        now = look(position("axis action", units, allied_control=but(*held)))
        node = board.index[where]
        assert now.enemy_zone("axis") >> node & 1
        assert tracing.grade_at(now, "german", node) == expected
        assert tracing.fed_hexes(now, "german") >> node & 1 == (expected != OUT)


# Ports


@rule("R1", "11.43", "11.51")
def test_a_port_that_leads_straight_to_a_source_gives_full_supply() -> None:
    """T108: Messina with all Sicily Allied. T042: The Ruhr's front from Antwerp, once The Scheldt is Allied."""
    assert grade("US-II 1920", allied_control="1820 1821 1921 1721") == FULL
    front = "0809 0909"
    assert grade("US-II 0909", allied_control=front) == OUT
    assert grade("US-II 0909", allied_control=f"{front} 0709") == FULL
    assert distance("0809", "1008") == 2
    assert grade("US-II 1008", allied_control=f"{front} 0709") == FULL
    assert grade("US-II 0911", allied_control=f"{front} 0709 0910 0911") == FULL
    assert grade("US-II 0913", allied_control=f"{front} 0709 0910 0911 0912 0913") == LIMITED


@rule("R1", "11.43", "11.52")
def test_a_line_by_way_of_two_ports_gives_limited_supply() -> None:
    """Cherbourg and Bremen are ports of one sea, and The Ruhr is two hexes from Bremen."""
    held = ("0411", "1107", "1108", "1008")
    assert grade("GE-LXXX 1108", allied_control=but(*held)) == FULL
    assert grade("GE-LXXX 0411", allied_control=but(*held)) == LIMITED
    assert grade("GE-LXXX 0411", allied_control=but("0411", "1008")) == OUT


@rule("R26", "11.43")
def test_ports_of_two_seas_are_not_linked() -> None:
    northern = ("1106", "1107", "1108", "1008")
    assert grade("GE-LXXX 1320", allied_control=but("1320", *northern)) == OUT
    assert grade("GE-LXXX 0411", allied_control=but("0411", *northern)) == LIMITED
    genoa = but("1320", "1215", "1214", "1314", "1313", "1312", "1311")
    assert grade("GE-LXXX 1320", allied_control=genoa) == LIMITED


@rule("R26", "11.43")
def test_no_line_has_more_than_two_ports() -> None:
    """Bordeaux is fed from Kiel by sea, Marseilles overland from Bordeaux, Sardinia from nowhere."""
    france = ("0516", "0616", "0716", "0816", "0916", "1016", "0815", "0915")
    fields = {"allied_control": but("1320", "1106", "1107", "1108", "1008", *france)}
    assert grade("GE-LXXX 0516", **fields) == LIMITED
    assert grade("GE-LXXX 1016", **fields) == LIMITED
    assert grade("GE-LXXX 1320", **fields) == OUT


# What it means to be out of supply


@rule("11.63")
def test_who_is_out_of_supply_attacks_worse_and_without_cards() -> None:
    units, cut = "GE-XLVIIIPZ 0616; US-VI 0716", "0516 0517 0615 0717 0816"
    for allied, asked, columns in (("", True, 0), (cut, False, -1)):
        match = fighting("axis", units, "0616", allied=allied, axis_hand=COUNTERATTACK, dice="1")
        match.play("attack 0716")
        match.play("join GE-XLVIIIPZ")
        assert sum(shift.columns for shift in odds(match).shifts if shift.rule == "9.245") == columns
        match = fighting("axis", units, "0616", allied=allied, axis_hand=COUNTERATTACK, dice="1")
        attack(match, "0716", "GE-XLVIIIPZ")
        assert (bool(match.position.frames) and match.prompt.rule == "9.25" and match.prompt.side == "axis") == asked


@rule("11.63")
def test_who_is_out_of_supply_defends_without_cards() -> None:
    units, cut = "US-VI 0716; GE-LXXX 0616", "0516 0517 0615 0717 0816"
    for allied, asked in (("0717 0716", True), (cut, False)):
        match = fighting("allied", units, "0716", allied=allied, axis_hand=COUNTERATTACK, dice="1")
        attack(match, "0616", "US-VI")
        assert (bool(match.position.frames) and match.prompt.rule == "9.25" and match.prompt.side == "axis") == asked


@rule("11.64")
def test_who_is_out_of_supply_gets_no_replacements() -> None:
    match = midway(
        lambda play: replacements.begin(play, "axis", 2),
        "GE-LXXX 0712 reduced; GE-LXXXI 1008 reduced; GE-LXXXII OKW reduced",
        allied_control=around("0712"),
    )
    assert refused(match, "rebuild GE-LXXX") == "11.64"
    assert not refused(match, "rebuild GE-LXXXI")
    assert not refused(match, "rebuild GE-LXXXII"), "boxes are always in supply"
