"""What events do: points, tracks, hands, steps, control, the red zone, Hitler (6.5, 8.38, 13, 15, 16)."""

from __future__ import annotations

import pytest

from bocage.engine.play import Play
from bocage.games.festung.rules.cards import flags
from bocage.games.festung.rules.position import Flag, HandChange
from bocage.games.festung.rules.supply.tracing import ports
from tests.cases import rule
from tests.festung.cards.carding import controls, event, hand, holding, lies, offered, steps, tracks
from tests.festung.playing import game, in_force, look, place, play, position, refused

# Tracks


@rule("15.1", "16.1", "18.5")
@pytest.mark.parametrize(
    ("card", "vp", "infrastructure"),
    [
        ("allied-3", 21, 19), ("allied-18", 21, 19), ("allied-30", 21, 18), ("allied-45", 21, 18),
        ("allied-12", 20, 20), ("allied-21", 20, 20), ("axis-22", 22, 20), ("axis-47", 22, 20),
    ],
)  # fmt: skip
def test_events_move_the_tracks(card: str, vp: int, infrastructure: int) -> None:
    assert tracks(event(card, turn=7)) == (vp, infrastructure)


@rule("19.33", "6.51")
@pytest.mark.parametrize(("set_before", "options", "vp"), [
    ({}, {}, 20), (in_force("forced_labor"), {}, 19), ({}, {"19.33": True}, 19),
    (in_force("forced_labor"), {"19.33": True}, 17),
])  # fmt: skip
def test_war_crimes_cost_more_after_forced_labor(set_before: dict, options: dict, vp: int) -> None:  # type: ignore[type-arg]
    """T092: doubled by the option."""
    match = event("allied-44", turn=7, allied_control="1010", flags=set_before, options=options)
    assert tracks(match)[0] == vp


@rule("15.2", "R17")
def test_infrastructure_at_zero_collapses_and_ends_what_hangs_on_it() -> None:
    match = event("allied-3", infrastructure=1, flags=in_force("production_miracle", "oil_ignored", "forced_labor"))
    assert match.position.collapsed
    assert set(match.position.flags) == {"forced_labor"}
    assert tracks(event("allied-45", infrastructure=1, turn=7)) == (21, 0)


# What becomes of the card


@rule("6.52", "6.12")
def test_a_starred_card_leaves_the_game_and_others_are_discarded() -> None:
    assert lies(event("allied-18"), "allied-18") == "gone"
    assert lies(event("allied-3"), "allied-3") == "discards"


@rule("6.52")
def test_a_starred_card_that_gives_points_is_only_discarded() -> None:
    match = position("allied action", allied_hand="allied-18")
    play(match, "rp allied-18")
    if match.prompt.step == "replacements":
        match.play("end")
    assert lies(match, "allied-18") == "discards"


# Hands


@rule("4.21")
@pytest.mark.parametrize(("card", "side"), [("allied-25", "axis"), ("axis-2", "allied"), ("axis-47", "allied")])
def test_a_hand_is_smaller_at_the_next_draw_only(card: str, side: str) -> None:
    match = event(card, turn=7)
    assert match.position.hand_changes == (HandChange(side, -1, card),)


@rule("4.21", "6.51")
def test_anti_submarine_warfare_calls_off_u_boats_but_not_electro_boats() -> None:
    owed = (
        HandChange("allied", -1, "axis-2"),
        HandChange("allied", -1, "axis-47"),
        HandChange("axis", -1, "allied-25"),
    )
    match = event("allied-2", hand_changes=owed)
    assert [change.card for change in match.position.hand_changes] == ["axis-47", "allied-25"]
    assert "asw" in match.position.flags
    assert hand(match, "allied") == 1


@rule("4.22", "R105")
@pytest.mark.parametrize(("card", "side", "fields"), [
    ("allied-24", "allied", {}), ("axis-33", "axis", {"bombers": {"UK BC": "industry"}}),
    ("axis-7", "axis", {"surrendered": True}),
])  # fmt: skip
def test_events_draw_a_card_at_once(card: str, side: str, fields: dict) -> None:  # type: ignore[type-arg]
    match = event(card, "GE-IFJ 1920", **fields)
    while match.prompt.step != "action":
        match.play(match.prompt.actions[0])
    assert hand(match, side) == 1


