"""Railways (10): trains, what cuts the lines, and who controls them."""

from __future__ import annotations

from random import Random

import pytest

from bocage import Match
from bocage.games.fortress.rules.movement import railways
from bocage.games.fortress.rules.position import DEAD
from tests.cases import rule
from tests.fortress.movement.marching import against, goes, hand, has, hexes, look, moving, refused, where
from tests.fortress.playing import game


def said(match: Match, unit: str, goal: str) -> str:
    """What the referee says against a train."""
    match.play(f"pick {unit}")
    found = match.why_not(f"rail {goal}")
    return found.why if found else ""


@rule("10.8")
def test_every_city_is_on_the_one_net() -> None:  # T52
    made = game()
    data = made.data
    assert not data.cities & ~data.rail_hexes
    found = data.rails.flood(data.cities & -data.cities, data.rail_hexes)
    assert found == data.rail_hexes
    assert not (data.east_exits | data.south_exits) & ~found


@rule("10.1", "10.3", "10.5")
def test_six_units_go_by_rail_in_the_first_impulse() -> None:
    names = ["GE-84-Inf", "GE-85-Inf", "GE-77-Inf", "GE-91-Inf", "GE-352-Inf", "GE-353-Inf", "GE-198-Inf"]
    match = moving("german", "; ".join(f"{name} KK15" for name in names), weather="Storm")
    for name in names[:6]:
        goes(match, name, "R11", verb="rail")
        assert where(match, name) == "R11"
        assert has(match, "stopped", name)
    assert refused(match, names[6], "R11", verb="rail") == "10.1"
    match = moving("german", "GE-84-Inf KK15", 2)
    assert refused(match, "GE-84-Inf", "R11", verb="rail") == "10.3"


@rule("10.1", "17.10.3")
@pytest.mark.parametrize(("flown", "units"), [((1, 2), 0), ((1, 1), 2), ((0, 2), 6), ((1, 0), 4), ((0, 0), 6)])
def test_aircraft_on_railways_take_two_units_each(flown: tuple[int, int], units: int) -> None:  # T68
    match = moving("german", "GE-84-Inf KK15", missions={"railways": flown})
    assert railways.quota(look(match)) == units
    assert refused(match, "GE-84-Inf", "R11", verb="rail") == ("" if units else "17.10.3")


@rule("10.11")
def test_the_allies_never_go_by_rail() -> None:
    match = moving("allied", "US-1-Inf R11")
    assert refused(match, "US-1-Inf", "R24", verb="rail") == "10.11"


@rule("10.4")
def test_trains_keep_to_the_rails_and_out_of_enemy_zones() -> None:
    match = moving("german", "GE-84-Inf KK15; GE-85-Inf Q13; US-1-Inf R9", turn=12)
    assert refused(match, "GE-84-Inf", "R11", verb="rail") == ""
    clear = match.game.board.names(match.game.land & ~match.game.data.rail_hexes)[0]
    assert against(match, f"rail {clear}") == "10.4"
    match = moving("german", "GE-84-Inf KK15; US-1-Inf R10", turn=12)
    assert refused(match, "GE-84-Inf", "R11", verb="rail") == "10.4"
    match = moving("german", "GE-84-Inf R11; US-1-Inf R10", turn=12)
    assert "begin in an enemy zone" in said(match, "GE-84-Inf", "KK15")
    match = moving("german", f"GE-84-Inf {clear}; US-1-Inf R10", turn=12)
    assert "begins in a rail hex" in said(match, "GE-84-Inf", "KK15")
    # Nor through a zone: the one line to E5 leads by F5, which the Americans at F6 watch.
    match = moving("german", "GE-84-Inf G7; GE-85-Inf LL16; US-1-Inf E6", turn=12)
    match.position.german_rail &= match.game.board.set("G7 G6 F5 E5 E4 D3") | match.game.data.cities
    assert refused(match, "GE-84-Inf", "D3", verb="rail") == "10.4"


