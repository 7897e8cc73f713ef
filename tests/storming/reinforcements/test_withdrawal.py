"""Case 17.8: the 6th SS Panzer Army is withdrawn."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.storming.reinforcements.arriving import GAME, around, at, listed, refused, told, where

WAFFEN_SS = ("GE-1SS-Pz", "GE-2SS-Pz", "GE-9SS-Pz", "GE-10SS-Pz", "GE-12SS-Pz", "GE-17SS-PG")
ARMY = ("GE-2-Pz", "GE-9-Pz", "GE-11-Pz", "GE-116-Pz", "GE-Lehr-Pz")
SMALL = "GE-Flak-1 schedule; GE-105-PzB 5020; GE-501SS-Ti 5020; GE-6SS-Mtn 5021"


def here(*units: str, place: str = "") -> str:
    return "; ".join(f"{unit} {place or 5001 + 2 * number}" for number, unit in enumerate(units))


def gone(match: object) -> set[str]:
    return {unit for unit in (*WAFFEN_SS, *ARMY) if where(match, unit) == "dead"}


@rule("17.8.A", "17.8.B", "R40")
def test_four_ss_divisions_leave_on_turn_thirteen_and_the_german_chooses_which() -> None:
    m = at("ss withdrawal", 13, f"{here(*WAFFEN_SS)}; {here(*ARMY, place='watch')}; {SMALL}")
    assert m.prompt.text == "The 6th SS Panzer Army is withdrawn: choose 4 divisions to leave the game."
    assert listed(m, "withdraw") == set(WAFFEN_SS)
    assert refused(m, "withdraw GE-2-Pz") == ("17.8.A", "SS divisions must leave first")
    assert refused(m, "withdraw GE-105-PzB") == ("17.8.A", "GE-105-PzB is not a replaceable Mechanized division")
    assert refused(m, "withdraw GE-501SS-Ti")[0] == "17.8.A"
    for unit in ("GE-1SS-Pz", "GE-9SS-Pz", "GE-10SS-Pz", "GE-12SS-Pz"):
        m.play(f"withdraw {unit}")
    assert where(m, "GE-1SS-Pz") == where(m, "GE-12SS-Pz") == "dead"
    assert where(m, "GE-17SS-PG") != "dead"
    assert m.prompt.step == "german arrivals"


@rule("17.8.A")
def test_the_withdrawal_comes_on_no_other_turn() -> None:
    m = at("ss withdrawal", 12, f"{here(*WAFFEN_SS)}; GE-8FJ-Div schedule")
    assert m.prompt.step == "german arrivals"
    declined = at("ss withdrawal", 13, f"{here(*WAFFEN_SS)}; {SMALL}", offensive_declined=True)
    assert declined.prompt.step == "german arrivals"


@rule("17.8.A", "17.7.1.B")
def test_without_the_counteroffensive_they_leave_on_turn_eleven() -> None:
    m = at("early ss withdrawal", 11, here(*WAFFEN_SS), offensive_declined=True)
    assert (m.prompt.step, listed(m, "withdraw")) == ("withdrawal choice", set(WAFFEN_SS))


@rule("17.8.A")
def test_other_divisions_make_up_the_number_when_there_are_too_few_ss_divisions() -> None:
    m = at("ss withdrawal", 13, f"{here(*WAFFEN_SS[:2], 'GE-2-Pz', 'GE-9-Pz', 'GE-11-Pz')}; {SMALL}")
    assert where(m, "GE-1SS-Pz") == where(m, "GE-2SS-Pz") == "dead"
    assert listed(m, "withdraw") == {"GE-2-Pz", "GE-9-Pz", "GE-11-Pz"}
    m.play("withdraw GE-9-Pz")
    assert m.prompt.text == "The 6th SS Panzer Army is withdrawn: choose a division to leave the game."
    m.play("withdraw GE-11-Pz")
    assert where(m, "GE-2-Pz") == "5005"


@rule("17.8.A")
def test_a_surrounded_division_in_supply_leaves_and_one_out_of_supply_cannot() -> None:
    # 9SS stands among Allied zones with a German behind it; 10SS is cut off in France.
    allies = around("2120", "allied")
    divisions = here("GE-1SS-Pz", "GE-2SS-Pz", "GE-12SS-Pz")
    m = at("ss withdrawal", 13, f"{divisions}; GE-9SS-Pz 5507; CW-3-Inf 5407; GE-10SS-Pz 2120; {allies}; {SMALL}")
    assert m.inquire().beside_enemy("german") >> GAME.board.index["5507"] & 1
    for unit in ("GE-1SS-Pz", "GE-2SS-Pz", "GE-12SS-Pz", "GE-9SS-Pz"):
        assert where(m, unit) == "dead"
    assert where(m, "GE-10SS-Pz") == "2120"


@rule("17.8.A")
def test_a_division_out_of_supply_is_refused() -> None:
    allies = around("2120", "allied")
    m = at("ss withdrawal", 13, f"{here(*WAFFEN_SS[:5])}; GE-17SS-PG 2120; {allies}; {SMALL}")
    assert listed(m, "withdraw") == set(WAFFEN_SS[:5])
    assert refused(m, "withdraw GE-17SS-PG") == (
        "17.8.A",
        "GE-17SS-PG is not in normal East Map-edge supply, in the box or due",
    )


@rule("17.8.C", "R40")
def test_the_track_is_drawn_upon_only_when_map_and_box_are_exhausted() -> None:
    units = f"GE-2-Pz 5005; GE-9-Pz watch; GE-11-Pz track; GE-1SS-Pz track; GE-2SS-Pz track; GE-12SS-Pz track; {SMALL}"
    due = {"GE-11-Pz": 14, "GE-1SS-Pz": 14, "GE-2SS-Pz": 15, "GE-12SS-Pz": 15}
    m = at("ss withdrawal", 13, units, due=due)
    assert where(m, "GE-2-Pz") == where(m, "GE-9-Pz") == "dead"
    assert listed(m, "withdraw") == {"GE-1SS-Pz", "GE-2SS-Pz", "GE-12SS-Pz"}
    assert refused(m, "withdraw GE-11-Pz")[0] == "17.8.C"
    m.play("withdraw GE-2SS-Pz")
    m.play("withdraw GE-12SS-Pz")
    assert m.position.due == {"GE-11-Pz": 14, "GE-1SS-Pz": 14}


@rule("17.8.C", "17.8.A")
def test_a_division_on_the_map_goes_before_an_ss_division_on_the_track() -> None:
    units = f"{here('GE-1SS-Pz', 'GE-2-Pz', 'GE-9-Pz', 'GE-11-Pz', 'GE-116-Pz')}; GE-2SS-Pz track; {SMALL}"
    m = at("ss withdrawal", 13, units, due={"GE-2SS-Pz": 14})
    assert listed(m, "withdraw") == {"GE-2-Pz", "GE-9-Pz", "GE-11-Pz", "GE-116-Pz"}
    assert refused(m, "withdraw GE-2SS-Pz")[0] == "17.8.C"


@rule("17.8.A", "R40")
def test_a_division_under_a_refit_marker_may_leave() -> None:
    m = at("ss withdrawal", 13, f"{here(*WAFFEN_SS[:4])}; {SMALL}", refit="GE-1SS-Pz")
    assert where(m, "GE-1SS-Pz") == "dead"
    assert not m.position.refit


@rule("17.8.C", "3.2.C.1")
@pytest.mark.parametrize("row", ["ss withdrawal", "early ss withdrawal"])
def test_the_allies_win_at_once_if_four_divisions_cannot_be_found(row: str) -> None:
    declined = row == "early ss withdrawal"
    units = f"GE-1SS-Pz 5005; GE-2-Pz watch; GE-9-Pz track; {SMALL}"
    m = at(row, 11 if declined else 13, units, due={"GE-9-Pz": 15}, offensive_declined=declined)
    assert m.outcome is not None
    assert (m.outcome.winner, m.outcome.rule) == ("allied", "3.2.C.1")
    assert where(m, "GE-1SS-Pz") == "5005"
    assert any("not enough divisions" in line for line in told(m))
    enough = at(
        row, 11 if declined else 13, f"{units}; GE-11-Pz 5007", due={"GE-9-Pz": 15}, offensive_declined=declined
    )
    assert gone(enough) >= {"GE-1SS-Pz", "GE-2-Pz", "GE-9-Pz", "GE-11-Pz"}
