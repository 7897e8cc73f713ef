"""Military Districts (9): frozen units, what sets them free, exchanges, and leaving a frozen district (15.10)."""

from __future__ import annotations

import pytest

from bocage.games.fortress.rules.movement import districts
from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, combat, prepare
from tests.fortress.movement.marching import against, goes, hand, has, look, moving, refused, where
from tests.fortress.playing import game

FROZEN = {"released": False, "invaded_districts": ("7",)}
"""The 7th district has been invaded, and all others are frozen."""


@rule("9.1", "9.5")
def test_frozen_units_do_not_move_and_have_no_zone_around_them() -> None:
    match = moving("german", "GE-84-Inf R5 frozen; GE-12SS-Pz U8", **FROZEN)
    assert against(match, "pick GE-84-Inf") == "9.1"
    zone = look(match).zone("german")
    labels = match.game.board.index
    assert zone >> labels["R5"] & 1
    assert not zone >> labels["R6"] & 1
    assert zone >> labels["U9"] & 1


@rule("9.1.A", "R63")
def test_an_invaded_district_is_free() -> None:
    match = moving("german", "GE-91-Inf K4 frozen; GE-708-Co B15 frozen; GE-12SS-Pz U8", released=False)
    districts.declared(hand(match), ("7",))
    assert not has(match, "frozen", "GE-91-Inf")
    assert has(match, "frozen", "GE-708-Co")
    assert match.position.invaded_districts == ("7",)
    assert not match.position.released


@rule("9.1.E", "9.1.G", "R61")
@pytest.mark.parametrize(("invaded", "freed"), [(("15",), "9.1.E"), (("NL",), "9.1.E"), (("7", "1"), "9.1.G")])
def test_some_landings_free_everybody(invaded: tuple[str, ...], freed: str) -> None:  # T49
    match = moving("german", "GE-84-Inf R5 frozen; GE-708-Co B15 frozen; GE-12SS-Pz U8", released=False)
    play = hand(match)
    districts.declared(play, invaded)
    assert not match.position.frozen
    assert match.position.released
    assert play.events[-1].rule == freed


@rule("9.1.B")
def test_july_iv_frees_everybody() -> None:
    match = moving("german", "GE-84-Inf R5 frozen; GE-12SS-Pz U8", turn=7, **FROZEN)
    play, begins = hand(match), match.game.steps["turn record"]
    begins.run(play, begins.frame(""))
    assert match.position.frozen
    match.position.turn = 8
    begins.run(play, begins.frame(""))
    assert not match.position.frozen
    assert play.events[-1].rule == "9.1.B"


@rule("9.1.D", "9.7")
def test_walking_out_of_the_invaded_district_frees_everybody() -> None:
    match = moving("allied", "US-1-Inf F9; GE-708-Co B15 frozen; GE-276-Inf E12 frozen", **FROZEN)
    goes(match, "US-1-Inf", "F10")  # still in the 7th
    assert match.position.frozen
    match.play("move F11")
    assert not match.position.frozen
    assert match.log()[-1].rule == "9.1.D"
    assert has(match, "stopped", "US-1-Inf")  # in the zone of E12 from that moment on


@rule("9.1.E")
def test_walking_into_the_15th_frees_everybody() -> None:
    match = moving("allied", "US-1-Inf M6; GE-711-Co P5 frozen", **FROZEN)
    goes(match, "US-1-Inf", "N6")
    assert match.position.released
    assert any(line.rule == "9.1.E" for line in match.log())


@rule("9.7", "9.1.D")
def test_who_is_set_free_on_the_way_pins_at_once_and_cuts_the_move_short() -> None:
    # F11 is the first hex outside the 7th; the frozen 276 at E12 has a zone there as soon as it is entered.
    match = moving("allied", "US-1-Inf F9; GE-276-Inf E12 frozen", **FROZEN)
    goes(match, "US-1-Inf", "G12")
    assert where(match, "US-1-Inf") == "F11"
    assert has(match, "stopped", "US-1-Inf")
    assert match.log()[-1].rule == "9.7"


@rule("9.1.F", "9.9")
def test_attacking_a_frozen_unit_frees_everybody() -> None:  # T41
    units = "GE-12SS-Pz R5; GE-85-Inf S6 frozen; US-1-Inf Q5; US-2-Inf Q5; US-4-Inf R6; US-8-Inf R6"
    for more, freed in (("", False), ("; GE-84-Inf R5 frozen", True)):
        match = combat(units + more, dice="4", **FROZEN)
        attack(match, "R5", "US-1-Inf US-2-Inf US-4-Inf")
        assert match.position.released is freed
        assert bool(match.position.frozen) is not freed


@rule("9.6", "15.10", "R105")
def test_a_unit_sent_into_a_frozen_district_frees_nobody_and_has_to_leave() -> None:  # T77
    units = "US-5-Inf F11; GE-708-Co B15 frozen; GE-352-Inf H10; US-1-Inf L5"
    match = moving("allied", units, **FROZEN, strays={"US-5-Inf": "1"})
    assert against(match, "end") == "15.10"
    assert refused(match, "US-5-Inf", "F12") == "15.10"
    goes(match, "US-5-Inf", "F10")
    assert match.position.frozen
    assert not against(match, "end")
    assert refused(match, "US-5-Inf", "F11") == "R105"
    match = moving("allied", units, **FROZEN, strays={"US-5-Inf": "1"})
    goes(match, "US-5-Inf", "H11")
    assert match.position.released