@rule("10.5", "8.3")
def test_trains_do_not_mind_the_ground_and_whoever_walks_along_the_rails_does() -> None:
    match = moving("german", "GE-84-Inf E5; GE-85-Inf LL16", turn=5)
    assert match.game.data.terrain["mountain"] & match.game.board.set("E4 D3") == match.game.board.set("E4 D3")
    goes(match, "GE-84-Inf", "C3", verb="rail")  # through two mountain hexes
    assert where(match, "GE-84-Inf") == "C3"
    match = moving("german", "GE-84-Inf E5; GE-85-Inf LL16", turn=5)
    goes(match, "GE-84-Inf", "E4")
    assert has(match, "stopped", "GE-84-Inf")


@rule("R125", "10.5", "8.4")
def test_trains_run_through_the_alps_and_anybody_may_leave_them_there() -> None:
    units = "GE-84-Inf S27; GE-85-Inf LL16; GE-91-Inf V26"
    match = moving("german", units, turn=5)
    goes(match, "GE-84-Inf", "X29", verb="rail")  # by U27, V27 and V28
    match = moving("german", units, turn=5)
    goes(match, "GE-84-Inf", "V27", verb="rail")
    assert refused(match, "GE-91-Inf", "V27") == "8.4"  # on foot only mountain units enter it
    match = moving("german", "GE-84-Inf V27; GE-85-Inf LL16", turn=6)
    match.play("pick GE-84-Inf")
    assert match.game.board.names(match.prompt.sets["move"] & match.game.data.terrain["alpine"]) == []
    goes(match, "GE-84-Inf", "V26")


@rule("10.4")
def test_by_rail_or_on_foot_but_not_both() -> None:
    match = moving("german", "GE-84-Inf KK15; GE-85-Inf KK15")
    goes(match, "GE-84-Inf", "KK16")
    assert against(match, "rail R11") == "10.4"
    goes(match, "GE-85-Inf", "R11", verb="rail")
    assert has(match, "stopped", "GE-85-Inf")
    assert against(match, "pick GE-85-Inf") == "5.1"


@rule("10.6", "R111")
def test_a_line_leads_back_to_a_german_city() -> None:  # T72
    def ask(goal: str, ally: str = "G8", rennes: str = "empty") -> str:
        units = f"GE-77-Inf G6; US-1-Inf {ally}" + ("; GE-5-FJ G7" if rennes == "held" else "")
        cities = "B2 G7" if rennes == "allied" else "B2"
        match = moving("german", units, turn=9, allied_control=cities)
        index = match.game.board.index
        beyond = match.game.data.cities & ~sum(1 << index[label] for label in ("G7", "B2"))
        line = sum(1 << index[label] for label in ("F5", "E5", "E4", "D3", "C3"))
        match.position.allied_control |= beyond & line
        return refused(match, "GE-77-Inf", goal, verb="rail")

    assert ask("E5", rennes="held") == ask("E5") == ""
    assert ask("E5", rennes="allied") == "10.6"
    assert ask("G7") == ask("G7", rennes="held") == "10.4"
    assert ask("G7", rennes="allied") == "10.6"
    assert ask("E5", ally="H6") == ask("E5", ally="H6", rennes="held") == "10.4"


@rule("10.7")
def test_rails_must_have_been_german_before_the_turn() -> None:
    match = moving("german", "GE-84-Inf KK15")
    match.position.german_rail &= ~(1 << match.game.board.index["R11"])
    assert refused(match, "GE-84-Inf", "R11", verb="rail") == "10.7"
    match = moving("german", "GE-84-Inf G7")  # nor through a hex that was not
    match.position.german_rail &= ~match.game.board.set("F5 E4")
    assert refused(match, "GE-84-Inf", "E5", verb="rail") == "10.4"
    match = moving("german", "GE-84-Inf F5; GE-85-Inf LL16")
    match.position.german_rail &= ~match.game.board.set("F5")
    assert refused(match, "GE-84-Inf", "E5", verb="rail") == "10.7"