@rule("6.51", "R69")
def test_peace_feelers_take_a_card_by_lot() -> None:
    match = event("axis-55", turn=7, allied_hand="allied-3 allied-7")
    assert hand(match, "allied") == 1
    assert hand(event("axis-55", turn=7), "allied") == 0  # an empty hand loses nothing, and the event stands


# Demands (16.44)


@rule("16.44")
@pytest.mark.parametrize(("card", "units", "set_before", "vp"), [
    ("allied-4", "GE-ISS 0712", {}, 20), ("allied-4", "GE-ISS 0712", in_force("hitler_alert"), 19),
    ("allied-10", "GE-XVM EAST", {}, 20), ("allied-15", "GE-XVM BALKANS", in_force("hitler_alert"), 19),
])  # fmt: skip
def test_a_demand_that_is_refused_costs_points(card: str, units: str, set_before: dict, vp: int) -> None:  # type: ignore[type-arg]
    match = event(card, units, flags=set_before)
    assert match.prompt.side == "axis"
    assert tracks(play(match, "refuse"))[0] == vp


@rule("16.44")
@pytest.mark.parametrize(("card", "units"), [
    ("allied-4", "GE-LXXV 0712; GE-ISS OKW"),  # nobody mechanized on the map
    ("allied-10", "GE-XXIVPZ EAST reduced"), ("allied-10", ""), ("allied-15", "GE-XVM BALKANS reduced"),
])  # fmt: skip
def test_a_demand_that_cannot_be_met_in_full_costs_points_unasked(card: str, units: str) -> None:
    match = event(card, units)
    assert match.prompt.step == "action"
    assert tracks(match)[0] == 20


@rule("16.44", "6.51")
def test_a_demand_is_met_completely() -> None:
    match = event("allied-4", "GE-ISS 0712; GE-XLVIIPZ 0611", "comply")
    assert offered(match, "pick") == {"GE-ISS", "GE-XLVIIPZ"}
    match.play("pick GE-ISS")
    assert place(match, "GE-ISS") == "BALKANS"
    assert tracks(match)[0] == 21
    match = event("allied-10", "GE-XXIVPZ EAST; GE-XX EAST; GE-ISS OKW", "comply", "pick GE-XX")
    assert offered(match, "pick") == {"GE-XXIVPZ", "GE-XX"}
    assert refused(match, "end") != ""
    match.play("pick GE-XX")
    assert place(match, "GE-XX") == "pool"
    assert tracks(match)[0] == 21


@rule("16.44", "20")
def test_units_held_by_fortitude_cannot_be_sent_away() -> None:
    districts, rouen = game().data.districts, game().board.index["0611"]
    word = next(name for name, there in districts.items() if there >> rouen & 1)
    match = event("allied-4", "GE-ISS 0611", flags=in_force("fortitude", word=word))
    assert match.prompt.step == "action"
    assert tracks(match)[0] == 20


@rule("16.44")
def test_orders_from_berlin_want_an_attack_in_the_next_action() -> None:
    match = event("allied-11", "GE-LXXV 1820; US-II 1821")
    assert match.position.obligation is not None
    assert match.prompt.side == "axis"
    match.play("automatic")
    while match.prompt.side == "axis":
        match.play("end")
    assert tracks(match)[0] == 20
    assert match.position.obligation is None


# Steps


@rule("6.51")
def test_maquis_reduce_a_whole_corps_on_foot_in_france() -> None:
    match = event("allied-14", "GE-XVM 0712; GE-XXV 0212 reduced; GE-ISS 0611; GE-1A 0516; GE-LXXV 1617")
    assert offered(match, "pick") == {"GE-XVM"}
    match.play("pick GE-XVM")
    assert steps(match, "GE-XVM") == 1
    assert match.position.flags["maquis"].until == "turn"


@rule("6.51")
def test_clausewitz_restores_a_panzer_corps_in_germany_and_then_operates() -> None:
    match = event("axis-54", "GE-ISS 1008 reduced; GE-XIVPZ 1920 reduced; GE-XX 1008 reduced", turn=7)
    assert offered(match, "pick") == {"GE-ISS"}
    match.play("pick GE-ISS")
    assert steps(match, "GE-ISS") == 2
    assert match.prompt.step == "activation" or match.prompt.rule.startswith("6.2")


