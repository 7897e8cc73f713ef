"""Supply (8.0): lines, sources, what blocks them, and who never needs any."""

from __future__ import annotations

from itertools import pairwise

import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.games.storming.rules.look import StormingLook
from bocage.games.storming.rules.supply.ways import TRACED, line, through, way_of
from bocage.table import showing
from tests import storing
from tests.cases import rule
from tests.storming.make_fixtures import FOLDER

RING = ("GE-353-Inf", "GE-77-Inf", "GE-91-Inf")


def ring(label: str, *units: str) -> str:
    """Three units in every second hex around one: their zones close it."""
    board = bocage.game_class("storming")().board
    around = [board.toward(board.index[label], direction) for direction in (0, 2, 4)]
    return "; ".join(
        f"{unit} {board.labels[node]}" for unit, node in zip(units, around, strict=True) if node is not None
    )


def look(units: str, turn: int = 3, **more: object) -> StormingLook:
    match = bocage.position(
        "storming", turn=turn, at="allied combat", units=units, duration=1, points={"12AG": 3}, **more
    )
    found: StormingLook = match.game.look(match.position)
    return found


def supplied(unit: str, units: str, turn: int = 3, attrition: bool = False, **more: object) -> bool:
    found = look(units, turn, **more)
    return found.supplied(found.game.unit_numbers[unit], attrition)


def marked(match: Match, unit: str) -> bool:
    return bool(match.position.oos >> match.game.unit_numbers[unit] & 1)


@rule("8.0", "4.1.IV.a", "4.1.VII.a")
@pytest.mark.parametrize("row", ["allied assault supply", "allied exploitation supply"])
def test_a_check_marks_those_cut_off_and_frees_the_others(row: str) -> None:
    match = bocage.position(
        "storming", turn=3, at=row, units=f"US-4-Inf 0519; US-90-Inf 1030; {ring('1030', *RING)}",
        oos="US-4-Inf GE-77-Inf",
        allied_control="0619", dice="3 3 3",
    )  # fmt: skip
    assert not marked(match, "US-4-Inf")
    assert marked(match, "US-90-Inf")
    assert marked(match, "GE-77-Inf"), "the other side's markers stay until its own check"


@rule("8.0", "4.1.V.a", "4.1.VIII.a")
@pytest.mark.parametrize("row", ["german assault supply", "german exploitation supply"])
def test_the_german_check(row: str) -> None:
    around = ring("0722", "US-4-Inf", "US-90-Inf", "US-9-Inf")
    match = bocage.position(
        "storming", turn=3, at=row, units=f"{around}; GE-77-Inf 0722; GE-2-Pz 1125", oos="GE-2-Pz US-4-Inf", dice="3",
    )  # fmt: skip
    assert marked(match, "GE-77-Inf")
    assert not marked(match, "GE-2-Pz")
    assert marked(match, "US-4-Inf")


@rule("8.1")
def test_a_line_may_be_as_long_as_it_likes() -> None:
    assert supplied("GE-353-Inf", "GE-353-Inf 0225")
    assert supplied("US-4-Inf", "US-4-Inf 5030; GE-353-Inf 0225", allied_control="0619")


@rule("8.1", "10.7.7")
def test_the_ferry_carries_supply_but_the_sea_does_not() -> None:
    found = look("GE-353-Inf 3508")
    game = found.game
    vlissingen, breskens = game.board.index["3508"], game.board.index["3509"]
    assert game.supply_sides.has(vlissingen, breskens)
    a, b = next((a, b) for a, b in (game.data.sea - game.data.ferry).pairs())
    assert not game.supply_sides.has(a, b)


@rule("8.2")
def test_enemies_and_their_zones_block_a_line() -> None:
    assert supplied("US-4-Inf", "US-4-Inf 1030", allied_control="0619")
    assert not supplied("US-4-Inf", f"US-4-Inf 1030; {ring('1030', *RING)}", allied_control="0619")
    assert supplied("US-4-Inf", f"US-4-Inf 1030; {ring('1030', *RING)}", allied_control="0619", oos=" ".join(RING))