@rule("10.8")
def test_trains_run_beyond_the_edges_of_the_map() -> None:  # T65
    made = game()
    index = made.board.index
    rails = railways.tracks(made, ())
    assert rails.has(index["RR7"], index["RR22"])
    assert rails.has(index["KK29"], index["AA35"])
    assert rails.has(index["RR26"], index["BB31"])
    assert not rails.has(index["RR7"], index["BB31"])
    match = moving("german", "GE-84-Inf RR7; US-1-Inf QQ26", turn=30)
    # On the map every line to the south is cut, so that only RR26 could lead there.
    match.position.german_rail = match.game.board.set("RR7 RR26 BB31") | match.game.data.cities & ~match.game.data.italy
    assert refused(match, "GE-84-Inf", "BB31", verb="rail") == "10.4"
    match = moving("german", "GE-84-Inf RR7", turn=30)
    match.position.german_rail = match.game.board.set("RR7 RR26 BB31") | match.game.data.cities & ~match.game.data.italy
    goes(match, "GE-84-Inf", "BB31", verb="rail")


@rule("10.9", "17.10.4")
def test_trains_do_not_cross_rivers_without_bridges() -> None:
    made = game()
    here, there = (made.data.rails & made.data.sections["Seine-1"]).pairs()[0]
    labels = made.board.labels
    for bombed, found in ((("Seine-1",), "17.10.4"), ((), "")):
        match = moving("german", f"GE-84-Inf {labels[here]}", bombed=bombed)
        match.position.german_rail = 1 << here | 1 << there
        match.position.allied_control = 0
        assert refused(match, "GE-84-Inf", labels[there], verb="rail") == found


@rule("10.10", "13.1")
def test_one_headquarters_a_month_goes_by_rail_in_the_second_impulse() -> None:  # T74
    hq = "GE-Sodenstern N30 flipped; GE-84-Inf LL16; GE-Rommel N30"
    match = moving("german", hq, turn=6)
    assert against(match, "pick GE-Sodenstern") == "13.1"
    match = moving("german", hq, 2, turn=6, rail_moves=6)
    goes(match, "GE-Sodenstern", "R24", verb="rail")
    assert match.position.hq_rail_month == "July"
    match = moving("german", hq, 2, turn=8, hq_rail_month="July")
    assert refused(match, "GE-Rommel", "R24", verb="rail") == "10.10"
    match = moving("german", hq, 2, turn=9, hq_rail_month="July")
    goes(match, "GE-Sodenstern", "R24", verb="rail")
    assert refused(match, "GE-Rommel", "R24", verb="rail") == "10.10"
    match = moving("german", hq, 1, turn=9)
    rommel = match.game.unit_numbers["GE-Rommel"]
    found = list(railways.ticket(look(match)))
    assert [case for units, case, _ in found if not units >> rommel & 1] == ["10.10"]  # not in the first impulse


@rule("8.2", "R113")
def test_the_last_hex_by_rail_may_be_flooded() -> None:  # T71 (g)
    match = moving("german", "GE-85-Inf EE6; GE-84-Inf LL16", turn=5)
    goes(match, "GE-85-Inf", "DD4", verb="rail")
    assert not has(match, "mired", "GE-85-Inf")
    while match.prompt.step != "movement" or match.position.impulse != 2:
        match.play("end")
    goes(match, "GE-85-Inf", "CC5")
    assert where(match, "GE-85-Inf") == "CC5"


@rule("17.10.1", "R18", "R85")
@pytest.mark.parametrize(("die", "stops"), [(2, True), (3, False)])
def test_trains_are_strafed(die: int, stops: bool) -> None:  # T37
    match = moving("german", "GE-84-Inf R11", missions={"strafing": (0, 2)}, dice=str(die))
    path = railways.route(look(match), match.game.board.index["R11"], match.game.board.index["U5"])
    labels = [match.game.board.labels[node] for node in path]
    assert len(path) > 5
    assert all(match.game.data.radius >> node & 1 for node in path[3:])
    goes(match, "GE-84-Inf", "U5", verb="rail")
    assert where(match, "GE-84-Inf") == (labels[3] if stops else "U5")
    assert match.position.units[match.game.unit_numbers["GE-84-Inf"]].steps == (1 if stops else 2)