@rule("6.51")
def test_eiche_gives_the_parachutists_a_step_or_brings_them_back() -> None:
    match = event("axis-7", "GE-IFJ 1920 reduced", surrendered=True)
    match = play(match, "pick GE-IFJ") if match.prompt.step == "card steps" else match
    assert steps(match, "GE-IFJ") == 2
    match = event("axis-7", "GE-IFJ pool", surrendered=True)
    match = play(match, "pick GE-IFJ") if match.prompt.step == "card steps" else match
    assert (place(match, "GE-IFJ"), steps(match, "GE-IFJ")) == ("OKW", 1)


@rule("6.51")
def test_italian_partisans_hurt_a_corps_or_take_a_mountain() -> None:
    match = event("allied-55", "GE-LIM 1616; GE-10A 1717", turn=7, surrendered=True)
    assert offered(match, "choose") == {"1", "2"}
    assert steps(play(match, "choose 1", "pick GE-LIM"), "GE-LIM") == 1
    match = event("allied-55", "", turn=7, surrendered=True)
    if match.prompt.step == "choose one":
        match.play("choose 2")
    hexes = offered(match, "choose_hex")
    assert not hexes & {"1215", "1613"}
    assert hexes
    target = min(hexes)
    assert controls(play(match, f"choose_hex {target}"), "allied", target)


# Control


@rule("6.51", "16.1", "15.1", "9.43")
def test_paris_rises_and_a_corps_there_retreats() -> None:
    match = event("allied-38", "US-V 0611; GE-LXXV 0712")
    assert match.prompt.side == "axis"
    assert offered(match, "retreat") == {"0711", "0811", "0812"}, "towards a source of supply"
    match.play("retreat 0812")
    assert place(match, "GE-LXXV") == "0812"
    assert controls(match, "allied", "0712")
    assert tracks(match) == (20, 19)


@rule("6.51", "9.46", "9.47")
def test_a_corps_driven_out_of_paris_retreats_as_after_a_combat() -> None:
    around = "0611 0612 0711 0713 0811 0812"
    match = event("allied-38", "US-V 0611; GE-LXXV 0712", "retreat 0812", allied_control=around)
    assert controls(match, "axis", "0812"), "no friendly hex is left, so it takes one"
    units = "US-V 0611; US-VI 0711; US-II 0811; US-XIX 0812; US-VII 0612; US-XV 0713; GE-LXXV 0712"
    match = event("allied-38", units)
    assert place(match, "GE-LXXV") == "pool"
    assert controls(match, "allied", "0712")


@rule("6.51", "16.1")
def test_eclipse_gives_norway_and_denmark_to_the_allies() -> None:
    match = event("allied-29", "GE-NORA 1000; GE-ST-DEN 1003", turn=7, dice="6", allied_hand="allied-54",
                  allied_control="1106", round=1)  # fmt: skip
    assert match.position.hitler < 0
    match = play(match, "automatic")
    while match.prompt.side == "axis":
        match.play("end")
    match.play("event allied-54")
    assert (place(match, "GE-NORA"), place(match, "GE-ST-DEN")) == ("pool", "pool")
    assert controls(match, "allied", "1000")
    assert controls(match, "allied", "1204")
    assert tracks(match)[0] == 21 - 1 - 2


@rule("16.43", "16.44")
@pytest.mark.parametrize(("die", "alive", "vp"), [("4", True, 21), ("5", False, 20), ("6", False, 20), ("1", True, 21)])
def test_valkyrie_kills_hitler_or_warns_him(die: str, alive: bool, vp: int) -> None:
    match = event("allied-29", dice=die)
    assert (match.position.hitler >= 0) == alive
    assert ("hitler_alert" in match.position.flags) == alive
    assert tracks(match)[0] == vp


@rule("16.43", "16.44")
def test_hitler_dies_and_the_doubled_penalties_end() -> None:
    match = event("axis-42", turn=7, flags=in_force("hitler_alert"))
    assert match.position.hitler < 0
    assert "hitler_alert" not in match.position.flags


# The red zone


@rule("8.38", "R12")
def test_tehran_closes_the_red_hexes_to_the_allies() -> None:
    match = event("allied-21", "US-V 1207", turn=5)
    assert match.position.closed == "allied"
    assert place(match, "US-V") == "1207"  # who is there may stay


@rule("8.38", "R12")
def test_what_is_closed_to_both_is_not_opened_by_tehran() -> None:
    match = event("allied-21", turn=8, closed="both", played="axis-44")
    assert match.position.closed == "both"