@rule("6.4", "8.2")
def test_a_friend_in_the_hex_negates_the_enemy_zone() -> None:
    # The one road from Utah to 0518 leads through 0519, where the Germans in 0520 have a zone.
    units = "US-4-Inf 0418; GE-353-Inf 0520; GE-77-Inf 0419"
    assert not supplied("US-4-Inf", units, allied_control="0619")
    assert supplied("US-4-Inf", f"{units}; US-90-Inf 0519; US-9-Inf 0518", allied_control="0619")


@rule("8.2", "R18")
def test_an_intact_german_fort_blocks_allied_lines_only() -> None:
    found = look("US-4-Inf 1521; GE-353-Inf 1420", allied_control="0619")
    assert not through(found, "allied") & found.game.board.set("1420")
    assert through(found, "german") & found.game.board.set("1420")
    fallen = look("US-4-Inf 1521", allied_control="0619 1420", forts_destroyed="1420")
    assert through(fallen, "allied") & fallen.game.board.set("1420")
    for control, blocked in (("0619", True), ("0619 4814", False)):  # a fort of the West Wall in Allied hands
        wall = look("US-4-Inf 1521", allied_control=control)
        assert (not through(wall, "allied") & wall.game.board.set("4814")) is blocked


@rule("8.3", "8.3.A", "R47")
def test_german_lines_lead_to_the_east_edge_and_nowhere_else() -> None:
    found = look("GE-353-Inf 0225")
    assert found.game.german_sources == found.game.entrances["E"]
    assert not found.game.german_sources & found.game.entrances["W"]
    assert not found.game.german_sources & found.game.entrances["B"]


@rule("8.3", "8.3.B", "4.1.VII")
def test_beaches_serve_until_turn_seven() -> None:
    units = "US-4-Inf 0720"
    assert supplied("US-4-Inf", units, turn=7, allied_control="0619")
    assert not supplied("US-4-Inf", units, turn=8, allied_control="0619")


@rule("8.3.B", "8.6.B")
def test_cherbourg_serves_from_the_turn_on_its_marker() -> None:
    units = "US-4-Inf 0720"
    assert not supplied("US-4-Inf", units, turn=8, allied_control="0518", cherbourg_turn=9, forts_destroyed="0518")
    assert supplied("US-4-Inf", units, turn=9, allied_control="0518", cherbourg_turn=9, forts_destroyed="0518")
    assert not supplied("US-4-Inf", units, turn=9, cherbourg_turn=9), "it must be Allied"


@rule("8.3.B", "8.7.D")
def test_antwerpen_serves_when_it_is_operational() -> None:
    units = "CW-3-Inf 4012"
    assert not supplied("CW-3-Inf", units, turn=9, allied_control="3910")
    assert supplied("CW-3-Inf", units, turn=9, allied_control="3910", antwerpen_operational=True)


@rule("8.3.B")
def test_the_southern_entrance_supplies_the_sixth_army_group_and_spares_others_from_attrition() -> None:
    units = "US-3-Inf 4838; US-4-Inf 4530"
    south = "US-3-Inf" if "US-3-Inf" in look(units).game.unit_numbers else "US-36-Inf"
    assert supplied(south, units, turn=9)
    assert not supplied("US-4-Inf", units, turn=9)
    assert supplied("US-4-Inf", units, turn=9, attrition=True)


