"""Objectives: written down in secret, revealed on their day, and judged."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules import objectives
from tests.cases import rule
from tests.fortress.playing import look, position
from tests.fortress.setup.opening import begun
from tests.fortress.victory.test_victory import outcome

SEVEN = (1, 2, 3, 4, 5, 6, 7)
SUDDEN = {"32": True}


def write(match: Match, side: str, numbers: tuple[int, ...] = SEVEN) -> Match:
    """A side writes objectives down and seals them."""
    for number in numbers:
        match.play(f"write {number}", side=side)
    match.play("end", side=side)
    return match


@rule("32.1", "33.2.3")
@pytest.mark.parametrize(("scenario", "options"), [("campaign", SUDDEN), ("west_wall", {})])
def test_both_sides_write_seven_down_before_the_german_set_up(scenario: str, options: dict[str, Any]) -> None:
    match = begun(scenario, **options)
    assert set(match.prompts) == {"allied", "german"}
    refusal = match.why_not("end", side="german")
    assert refusal is not None
    assert refusal.rule == "32.1"
    write(match, "german")
    assert set(match.prompts) == {"allied"}
    write(match, "allied", (6, 7, 8, 9, 10, 11, 12))
    assert match.prompt.step == "german set-up"
    assert match.position.picks == {"german": SEVEN, "allied": (6, 7, 8, 9, 10, 11, 12)}


@rule("32.1", "32.4")
def test_seven_objectives_and_no_more_and_none_twice() -> None:
    match = begun(**SUDDEN)
    match.play("write 3", side="allied")
    twice = match.why_not("write 3", side="allied")
    assert twice is not None
    assert twice.why == "objective 3 is written down already"
    assert "3* control" in match.prompts["allied"].text
    match.play("strike 3", side="allied")
    for number in SEVEN:
        match.play(f"write {number}", side="allied")
    for action, case in (("write 8", "32.1"), ("write 3", "32.1"), ("write 13", "32.4"), ("strike 9", "32.1")):
        refusal = match.why_not(action, side="allied")
        assert refusal is not None
        assert refusal.rule == case
    match.play("strike 3", side="allied")
    match.play("write 12", side="allied")
    assert match.position.picks["allied"] == (1, 2, 4, 5, 6, 7, 12)


@rule("32.1")
def test_nobody_learns_what_the_other_has_written() -> None:
    matches = [begun(**SUDDEN), begun(**SUDDEN)]
    for match, numbers in zip(matches, (SEVEN, (3, 5, 6, 8, 9, 10, 12)), strict=True):
        for number in numbers[:3]:
            match.play(f"write {number}", side="german")
    # One of the two goes on writing: not even that is noticed.
    matches[1].play("write 8", side="german")
    first, second = matches
    for side in ("allied", None):
        assert first.view(side) == second.view(side)
        assert first.log(side) == second.log(side)
    for verb in ("write", "strike"):
        for number in range(14):
            told = [match.why_not(f"{verb} {number}", side="allied") for match in matches]
            assert str(told[0]) == str(told[1])
    assert first.undoable_by("allied") == second.undoable_by("allied") == []
    assert list(first.view("german")["picks"]["german"]) == [1, 2, 3]


@rule("32.1")
def test_sealed_objectives_stay_unseen_until_september() -> None:
    match = begun(**SUDDEN)
    write(match, "german", (3, 5, 6, 8, 9, 10, 12))
    write(match, "allied")
    assert match.game.shown(match.position, "allied").picks == {"allied": SEVEN}
    assert match.game.shown(match.position, "german").picks == {"german": (3, 5, 6, 8, 9, 10, 12)}
    assert match.game.shown(match.position, None).picks == {}


def september(control: str = "", picks: dict[str, tuple[int, ...]] | None = None, **fields: Any) -> Match:
    """September I, with all that would be revealed."""
    picks = picks or {"allied": (1, 2, 3, 4, 5, 6, 7), "german": (2, 3, 4, 5, 6, 7, 8)}
    turn, units = fields.pop("turn", 13), fields.pop("units", "")
    return position(
        "revealed objectives", units, turn=turn, options=SUDDEN, allied_control=control, picks=picks, **fields
    )


SEVEN_CITIES = "N33 A19 B2 K2 P4 CC6 BB8"


@rule("32.1", "32.2")
def test_whoever_alone_has_met_all_of_his_wins_on_september_first() -> None:
    assert outcome(september(SEVEN_CITIES)) == ("allied", "32.2")
    assert outcome(september("N33 A19 B2 K2 P4 CC6")) == ("", "")
    assert outcome(september(SEVEN_CITIES, turn=12)) == ("", "")
    german = {"allied": (1, 2, 3, 4, 5, 6, 7), "german": (2, 3, 4, 6, 7, 8, 9)}
    match = september("", german)
    assert outcome(match) == ("german", "32.2")
    assert match.position.picks_shown
    assert any("reveal their objectives" in line.sentence for line in match.log())


@rule("32.2", "R82")
def test_if_both_have_met_theirs_all_twelve_are_counted() -> None:  # T69
    # Allies: seven of a kind that leaves the Germans theirs.
    picks = {"allied": (1, 2, 3, 9, 10, 11, 12), "german": (1, 6, 7, 11, 2, 3, 4)}
    base: dict[str, Any] = {"forts_destroyed": "GG11 GG12", "drops": {"allied": 1}, "invasions": 1}
    control = "N33 A19 R11"
    met = {side: objectives.reached(look(september(control, picks, **base)), side) for side in picks}
    assert met["allied"] == (1, 2, 9, 10, 11, 12)  # Brest is missing
    picks = {"allied": (1, 2, 9, 10, 11, 12, 8), "german": (1, 2, 3, 4, 6, 7, 11)}
    sites = {**base, "sites_taken": "S7 T6 U7 V5 W5 X5"}
    both = september(control, picks, **sites)
    seen = look(both)
    counts = [len(objectives.reached(seen, side, objectives.whole_list(seen.game, side))) for side in picks]
    assert [len(objectives.reached(seen, side)) for side in picks] == [7, 7]
    assert counts == [7, 8]  # the Germans have their U-boat bases too
    assert outcome(both) == ("german", "32.2")
    tied = september(control, picks, **{**sites, "sites_taken": "S7 T6 U7 V5 W5 X5 C9"})
    assert outcome(tied) == ("", "")
    assert tied.position.turn == 13


FIELD = ("R13", "R14", "S13", "S14", "T12", "T13", "T14", "U13", "U14")


@rule("32.2", "R82")
def test_nine_of_twelve_win_against_eight_and_eight_against_eight_go_on() -> None:  # T69
    armor = ["2-Pz", "116-Pz", "21-Pz", "11-Pz", "9-Pz", "2SS-Pz", "12SS-Pz", "17SS-PG", "9SS-Pz"]
    there = "; ".join(f"GE-{name} {at}" for name, at in zip(armor, FIELD, strict=True))
    held: dict[str, Any] = {"sites_taken": "S7 T6 U7 V5 W5 X5", "drops": {"allied": 1}, "invasions": 1, "units": there}
    picks = {"allied": (1, 4, 6, 7, 8, 11, 12), "german": (1, 4, 5, 6, 7, 8, 10)}
    for control, counts, end in (
        ("N33 K2 P4 CC6 BB8 R11", [9, 8], ("allied", "32.2")),
        ("N33 K2 CC6 BB8 R11", [8, 8], ("", "")),
    ):
        match = september(control, picks, **held)
        seen = look(match)
        assert [len(objectives.reached(seen, side)) for side in picks] == [7, 7]
        assert [len(objectives.reached(seen, side, objectives.whole_list(seen.game, side))) for side in picks] == counts
        assert outcome(match) == end


@rule("32.1")
def test_nothing_is_revealed_where_nothing_was_written_down() -> None:
    match = position("revealed objectives", turn=13, allied_control=SEVEN_CITIES)
    assert not match.position.picks_shown


@rule("33.2.4", "33.2.2", "R45")
def test_the_west_wall_is_won_by_more_of_the_seven() -> None:
    picks = {"allied": SEVEN, "german": (2, 3, 4, 6, 8, 9, 12)}

    def end(control: str, turn: int = 12, **fields: Any) -> tuple[str, str]:
        found = position("victory", turn=turn, scenario="west_wall", allied_control=control, picks=picks, **fields)
        return outcome(found)

    assert end(SEVEN_CITIES) == ("allied", "33.2.4")
    assert end("") == ("german", "33.2.4")
    assert end("N33 A19 K2 P4 R11") == ("german", "33.2.4")  # four against five
    assert end("N33 A19 K2 P4 R11", sites_taken="S7") == ("draw", "33.2.4")  # four each
    assert end(SEVEN_CITIES, turn=11) == ("", "")


@rule("33.2.4", "30.1")
def test_the_normal_victory_ends_the_west_wall_early() -> None:
    held = "R11 BB8 JJ8 II10 KK15 II19"
    found = position("victory", turn=5, scenario="west_wall", allied_control=held, picks={})
    assert outcome(found) == ("allied", "30.1")


LISTS = {
    "allied": {
        1: "N33", 2: "A19", 3: "B2", 4: "K2", 5: "P4", 6: "CC6", 7: "BB8", 12: "R11",
    },
    "german": {1: "X29", 2: "CC6", 3: "K2", 4: "C9", 6: "GG3", 12: "R11"},
}  # fmt: skip


@rule(
    "32.3", "32.4", "32.4.A1", "32.4.A2", "32.4.A3", "32.4.A4", "32.4.A5", "32.4.A6", "32.4.A7", "32.4.A12",
    "32.4.G1", "32.4.G2", "32.4.G3", "32.4.G4", "32.4.G6", "32.4.G12",
)  # fmt: skip
def test_objectives_of_control() -> None:
    for side, cities in LISTS.items():
        for number, city in cities.items():
            german, allied = (
                number in objectives.reached(look(september(held)), side, (number,)) for held in ("", city)
            )
            assert (german, allied) == ((False, True) if side == "allied" else (True, False)), (side, number)
    # An empty city in an enemy zone is nobody's (32.3, 30.2).
    assert not objectives.reached(look(september("R11", units="GE-84-Inf S11")), "allied", (12,))


@rule(
    "32.4.A8", "32.4.A9", "32.4.A10", "32.4.A11", "32.4.G5", "32.4.G7", "32.4.G8", "32.4.G9", "32.4.G10", "32.4.G11",
    "R43",
)  # fmt: skip
def test_objectives_of_other_kinds() -> None:
    def met(side: str, number: int, **fields: Any) -> bool:
        return bool(objectives.reached(look(september(**fields)), side, (number,)))

    assert met("allied", 8, sites_taken="S7 T6 U7 V5 W5 X5")
    assert not met("allied", 8, sites_taken="S7 T6 U7 V5 W5")
    assert met("allied", 9, forts_destroyed="GG11 GG12")
    assert not met("allied", 9, forts_destroyed="GG11 P4")
    assert [met("allied", 10, drops={"allied": drops}) for drops in (0, 1, 2)] == [False, True, False]
    assert met("allied", 11, invasions=1)
    assert not met("allied", 11, invasions=2)
    panzers = ["2-Pz", "116-Pz", "21-Pz", "11-Pz", "9-Pz", "2SS-Pz", "12SS-Pz", "17SS-PG", "9SS-Pz"]
    there = [
        f"GE-{name} {at}"
        for name, at in zip(panzers, ("R12", "R13", "R14", "S12", "S13", "S14", "T12", "T13", "T14"), strict=True)
    ]
    assert met("german", 5, units="; ".join(there))
    assert not met("german", 5, units="; ".join([*there[:-1], f"{there[-1]} reduced"]))
    assert not met("german", 5, units="; ".join([*there[:-1], "GE-101SS-Tig T14"]))
    assert met("german", 7)
    assert not met("german", 7, drops={"german": 1})
    assert met("german", 8)
    assert not met("german", 8, sites_taken="B2")
    assert met("german", 9)
    assert not met("german", 9, sites_taken="S7")
    assert met("german", 10, forts_destroyed="P4")
    assert not met("german", 10, forts_destroyed="GG11")
    assert met("german", 11, units="US-1-Inf FF10")
    assert not met("german", 11, units="US-1-Inf GG10")