@rule("8.38", "R13", "R86")
def test_enemy_at_the_gates_closes_them_to_both_and_hitler_may_leave_first() -> None:
    match = event("axis-44", "GE-ISS 1307; IT-XII 1308; US-V 1207; US-VI 1109", turn=7)
    assert match.prompt.step == "hitler leaves"
    assert offered(match, "relocate") == {"1311", "1008"}
    match.play("relocate 1311")
    while match.prompt.step == "zone cleared":
        match.play(match.prompt.actions[0])
    assert match.position.closed == "both"
    assert (place(match, "GE-ISS"), place(match, "IT-XII")) == ("EAST", "pool")
    assert place(match, "US-V") == "1109"
    assert match.game.board.labels[match.position.hitler] == "1311"
    assert tracks(match)[0] == 22


@rule("8.38", "16.43", "R104", "R72")
def test_the_fall_of_berlin() -> None:
    match = event("allied-43", "GE-ISS 1307; US-V 1207; US-VI 1109", turn=8, played="allied-21")
    while match.prompt.step == "zone cleared":
        match.play(match.prompt.actions[0])
    assert match.position.hitler < 0
    assert place(match, "GE-ISS") == "pool"
    assert tracks(match) == (19, 20)
    assert not controls(match, "allied", "1307")
    assert not controls(match, "axis", "1307")


@rule("8.38", "R104", "R86")
def test_hitler_must_leave_breslau_when_berlin_falls() -> None:
    match = event("allied-43", "GE-ISS 1311", turn=8, played="allied-21", hitler="1607")
    assert match.prompt.side == "axis"
    assert offered(match, "relocate") == {"1311", "1008"}  # Salzburg only with Alpenfestung
    assert refused(match, "end") != ""
    match = event("allied-43", turn=8, played="allied-21", hitler="1607", allied_control="1311 1008")
    assert match.position.hitler < 0


@rule("R58", "R72")
def test_vienna_in_allied_hands_is_not_taken_by_the_soviets() -> None:
    match = event("allied-43", turn=8, played="allied-21", allied_control="1711")
    assert tracks(match)[0] == 20  # Berlin only
    assert controls(match, "allied", "1711")


@rule("8.38", "16.2", "R58")
def test_stalin_betrayed_opens_them_again() -> None:
    match = event("allied-42", turn=7, played="allied-21", closed="both")
    assert match.position.closed == ""
    assert "stalin_betrayed" in match.position.flags
    assert tracks(match)[0] == 22


# The same card twice


@rule("6.51")
def test_a_port_that_was_wrecked_stays_so_when_another_one_is_wrecked() -> None:
    wrecked = {"port_closed": Flag("axis-36", "next_turn", 4, "axis", game().board.index["0411"])}
    match = event("axis-36", "", "choose_hex 0212", turn=5, allied_control="0411 0212 0313", flags=wrecked)
    held = look(match).game.board.set(("0411", "0212", "0313"))
    board = match.game.board
    assert board.names(ports(look(match), "allied") & held) == ["0313"]
    flags.turn_ends(Play(match.game, match.position, match.dice))
    assert board.names(ports(look(match), "allied") & held) == ["0313", "0411"], "the older one is over"
    match = event("axis-36", "", "choose_hex 0212", turn=4, allied_control="0411 0212 0313", flags=wrecked)
    flags.turn_ends(Play(match.game, match.position, match.dice))
    assert board.names(ports(look(match), "allied") & held) == ["0313"], "both were wrecked on this turn"


@rule("6.51", "R84")
def test_antwerp_can_be_wrecked_without_the_scheldt() -> None:
    match = event("axis-36", allied_control="0809 0411")
    assert offered(match, "choose_hex") == {"0809", "0411"}
    assert holding("axis-36", {"allied_control": "0809"}).why_not("event axis-36") is None


# Victory by a card


@rule("R113", "16.2")
def test_donitz_is_judged_at_turn_end_or_slows_the_allies() -> None:
    match = event("axis-43", turn=7, played="axis-42")
    assert match.position.win_test == "axis-43"
    match = event("axis-43", turn=7, played="axis-42", allied_control="1010")
    assert match.position.win_test == ""
    assert match.position.flags["allied_ops_minus_1"].until == "turn"
