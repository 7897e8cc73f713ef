"""When a card is an event and when it is not (6.51): every requirement met, and every one that fails, with the reason.

A card whose event is refused still serves for points (facts 3.3).
"""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.festung.data.effects import Invade, Require
from tests.cases import rule
from tests.festung.cards.carding import holding
from tests.festung.playing import game, in_force

SICILY = "1721 1820 1821 1920 1921"
LANDED = "US-1A UK; BR-2A UK; AB-C UK; US-V UK; BR-I UK"
SOUTH = "US-7A NA; BR-8A NA; US-II NA; BR-XIII NA; BR-XXX NA; US-5A NA; US-VI NA; BR-V NA; FF-I NA"
NORTH = "BR-2A UK; CA-1A UK; US-V UK; BR-I UK"

# card: where it is an event; then each way in which it is not, the case and what is said
WHEN: dict[str, tuple[dict[str, Any], list[tuple[dict[str, Any], str, str]]]] = {
    "allied-1": (
        {"units": SOUTH, "turn": 1},
        [({"played": "allied-5"}, "6.51", "Roundup has been played"), ({"turn": 3}, "6.51", "winter")],
    ),
    "allied-5": (
        {"units": NORTH, "turn": 1},
        [({"played": "allied-1"}, "6.51", "Husky has been played"), ({"turn": 7}, "6.51", "winter")],
    ),
    "allied-6": (
        {"units": SOUTH, "turn": 1, "played": "allied-1", "allied_control": SICILY},
        [
            ({"played": ""}, "6.51", "Husky has not been played"),
            ({"allied_control": SICILY[:-5]}, "6.51", "Sicily"),
            ({"turn": 3}, "6.51", "winter"),
        ],
    ),
    "allied-11": (
        {"units": "GE-LXXV 1820; US-II 1821", "hitler": "1307"},
        [
            ({"hitler": None}, "6.51", "Hitler"),
            ({"units": "GE-LXXV 1820; US-II NA"}, "6.51", "no German unit is next to an Allied one"),
        ],
    ),
    "allied-20": (
        {"allied_control": "1816"},
        [({"allied_control": ""}, "6.51", "Roundup has not been played")],
    ),
    "allied-21": ({"turn": 2}, [({"turn": 1}, "6.51", "Fall 1943")]),
    "allied-22": (
        {"units": SOUTH, "turn": 3, "played": "allied-6"},
        [({"played": "allied-1"}, "6.51", "Roundup has not been played")],
    ),
    "allied-23": (
        {"units": LANDED, "turn": 4},
        [({"turn": 3}, "6.51", "Spring 1944"), ({"turn": 7}, "6.51", "winter")],
    ),
    "allied-26": ({"turn": 4}, [({"turn": 3}, "6.51", "Spring 1944")]),
    "allied-27": ({"played": "allied-23"}, [({"played": ""}, "6.51", "Roundup has not been played")]),
    "allied-28": (
        {"units": SOUTH, "turn": 6},
        [({"turn": 5}, "6.51", "Fall 1944"), ({"turn": 7}, "6.51", "winter")],
    ),
    "allied-29": (
        {"turn": 5, "hitler": "1307"},
        [({"turn": 4}, "6.51", "Summer 1944"), ({"hitler": None}, "6.51", "Hitler")],
    ),
    "allied-30": ({"turn": 4}, [({"turn": 3}, "6.51", "Spring 1944")]),
    "allied-34": ({"turn": 4}, [({"turn": 3}, "6.51", "Spring 1944")]),
    "allied-35": ({"played": "allied-5"}, [({"played": "allied-1"}, "6.51", "Roundup has not been played")]),
    "allied-37": ({"played": "allied-23"}, [({"played": ""}, "6.51", "Roundup has not been played")]),
    "allied-38": (
        {"units": "US-V 0611; GE-LXXV 0712"},
        [
            ({"units": "US-V 0411; GE-LXXV 0712"}, "6.51", "no Allied unit is within 2 hexes of Paris"),
            ({"units": "US-V 0611; GE-1A 0712"}, "6.51", "German 1st Army is in Paris"),
            ({"units": "US-V 0611; GE-ISS 0712"}, "6.51", "I SS Panzer Corps is in Paris"),
            ({"units": "US-V 0611", "allied_control": "0712"}, "6.51", "Paris is not held by the Axis"),
        ],
    ),
    "allied-39": ({"units": "AB-1A UK; US-V 0710"}, [({"units": "AB-1A 0710"}, "6.51", "1st Airborne Army")]),
    "allied-40": ({"played": "allied-23"}, [({"played": ""}, "6.51", "Roundup has not been played")]),
    "allied-41": (
        {"units": "US-V 0410"},
        [
            ({"units": where}, "6.51", "the Allies hold no Beach Head of France or Norway")
            for where in ("US-V 1618", "")
        ],
    ),
    "allied-42": (
        {"turn": 7, "played": "allied-21"},
        [
            ({"played": ""}, "6.51", "Tehran has not been played"),
            ({"played": "allied-21 allied-43"}, "6.51", "Fall of Berlin has been played"),
        ],
    ),
    "allied-43": (
        {"turn": 8, "played": "allied-21"},
        [
            ({"turn": 7}, "6.51", "Spring 1945"),
            ({"played": ""}, "6.51", "Tehran has not been played"),
            ({"played": "allied-21 allied-42"}, "6.51", "Stalin Betrayed has been played"),
        ],
    ),
    "allied-44": ({"turn": 7, "allied_control": "1010"}, [({"allied_control": "0911"}, "6.51", "Germany")]),
    "allied-46": (
        {"turn": 7, "units": "US-V 0910"},
        [({"units": "US-V 0811"}, "6.51", "no Allied unit is beside a Rhine hexside")],
    ),
    "allied-49": ({"turn": 7, "played": "allied-23"}, [({"played": ""}, "6.51", "Roundup has not been played")]),
    "allied-54": (
        {"turn": 7, "hitler": None, "allied_control": "1106"},
        [({"hitler": "1307"}, "6.51", "Hitler is in the game"), ({"allied_control": ""}, "6.51", "Hamburg")],
    ),
    "allied-55": ({"turn": 7, "surrendered": True}, [({"surrendered": False}, "6.51", "Italy has not surrendered")]),
    "axis-2": ({}, [({"flags": in_force("asw")}, "6.51", "")]),
    "axis-3": ({}, [({"collapsed": True}, "6.51", "collapsed")]),
    "axis-7": ({"surrendered": True}, [({"surrendered": False}, "6.51", "Italy has not surrendered")]),
    "axis-8": ({}, [({"played": "allied-27"}, "6.51", "Patton Reinstated has been played")]),
    "axis-10": ({"allied_control": "1821"}, [({"allied_control": ""}, "6.51", "Roundup has not been played")]),
    "axis-13": (
        {"surrendered": True, "played": "axis-7"},
        [
            ({"surrendered": False}, "6.51", "Italy has not surrendered"),
            ({"played": ""}, "6.51", "Eiche has not been played"),
        ],
    ),
    "axis-14": ({}, [({"collapsed": True}, "6.51", "collapsed")]),
    "axis-19": ({"played": "axis-1"}, [({"played": ""}, "6.51", "Fuhrer Directive 51 has not been played")]),
    "axis-20": ({"played": "axis-1"}, [({"played": ""}, "6.51", "Fuhrer Directive 51 has not been played")]),
    "axis-21": (
        {"bombers": {"UK BC": "oil"}},
        [
            ({"bombers": {"UK BC": "industry"}}, "6.51", "no bombers"),
            ({"played": "allied-24"}, "6.51", "P-51 Mustangs has been played"),
            ({"flags": in_force("p51")}, "6.51", "bars it"),
        ],
    ),
    "axis-22": (
        {"turn": 4},
        [({"turn": 3}, "6.51", "Spring 1944"), ({"collapsed": True}, "6.51", "collapsed")],
    ),
    "axis-23": (
        {"turn": 6, "played": "axis-22"},
        [
            ({"turn": 5}, "6.51", "Fall 1944"),
            ({"played": ""}, "6.51", "V-1 Buzzbombs has not been played"),
            ({"collapsed": True}, "6.51", "collapsed"),
        ],
    ),
    "axis-24": (
        {"played": "axis-11"},
        [({"played": ""}, "6.51", "Speer has not been played"), ({"collapsed": True}, "6.51", "collapsed")],
    ),
    "axis-26": ({"turn": 5}, [({"turn": 4}, "6.51", "Summer 1944")]),
    "axis-33": (
        {"turn": 5, "bombers": {"UK BC": "industry"}},
        [({"turn": 4}, "6.51", "Summer 1944"), ({"bombers": {"UK BC": "oil"}}, "6.51", "no bombers")],
    ),
    "axis-34": ({"turn": 6}, [({"turn": 5}, "6.51", "Fall 1944")]),
    "axis-36": (
        {"allied_control": "0411"},
        [({"allied_control": "1718"}, "6.51", "the Allies hold no port other than Naples")],
    ),
    "axis-37": ({"turn": 6}, [({"turn": 5}, "6.51", "Fall 1944")]),
    "axis-41": ({"surrendered": True}, [({"surrendered": False}, "6.51", "Italy has not surrendered")]),
    "axis-42": ({"turn": 7, "hitler": "1307"}, [({"hitler": None}, "6.51", "Hitler is out of the game")]),
    "axis-43": ({"turn": 7, "played": "axis-42"}, [({"played": ""}, "6.51", "Hitler Dies has not been played")]),
    "axis-44": (
        {"turn": 7},
        [({"turn": 6}, "6.51", "Winter 1945"), ({"played": "allied-43"}, "6.51", "Fall of Berlin has been played")],
    ),
    "axis-47": ({"turn": 7}, [({"collapsed": True}, "6.51", "collapsed")]),
    "axis-48": ({"turn": 7, "allied_control": "1010"}, [({"allied_control": ""}, "6.51", "Germany")]),
}


