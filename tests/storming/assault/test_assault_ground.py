"""Where Mobile Assaults may be made: ground, rivers, zones of control, and hexes closed to one side (14.1.D, 6.7)."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.storming.assault.assaulting import assault, field, german_field, may, refused, take, where

# 2230 and everything around it is clear, without rivers; 77 Infantry has an Attack Strength and exerts a zone.
OPEN = "US-3-Arm 2230; GE-77-Inf 2330"


# Over which ground

# (from, into, may) without rivers between; the terrain of the second hex is what counts.
GROUND = [
    ("2230", "2330", "clear", True),
    ("1427", "1428", "rough", True),
    ("1127", "1227", "woods", True),
    ("0425", "0525", "town", True),
    ("1132", "1231", "city", True),
    ("1223", "1222", "forest", False),
    ("0921", "0821", "forest", True),  # along a road
    ("3608", "3607", "swamp", False),
    ("0723", "0722", "bocage", False),
    ("0922", "0923", "bocage", True),  # along a road
]


@rule("14.1.D")
@pytest.mark.parametrize(("here", "there", "terrain", "allowed"), GROUND)
def test_open_ground_is_assaulted_and_broken_ground_along_roads(
    here: str, there: str, terrain: str, allowed: bool
) -> None:
    match = german_field(f"GE-2-Pz {here}; CW-3-Inf {there}")
    data, node = match.game.data, match.game.board.index[there]
    found = "city" if data.cities >> node & 1 else "town" if data.towns >> node & 1 else data.terrain_at[node]
    assert terrain in (found, data.terrain_at[node])
    take(match, "GE-2-Pz")
    if allowed:
        assert may(match, f"assault {there}")
    else:
        case, why = refused(match, f"assault {there}")
        assert case == "14.1.D"
        assert f"units in {terrain} are Mobile Assaulted along a road only" in why


@rule("13.9.E", "14.1.D")
@pytest.mark.parametrize(("here", "there"), [("5033", "5133"), ("5033", "5134"), ("5038", "5037")])
def test_mountains_are_never_assaulted_even_along_a_road(here: str, there: str) -> None:
    match = field(f"US-14-Arm {here}; GE-77-Inf {there}", turn=12)
    take(match, "US-14-Arm")
    assert refused(match, f"assault {there}")[0] == "13.9.E"


@rule("14.1.D")
def test_forts_are_never_assaulted_while_they_serve_the_germans() -> None:
    units = "US-3-Arm 4714; GE-77-Inf 4814"  # a road leads into this hex of the West Wall
    match = field(units, turn=12)
    take(match, "US-3-Arm")
    assert refused(match, "assault 4814") == ("14.1.D", "a Fort is never Mobile Assaulted")
    match = field(units, turn=12, forts_destroyed="4814")
    take(match, "US-3-Arm")
    assert may(match, "assault 4814")
    match = german_field("GE-2-Pz 4714; US-4-Inf 4814", turn=12)  # the West Wall is of no use to the Allies (16.1)
    take(match, "GE-2-Pz")
    assert may(match, "assault 4814")


@rule("14.1.D")
def test_cherbourg_is_a_fort_for_mobile_assaults() -> None:
    match = field("US-3-Arm 0519; GE-709-Co 0518", turn=2)
    take(match, "US-3-Arm")
    assert refused(match, "assault 0518")[1] == "a Fort is never Mobile Assaulted"


RIVERS = [
    ("0630", "0730", False),  # minor, no bridge
    ("0629", "0730", True),  # minor, bridge
    ("2628", "2629", True),  # major, bridge
    ("1822", "1922", False),  # major, no bridge
    ("3508", "3509", True),  # the Breskens Ferry (10.7.7)
]


@rule("14.1.D", "10.7.7")
@pytest.mark.parametrize(("here", "there", "bridge"), RIVERS)
def test_rivers_are_crossed_by_bridges_only(here: str, there: str, bridge: bool) -> None:
    match = german_field(f"GE-2-Pz {here}; CW-3-Inf {there}", antwerpen_taken=True)
    take(match, "GE-2-Pz")
    if bridge:
        assert may(match, f"assault {there}")
    else:
        case, why = refused(match, f"assault {there}")
        assert case == "14.1.D"
        assert "by a bridge only" in why


@rule("14.1.D")
def test_of_the_rhine_bridges_the_allies_have_the_captured_one_and_the_germans_what_still_stands() -> None:
    units = "US-3-Arm 5415; GE-77-Inf 5416"  # Remagen
    match = field(units, turn=14)
    take(match, "US-3-Arm")
    case, why = refused(match, "assault 5416")
    assert (case, why) == ("14.1.D", "the Rhine is crossed in a Mobile Assault by a bridge only, and none stands here")
    match = field(units, turn=14, bridge_captured="Remagen", bridge_hex="5415")
    take(match, "US-3-Arm")
    assert may(match, "assault 5416")
    units = "GE-2-Pz 5416; US-4-Inf 5415"
    for blown, allowed in (((), True), (("Remagen",), False), (("Bonn",), True)):
        match = german_field(units, turn=14, bridges_blown=blown)
        take(match, "GE-2-Pz")
        assert may(match, "assault 5415") is allowed


@rule("10.5.A")
def test_nobody_assaults_over_the_sea() -> None:
    match = german_field("GE-2-Pz 3709; CW-3-Inf 3710")
    take(match, "GE-2-Pz")
    assert refused(match, "assault 3710")[0] == "10.5.A"


@rule("10.7.10")
def test_the_seine_line_is_not_crossed_before_the_breakout() -> None:
    units = "US-3-Arm 2629; GE-77-Inf 2628"  # over a bridge
    match = field(units, breakout=False)
    take(match, "US-3-Arm")
    assert refused(match, "assault 2628")[0] == "10.7.10"
    match = field(units, breakout=True)
    take(match, "US-3-Arm")
    assert may(match, "assault 2628")


# Zones of control


@rule("6.7.A", "6.5")
def test_units_that_moved_in_assault_the_only_hex_whose_zone_reaches_them() -> None:
    match = field("US-3-Arm 2030; GE-77-Inf 2330")
    take(match, "US-3-Arm")
    match.play("move 2230")
    assert refused(match, "move 2231")[0] == "6.5"
    assert may(match, "assault 2330")


@rule("6.7.A")
def test_a_second_zone_keeps_units_that_moved_in_from_assaulting() -> None:
    match = field("US-3-Arm 2030; GE-77-Inf 2330; GE-84-Inf 2331")
    take(match, "US-3-Arm")
    match.play("move 2230")
    for target, other in (("2330", "2331"), ("2331", "2330")):
        case, why = refused(match, f"assault {target}")
        assert case == "6.7.A"
        assert why == (
            "units that moved into an enemy zone of control assault from there only if no zone but that of "
            f"{target} reaches them, and {other} exerts one too"
        )


@rule("6.7.A")
def test_whoever_exerts_no_zone_does_not_hinder_and_is_no_reason_to_stop() -> None:
    # A Tiger battalion has no zone (6.2): beside 77 Infantry it may not be assaulted, but does not protect it either.
    match = field("US-3-Arm 2030; GE-77-Inf 2330; GE-501SS-Ti 2331")
    take(match, "US-3-Arm")
    match.play("move 2230")
    assert may(match, "assault 2330")
    assert refused(match, "assault 2331")[0] == "6.7.A"
    match = field("US-3-Arm 2030; GE-501SS-Ti 2331")
    take(match, "US-3-Arm")
    match.play("move 2230")
    assert may(match, "assault 2331")


@rule("6.7.A", "R81")
def test_units_that_began_among_zones_assault_anyone_beside_them() -> None:
    match = field("US-3-Arm 2230; GE-77-Inf 2330; GE-84-Inf 2331; GE-501SS-Ti 2231")
    take(match, "US-3-Arm")
    for target in ("2330", "2331", "2231"):
        assert may(match, f"assault {target}")


@rule("6.7.A")
def test_zones_over_the_target_do_not_matter() -> None:
    match = field("US-3-Arm 2030; GE-77-Inf 2330; GE-84-Inf 2430; GE-85-Inf 2429")
    take(match, "US-3-Arm")
    match.play("move 2230")
    assert may(match, "assault 2330")


# Where nobody may


@rule("7.1.2.G")
def test_nobody_assaults_into_or_out_of_entrance_hexes() -> None:
    match = field("US-14-Arm 4839; GE-77-Inf 4840", turn=12)
    take(match, "US-14-Arm")
    assert refused(match, "assault 4840")[0] == "7.1.2.G"
    match = german_field("GE-2-Pz 0434; US-4-Inf 0433")
    take(match, "GE-2-Pz")
    assert refused(match, "assault 0433")[0] == "7.1.2.G"


@rule("7.1.2.E")
def test_anvil_dragoon_units_assault_out_of_their_hex_if_germans_bar_every_way() -> None:
    match = field("US-14-Arm 4940; US-4-Inf 2230; GE-77-Inf 4839; GE-84-Inf 4939", turn=12)
    take(match, "US-14-Arm")
    assert refused(match, "assault 4839")[0] == "7.1.2.E"
    match = field("US-14-Arm 4940; US-4-Inf 2230; GE-77-Inf 4839; GE-84-Inf 4939; GE-85-Inf 5039", "6 1", turn=12)
    assault(match, "US-14-Arm", "4839")
    assert where(match, "US-14-Arm") == "4839"


@rule("7.1.2.F")
def test_brittany_is_open_ground() -> None:
    match = field("US-3-Arm 0225; GE-77-Inf 0125")
    take(match, "US-3-Arm")
    assert may(match, "assault 0125")
    match = german_field("GE-2-Pz 0125; US-4-Inf 0225")
    take(match, "GE-2-Pz")
    assert may(match, "assault 0225")


@rule("7.1.2.J")
def test_brittany_is_closed_to_german_assaults_once_four_divisions_have_exited() -> None:
    match = german_field("GE-2-Pz 0225; US-4-Inf 0125", brittany_closed=True)
    take(match, "GE-2-Pz")
    assert refused(match, "assault 0125")[0] == "7.1.2.J"


@rule("8.7.B")
def test_montys_blind_spot_is_neither_assaulted_nor_assaulted_from() -> None:
    for sees in (False, True):
        match = field("CW-7-Arm 3910; GE-77-Inf 3909", turn=8, monty_sees=sees)
        take(match, "CW-7-Arm")
        assert may(match, "assault 3909") is sees
        if not sees:
            assert refused(match, "assault 3909")[0] == "8.7.B"
        match = german_field("GE-2-Pz 3909; CW-3-Inf 4009", turn=8, monty_sees=sees)
        take(match, "GE-2-Pz")
        assert may(match, "assault 4009") is sees
        if not sees:
            assert refused(match, "assault 4009")[0] == "8.7.B"


@rule("10.7.1", "10.7.1.i", "10.7.1.ii")
def test_the_normandy_exclusion_zone_binds_assaults() -> None:
    match = field("US-3-Arm 0825; GE-77-Inf 0925", turn=3, breakout=False)
    take(match, "US-3-Arm")
    assert refused(match, "assault 0925")[0] == "10.7.1"
    units = "CW-7-Arm 0921; GE-77-Inf 0821"
    match = field(units, turn=3, breakout=False)
    take(match, "CW-7-Arm")
    assert refused(match, "assault 0821")[0] == "10.7.1"
    for released in ({"breakout": True}, {"breakout": False, "commonwealth_free": True}):
        match = field(units, turn=5, **released)
        take(match, "CW-7-Arm")
        assert may(match, "assault 0821")


@rule("10.7.2")
def test_command_limits_bind_assaults() -> None:
    game = field(OPEN).game
    data, board = game.data, game.board
    north, south = next(
        (board.labels[a], board.labels[b])
        for a in board.nodes(data.areas["21AG"] & data.terrain["clear"] & ~data.cities)
        for b in board.neighbours[a]
        if (data.areas["12AG"] & data.terrain["clear"] & ~game.fort_hexes) >> b & 1
        and not any(river.has(a, b) for river in data.rivers.values())
    )
    match = field(f"CW-7-Arm {north}; GE-77-Inf {south}", turn=9)
    take(match, "CW-7-Arm")
    assert refused(match, f"assault {south}")[0] == "10.7.2"
    match = field(f"US-3-Arm {south}; GE-77-Inf {north}", turn=9)
    take(match, "US-3-Arm")
    assert may(match, f"assault {north}")


@rule("10.7.3")
def test_no_sixth_division_assaults_into_ikes_blind_spot() -> None:
    inside = "US-4-Inf 4419; US-9-Inf 4419; US-1-Inf 4419; US-2-Inf 4420"
    target, here = _edge_of_ikes_spot()
    match = field(f"US-3-Arm {here}; US-4-Arm {here}; GE-77-Inf {target}; {inside}", turn=9)
    take(match, "US-3-Arm")
    assert may(match, f"assault {target}")  # the fifth
    match.play("join US-4-Arm")
    assert refused(match, f"assault {target}")[0] == "10.7.3"
    match = field(f"US-3-Arm {here}; US-4-Arm {here}; GE-77-Inf {target}; {inside}", turn=9, ike_sees=True)
    take(match, "US-3-Arm US-4-Arm")
    assert may(match, f"assault {target}")


def _edge_of_ikes_spot() -> tuple[str, str]:
    game = field(OPEN).game
    board, data = game.board, game.data
    open_ground = (data.terrain["clear"] | data.terrain["rough"] | data.terrain["woods"]) & ~game.fort_hexes
    for target in board.nodes(game.ike_spot & open_ground):
        for here in board.neighbours[target]:
            crossed = any(river.has(here, target) for river in data.rivers.values())
            if not crossed and (data.areas["12AG"] & ~game.ike_spot & ~game.fort_hexes) >> here & 1:
                return board.labels[target], board.labels[here]
    raise AssertionError("Ike's Blind Spot has no edge")


@rule("17.1.A", "17.1.C")
def test_fortress_holland_is_closed_to_allied_assaults_and_to_panzers() -> None:
    game = field(OPEN).game
    board, data = game.board, game.data
    here, there = next(
        (board.labels[a], board.labels[b])
        for b in board.nodes(game.holland & data.terrain["clear"] & ~data.cities & ~game.fort_hexes)
        for a in board.neighbours[b]
        if not game.holland >> a & 1 and not any(sides.has(a, b) for sides in (*data.rivers.values(), data.sea))
    )
    cities = "; ".join(
        f"{unit} {board.labels[node]}"
        for unit, node in zip(("GE-84-Inf", "GE-85-Inf", "GE-89-Inf"), game.holland_cities, strict=True)
    )
    match = field(f"CW-7-Arm {here}; GE-77-Inf {there}; {cities}", turn=14, monty_sees=True)
    take(match, "CW-7-Arm")
    assert refused(match, f"assault {there}")[0] == "17.1.A"
    match = field(f"CW-7-Arm {here}; GE-77-Inf {there}", turn=14, monty_sees=True)
    take(match, "CW-7-Arm")
    assert may(match, f"assault {there}")
    match = german_field(f"GE-2-Pz {here}; CW-3-Inf {there}", turn=14)
    take(match, "GE-2-Pz")
    assert refused(match, f"assault {there}")[0] == "17.1.C"


@rule("10.7.4", "R84")
def test_whoever_holds_the_bank_for_others_does_not_assault_away_from_it() -> None:
    units = "US-4-Inf 5415; US-3-Arm 5316; GE-501SS-Ti 5317"
    for company, allowed in (("", False), ("; US-9-Inf 5316", True)):
        match = field(units + company, turn=14)
        take(match, "US-4-Inf")
        match.play("move 5215")  # over the Rhine and on, by way of 5316
        take(match, "US-3-Arm")
        assert may(match, "assault 5317") is allowed
        if not allowed:
            assert refused(match, "assault 5317")[0] == "10.7.4"


@rule("10.7.9", "R84")
def test_no_german_assault_on_paris_for_they_would_have_to_stay_there() -> None:
    match = german_field("GE-2-Pz 2427; US-4-Inf 2527", turn=7, paris_entered=True)
    take(match, "GE-2-Pz")
    assert refused(match, "assault 2527")[0] == "10.7.9"


@rule("10.7.9", "R30")
def test_the_french_may_be_among_those_who_assault_into_paris() -> None:
    match = field("US-3-Arm 2427; FR-2-Arm 2427; GE-77-Inf 2527", "6 1", turn=6)  # ruling R30
    assault(match, "US-3-Arm FR-2-Arm", "2527")
    match.play("lose US-3-Arm")
    assert where(match, "FR-2-Arm") == "2527"
    assert match.position.paris_entered
    assert not match.position.civil_war


@rule("17.2.B", "R62")
def test_nobody_assaults_out_of_a_flooded_hex_on_the_turn_of_the_flood() -> None:
    units = "US-3-Arm 4912; GE-77-Inf 4911"
    for flood, allowed in ((0, True), (13, False), (12, True), (11, True)):
        match = field(units, turn=13, flood_turn=flood, forts_destroyed="4812")
        take(match, "US-3-Arm")
        assert may(match, "assault 4911") is allowed
        if not allowed:
            assert refused(match, "assault 4911")[0] == "17.2.B"


@rule("17.2.B", "14.1.D")
def test_a_drowned_valley_is_swamp_to_an_assault_on_the_turn_after_and_clear_later() -> None:
    for flood, allowed in ((0, True), (13, True), (12, False), (11, True)):
        match = field("US-3-Arm 4911; GE-77-Inf 4912", turn=13, flood_turn=flood)
        take(match, "US-3-Arm")
        assert may(match, "assault 4912") is allowed
