"""The Panzer Reserve: out in November, rebuilt in December, back in the winter."""

from __future__ import annotations

from tests.cases import rule
from tests.fortress.playing import look, play, position, refused
from tests.fortress.reinforcements.test_withdrawals import GERMAN, place, steps

NAMED = (
    "GE-1SS-Pz II10; GE-2SS-Pz II10 reduced; GE-9SS-Pz II10; GE-12SS-Pz JJ8; GE-2-Pz JJ8; GE-116-Pz JJ8; "
    "GE-Lehr-Pz KK15 reduced; GE-101SS-Tig KK15"
)


@rule("28.1", "28.5")
def test_the_named_units_leave_as_they_are_and_are_re_equipped() -> None:  # T46
    match = position("panzer reserve", f"{NAMED}; GE-21-Pz II10; US-1-Inf JJ9", turn=21, impulse=1)
    for name in ("GE-1SS-Pz2", "GE-2SS-Pz", "GE-9SS-Pz", "GE-12SS-Pz", "GE-2-Pz", "GE-116-Pz", "GE-Lehr-Pz2"):
        assert place(match, name) == "reserve"
    assert [place(match, name) for name in ("GE-1SS-Pz", "GE-Lehr-Pz", "GE-101SS-Tig")] == ["gone"] * 3
    found, numbers = look(match), match.game.unit_numbers
    assert (found.strength(numbers["GE-1SS-Pz2"]), found.pace(numbers["GE-1SS-Pz2"])) == (9, 7)
    assert (steps(match, "GE-Lehr-Pz2"), found.pace(numbers["GE-Lehr-Pz2"])) == (1, 6)
    assert place(match, "GE-21-Pz") == "II10"


@rule("28.1")
def test_a_substitute_has_the_closest_value_and_of_two_the_higher() -> None:  # T99
    dead = "GE-101SS-Tig dead; GE-51SS-PGBde dead; GE-102SS-Tig JJ8; GE-21-Pz KK15 reduced"
    match = position("panzer reserve", f"{dead}; GE-49SS-PGBde II10", turn=21, impulse=1)
    assert [place(match, name) for name in ("GE-49SS-PGBde", "GE-21-Pz", "GE-102SS-Tig")] == ["reserve", "KK15", "JJ8"]
    match = position("panzer reserve", f"{dead}; GE-49SS-PGBde dead", turn=21, impulse=1)
    assert [place(match, name) for name in ("GE-21-Pz", "GE-102SS-Tig")] == ["reserve", "JJ8"]


@rule("28.1")
def test_the_german_player_chooses_between_equals_and_infantry_never_goes() -> None:
    units = "GE-101SS-Tig dead; GE-49SS-PGBde II10; GE-51SS-PGBde JJ8; GE-183-Inf II10"
    match = position("panzer reserve", units, turn=21, impulse=1)
    assert refused(match, "substitute GE-183-Inf") == "28.1"
    play(match, "substitute GE-51SS-PGBde")
    assert [place(match, name) for name in ("GE-49SS-PGBde", "GE-51SS-PGBde")] == ["II10", "reserve"]
    nobody = position("panzer reserve", f"GE-101SS-Tig dead; GE-183-Inf II10; {GERMAN}", turn=21, impulse=1)
    assert place(nobody, "GE-183-Inf") == "II10"


@rule("28.1")
def test_a_unit_out_of_supply_stays_on_the_map() -> None:
    match = position("panzer reserve", "GE-2-Pz N10; US-1-Inf N6; GE-21-Pz II10", turn=21, impulse=1)
    assert [place(match, name) for name in ("GE-2-Pz", "GE-21-Pz")][1] == "reserve"
    assert place(match, "GE-2-Pz") != "reserve"


