"""December III: how the winter scenarios begin, and what is special in them."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.fortress.rules import winter
from bocage.games.fortress.rules.air.allocation import available
from bocage.games.fortress.rules.supply import capacity
from tests.cases import rule
from tests.fortress.playing import game, look, play, position, refused
from tests.fortress.setup.opening import begun, listed, marked, pick, where

WINTER = ("bulge", "berlin")


@rule("33.3", "33.4", "33.3.2", "33.4.2", "33.3.4", "33.3.9", "R46", "R99")
@pytest.mark.parametrize("scenario", WINTER)
def test_the_scenario_begins_with_the_german_combat(scenario: str) -> None:
    match = begun(scenario)
    assert match.game.phase(match.position) == "german first combat"
    assert (match.prompt.side, match.position.turn, match.position.impulse) == ("german", 27, 1)
    assert match.position.weather == "Overcast*"


@rule("33.3.3", "33.3.6")
@pytest.mark.parametrize("scenario", WINTER)
def test_supply_ports_and_what_is_lost(scenario: str) -> None:  # T40, T53
    match = begun(scenario)
    found, data = look(match), look(match).game.data
    assert capacity.capacity(found) == 13
    assert capacity.counted(found).bit_count() == 94
    held = data.port_hexes & match.position.allied_control
    assert set(data.board.names(data.port_hexes & ~held)) == {"QQ4", "GG3", "EE4", "X4", "B5", "C9", "Y34"}
    assert match.position.captured_once == held
    assert match.position.sites_taken == (data.u_boat_bases | data.v1_sites) & match.position.allied_control
    assert match.position.sites_taken
    rails = match.position.german_rail
    assert rails & data.board.set("QQ4 RR7")
    assert not rails & data.board.set("X4 C9")  # the fortresses behind the lines hang together with nothing
    assert (where(match, "Mulberry-12"), where(match, "Mulberry-9")) == ("M5", "T34")
    assert match.position.forts_destroyed == data.zones["destroyed_fortresses"]
    assert {"GG11", "C9", "X4"} <= set(data.board.names(found.intact()))
    near = 0
    for node in data.board.nodes(found.occupied("allied")):
        near |= data.board.within(node, data.numbers["volkssturm_range"])
    assert near & data.cities & data.germany == match.position.volkssturm_cities


@rule("33.3.1", "33.3.5", "33.4.3", "28.5")
def test_units_lie_as_the_order_of_battle_says() -> None:
    match = begun("berlin")
    steps = {name: match.position.units[number].steps for name, number in match.game.unit_numbers.items()}
    assert (steps["US-99-Inf"], steps["BR-79-Arm"], steps["US-82-AB"]) == (1, 1, 2)
    assert {"GE-Rommel", "GE-Geyr", "GE-709-Co", "GE-159-Trn"} <= marked(match, "flipped")
    assert marked(match, "by_air") == {"US-82-AB", "US-101-AB"}
    assert where(match, "GE-709-Co") == "dead"
    assert (where(match, "GE-19-Pz"), where(match, "GE-1SS-Pz"), where(match, "GE-1SS-Pz2")) == ("gone", "gone", "GG11")
    assert match.position.carpet_month == "December"
    assert match.position.armour_forfeited
    assert match.position.reserve_back
    assert not match.position.stores


@rule("33.3.9.3", "33.3.9.4", "33.4.1", "R96")
@pytest.mark.parametrize(("turn", "impulse", "surprise"), [(27, 1, True), (27, 2, False), (28, 1, False)])
def test_the_surprise_is_over_after_the_first_combat(turn: int, impulse: int, surprise: bool) -> None:
    made = game("berlin")
    start = made.first_position()
    start.turn, start.impulse = turn, impulse
    assert winter.opening_blow(made.look(start)) is surprise
    free = winter.ignoring_zones(made.look(start), "german")
    assert bool(free) is ((turn, impulse) == (27, 2))  # 1 and 150 SS, in the second move of the turn


@rule("33.3.1", "R106")
def test_some_german_stacks_are_too_large_and_some_units_stack_free() -> None:  # T85, the start
    match = begun("bulge")
    board: Any = match.game.board
    assert set(board.names(match.position.start_stacks)) == {"GG11", "GG12", "FF13"}
    found = look(match)
    assert found.weight(found.of_side(board.index["HH11"], "german")) == 3  # 654 is not counted
    assert found.weight(found.of_side(board.index["GG11"], "german")) == 5  # nor 150SS, nor Dietrich


@rule("33.3.3", "33.4.3", "33.4.4", "33.4.5", "33.4.6", "33.4.1", "33.3.4", "33.3.10", "R49")
def test_scenario_differences_are_in_the_rules() -> None:
    bulge, berlin, campaign = (game(name).rules for name in ("bulge", "berlin", "campaign"))
    assert (bulge.replacements, berlin.replacements, berlin.replacements_from) == (False, True, 31)
    assert campaign.replacements_from == 2
    assert bulge.most_drops == {"allied": 0, "german": 1}
    assert berlin.most_drops == {"allied": 2, "german": 1}
    assert campaign.most_drops == {"allied": 5, "german": 2}
    assert (bulge.raids, berlin.raids, campaign.raids) == (0, 0, 2)
    assert (bulge.early_win, berlin.early_win) == (False, True)
    assert (bulge.opening_attacks, berlin.opening_attacks) == (0, 2)
    assert (berlin.carpet_from, berlin.u_boats_count, bulge.u_boats_count) == (31, False, True)
    assert bulge.fixed_weather == {27: "Overcast*", 28: "Clear", 29: "Storm", 30: "Overcast"}
    assert game("bulge", **{"33.3.4": True}).rules.fixed_weather == {27: "Overcast*"}  # T123


@rule("33.3.9.1", "33.3.9.2", "R94")
def test_who_may_attack_whom_on_december_third() -> None:  # T70
    match = begun("bulge")
    found, numbers = look(match), match.game.unit_numbers
    line = set(match.game.board.names(found.hexes_of(winter.members(winter.attackers(found)))))
    assert line <= {"HH10", "GG11", "GG12", "GG13", "FF13", "GG14"}
    assert "HH10" in line
    assert not winter.attackers(found) >> numbers["GE-Salmuth"] & 1  # at II9
    targets = set(match.game.board.names(winter.targets(found)))
    assert {"FF11", "FF12", "EE13", "GG10"} <= targets
    assert "FF18" not in targets


@rule("33.3.9.2", "R94")
def test_in_the_second_combat_who_has_gone_forward_attacks_too_unless_the_line_is_strict() -> None:  # T70
    units = "GE-12-VG FF12; GE-9-VG GG12; GE-18-VG EE11; US-1-Inf EE12"
    here: dict[str, Any] = {"turn": 27, "impulse": 2, "start_line": "GE-12-VG GE-9-VG"}
    for options, expected in (({}, {"GE-12-VG", "GE-9-VG"}), ({"R94": True}, {"GE-9-VG"})):
        match = position("german second combat", units, scenario="bulge", options=options, **here)
        allowed = winter.attackers(look(match))
        assert {name for name, number in match.game.unit_numbers.items() if allowed >> number & 1} == expected


@rule("33.3.9.5", "R97")
def test_who_moves_in_full_on_december_fourth() -> None:
    units = "GE-12-VG GG12; GE-9-VG HH9; US-1-Inf FF12; US-2-Inf GG10; US-4-Arm BB14; US-3-Arm BB13; BR-3-Inf GG8"
    match = position("allied turn", units, turn=28, scenario="bulge")
    reacting = marked(match, "reacting")
    assert {"US-1-Inf", "US-4-Arm"} <= reacting
    assert not reacting & {"US-2-Inf", "US-3-Arm", "BR-3-Inf"}
    slow = winter.slow_americans(look(match))
    numbers = match.game.unit_numbers
    assert slow >> numbers["US-2-Inf"] & 1
    assert not slow >> numbers["US-1-Inf"] & 1
    assert not slow >> numbers["BR-3-Inf"] & 1
    later = position("allied turn", units, turn=29, scenario="bulge")
    assert not marked(later, "reacting")
    assert not winter.slow_americans(look(later))


@rule("33.3.9.4", "R48", "R74", "R96")
def test_past_the_start_line_and_peipers_zones() -> None:
    match = position("german second movement", "GE-1SS-Pz2 FF11", turn=27, scenario="bulge", impulse=2)
    found, index = look(match), match.game.board.index
    assert winter.past_the_line(found, index["EE11"])
    assert not winter.past_the_line(found, index["HH12"])
    ignoring = winter.ignoring_zones(found, "german")
    assert {"GE-1SS-Pz2", "GE-150SS-PGBde"} <= {
        name for name, number in match.game.unit_numbers.items() if ignoring >> number & 1
    }


@rule("33.3.5", "33.4.5", "17.7")
@pytest.mark.parametrize(("turn", "count"), [(28, 6), (30, 7), (33, 3)])
def test_german_aircraft_of_the_winter_are_read_from_the_data(
    turn: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = position("german allocation", "", scenario="berlin", turn=turn, missions={"strafing": (0, 7)})
    assert available(look(match)) == (count, count)
    monkeypatch.setitem(look(match).game.rules.numbers, "winter_tac_december", 2)
    assert available(look(match))[0] == (2 if turn == 28 else count)


# 31.10


@rule("31.10", "R106")
def test_the_front_may_be_rearranged_with_three_units_a_hex() -> None:  # T111
    match = begun("bulge", **{"31.10": True})
    assert match.prompt.step == "ardennes set-up"
    pick(match, "GE-9SS-Pz")
    assert refused(match, "place II9") == "31.10"
    assert refused(match, "place GG11") == "31.10"  # five are there
    assert set(match.game.board.names(look(match).game.data.zones["rearrange"])) >= listed(match, "place")
    play(match, "place JJ11", "pick GE-12-VG", "place II12", "pick GE-3-FJ", "place II12")
    assert refused(match, "end") == "31.10"  # GG12 holds five
    play(match, "pick GE-654-AG", "place GG11")  # stacks free, like 150SS and Dietrich
    play(match, "pick GE-62-VG", "place HH14", "pick GE-18-VG", "place HH14", "pick GE-276-Inf", "place HH14")
    assert refused(pick(match, "GE-12-VG"), "place GG11") == "31.10"
    play(match, "end")
    assert match.game.phase(match.position) == "german first combat"
    board: Any = match.game.board
    assert set(board.names(match.position.start_stacks)) == {"GG11", "GG12", "FF13", "HH14"}  # three in rough ground
    assert "GE-9SS-Pz" in marked(match, "start_line")
    attackers, numbers = winter.attackers(look(match)), match.game.unit_numbers
    for unit in ("GE-1SS-Pz2", "GE-12SS-Pz", "GE-277-Inf", "GE-150SS-PGBde", "GE-654-AG"):
        assert attackers >> numbers[unit] & 1, unit
    lost: dict[str, int] = {}
    play(match, "end", "end")
    while match.prompt.step == "crowded hex":
        label = match.game.board.labels[match.prompt.frame.node]  # type: ignore[attr-defined]
        lost[label] = lost.get(label, 0) + 1
        match.play(match.prompt.actions[0])
    assert lost["GG11"] == 1
    assert refused(begun("bulge", **{"31.10": True}), "pick GE-6SS-Mtn") == "31.10"


@rule("31.10")
def test_the_printed_front_may_be_kept() -> None:
    match = play(begun("bulge", **{"31.10": True}), "end")
    assert match.game.phase(match.position) == "german first combat"


@rule("33.3.1", "6.3", "R106")
def test_start_stacks_that_can_disperse_must_and_pinned_ones_may_stay() -> None:  # T85
    match = play(begun("bulge"), "end")
    assert match.game.phase(match.position) == "german second movement"
    play(match, "end")
    lost: dict[str, int] = {}
    while match.prompt.step == "crowded hex":
        node: int = match.prompt.frame.node  # type: ignore[attr-defined]
        label = match.game.board.labels[node]
        lost[label] = lost.get(label, 0) + 1
        match.play(match.prompt.actions[0])
    assert lost == {"GG11": 3, "GG12": 3}
    assert len(look(match).of_side(match.game.board.index["FF13"], "german")) == 5  # four that count, and an HQ