@rule("9.6", "15.10", "R105")
def test_who_was_beaten_into_a_frozen_district_goes_home_in_the_next_turn() -> None:  # T77
    units = "US-5-Inf F10; GE-353-Inf F9; GE-352-Inf H10; GE-708-Co B15 frozen; US-1-Inf L5"
    match = combat(units, turn=3, dice="4 1 1 1 1 1 1", **FROZEN)
    prepare(match, "F9", "US-5-Inf")
    assert "6 against 8 (1-2)" in match.prompt.text
    match.play("roll")
    while match.prompt.step == "retreat" and where(match, "US-5-Inf") == "F10":
        assert set(choices(match, "retreat")) <= {"E11", "F11"}
        match.play("retreat F11")
        while match.prompt.step == "retreat":
            match.play("stop" if "stop" in choices(match) else choices(match)[0])
    assert where(match, "US-5-Inf") == "F11"
    assert match.position.frozen
    assert match.position.strays == {"US-5-Inf": "1"}
    while not (match.position.turn == 4 and match.prompt.step == "movement" and match.prompt.side == "allied"):
        match.play("end" if "end" in choices(match) else choices(match)[-1])
    assert (where(match, "US-5-Inf"), where(match, "GE-353-Inf"), where(match, "GE-352-Inf")) == ("F11", "F9", "H10")
    assert against(match, "end") == "15.10"  # to stay
    assert refused(match, "US-5-Inf", "F12") == "15.10"
    assert not against(match, "move F10")
    assert not against(match, "move H11")
    match.play("move F10")
    assert match.position.frozen
    later = moving("allied", units, turn=5, **FROZEN, strays=match.position.strays)
    assert refused(later, "US-5-Inf", "F11") == "R105"  # while the 1st is frozen
    later = moving("allied", units.replace(" frozen", ""), turn=5, invaded_districts=("7",), strays={})
    assert refused(later, "US-5-Inf", "F11") == ""


@rule("R105")
def test_whoever_cannot_get_out_comes_nearer() -> None:
    # Deep in the 1st district, with one hex to go: only those count that lie nearer to the 7th.
    units = "US-5-Inf D14; GE-708-Co B15 frozen; US-1-Inf L5"
    match = moving("allied", units, 2, weather="Overcast*", **FROZEN, strays={"US-5-Inf": "1"})
    match.play("pick US-5-Inf")
    goals = match.game.board.names(match.prompt.sets["move"])
    assert goals
    assert not set(goals) & {"D15", "C15", "E15"}
    assert refused(match, "US-5-Inf", "D15") == "15.10"


@rule("9.6", "R105")
def test_the_turn_in_which_it_was_sent_there_does_not_count() -> None:
    match = moving("allied", "US-5-Inf F10; GE-708-Co B15 frozen; US-1-Inf L5", **FROZEN)
    play = hand(match)
    districts.entered(play, match.game.unit_numbers["US-5-Inf"], match.game.board.index["F11"], by_choice=False)
    assert match.position.strays == {"US-5-Inf": "1"}
    assert match.position.frozen
    play.put(match.game.unit_numbers["US-5-Inf"], match.game.board.index["F11"])
    assert not districts.must_leave(look(match))
    play.clear("turn")
    assert districts.must_leave(look(match)) == 1 << match.game.unit_numbers["US-5-Inf"]


@rule("9.1.C", "R51", "9.5", "9.7")
def test_a_free_unit_takes_the_place_of_a_frozen_one() -> None:  # T66
    match = moving("german", "GE-12SS-Pz R8; GE-84-Inf R5 frozen; GE-85-Inf S6 frozen", **FROZEN)
    match.play("pick GE-12SS-Pz")
    assert against(match, "relieve GE-84-Inf") == "9.1.C"
    match.play("move R5")
    assert against(match, "relieve GE-12SS-Pz") == "9.1.C"  # not frozen
    assert against(match, "relieve GE-85-Inf") == "9.1.C"
    match.play("relieve GE-84-Inf")
    assert has(match, "frozen", "GE-12SS-Pz")
    assert not has(match, "frozen", "GE-84-Inf")
    assert against(match, "pick GE-12SS-Pz") == "9.1"
    goes(match, "GE-84-Inf", "R6")
    zone, index = look(match).zone("german"), match.game.board.index
    assert zone >> index["R5"] & 1
    assert not zone >> index["Q4"] & 1
    assert zone >> index["R7"] & 1


@rule("10.4", "9.1.C", "5.1")
def test_whoever_came_by_rail_may_take_a_place_and_moves_no_further() -> None:
    match = moving("german", "GE-12SS-Pz RR7; GE-84-Inf EE3 frozen; US-1-Inf L5", **FROZEN)
    match.play("pick GE-12SS-Pz")
    match.play("rail EE3")
    assert against(match, "move FF2") == "5.1"
    assert against(match, "relieve GE-84-Inf") == ""


