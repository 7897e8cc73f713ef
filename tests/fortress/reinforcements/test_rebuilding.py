"""Rebuilding and arriving in detail: what is refused and why, what is said, and who is asked when."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.fortress.rules.supply import ports
from tests.cases import rule
from tests.fortress.movement.marching import moving
from tests.fortress.playing import look, play, position, refused
from tests.fortress.reinforcements.test_replacements import allied, german, resting, why
from tests.fortress.reinforcements.test_withdrawals import GERMAN, place, steps
from tests.fortress.supply.test_supply import after_supply, fed

# Replacements


@rule("27.8")
def test_only_the_destroyed_are_rebuilt_and_only_the_reduced_filled() -> None:
    match = german(f"GE-85-Inf KK15; {GERMAN}")
    assert why(match, "raise GE-85-Inf") == "GE-85-Inf is not destroyed"
    assert refused(match, "raise GE-85-Inf") == "27.8"
    assert why(match, "fill GE-85-Inf") == "GE-85-Inf is at full strength"


@rule("27.8", "26.3")
def test_what_is_asked_while_a_unit_is_being_rebuilt() -> None:
    match = german(f"GE-85-Inf dead; GE-606-HQT KK15; {GERMAN}")
    assert match.prompt.text == "Replacements: German 3(1) in store."
    assert refused(match, "place JJ8")
    play(match, "raise GE-85-Inf")
    assert match.prompt.text.endswith("rebuilt: in which German city?")
    assert refused(match, "england")
    assert refused(match, "revive GE-85-Inf")
    troops = play(german(f"GE-85-Inf dead; GE-331-Inf dead; GE-606-HQT KK15; {GERMAN}"), "troops GE-606-HQT")
    assert troops.prompt.text.startswith("Choose the destroyed unit")
    assert refused(troops, "place JJ8")
    ours = allied("US-1-Inf dead; US-2-Inf england reduced")
    assert refused(ours, "england")
    play(ours, "raise US-1-Inf")
    assert ours.prompt.text.endswith("rebuilt: England or Africa?")
    assert refused(ours, "place JJ8")


@rule("27.8", "26.3")
def test_allies_are_rebuilt_though_no_city_in_germany_is_safe() -> None:
    made: Any = allied("US-1-Inf england").game
    lost = " ".join(made.board.names(made.german_cities))
    assert refused(allied("US-1-Inf dead; US-2-Inf england reduced", allied_control=lost), "raise US-1-Inf") == ""


@rule("27.9")
def test_only_german_paratroopers_lose_their_drop_by_being_rebuilt() -> None:
    match = play(german(f"GE-85-Inf dead; {GERMAN}"), "raise GE-85-Inf", "place JJ8")
    assert match.position.rebuilt == 0
    ours = allied("US-82-AB dead; US-1-Inf england reduced", special={"para": 2})
    play(ours, "raise US-82-AB", "england")
    assert (ours.position.rebuilt, ours.position.special) == (0, {"para": 0})


@rule("31.2", "R116")
def test_ss_armour_waits_for_nobody_while_it_has_no_place_to_enter() -> None:
    made: Any = german(GERMAN).game
    lost = " ".join(made.board.names(made.german_cities))
    units = "GE-9SS-Pz dead; GE-2-Pz LL9 reduced; GE-84-Inf LL9 reduced"
    italian: dict[str, Any] = {"options": {"31.2": True}, "turn": 13, "allied_control": lost}
    assert refused(german(units, **italian), "fill GE-2-Pz") != "31.2"
    assert refused(german(units, options={"31.2": True}, turn=13), "fill GE-2-Pz") == "31.2"


@rule("31.3", "27.4")
def test_the_store_is_bombed_once_a_turn_and_loses_only_what_it_has() -> None:
    fields: dict[str, Any] = {
        "stores": {"german": (1, 1)}, "missions": {"replacements": (4, 0)}, "options": {"31.3": True}
    }  # fmt: skip
    units = f"BR-3-Inf england reduced; {GERMAN}"
    assert position("allied replacements", units, turn=5, dice="1 1 1 1", **fields).position.stores["german"] == (1, 1)
    bombed = position("german replacements", units, turn=5, dice="4 4 1 1", **fields)
    assert bombed.position.stores["german"] == (1, 1)  # there is no infantry point in store


@rule("31.6", "27.7")
def test_what_a_unit_under_a_decoy_takes_is_not_told() -> None:
    options = {"31.6": True}
    covered = play(german(GERMAN, options=options, decoys="GE-84-Inf"), "fill GE-84-Inf")
    seen = play(german(GERMAN, options=options), "fill GE-84-Inf")
    told = [
        [line for line in match.log("allied") if "takes a replacement" in line.sentence] for match in (covered, seen)
    ]
    assert [len(lines) for lines in told] == [0, 1]
    assert any("takes a replacement" in line.sentence for line in covered.log("german"))


PARTS = "BR-30-79 {0}; BR-1RE-79 {1}; BR-79-79 {2}; BR-79-Arm stock; BR-3-Inf england reduced"


@rule("27.11")
def test_the_79th_breaks_down_and_is_put_together_in_england_too() -> None:
    match = play(allied("BR-79-Arm england; BR-3-Inf england reduced", turn=5), "split")  # without any capacity
    assert [place(match, name) for name in ("BR-30-79", "BR-79-Arm")] == ["england", "stock"]
    again = play(allied(PARTS.format("england", "england", "england")), "rejoin")
    assert [place(again, name) for name in ("BR-79-Arm", "BR-30-79")] == ["england", "stock"]
    assert resting(again, "BR-79-Arm")
    assert refused(allied(PARTS.format("R11", "R11", "S11")), "rejoin") == "27.11"
    assert refused(allied(PARTS.format("stock", "stock", "stock")), "rejoin") == "27.11"


@rule("27.13", "R125")
def test_whoever_takes_the_place_of_hq_troops_stands_where_they_stood_in_the_alps_too() -> None:
    match = german(f"GE-606-HQT LL27; GE-85-Inf dead; GE-331-Inf dead; {GERMAN}", stores={"german": (3, 1)})
    play(match, "troops GE-606-HQT", "revive GE-85-Inf")
    assert place(match, "GE-85-Inf") == "LL27"


@rule("27.7.B", "24.4", "18.3")
def test_the_partisan_does_not_starve_whom_he_cut_off() -> None:  # T81
    units = "GE-91-Inf K3 reduced; GE-709-Co K2; US-1-Inf L5; GE-Dollmann J7"
    assert fed(position("bridge attacks", units, missions={"bridges": (1, 0)}), "GE-91-Inf") == ["GE-91-Inf"]
    match = position("partisan leaves", f"{units}; FR-Partisans J5", turn=9, phasing="german", impulse=2)
    assert place(match, "FR-Partisans") == "stock"
    assert steps(match, "GE-91-Inf") == 1
    assert not [line for line in match.log() if line.sentence.startswith("Out of supply")]


# Substitutes, the reserve and exits


@rule("26.8", "28.1")
def test_reasons_against_a_substitute() -> None:
    units = f"GE-269-Inf dead; GE-183-Inf II10; GE-413-Inf II10; US-1-Inf N6; GE-361-Inf N10; {GERMAN}"
    match = position("german withdrawals", units, turn=31)
    assert match.prompt.text.endswith("cannot be withdrawn: choose the unit that leaves in its place.")
    assert match.prompt.rule == "26.8"
    assert why(match, "substitute US-1-Inf") == "US-1-Inf is not yours"
    assert why(match, "substitute GE-361-Inf") == "GE-361-Inf is not there, or is out of supply"
    assert why(match, "substitute GE-84-Inf") == "others are closer than GE-84-Inf in type and combat value"
    tigers = "GE-101SS-Tig dead; GE-49SS-PGBde II10; GE-51SS-PGBde JJ8; GE-183-Inf II10"
    reserve = position("panzer reserve", tigers, turn=21, impulse=1)
    assert "cannot go to the Panzer Reserve" in reserve.prompt.text
    assert why(reserve, "substitute GE-183-Inf") == "only armoured units go to the Panzer Reserve"


@rule("28.1")
def test_the_reserve_leaves_in_the_first_impulse_of_november_and_from_off_the_map_too() -> None:
    units = f"GE-2-Pz waiting; GE-116-Pz JJ8; {GERMAN}"
    match = position("panzer reserve", units, turn=21, impulse=1)
    assert [place(match, name) for name in ("GE-2-Pz", "GE-116-Pz")] == ["reserve", "reserve"]
    again = position("panzer reserve again", units, turn=21, impulse=2)
    assert place(again, "GE-116-Pz") == "JJ8"
    later = position("panzer reserve", units, turn=22, impulse=1)
    assert place(later, "GE-116-Pz") == "JJ8"


@rule("28.4", "6.3")
def test_what_comes_back_together_must_spread_out_before_the_move_ends() -> None:  # T99
    units = "; ".join(f"GE-{name} reserve" for name in ("1SS-Pz2", "2SS-Pz", "9SS-Pz", "12SS-Pz"))
    match = position("panzer reserve again", units, turn=30, impulse=2, phasing="german")
    assert "hold the Panzer Reserve back" in match.prompt.text
    play(match, "place OO11")
    assert "hold" not in match.prompt.text
    play(match, *["place OO11"] * 3, "end")
    assert match.prompt.step == "movement"
    while match.prompt.step == "movement":
        play(match, "end")
    assert match.prompt.step == "crowded hex"


@rule("31.15")
def test_reasons_against_paying_and_coming_back() -> None:
    options = {"31.15": True}
    units = "US-2-Arm exited reduced; GE-2-Pz JJ8; GE-85-Inf KK15; US-1-Inf N6; GE-Student II10; GE-30-Mob paid"
    match = position("exit payment", units, turn=30, options=options, exit_owed=1)
    assert why(match, "remove US-1-Inf") == "US-1-Inf is not a German unit"
    assert why(match, "remove GE-9SS-Pz") == "GE-9SS-Pz is not in play"
    assert why(match, "remove GE-Student") == "headquarters are not removed"
    back = position("german arrivals", f"{units}; GE-84-Inf paid", turn=30, options=options, exit_paid=2)
    assert why(back, "recall GE-85-Inf") == "GE-85-Inf was not taken off the map for exited armour"
    assert why(back, "recall GE-84-Inf") == "GE-84-Inf has more steps than may come back (1)"
    broke = position("exit payment", f"GE-Student II10; US-1-Inf N6; {REST}", turn=30, options=options, exit_owed=4)
    assert broke.position.exit_paid == 4  # nobody was left who could be removed


REST = "GE-84-Inf N10; BR-3-Inf england"  # out of supply


# Arrivals


@rule("26.3")
def test_a_city_that_the_allies_were_last_in_takes_no_german() -> None:
    match = german(f"GE-85-Inf dead; {GERMAN}", allied_control="OO11")
    play(match, "raise GE-85-Inf")
    assert why(match, "place OO11") == "OO11 is not under German control"


@rule("13.1", "13.2", "26.3", "R35", "R115")
def test_the_second_side_of_a_headquarters_enters_a_city_and_moves_in_the_second_impulse() -> None:  # T55
    ring = "US-1-Inf M10; US-2-Inf K12; US-4-Inf K14; US-5-Inf M16; US-8-Inf O14; US-9-Inf O12"
    lost = after_supply(f"GE-Salmuth M13; {ring}", "german", turn=7)  # in the German half
    assert lost.position.hq_due == {"GE-Salmuth": 8}
    units = f"GE-Salmuth dead flipped; {GERMAN}"
    match = position("german arrivals", units, turn=8, hq_due={"GE-Salmuth": 8}, phasing="german", impulse=1)
    play(match, "pick GE-Salmuth", "enter JJ8")
    assert place(match, "GE-Salmuth") == "JJ8"
    assert refused(match, "pick GE-Salmuth") == "13.1"
    second = moving("german", f"GE-Salmuth JJ8 flipped; {GERMAN}", 2, turn=8)
    assert refused(second, "pick GE-Salmuth") == ""


@rule("26.5", "6.1")
def test_paris_is_spoken_of_while_its_garrison_is_still_to_come() -> None:
    ports_: dict[str, Any] = {"allied_control": "M5", "start_capacity": 5}
    match = position("allied arrivals", "Mulberry-9 M5; US-5-Inf R11", turn=21, **ports_)
    assert match.prompt.text == "Arrivals: garrison Paris, or go on."
    play(match, "garrison FR-1-Inf", "garrison FR-10-Inf")
    assert refused(match, "garrison FR-14-Inf") == "6.1"


@rule("18.7.10", "18.7.11", "11.8", "R23", "R64", "R103")
@pytest.mark.parametrize(("die", "left"), [(2, 7), (3, 3)])
def test_le_havre_is_shut_by_a_zone_opened_again_and_lost_by_an_entry(die: int, left: int) -> None:  # T63
    held: dict[str, Any] = {"allied_control": "P4", "forts_destroyed": "P4 P5", "captured_once": "P4"}
    units = "GE-2-Pz Q5; US-1-Inf S12; US-2-Arm Q8"
    match = moving("german", units, 2, dice=f"{die} {die} {die}", **held)
    bit, node = match.game.board.set("P4"), match.game.board.index["P4"]

    def state() -> tuple[bool, int]:
        return bool(ports.usable(look(match)) & bit), ports.value(look(match), node)

    assert state() == (False, 0)
    leaves = moving("german", units, 2, dice="1", **held)
    play(leaves, "pick GE-2-Pz", "move R6")
    assert ports.value(look(leaves), node) == 7  # without a die
    play(match, "pick GE-2-Pz", "move P4")
    assert state() == (False, 0)
    assert not match.position.allied_control & bit
    taken = moving("allied", "US-2-Arm Q5", dice=f"{die} 1 1", forts_destroyed="P4 P5", captured_once="P4")
    play(taken, "pick US-2-Arm", "move P4")
    assert ports.value(look(taken), node) == left