@rule("17.10.1", "R18")
def test_units_on_foot_are_strafed_over_all_their_legs() -> None:
    match = moving("german", "GE-12SS-Pz R9; GE-84-Inf LL16", missions={"strafing": (0, 2)}, dice="2")
    goes(match, "GE-12SS-Pz", "R7")
    match.play("move R5")  # the fourth hex: a die, and it gets no further than the third
    assert where(match, "GE-12SS-Pz") == "R6"
    assert has(match, "stopped", "GE-12SS-Pz")
    match = moving("german", "GE-12SS-Pz R9; GE-84-Inf LL16", missions={"strafing": (0, 2)}, dice="3")
    goes(match, "GE-12SS-Pz", "R7", "R5", "S6")  # one die only
    assert where(match, "GE-12SS-Pz") == "S6"
    match = moving("german", "GE-84-Inf R9", missions={"strafing": (0, 6)}, dice="")
    goes(match, "GE-84-Inf", "R6")  # three hexes


@rule("10.7", "R110")
def test_rail_control_takes_the_line_back_to_the_city() -> None:  # T73
    def after(*germans: str, dead: bool = False) -> set[str]:
        units = "; ".join(("US-35-Inf BB16", "US-80-Inf Z17", *germans))
        match = moving("allied", units, turn=13, allied_control="BB16")
        nancy = 1 << match.game.board.index["BB16"]
        match.position.german_rail &= ~nancy
        before = match.position.german_rail
        goes(match, "US-80-Inf", "Z16")
        play = hand(match)
        if dead:
            play.take_off(match.game.unit_numbers["GE-559-Inf"], DEAD)
        match.game.steps["rail control"].run(play, match.game.steps["rail control"].frame("allied"))
        assert not match.position.rail_noted
        return set(match.game.board.names(before & ~match.position.german_rail))

    assert after() == {"Z16", "AA16"}
    assert after("GE-559-Inf AA15") == after("GE-559-Inf AA15", dead=True) == set()  # AA16 was in its zone then


@rule("10.7")
def test_german_units_take_lines_back_and_nobody_loses_any_in_his_own_turn() -> None:
    match = moving("german", "GE-559-Inf AA15; US-80-Inf R9", turn=13)
    rails = match.game.data.rail_hexes
    match.position.german_rail = rails & ~match.game.board.set("Z16 AA16")
    goes(match, "GE-559-Inf", "AA16")
    assert hexes(match, "rail_noted") == {"AA16"}
    step = match.game.steps["rail control"]
    step.run(hand(match), step.frame("german"))
    assert rails & ~match.position.german_rail == match.game.board.set("Z16")
    # Who is in a rail hex in the other side's turn, after a retreat perhaps, takes nothing.
    match = moving("allied", "GE-559-Inf AA16; US-80-Inf R9", turn=13)
    match.position.german_rail = rails & ~match.game.board.set("Z16 AA16")
    railways.note(hand(match), match.game.unit_numbers["GE-559-Inf"], match.game.board.index["AA16"])
    assert not match.position.rail_noted


@rule("R110")
@pytest.mark.parametrize("line", ["T23 S23 R23 R24", "T23 T24 S24 R24"])
def test_of_lines_alike_the_one_is_taken_by_which_most_changes_hands(line: str) -> None:
    made = game()
    board, rails = made.board, made.data.rail_hexes
    found = railways.line_back(made, board.index["T23"], board.set("R24"), rails, rails, board.set(line))
    assert found == board.set(line)


@rule("10.7", "R110")
@pytest.mark.parametrize("seed", range(8))
def test_where_no_line_back_is_looked_for_none_would_change_hands(seed: int) -> None:
    dice, made = Random(seed), game()
    board, rails = made.board, made.data.rail_hexes

    def some(share: float) -> int:
        return rails & sum(1 << node for node in board.nodes(rails) if dice.random() < share)

    every = rails & ~some(0.05)
    ends, free, hostile = made.data.cities & some(0.6), every & ~some(0.1 * (seed % 4)), some(0.03)
    nothing = railways.peaceful(made, ends, free, every, hostile)
    lines = {node: railways.line_back(made, node, ends, free, every, hostile) for node in board.nodes(rails)}
    assert not [node for node, line in lines.items() if nothing >> node & 1 and line & hostile]
    assert nothing.bit_count() > 100, "most lines are short and change nothing"


