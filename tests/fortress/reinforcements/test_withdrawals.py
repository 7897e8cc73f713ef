"""Withdrawals and the units that leave in another's place."""

from __future__ import annotations

from msgspec.structs import replace

from bocage import Match
from bocage.engine.matches import notation
from bocage.games.fortress import data
from bocage.games.fortress.game import Fortress
from bocage.games.fortress.rules.supply.capacity import capacity
from tests.cases import rule
from tests.fortress.playing import look, play, position, refused

# Somebody who could take replacements, so that a Replacement Phase is asked.
BRITON = "BR-3-Inf england reduced"
GERMAN = "GE-84-Inf JJ8 reduced"


def place(match: Match, unit: str) -> str:
    """Where a unit is: a hex, or a place off the map."""
    at = match.position.units[match.game.unit_numbers[unit]].at
    found: str = match.game.board.labels[at] if at >= 0 else match.game.place_names[-at - 1]
    return found


def steps(match: Match, unit: str) -> int:
    found: int = match.position.units[match.game.unit_numbers[unit]].steps
    return found


@rule("26.7", "26.8", "R112")
def test_a_unit_leaves_before_the_replacement_phase_and_as_it_is() -> None:  # T88
    match = position("allied withdrawals", f"BR-50-Inf BB8 reduced; {BRITON}", turn=25, stores={"british": (1, 0)})
    assert place(match, "BR-50-Inf") == "withdrawn"
    assert steps(match, "BR-50-Inf") == 1
    assert refused(match, "fill BR-50-Inf") == "26.7"
    assert capacity(look(match)) == 0


@rule("26.7", "R39")
def test_contact_with_the_enemy_does_not_keep_a_unit_from_leaving() -> None:
    match = position("allied withdrawals", f"BR-50-Inf BB8; GE-85-Inf BB9; {BRITON}", turn=25)
    assert place(match, "BR-50-Inf") == "withdrawn"


@rule("26.7", "26.9")
def test_the_withdrawn_are_neither_raised_nor_filled_nor_revived() -> None:  # T82
    units = f"GE-21-Pz withdrawn reduced; GE-604-HQT JJ8; GE-17SS-PG dead; GE-85-Inf dead; {GERMAN}"
    match = position("german replacements", units, turn=33, stores={"german": (1, 1)})
    assert refused(match, "raise GE-21-Pz") == "26.7"
    assert refused(match, "fill GE-21-Pz") == "26.7"
    play(match, "troops GE-604-HQT")
    assert refused(match, "revive GE-21-Pz") == "26.7"


@rule("26.8")
def test_for_a_destroyed_unit_its_like_leaves_and_neither_comes_back() -> None:  # T82
    match = position("german withdrawals", f"GE-269-Inf dead; GE-183-Inf II10; {GERMAN}", turn=31)
    assert place(match, "GE-183-Inf") == "withdrawn"
    assert refused(match, "raise GE-269-Inf") == "26.8"
    assert refused(match, "raise GE-183-Inf") == "26.7"


@rule("26.8")
def test_the_owner_chooses_between_substitutes_of_the_same_value() -> None:
    match = position("german withdrawals", f"GE-269-Inf dead; GE-183-Inf II10; GE-413-Inf II10; {GERMAN}", turn=31)
    assert {str(action) for action in match.prompt.actions} == {"substitute GE-183-Inf", "substitute GE-413-Inf"}
    assert refused(match, "substitute GE-84-Inf") == "26.8"
    play(match, "substitute GE-413-Inf")
    assert place(match, "GE-413-Inf") == "withdrawn"
    assert place(match, "GE-183-Inf") == "II10"


@rule("26.8")
def test_the_type_counts_before_the_value_and_the_higher_of_two_goes() -> None:
    def gone(units: str) -> set[str]:
        match = position("german withdrawals", f"GE-269-Inf dead; {units}; GE-84-Inf JJ8 reduced", turn=31)
        names = [item.split()[0] for item in units.split("; ")]
        return {name for name in names if place(match, name) == "withdrawn"}

    assert gone("GE-26-VG II10; GE-102SS-Tig II10") == set()  # the reduced 84 (2) is closer to 3 than the 26 (6)
    assert gone("GE-361-Inf II10; GE-17SS-PG II10 reduced") == {"GE-361-Inf"}  # 4 before 2, infantry before armour
    alone = position("german withdrawals", "GE-269-Inf dead; GE-49SS-PGBde II10; GE-2-Pz II10 reduced", turn=31)
    assert place(alone, "GE-49SS-PGBde") == "withdrawn"


@rule("26.8")
def test_headquarters_are_substitutes_for_headquarters_alone() -> None:
    match = position("german withdrawals", f"GE-Dietrich gone; GE-Student II10; {GERMAN}", turn=33)
    assert place(match, "GE-Student") == "withdrawn"
    others = position("german withdrawals", f"GE-269-Inf dead; GE-Student II10; {GERMAN}", turn=31)
    assert place(others, "GE-Student") == "II10"


@rule("26.8")
def test_a_unit_out_of_supply_stays_and_changes_roles_with_its_substitute() -> None:
    match = position("german withdrawals", f"US-1-Inf N6; GE-19-Pz N10; GE-21-Pz II10; {GERMAN}", turn=5)
    assert place(match, "GE-21-Pz") == "withdrawn"
    assert place(match, "GE-19-Pz") == "N10"
    roles = match.position.substitutes
    assert roles == {"GE-21-Pz": "GE-19-Pz", "GE-19-Pz": "GE-21-Pz"}
    later = position("german withdrawals", f"GE-19-Pz II10; GE-21-Pz withdrawn; {GERMAN}", turn=31, substitutes=roles)
    assert place(later, "GE-19-Pz") == "withdrawn"


@rule("26.8")
def test_without_anybody_to_stand_in_nobody_leaves() -> None:
    match = position("allied withdrawals", "BR-27-ArmBde gone; BR-Montgomery R11", turn=8)
    assert place(match, "BR-Montgomery") == "R11"


@rule("26.10")
def test_units_of_the_reserve_are_withdrawn_from_it() -> None:
    units = f"GE-1SS-Pz gone; GE-1SS-Pz2 reserve; GE-2SS-Pz reserve reduced; GE-10SS-Pz reserve; {GERMAN}"
    match = position("german withdrawals", units, turn=33)
    assert place(match, "GE-1SS-Pz2") == "withdrawn"
    assert (place(match, "GE-2SS-Pz"), steps(match, "GE-2SS-Pz")) == ("withdrawn", 1)
    assert place(match, "GE-10SS-Pz") == "reserve"


@rule("26.9")
def test_a_unit_that_left_reduced_comes_back_reduced() -> None:  # T82
    printed = data.load()
    line = replace(printed.schedule[0], turn=18, unit="BR-59-Inf")
    game = Fortress(printed=replace(printed, schedule=(line,)))
    match = notation.arranged(
        game, turn=18, at="allied arrivals", units="BR-59-Inf withdrawn reduced", dice=None, seed="x"
    )
    play(match, "africa")
    assert (place(match, "BR-59-Inf"), steps(match, "BR-59-Inf")) == ("africa", 1)