@rule("9.1.C")
def test_whoever_takes_a_place_has_come_for_it_and_comes_alone() -> None:
    units = "GE-12SS-Pz R5; GE-6-FJ R6; GE-2SS-Pz R6; GE-84-Inf R5 frozen"
    match = moving("german", units, **FROZEN)
    match.play("pick GE-12SS-Pz")
    assert against(match, "relieve GE-84-Inf") == "9.1.C"  # it stood there before
    match.play("pick GE-6-FJ")
    match.play("join GE-2SS-Pz")
    match.play("move R5")
    assert against(match, "relieve GE-84-Inf") == "9.1.C"  # two for one
    match.play("pick GE-6-FJ")
    match.play("relieve GE-84-Inf")
    assert has(match, "frozen", "GE-6-FJ")


@rule("9.3", "9.1.E")
def test_the_pair_of_italy_is_of_no_district_and_stays_there() -> None:  # T122
    match = moving("german", "GE-34-Inf X29; GE-42-Jag Y34; GE-84-Inf R5 frozen", turn=1, released=False)
    districts.declared(hand(match), ("15",))  # a landing at Y4
    assert not match.position.frozen
    italy, index = match.game.data.italy, match.game.board.index
    for unit, near in (("GE-34-Inf", "X30"), ("GE-42-Jag", "Y33")):
        match.play(f"pick {unit}")
        assert not against(match, f"move {near}")
        assert match.prompt.sets["move"] & italy
        assert not match.prompt.sets["move"] & ~italy
        assert not match.prompt.sets["rail"] & ~italy
        assert look(match).zone("german") >> index[near] & 1


@rule("9.3", "10.4")
def test_no_train_takes_the_pair_of_italy_abroad_and_back() -> None:
    # The lines beyond the south edge are cut: only over Germany would a train get from W30 to KK29.
    def lines(unit: str) -> list[str]:
        match = moving("german", f"{unit} W30; GE-84-Inf LL16", turn=1)
        match.position.german_rail &= ~match.game.board.set("AA35 BB30 BB31")
        match.play(f"pick {unit}")
        return match.game.board.names(match.prompt.sets["rail"] & match.game.data.italy)

    assert "KK29" in lines("GE-85-Inf")
    assert "KK29" not in lines("GE-34-Inf")
    assert "X29" in lines("GE-34-Inf")


@rule("9.3", "9.1.E")
def test_the_units_of_torino_and_genova_stay_in_italy() -> None:  # T122
    for turn in (1, 10):
        match = moving("german", "GE-34-Inf U33; GE-84-Inf LL16", turn=turn)
        match.play("pick GE-34-Inf")
        assert match.prompt.sets["move"]
        assert not match.prompt.sets["move"] & ~match.game.data.italy
        assert against(match, "move T33") == "9.3"
        assert look(match).zone("german") >> match.game.board.index["T33"] & 1
    match = moving("german", "GE-34-Inf X29; GE-84-Inf LL16", turn=1)
    match.play("pick GE-34-Inf")
    assert match.game.board.names(match.prompt.sets["rail"] & ~match.game.data.italy) == []
    assert against(match, "rail R24") == "9.3"
    match = moving("german", "GE-34-Inf U33; GE-84-Inf LL16", italy_entered=True)
    goes(match, "GE-34-Inf", "T33")


@rule("9.3", "R62")
def test_an_allied_unit_in_italy_lets_them_out_and_frees_everybody() -> None:
    match = moving("allied", "US-36-Inf T34; GE-708-Co B15 frozen", released=False, invaded_districts=("19",))
    goes(match, "US-36-Inf", "V34")  # on the coast that belongs to the 19th
    assert match.position.italy_entered
    assert match.position.released


@rule("9.10")
def test_where_the_districts_begin_and_end() -> None:
    made = game()
    ends = {"19": ("C31", "BB33"), "1": ("A19", "D10"), "7": ("E10", "M5"), "15": ("N5", "CC6"), "NL": ("CC5", "MM2")}
    for name, labels in ends.items():
        assert all(districts.ground_of(made, (name,)) >> made.board.index[label] & 1 for label in labels)
    assert not sum(districts.ground_of(made, (name,)) for name in ends) & made.data.germany


@rule("9.2", "9.3")
def test_free_units_move_wherever_they_stand() -> None:
    match = moving("german", "GE-12SS-Pz R5; GE-84-Inf R5 frozen; GE-6-FJ U8", **FROZEN)
    goes(match, "GE-12SS-Pz", "R7")
    goes(match, "GE-6-FJ", "U9")


@rule("R62", "R71")
def test_a_landing_itself_frees_no_more_than_was_declared() -> None:
    match = moving("allied", "US-36-Inf V34; GE-708-Co B15 frozen", released=False, invaded_districts=("19",))
    districts.entered(hand(match), match.game.unit_numbers["US-36-Inf"], match.game.board.index["V34"], by_choice=False)
    assert match.position.italy_entered
    assert match.position.frozen