@rule("8.4", "8.4.1", "8.4.2", "8.4.3")
def test_who_never_needs_a_line() -> None:
    cut = look("GE-353-Inf 5310; GE-77-Inf 1420; GE-Metz-1 4727", oos="")
    numbers = cut.game.unit_numbers
    for unit in ("GE-353-Inf", "GE-77-Inf", "GE-Metz-1"):
        at = cut.game.board.labels[cut.position.units[numbers[unit]].at]
        shut = look(f"{unit} {at}; {ring(at, 'US-4-Inf', 'US-90-Inf', 'US-9-Inf')}")
        assert shut.supplied(numbers[unit]), unit
    wall = "; ".join(
        f"{unit} {hex_}"
        for unit, hex_ in (("US-4-Inf", "0519"), ("US-90-Inf", "0619"), ("US-9-Inf", "0418"), ("US-29-Inf", "0618"))
    )
    assert not supplied("GE-709-Co", f"GE-709-Co 0518; {wall}"), "Cherbourg gives no normal supply"
    assert supplied("GE-709-Co", f"GE-709-Co 0518; {wall}", attrition=True), "but spares from Attrition"


@rule("8.5")
def test_a_unit_found_out_of_supply_stays_so_until_the_next_check() -> None:
    match = bocage.position(
        "storming", turn=3, at="allied exploitation supply", units=f"US-4-Inf 1030; {ring('1030', *RING)}", dice="3 3 3"
    )
    assert marked(match, "US-4-Inf")
    found = match.game.look(match.position)
    assert not found.zone("allied")


@rule("8.1", "8.2")
@pytest.mark.parametrize("fixture", ["campaign-german-metz", "breakout-allied-paris", "final-german-last-turn"])
def test_supply_lines_are_drawn_where_the_rule_traces_them(fixture: str) -> None:
    """From the unit to a source of its way, over no closed hexside and through no closed hex."""
    match = storing.load(FOLDER / f"{fixture}.txt")
    drawn = 0
    for when, twin in match.walk(match.history_moment, match.moment):
        if when % 150:
            continue
        found: StormingLook = twin.game.look(twin.position)
        board, sides = found.game.board, found.game.supply_sides
        for unit in (unit for unit, state in enumerate(twin.position.units) if state.at >= 0):
            way, nodes = way_of(found, unit), line(found, unit)
            assert found.supplied(unit) == (way is not None)
            assert bool(nodes) == (way is not None and way.net is not None)
            if not nodes:
                continue
            assert way is not None
            drawn += 1
            assert nodes[0] == twin.position.units[unit].at
            served = [other for other in TRACED if other.whom == way.whom and other.serves(found, unit)]
            assert any(other.sources(found, *way.whom) >> nodes[-1] & 1 for other in served)
            assert all(through(found, *way.whom) >> node & 1 for node in nodes)
            for here, there in pairwise(nodes):
                assert sides.has(here, there), f"{board.labels[here]}-{board.labels[there]} is closed to supply"
    assert drawn > 100


@rule("8.2", "8.3")
def test_a_map_draws_the_line_of_the_rule() -> None:
    """From Le Havre it does not go straight over the mouth of the Seine, but round by land."""
    match = bocage.position(
        "storming", turn=8, at="allied combat", units="CW-49-Inf 1420", duration=1, points={"21AG": 3},
        cherbourg_turn=3, allied_control="0518",
    )  # fmt: skip
    (layer,) = showing.overlay(match, None, "supply", "CW-49-Inf")
    assert layer.name == "British 49 Infantry Division: in supply"
    (drawn,) = layer.lines
    assert (drawn[:6], drawn[-1]) == (["1420", "1520", "1620", "1521", "1421", "1321"], "0518")


@rule("8.3.B")
def test_the_sixth_army_group_is_shown_the_shorter_of_its_lines() -> None:
    """It may trace to Antwerpen and to the south; three hexes from the south nobody looks for a line to the sea."""
    match = bocage.position(
        "storming", turn=9, at="allied combat", units="US-3-Inf 4838", duration=1, points={"12AG": 3},
        allied_control="3910", antwerpen_operational=True,
    )  # fmt: skip
    (layer,) = showing.overlay(match, None, "supply", "US-3-Inf")
    assert layer.name == "US 3 Infantry Division: in supply"
    (drawn,) = layer.lines
    assert (len(drawn), drawn[0], drawn[-1][2:]) == (3, "4838", "40")