@rule("28.3", "28.3.A", "R40", "R70")
def test_option_a_fills_the_reserve_and_costs_all_armour_points() -> None:
    units = (
        "GE-2SS-Pz reserve reduced; GE-21-Pz dead; GE-17SS-PG dead; GE-102SS-Tig dead; GE-FGren dead; "
        "GE-654-AG dead; GE-101SS-Tig dead; GE-11-Pz II10 reduced; GE-1SS-Pz dead; GE-84-Inf JJ8 reduced"
    )
    match = play(position("panzer reserve choice", units, turn=25, stores={"german": (5, 3)}), "rebuild")
    reserve = ("GE-2SS-Pz", "GE-21-Pz", "GE-17SS-PG", "GE-102SS-Tig", "GE-1SS-Pz2")
    for name in reserve:
        unit = match.position.units[match.game.unit_numbers[name]]
        assert place(match, name) == "reserve"
        assert unit.steps == look(match).counter(match.game.unit_numbers[name]).steps
    assert [place(match, name) for name in ("GE-FGren", "GE-654-AG", "GE-101SS-Tig")] == ["dead"] * 3
    assert steps(match, "GE-11-Pz") == 1
    assert match.position.stores["german"] == (6, 0)  # 5(3) without its armour, and 4(0) of December


@rule("28.3.B")
def test_option_b_changes_nothing() -> None:
    units = f"GE-2SS-Pz reserve reduced; GE-21-Pz dead; {GERMAN}"
    match = play(position("panzer reserve choice", units, turn=25, stores={"german": (5, 3)}), "continue")
    assert (place(match, "GE-21-Pz"), steps(match, "GE-2SS-Pz")) == ("dead", 1)
    assert match.position.stores["german"] == (9, 5)


@rule("28.4", "R41")
def test_the_reserve_comes_back_all_together_in_safe_cities_with_a_way_east() -> None:  # T99
    units = "GE-1SS-Pz2 reserve; GE-2SS-Pz reserve; GE-9SS-Pz reserve; GE-12SS-Pz reserve; US-4-Inf JJ14"
    match = position("panzer reserve again", units, turn=30, impulse=2)
    assert refused(match, "pick GE-2-Pz") == "28.4"
    play(match, "pick GE-9SS-Pz", "pick GE-1SS-Pz2")
    assert refused(match, "place KK15") == "26.3"
    assert refused(match, "place BB8") == "26.3"
    play(match, "place OO11", "place OO11")
    assert refused(match, "end") == "28.4"
    play(match, "place OO11", "place OO11")
    assert [place(match, name) for name in ("GE-1SS-Pz2", "GE-12SS-Pz")] == ["OO11", "OO11"]
    assert match.position.reserve_back


@rule("28.4")
def test_a_city_cut_off_from_the_east_edge_takes_nobody() -> None:
    ring = "US-1-Inf GG8; US-2-Inf II7; US-4-Inf KK7; US-5-Inf KK9; US-8-Inf JJ11; US-9-Inf HH11; US-28-Inf GG10"
    match = position("panzer reserve", f"GE-2SS-Pz reserve; {ring}", turn=30, impulse=1)
    cut = [label for label in ("JJ8", "II9", "II10") if refused(match, f"place {label}") == "28.4"]
    assert cut
    assert refused(match, "place OO11") == ""


@rule("28.4")
def test_the_reserve_may_be_held_back_and_is_not_asked_about_outside_the_winter() -> None:
    match = position("panzer reserve", "GE-2SS-Pz reserve", turn=30, impulse=1)
    play(match, "end")
    assert place(match, "GE-2SS-Pz") == "reserve"
    late = position("panzer reserve", "GE-2SS-Pz reserve", turn=37, impulse=1)
    assert place(late, "GE-2SS-Pz") == "reserve"
    assert not late.prompts or "Panzer Reserve" not in late.prompt.text


@rule("28.5")
def test_a_destroyed_1_ss_comes_back_with_its_new_counter_after_november() -> None:
    match = position("german replacements", f"GE-1SS-Pz dead; GE-101SS-Tig dead; {GERMAN}", turn=22)
    assert refused(match, "raise GE-101SS-Tig") == "28.5"
    play(match, "raise GE-1SS-Pz", "place JJ8")
    assert (place(match, "GE-1SS-Pz2"), place(match, "GE-1SS-Pz")) == ("JJ8", "gone")
    before = position("german replacements", f"GE-1SS-Pz dead; GE-101SS-Tig dead; {GERMAN}", turn=20)
    assert refused(before, "raise GE-101SS-Tig") == ""
    play(before, "raise GE-1SS-Pz", "place JJ8")
    assert place(before, "GE-1SS-Pz") == "JJ8"