@rule("10.7")
def test_for_the_germans_the_east_edge_is_as_good_as_a_city() -> None:
    # All cities but one far away are Allied: from QQ22 the line leads to the edge at RR22.
    match = moving("german", "GE-559-Inf QQ22; US-80-Inf R9", turn=35)
    data, board = match.game.data, match.game.board
    match.position.german_rail = data.rail_hexes & ~board.set("QQ22 RR22")
    match.position.allied_control = data.cities & ~board.set("RR13")
    railways.note(hand(match), match.game.unit_numbers["GE-559-Inf"], board.index["QQ22"])
    assert hexes(match, "rail_noted") == {"QQ22", "RR22"}


@rule("10.7")
def test_units_in_allied_zones_take_no_line() -> None:
    rails = game().data.rail_hexes
    match = moving("german", "GE-559-Inf AA15; US-80-Inf Z16", turn=13)
    match.position.german_rail = rails & ~match.game.board.set("Z16 AA16")
    goes(match, "GE-559-Inf", "AA16")
    assert not match.position.rail_noted  # in an Allied zone


@rule("10.7")
def test_lines_that_are_cut_off_are_lost_with_what_cuts_them() -> None:
    # The line from Rennes to Brest hangs on G6; beyond it only Brest is a city, and it is Allied.
    match = moving("allied", "US-35-Inf BB16; US-80-Inf D8", turn=13, allied_control="B2 B5")
    position, board = match.position, match.game.board
    position.german_rail &= ~board.set("B4 B5")
    position.rail_noted = board.set("G6")
    match.game.steps["rail control"].run(hand(match), match.game.steps["rail control"].frame("allied"))
    assert not position.german_rail & board.set("G6 F5 E5 E4 D3 C3 B2")
    assert position.german_rail & board.set("G7 R11") == board.set("G7 R11")


@rule("24.3")
def test_no_train_enters_the_hex_of_partisans() -> None:  # T96
    match = moving("german", "GE-363-Inf V18; FR-Partisans V20", turn=13)
    match.position.german_rail &= match.game.board.set("V18 V19 V20 W21") | match.game.data.cities
    assert refused(match, "GE-363-Inf", "V20", verb="rail") == "24.3"
    assert against(match, "rail W21") == "10.4"
    goes(match, "GE-363-Inf", "V20")
    assert has(match, "stopped", "GE-363-Inf")


@rule("10.2", "26.3", "R115")
def test_reinforcements_come_by_rail_from_the_east_edge() -> None:
    units = "GE-363-Inf waiting; GE-Student waiting; GE-84-Inf LL16"
    match = moving("german", units, turn=13)
    goes(match, "GE-363-Inf", "R11", verb="rail")
    assert where(match, "GE-363-Inf") == "R11"
    assert match.position.rail_moves == 1
    assert match.log()[-1].sentence.split()[-1].startswith("RR")
    assert refused(match, "GE-Student", "R11", verb="rail") == "R115"
    match = moving("german", units, turn=13)
    match.position.german_rail &= ~match.game.board.set("F5 E4")
    assert refused(match, "GE-363-Inf", "E5", verb="rail") == "10.2"  # no line from the edge leads there
    match = moving("german", units, turn=13, rail_moves=6)
    assert refused(match, "GE-363-Inf", "R11", verb="rail") == "10.1"
    goes(match, "GE-Student", "KK15", verb="enter")
    assert where(match, "GE-Student") == "KK15"
    goes(match, "GE-363-Inf", "KK15", verb="enter")
    goes(match, "GE-363-Inf", "KK18")  # with its whole allowance
    match = moving("german", units, 2, turn=13)
    assert against(match, "pick GE-363-Inf") == "5.1"


@rule("R85", "17.10.1")
def test_of_a_train_from_the_edge_the_hexes_on_the_map_count() -> None:
    units = "GE-363-Inf waiting; GE-84-Inf LL16; US-Patton RR15"
    match = moving("german", units, turn=30, missions={"strafing": (0, 6)}, dice="1")
    goes(match, "GE-363-Inf", "OO11", verb="rail")
    path = railways.route(look(moving("german", units, turn=30)), -5, match.game.board.index["OO11"])
    labels = [match.game.board.labels[node] for node in path]
    assert where(match, "GE-363-Inf") == labels[2]  # the third hex entered
