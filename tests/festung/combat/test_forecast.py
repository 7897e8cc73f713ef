"""The odds before one commits: the same arithmetic as the combat, exact chances, nothing of a hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bocage.engine.errors import BadInput, Refusal
from bocage.games.festung.data import effects
from bocage.games.festung.rules.events import choosing
from bocage.games.festung.rules.look import members
from tests.cases import rule
from tests.festung.combat.fighting import arranged, fighting, look, odds

UNITS = "US-V 0611; US-VII 0611; US-VIII 0712; GE-LXXXI 0711"


@rule("9.27", "9.23")
def test_chances_are_those_of_the_table() -> None:
    match = fighting("allied", UNITS)
    found = odds(match, target="0711")
    assert (found.attack, found.defence, found.column) == (6, 2, "3:1")
    sixth = Fraction(1, 6)
    assert found.chances == {"2/1": sixth, "1/1": 2 * sixth, "0/1": 2 * sixth, "0/2": sixth}
    assert sum(found.chances.values()) == 1
    assert list(found.chances) == ["2/1", "1/1", "0/1", "0/2"]


@rule("9.27")
@pytest.mark.parametrize("die", range(1, 7))
def test_what_happens_is_among_what_was_foretold(die: int) -> None:
    match = fighting("allied", UNITS, dice=str(die))
    for action in ("attack 0711", "join US-V", "join US-VIII"):
        match.play(action)
    chances = odds(match).chances
    match.play("fight")
    (line,) = [line.sentence for line in match.log() if line.rule == "9.27"]
    assert line[:-1].split()[-1] in chances


def test_a_forecast_changes_nothing() -> None:
    match = fighting("allied", UNITS)
    before = match.position.copy()
    odds(match, target="0711", attackers=["US-V"])
    assert match.position == before


@rule("9.12", "9.17", "6.26", "9.1")
def test_what_could_not_be_attacked_has_no_odds() -> None:
    match = fighting("allied", f"{UNITS}; BR-XII 0810")
    with pytest.raises(Refusal, match=r"9\.12"):
        odds(match, target="0710")
    with pytest.raises(Refusal, match=r"9\.17"):
        odds(match, target="0711", attackers=["US-V", "BR-XII"])
    with pytest.raises(BadInput):
        odds(match)
    axis = fighting("axis", "GE-XXIVPZ 0916; GE-LXXXV 0916; US-VI 0917", "0916")
    with pytest.raises(Refusal, match=r"6\.26"):
        odds(axis, target="0917", attackers=["GE-XXIVPZ"])


@rule("9.25")
def test_the_forecast_follows_the_cards() -> None:
    match = fighting("allied", UNITS, axis_hand="axis-12 axis-18", allied_hand="allied-7 allied-8")
    for action in ("attack 0711", "join US-V", "join US-VII", "join US-VIII", "fight"):
        match.play(action)
    assert odds(match, "axis") == odds(match, "allied"), "both see the same odds"


# Whom a card means


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        (effects.Units(side="allied"), {"US-7A", "US-II", "BR-XIII", "AB-C"}),
        (effects.Units(group=("BR",)), {"BR-XIII", "AB-C"}),
        (effects.Units(nat=("US",), size=("army",)), {"US-7A"}),
        (effects.Units(side="axis", mech=True), {"GE-XIVPZ", "GE-XXIVPZ"}),
        (effects.Units(side="axis", mech=True, within=("map",)), {"GE-XIVPZ"}),
        (effects.Units(luftwaffe=True), {"GE-IFJ"}),
        (effects.Units(unit=("GE-IFJ",), within=("map", "boxes", "pool")), {"GE-IFJ"}),
        (effects.Units(side="axis", step="reduced"), {"GE-IFJ"}),
        (effects.Units(side="axis", within=("country:Sicily",), terrain=("mountain",)), {"GE-XIVPZ", "IT-6A"}),
        (effects.Units(side="axis", within=("BALKANS",)), {"GE-XXIVPZ"}),
        (effects.Units(within=("pool",)), {"GE-LXXX"}),
        (effects.Units(size=("fortress",)), {"FORT-Brest"}),
        (effects.Units(side="allied", supplied=False), {"BR-XIII"}),
    ],
)
def test_selectors(selector: effects.Units, expected: set[str]) -> None:
    units = (
        "US-7A 1718; US-II 1718; BR-XIII 0512; AB-C UK; GE-XIVPZ 1920; IT-6A 1820; GE-XXIVPZ BALKANS; GE-LXXX pool;"
        "GE-IFJ 1415 reduced; FORT-Brest 0212"
    )
    made, position = arranged("allied", units)
    found = choosing.matches(made.look(position), selector)
    assert {made.unit_ids[unit] for unit in members(found)} == expected


def test_marks_of_earlier_verbs() -> None:
    match = fighting("allied", UNITS)
    marked = 1 << match.game.unit_numbers["US-V"]
    selector = effects.Units(mark="moved")
    assert choosing.matches(look(match), selector, {"moved": marked}) == marked
    assert choosing.matches(look(match), selector) == 0