def test_every_event_with_a_requirement_is_tried() -> None:
    asking = {
        card.id
        for card in game().data.cards
        if not card.combat and any(isinstance(effect, Require | Invade) for effect in card.effects)
    }
    assert asking == set(WHEN)


@rule("6.5", "6.51", "6.511")
@pytest.mark.parametrize("card", WHEN)
def test_a_card_is_an_event_where_everything_holds_that_it_asks_for(card: str) -> None:
    assert holding(card, WHEN[card][0]).why_not(f"event {card}") is None


@rule("6.51", "6.511", "6.1")
@pytest.mark.parametrize(("card", "number"), [(card, n) for card, (_, no) in WHEN.items() for n in range(len(no))])
def test_a_card_is_no_event_where_something_is_lacking(card: str, number: int) -> None:
    good, bad = WHEN[card]
    fields, case, words = bad[number]
    match = holding(card, {**good, **fields})
    found = match.why_not(f"event {card}")
    assert found is not None
    assert found.rule == case
    assert words in found.why
    for use in ("ops", "rd", "rp"):  # it still serves for points
        assert match.why_not(f"{use} {card}") is None


@rule("6.5")
@pytest.mark.parametrize(
    "card", [c.id for c in game().data.cards if not c.combat and c.id not in WHEN], ids=lambda card: card
)
def test_a_card_that_asks_for_nothing_is_always_an_event(card: str) -> None:
    assert holding(card, {"turn": 7}).why_not(f"event {card}") is None


@rule("6.61")
@pytest.mark.parametrize("card", [card.id for card in game().data.cards if card.combat])
def test_a_combat_card_is_no_event_but_serves_for_points(card: str) -> None:
    match = holding(card, {"turn": 7})
    found = match.why_not(f"event {card}")
    assert found is not None
    assert found.rule == "6.61"
    assert match.why_not(f"ops {card}") is None
