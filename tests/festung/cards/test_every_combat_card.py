"""Every Combat Card is played in a combat that it fits, and refused in one that it does not (6.6, 9.25, 9.26).

What it does is read off the battles: the same one is fought with the card and without it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from bocage import Match
from tests.cases import rule
from tests.festung.cards.carding import lies
from tests.festung.combat.fighting import attack, fighting
from tests.festung.playing import game, refused

LANDING = "US-1A 0410; BR-2A 0410; AB-C 0410; US-V 0410; BR-I 0410; GE-LXXXIV 0411; FORT-Cherbourg 0411"
CASSINO = "US-5A 1718; US-II 1718; FF-CEF 1718; GE-10A 1717; GE-XIVPZ 1717; GE-IFJ 1717"
RHINE = "US-9A 0909; US-XIII 0909; GE-LXXX 1009; AB-C UK"
KEPT, ONE_COMBAT = ("face_up", "face_up"), ("discards", "discards")


class Case(NamedTuple):
    """A combat, by the defender's hex; all of the attacker's units beside it attack. What the card does in it."""

    units: str
    target: str
    columns: int = 0
    die: int = 0
    lies: tuple[str, str] = KEPT  # after the combat, and after the action
    side: str = "allied"
    marks: str = ""
    fields: dict[str, Any] = {}
    help: tuple[str, ...] = ()


def inland(units: str, target: str, columns: int = 0, die: int = 0, piles: tuple[str, str] = KEPT) -> Case:
    return Case(units, target, columns, die, piles, fields={"allied": "0712 0811"})


ACE = {"played": "allied-24 allied-25"}
CROSSING = {"turn": 8, "allied": "0809 0709", "flags": "rhine_bridgehead"}
FITTING: list[tuple[str, Case]] = [
    ("allied-8", inland("BR-2A 0810; BR-XII 0810; GE-LXXX 0809", "0809", die=1)),  # 3:1
    ("allied-8", inland("BR-2A 0810; GE-15A 0809; GE-LXXXI 0809", "0809")),  # lower
    ("allied-9", Case(LANDING, "0411", die=1, fields={"landing": "0410"})),
    ("allied-9", Case("US-1A 0512; US-V 0410; GE-LXXXIV 0411", "0411", die=1, marks="0512", fields={"allied": "0511"})),
    ("allied-9", Case("GE-LXXXIV 0411; GE-LXXX 0411; US-V 0410", "0410", die=-1, side="axis")),
    ("allied-16", Case(LANDING, "0411", 1, fields={"landing": "0410"})),  # a port with a fortress
    ("allied-16", Case("US-VI 1821; US-II 1821; GE-LXXV 1820", "1820", 1, fields={"allied": "1922"})),  # a mountain
    ("allied-31", Case(LANDING, "0411", die=1, fields={"landing": "0410", **ACE})),
    ("allied-47", Case(RHINE, "1009", 1, 1, fields=CROSSING)),
    ("allied-53", Case("US-9A 0910; US-XIII 0910; GE-LXXX 1010", "1010", die=1, fields=CROSSING)),
    ("axis-4", Case("US-VI 1820; US-II 1820; GE-XIVPZ 1920", "1920", die=-1)),
    ("axis-5", Case(CASSINO, "1717", die=-1, lies=ONE_COMBAT, fields={"flags": "italian_disarmament"})),
    ("axis-12", inland("US-V 0810; US-VI 0810; GE-LXXX 0809", "0809", piles=ONE_COMBAT)),
    ("axis-18", Case("GE-XIVPZ 1920; US-VI 1820", "1820", die=1, side="axis")),
    ("axis-28", Case("US-1A 0411; GE-LXXX 0512", "0512", -1, -1, fields={"allied": "0410"})),
    ("axis-29", Case("US-VI 1516; US-II 1516; GE-LXXV 1415", "1415", die=-2)),
    ("axis-30", Case(CASSINO, "1717", -3, lies=ONE_COMBAT, help=("carpet UK_BC",),
                     fields={"flags": "italian_disarmament", "bombers": {"UK BC": "carpet"}})),
    ("axis-32", Case("US-VI 1820; US-II 1820; GE-XIVPZ 1920", "1920", die=-1)),
    ("axis-32", Case("GE-XIVPZ 1920; US-VI 1820", "1820", die=1, side="axis")),
    ("axis-35", Case("US-V 1010; US-VI 1010; GE-LXXX 1110", "1110", die=-1, lies=ONE_COMBAT,
                     fields={"allied": "0910 0911 0811 0712"})),
    ("axis-52", Case(RHINE, "1009", die=-1, fields=CROSSING)),
    ("axis-53", Case(RHINE, "1009", -1, -1, fields=CROSSING)),
]  # fmt: skip
UNFIT: list[tuple[str, Case]] = [
    ("allied-8", inland("US-1A 0810; BR-XII 0810; GE-LXXX 0809", "0809")),
    ("allied-9", inland("US-1A 0810; GE-LXXX 0809", "0809")),
    ("allied-16", inland("US-1A 0810; GE-LXXX 0710", "0710")),
    ("allied-31", Case(LANDING, "0411", fields={"landing": "0410", "played": "allied-25"})),
    ("allied-31", Case("GE-LXXXIV 0411; GE-LXXX 0411; US-V 0410", "0410", side="axis", fields=ACE)),
    ("allied-47", Case(RHINE.replace("; AB-C UK", ""), "1009", fields=CROSSING)),
    ("allied-47", inland("AB-C 0810; US-V 0810; GE-LXXX 0710", "0710")),
    ("allied-53", inland("US-1A 0810; GE-LXXX 0710", "0710")),
    ("axis-4", inland("US-1A 0810; GE-LXXX 0710", "0710")),
    ("axis-5", Case("US-VI 1516; US-II 1516; GE-LXXV 1415", "1415")),  # north of the Arno
    ("axis-5", Case("US-VI 1817; US-II 1817; GE-LXXV 1718", "1718")),  # no mountain
    ("axis-12", Case("GE-XIVPZ 1920; US-VI 1820", "1820", side="axis")),
    ("axis-18", Case("GE-LXXV 1920; GE-LIM 1920; US-VI 1820", "1820", side="axis")),
    ("axis-18", Case("US-VI 1820; US-II 1820; GE-XIVPZ 1920", "1920")),
    ("axis-28", inland("US-1A 0810; GE-LXXX 0710", "0710")),
    ("axis-29", Case(CASSINO, "1717", fields={"flags": "italian_disarmament"})),
    ("axis-30", Case("GE-XIVPZ 1920; US-VI 1820", "1820", side="axis")),
    ("axis-32", Case("US-VI 1820; US-II 1820; GE-LXXV 1920", "1920")),
    ("axis-35", Case(CASSINO, "1717", fields={"flags": "italian_disarmament"})),
    ("axis-52", Case(RHINE + "; US-V 1109", "1009", fields=CROSSING)),
    ("axis-53", Case("US-XIII 0909; US-V 0909; GE-LXXX 1009", "1009", fields=CROSSING)),
]  # fmt: skip


def begun(card: str, case: Case) -> Match:
    """The combat at the question for cards; the owner holds this one and no other, his enemy none."""
    side = card.split("-")[0]
    fields: dict[str, Any] = {"allied": "", **case.fields, f"{side}_hand": card, "dice": "2 2 2 2"}
    match = fighting(case.side, case.units, case.marks, **fields)
    match.play(f"attack {case.target}")
    for action in [str(action) for action in match.prompt.actions if action.verb == "join"]:
        if match.why_not(action) is None:
            match.play(action)
    for action in (*case.help, "fight"):
        match.play(action)
    assert (match.prompt.step, match.prompt.side) == ("combat cards", side)
    return match


def fought(match: Match, answer: str) -> tuple[int, int]:
    """The column and the modifier of the battle, after an answer."""
    events = match.play(answer).events
    (battle,) = [event for event in events if event.kind == "battle"]
    _, _, _, _, _, _, column, _, modifiers, *_ = battle.data
    return match.game.data.odds.index(column), sum(number for number, *_ in modifiers)  # type: ignore[attr-defined]


def test_every_combat_card_is_in_the_tables() -> None:
    cards = {card.id for card in game().data.cards if card.combat}
    assert {card for card, _ in FITTING} == cards - {"allied-7"}  # Ultra stands below
    assert {card for card, _ in UNFIT} == cards - {"allied-7"}  # and fits every combat


@rule("6.61", "6.62", "9.25", "9.26")
@pytest.mark.parametrize(("card", "case"), FITTING, ids=[card for card, _ in FITTING])
def test_a_combat_card_does_what_it_says(card: str, case: Case) -> None:
    match = begun(card, case)
    column, modifier = fought(begun(card, case), "pass")
    with_card = fought(match, f"combat {card}")
    assert (with_card[0] - column, with_card[1] - modifier) == (case.columns, case.die)
    piles = []
    while match.prompts and match.prompt.step != "combat":
        match.play(str(match.prompt.actions[-1]))
    piles.append(lies(match, card))
    while match.prompts:
        match.play(str(match.prompt.actions[-1]))
    assert (*piles, lies(match, card)) == case.lies


@rule("6.61", "9.25")
@pytest.mark.parametrize(("card", "case"), UNFIT, ids=[card for card, _ in UNFIT])
def test_a_combat_card_is_refused_where_its_conditions_are_not_met(card: str, case: Case) -> None:
    match = begun(card, case)
    assert [str(action) for action in match.prompt.actions] == ["pass"]
    assert refused(match, f"combat {card}") == "9.25"


@rule("6.61", "6.62", "9.25")
def test_ultra_takes_the_effect_of_the_enemys_cards() -> None:
    """The Axis has attacked with Counterattack, and one more of its cards lies on the table."""
    units = "GE-XIVPZ 1920; US-VI 1820"
    hands = {"axis_hand": "axis-18", "axis_face_up": "axis-32", "allied_hand": "allied-7", "dice": "2 2"}
    told = []
    for answer in ("pass", "combat allied-7"):
        match = attack(fighting("axis", units, "1920", **hands), "1820", "GE-XIVPZ")  # type: ignore[arg-type]
        match.play("combat axis-18")
        match.play("combat axis-32")
        told.append(fought(match, answer)[1])
    assert told == [2, 0]
    assert lies(match, "allied-7") == "discards"
    assert (lies(match, "axis-18"), lies(match, "axis-32")) == ("face_up", "face_up")
