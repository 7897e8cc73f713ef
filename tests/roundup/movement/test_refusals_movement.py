"""Every no of the referee in arrivals and movement: each has its own reason and its own case."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

import pytest

import bocage

GAME = bocage.make_game("roundup", "campaign", {})
EAST = " ".join(GAME.board.names(GAME.data.edges["E"]))
DUNKIRK = "1305 1306 1307"
NO_CUPS = "; ".join(
    f"{counter.id} dead" for counter in GAME.counters if counter.side == "german" and not counter.start_hex
)
NO_AMERICANS = "; ".join(f"{counter.id} dead" for counter in GAME.counters if counter.nation == "US")
SKY = {"weather": "Clear", "superiority": "allied"}
GERMAN_SKY = {"superiority": "german", "options": {"15.9": True}}
PORTS = {"options": {"15.4": True}}
LIBERATION = {"turn": 1, "options": {"15.17": True}}


class No(NamedTuple):
    """A position, what is played there, the action that is refused, the case, and words of the reason."""

    row: str
    units: str
    played: str
    action: str
    rule: str
    words: str
    more: dict[str, Any] = {}


def position(no: No) -> Any:
    extras: dict[str, Any] = {"turn": 3, "us_beachheads": "3123", "uk_beachheads": "3223", **no.more}
    m = bocage.position("roundup", at=no.row, units=f"{NO_CUPS}; {no.units}", **extras)
    for action in filter(None, (part.strip() for part in no.played.split(";"))):
        m.play(action)
    return m


ALLIED, GERMAN = "allied movement", "german movement"
DROP, LAND, INVASION, RENEW, CUP = (
    "air drop", "allied reinforcements", "landing", "allied replacements", "first cup",
)  # fmt: skip

MOVES = {
    "no unit in hand": No(ALLIED, "US-1 3115", "", "move 3116", "10.0", "choose the unit"),
    "own hex": No(ALLIED, "US-1 3115", "pick US-1", "move 3115", "10.0", "there already"),
    "enemy hex": No(ALLIED, "US-1 3115; DE-376 3117", "pick US-1", "move 3117", "10.0", "enemy holds"),
    "enemy in the way": No(ALLIED, "US-1 1001; DE-376 1101", "pick US-1", "move 1102", "10.0", "bar every way"),
    "zone to zone": No(
        GERMAN,
        "DE-712 3116; US-1 3115",
        "pick DE-712",
        "move 3016",
        "3.2.1",
        "straight into another",
        {"weather": "Storm", "allied_control": f"{EAST} {' '.join(GAME.board.names(GAME.data.edges['S']))}"},
    ),
    "a zone on the way": No(GERMAN, "DE-712 3115; US-1 3118", "pick DE-712", "move 3019", "3.2.1", "stop as soon"),
    "no free exit": No(
        ALLIED, "US-1 3123; DE-376 3122; DE-44 2923", "pick US-1", "move 3321", "3.2.1", "outside all enemy zones"
    ),
    "heavy panzers into polder": No(GERMAN, "DE-s504 1603", "pick DE-s504", "move 1604", "10.9", "never enter polder"),
    "heavy panzers through polder": No(
        GERMAN, "DE-s504 1511", "pick DE-s504", "move 1610", "10.9", "every way there leads through it"
    ),
    "heavy panzers into polder far away": No(
        GERMAN, "DE-s504 3115", "pick DE-s504", "move 1504", "10.9", "heavy panzers never enter polder"
    ),
    "heavy panzers through polder far away": No(
        GERMAN, "DE-s504 2003", "pick DE-s504", "move 1610", "10.9", "every way there leads through it"
    ),
    "heavy panzers on a long way round polder": No(
        GERMAN, "DE-s504 2003", "pick DE-s504", "move 1412", "10.3", "would cost 35 MP and 10 are left"
    ),
    "an empty port with a garrison": No(
        ALLIED, "US-1 1605", "pick US-1", "move 1305", "15.4", "a garrison holds 1305: it must be attacked", PORTS
    ),
    "a garrison in the way": No(
        GERMAN,
        "DE-21P 1308",
        "pick DE-21P",
        "move 1304",
        "15.4",
        "a garrison bars every way there",
        {**PORTS, "allied_control": DUNKIRK},
    ),
    "too dear": No(GERMAN, "DE-712 3115", "pick DE-712", "move 3110", "10.3", "would cost 5 MP and 4 are left"),
    "too dear for a first hex": No(
        GERMAN, "DE-712 1506", "pick DE-712", "move 1507", "10.3", "would cost 3 MP and 2 are", {"weather": "Storm"}
    ),
    "beyond the allowance": No(
        GERMAN, "DE-376 3122", "pick DE-376; column 3114", "move 3113", "10.6", "only go on in column"
    ),
    "liberation": No(ALLIED, "US-1 1401", "pick US-1", "move 1601", "15.17", "must stop there", LIBERATION),
}

COLUMNS = {
    "no unit in hand": No(ALLIED, "US-1 3115", "", "column 3104", "10.0", "choose the unit"),
    "out of a zone": No(ALLIED, "US-1 3115; DE-376 3114", "pick US-1", "column 3122", "10.6", "in an enemy zone"),
    "out of a zone, later": No(
        ALLIED, "US-1 3115; DE-376 3114", "pick US-1; move 3117", "column 3122", "10.6", "started in an enemy zone"
    ),
    "no overland supply": No(
        ALLIED, "US-1 3115", "pick US-1", "column 3104", "10.6", "overland supply", {"us_beachheads": ""}
    ),
    "a companion without supply": No(
        ALLIED,
        "US-1 3115; UK-4Bde 3115",
        "pick US-1; join UK-4Bde",
        "column 3104",
        "10.6",
        "overland supply",
        {"uk_beachheads": ""},
    ),
    "after polder": No(GERMAN, "DE-16P 1705", "pick DE-16P; move 1706", "column 1803", "10.6", "have done so"),
    "the option": No(
        ALLIED, "US-1 3123", "pick US-1", "column 3114", "R13", "turn 1", {"turn": 1, "options": {"R13": False}}
    ),
    "into a zone": No(GERMAN, "DE-376 3122; US-1 3112", "pick DE-376", "column 3113", "10.6", "never enters an enemy"),
    "into polder": No(GERMAN, "DE-376 1802", "pick DE-376", "column 1708", "10.6", "never enters polder"),
    "own hex": No(GERMAN, "DE-376 3122", "pick DE-376", "column 3122", "10.0", "there already"),
    "within the allowance": No(GERMAN, "DE-376 3122", "pick DE-376", "column 3118", "10.6", "ordinary allowance"),
    "a zone on the way": No(GERMAN, "DE-376 3122; US-1 3014", "pick DE-376", "column 3110", "10.6", "one lies on"),
    "polder on the way": No(GERMAN, "DE-16P 1705", "pick DE-16P", "column 1610", "10.6", "it lies on every way"),
    "enemy hex": No(GERMAN, "DE-376 3122; US-1 3112", "pick DE-376", "column 3112", "10.0", "enemy holds"),
    "a port with a garrison": No(
        ALLIED,
        "US-1 2722",
        "pick US-1",
        "column 2523",
        "15.4",
        "a garrison holds 2523: it must be attacked",
        {**PORTS, "us_beachheads": "2624"},
    ),
    "polder on every short way": No(
        ALLIED, "US-1 1412", "pick US-1", "column 1610", "10.6", "it lies on every way", {"us_beachheads": "1411"}
    ),
    "polder on the way that a move would take": No(
        ALLIED,
        "US-1 1414",
        "pick US-1",
        "column 1818",
        "10.6",
        "in legs that keep out of it",
        {"us_beachheads": "1414"},
    ),
    "too far": No(GERMAN, "DE-376 3122", "pick DE-376", "column 3109", "10.3", "too far even for column"),
}

DROPS = {
    "not airborne": No(DROP, "US-45 3118", "", "drop US-1", "10.7", "not an airborne unit", SKY),
    "a German": No(DROP, "US-45 3118", "", "drop DE-1FJ", "10.7", "not an airborne unit", SKY),
    "second drop": No(DROP, "US-45 3118", "", "drop US-82AB", "8.2", "at most once", {**SKY, "jumped": "US-82AB"}),
    "on the map": No(DROP, "US-82AB 3118", "", "drop US-82AB", "8.2", "wait off the map", SKY),
    "lost": No(DROP, "US-45 3118; US-82AB dead", "", "drop US-82AB", "8.2", "wait off the map", SKY),
    "lost and back again": No(
        DROP,
        "US-45 3118; UK-P1Para pool",
        "",
        "drop UK-P1Para",
        "8.4",
        "beachhead or port only",
        {**SKY, "returned": "UK-P1Para"},
    ),
    "second American": No(
        DROP, "US-45 3118", "drop US-82AB; place 3115", "drop US-101AB", "10.7", "one US airborne unit", SKY
    ),
    "second British division": No(
        DROP, "US-45 3118", "drop UK-1AB; place 3115", "drop UK-6AB", "10.7", "one UK airborne stack", SKY
    ),
    "marker used": No(DROP, "US-45 3118", "", "drop US-82AB", "R20", "Marker is used", {**SKY, "us_aerial": "3118"}),
    "in hand": No(DROP, "US-45 3118", "drop US-82AB", "drop US-82AB", "10.7", "chosen already", SKY),
    "nowhere": No(DROP, "US-45 2123", "", "drop US-82AB", "10.7", "no hex where", {**SKY, "us_beachheads": ""}),
    "weather": No(DROP, "US-45 3118", "", "drop US-82AB", "10.7", "clear weather", {**SKY, "weather": "Overcast"}),
    "superiority": No(DROP, "US-45 3118", "", "drop US-82AB", "10.7", "air superiority", {**SKY, "superiority": ""}),
    "set aside": No(GERMAN, "DE-376 3117", "", "drop DE-1FJ", "R29", "set aside", {"superiority": "german"}),
    "an earlier turn": No(
        GERMAN, "DE-376 3117", "", "drop DE-1FJ", "15.3", "in an earlier turn",
        {"superiority": "german", "german_drop_used": True, "options": {"15.3": True}},
    ),
    "no German sky": No(
        GERMAN, "DE-376 3117", "", "drop DE-1FJ", "15.3", "German air superiority", {"options": {"15.3": True}}
    ),
    "too late": No("allied combat", "US-45 3118; DE-376 3117", "", "drop US-82AB", "R20", "movement phase", SKY),
}  # fmt: skip

_SCENE = "US-45 3118; US-Rgr 3116; UK-4Bde 3117; DE-376 3014"
DROP_HEXES = {
    "no unit in hand": No(DROP, _SCENE, "", "place 3119", "10.7", "choose the unit", SKY),
    "coast": No(DROP, _SCENE, "drop US-82AB", "place 3123", "10.7", "coastal hex", SKY),
    "town": No(DROP, _SCENE, "drop US-82AB", "place 2820", "10.7", "clear terrain only", SKY),
    "forest": No(DROP, _SCENE, "drop US-82AB", "place 2922", "10.7", "clear terrain only", SKY),
    "polder": No(DROP, _SCENE, "drop US-82AB", "place 1504", "10.7", "clear terrain only", SKY),
    "enemy": No(DROP, _SCENE, "drop US-82AB", "place 3014", "3.1", "an enemy holds", SKY),
    "enemy zone": No(DROP, _SCENE, "drop US-82AB", "place 3114", "10.7", "enemy zone", SKY),
    "too far": No(DROP, _SCENE, "drop US-82AB", "place 3110", "10.7", "more than five hexes", SKY),
    "away from the first": No(
        DROP, _SCENE, "drop UK-1AB; place 3119; drop UK-P1Para", "place 3120", "10.7", "in one hex", SKY
    ),
    "the other nation": No(DROP, _SCENE, "drop UK-1AB", "place 3116", "3.1.2", "US and UK", SKY),
    "a second division": No(DROP, _SCENE, "drop US-82AB", "place 3118", "3.1.2", "one division", SKY),
}  # fmt: skip

_DRAW = {"dice": "1 1 6"}
ARRIVALS = {
    "1E in the south": No(CUP, "DE-712 first_cup", "", "place 4210", "8.5.1", "(1E) enters on the East edge", _DRAW),
    "1S in the east": No(CUP, "DE-348 first_cup", "", "place 2301", "8.5.1", "(1S) enters on the South edge", _DRAW),
    "inland": No(CUP, "DE-712 first_cup", "", "place 3115", "8.5.1", "East edge", _DRAW),
    "Italy in the east": No(CUP, "DE-16P italy_cup", "", "place 2301", "8.5.2", "South edge", _DRAW),
    "Russia in the south": No(
        CUP, "DE-GD russia_cup", "", "place 4210", "8.5.3", "East edge", {**_DRAW, "strategy": 3}
    ),
    "an Allied unit": No(CUP, "DE-712 first_cup; US-1 2301", "", "place 2301", "3.1", "Allied unit is in", _DRAW),
    "Allied control": No(
        CUP, "DE-712 first_cup", "", "place 2301", "3.5", "Allied control", {**_DRAW, "allied_control": "2301"}
    ),
    "heavy panzers": No(CUP, "DE-s504 italy_cup", "", "place 4223", "R34", "never enter polder", _DRAW),
    "a second division": No(CUP, "DE-712 first_cup; DE-376 2301", "", "place 2301", "3.1.3", "one division", _DRAW),
    "a third unit": No(
        CUP, "DE-712 first_cup; DE-s503 2301; DE-s505 2301", "", "place 2301", "3.1.3", "two units", _DRAW
    ),
}  # fmt: skip

_EAST_FULL = {"dice": "3 1 1 1", "allied_control": EAST}
_THREE = "DE-712 first_cup; DE-348 first_cup; DE-21P first_cup"
BRINGS = {
    "not drawn": No(CUP, _THREE, "", "bring DE-376", "8.5", "of this kind waits", _EAST_FULL),
    "in hand": No(CUP, _THREE, "", "bring DE-1S-static-2-4", "8.5", "in hand already", _EAST_FULL),
    "no room": No(CUP, _THREE, "", "bring DE-1E-static-2-4", "8.5", "no hex on its edge", _EAST_FULL),
}

_PORT = {"allied_control": DUNKIRK, "us_ports": DUNKIRK}
ENTRIES = {
    "no entry hex": No(LAND, "", "", "enter 3024", "8.1", "neither a beachhead nor part of a port"),
    "incomplete port": No(
        LAND, "", "", "enter 1305", "8.1", "every hex of Dunkirk", {"allied_control": "1305 1306"}
    ),
    "new port": No(LAND, "", "", "enter 1305", "4.4", "works from the next turn", {"allied_control": DUNKIRK}),
    "second stack": No(LAND, "", "enter 1305; land US-Rgr", "enter 1306", "8.1", "has had its one stack", _PORT),
    "interdiction": No(
        LAND, "", "", "enter 3123", "15.9", "Luftwaffe", {**GERMAN_SKY, "tas": "3024"}
    ),
    "a German there": No(LAND, "DE-376 3123", "", "enter 3123", "3.1", "German units hold"),
    "in hand": No(LAND, "", "enter 3123", "enter 3123", "8.1", "chosen already"),
    "nobody waits": No(LAND, NO_AMERICANS, "", "enter 3123", "8.1", "serves US units, and none of them waits"),
    "full": No(LAND, "US-1 3123; US-Rgr 3123", "", "enter 3123", "3.1.2", "at most two units"),
    "invasion elsewhere": No(INVASION, "", "", "enter 3024", "10.8", "beachheads only", {"turn": 1}),
    "invasion in hand": No(INVASION, "", "enter 3123", "enter 3123", "10.8", "chosen already", {"turn": 1}),
    "invasion full": No(
        INVASION, "", "enter 3123; land US-Rgr; land US-FSSF; enter 3223", "enter 3123", "3.1.2", "at most two units",
        {"turn": 1},
    ),
}  # fmt: skip

LANDINGS = {
    "no hex": No(LAND, "", "", "land US-Rgr", "8.1", "choose an entry hex"),
    "not waiting": No(LAND, "US-Rgr dead", "enter 3123", "land US-Rgr", "8.1", "waiting off the map"),
    "a German": No(LAND, "", "enter 3123", "land DE-376", "8.1", "waiting off the map"),
    "wrong beach": No(LAND, "", "enter 3223", "land US-Rgr", "8.1", "own nation"),
    "wrong port": No(LAND, "", "enter 1305", "land UK-armor-3", "8.1", "own nation", _PORT),
    "second division": No(LAND, "", "enter 3123; land US-armor-7-6", "land US-infantry-5-6", "3.1.2", "one division"),
    "third unit": No(
        LAND, "", "enter 3223; land UK-armor-3; land UK-armor-3", "land UK-infantry-5-6", "3.1.2", "at most two units"
    ),
    "invasion without a hex": No(INVASION, "", "", "land US-Rgr", "10.8", "choose an entry hex", {"turn": 1}),
    "invasion of the dead": No(
        INVASION, "US-Rgr dead", "enter 3123", "land US-Rgr", "10.8", "waiting off the map", {"turn": 1}
    ),
    "invasion on the wrong beach": No(INVASION, "", "enter 3223", "land US-Rgr", "8.1", "own nation", {"turn": 1}),
}  # fmt: skip

_OTHER = "UK-1 3219 reduced"
REPLACEMENTS = {
    "a German": No(RENEW, f"{_OTHER}; DE-376 3601 reduced", "", "replace DE-376", "8.6", "German units never"),
    "eliminated": No(RENEW, f"{_OTHER}; US-1 dead", "", "replace US-1", "8.3", "never eliminated ones"),
    "in England": No(RENEW, f"{_OTHER}; US-1 pool", "", "replace US-1", "8.3", "on the map"),
    "full strength": No(RENEW, f"{_OTHER}; US-1 3118", "", "replace US-1", "8.3", "not a reduced division"),
    "a brigade": No(RENEW, f"{_OTHER}; US-Rgr 3118", "", "replace US-Rgr", "8.3", "not a reduced division"),
    "second step": No(
        RENEW, f"{_OTHER}; UK-3 3218 reduced", "replace UK-1", "replace UK-3", "8.3", "no replacement step left"
    ),
    "supply": No(
        RENEW, f"{_OTHER}; US-1 3024 reduced", "", "replace US-1", "8.3", "overland supply", {"us_beachheads": ""}
    ),
    "enemy zone": No(RENEW, f"{_OTHER}; US-1 3115 reduced; DE-376 3114", "", "replace US-1", "8.3", "enemy zone"),
}  # fmt: skip

PICKS = {
    "the enemy's": No(ALLIED, "US-1 3115; DE-376 3119", "", "pick DE-376", "10.0", "side whose phase"),
    "off the map": No(ALLIED, "US-1 3115", "", "pick US-2", "10.0", "not on the map"),
    "moved": No(ALLIED, "US-1 3115; US-2 3120", "pick US-1; move 3116; pick US-2", "pick US-1", "10.0", "has moved"),
    "stopped": No(ALLIED, "US-1 3115; DE-376 3118", "pick US-1; move 3117", "pick US-1", "10.0", "entered an enemy"),
    "landed in a zone": No(
        INVASION, "US-2 3115; DE-344 3122", "enter 3123; land US-infantry-5-6; end", "pick US-1", "10.0", "R32",
        {"turn": 1, "weather": "Overcast"},
    ),
    "dropped": No(ALLIED, "US-82AB 3115; US-1 3118", "", "pick US-82AB", "10.7", "dropped", {"dropped": "US-82AB"}),
    "replaced": No(ALLIED, "US-1 3115; US-2 3118", "", "pick US-1", "8.3", "replacement", {"replaced": "US-1"}),
    "in hand": No(ALLIED, "US-1 3115", "pick US-1", "pick US-1", "10.0", "in hand already"),
}  # fmt: skip

_PAIR = "US-1 3115; US-Rgr 3115; US-2 3116"
JOINS = {
    "no unit in hand": No(ALLIED, _PAIR, "", "join US-Rgr", "10.0", "choose the unit"),
    "another hex": No(ALLIED, _PAIR, "pick US-1", "join US-2", "10.0", "start in one hex"),
    "on the way": No(ALLIED, _PAIR, "pick US-1; move 3116", "join US-2", "10.0", "have set out"),
    "moved": No(ALLIED, _PAIR, "pick US-2; move 3115; pick US-1", "join US-2", "10.0", "moved already"),
    "the enemy's": No(ALLIED, f"{_PAIR}; DE-376 3119", "pick US-1", "join DE-376", "10.0", "side whose phase"),
    "off the map": No(ALLIED, _PAIR, "pick US-1", "join US-FSSF", "10.0", "not on the map"),
    "dropped": No(
        ALLIED, "US-82AB 3115; US-Rgr 3115", "pick US-Rgr", "join US-82AB", "10.7", "dropped", {"dropped": "US-82AB"}
    ),
    "replaced": No(ALLIED, _PAIR, "pick US-Rgr", "join US-1", "8.3", "replacement", {"replaced": "US-1"}),
    "in hand": No(ALLIED, _PAIR, "pick US-1; join US-Rgr", "join US-Rgr", "10.0", "in hand already"),
}  # fmt: skip

ORDERS = {
    "turn 1": No("allied order", "", "", "combat-first", "9.1", "turn 1", {"turn": 1}),
    "chosen": No(ALLIED, "US-1 3115", "", "combat-first", "3.3", "for all units"),
}

ALL = {
    f"{verb}: {name}": no
    for verb, table in (
        ("move", MOVES), ("column", COLUMNS), ("drop", DROPS), ("place a drop", DROP_HEXES), ("place", ARRIVALS),
        ("bring", BRINGS), ("enter", ENTRIES), ("land", LANDINGS), ("replace", REPLACEMENTS), ("pick", PICKS),
        ("join", JOINS), ("order", ORDERS),
    )
    for name, no in table.items()
}  # fmt: skip


@pytest.mark.parametrize("no", ALL.values(), ids=ALL.keys())
def test_the_referee_says_why_not_and_under_which_case(no: No) -> None:
    m = position(no)
    refusal = m.why_not(no.action)
    assert refusal is not None
    assert refusal.rule == no.rule, str(refusal)
    assert no.words in refusal.why
    assert "{" not in refusal.why
    before = m.position_hash
    with pytest.raises(bocage.Refusal) as raised:
        m.play(no.action)
    assert (raised.value.rule, raised.value.why) == (refusal.rule, refusal.why)
    assert m.position_hash == before  # and nothing has happened


@pytest.mark.parametrize(("start", "there"), [("1412", "1610"), ("1414", "1818"), ("3122", "3118"), ("1503", "1605")])
def test_column_movement_stays_open_after_a_move_exactly_if_the_refusal_says_so(start: str, there: str) -> None:
    m = position(No(ALLIED, f"US-1 {start}", "pick US-1", "", "", "", {"us_beachheads": start}))
    promised = "stays open afterwards" in m.why_not(f"column {there}").why
    m.play(f"move {there}")
    assert (m.position.frames[-1].column > 0) == promised


def test_a_column_is_promised_nothing_after_a_town_that_stops_it() -> None:
    m = position(No(ALLIED, "US-1 1401", "pick US-1", "", "", "", {**LIBERATION, "us_beachheads": "1401"}))
    assert m.why_not("column 1501").why == "1501 is within the ordinary allowance: move there"


def test_every_condition_of_these_offers_has_been_provoked() -> None:
    """Each condition with a sentence of its own is the reason of at least one case above."""
    for table in (DROPS, DROP_HEXES, ARRIVALS, BRINGS, ENTRIES, LANDINGS, REPLACEMENTS, PICKS, JOINS):
        reasons, sentences = set(), set()
        for no in table.values():
            m = position(no)
            reasons.add(m.why_not(no.action).why)
            sentences |= told(m, no.action)
        for sentence in sentences:
            words = sentence.split("{it}")[-1].strip()
            assert any(words in reason for reason in reasons), sentence


def told(m: Any, action: str) -> set[str]:
    """The sentences of all conditions that an action has to meet in a question."""
    step = m.game.steps[m.prompt.step]
    choices = [choice for choice in step.menu if choice.verb == action.split()[0]]
    found: set[str] = set()
    for choice in choices:
        with suppress(ValueError):  # what follows a condition may be about a hex or a unit that nobody has chosen yet
            for _, _, reason in choice.conditions(step, m.inquire(), m.prompt.frame):
                found |= {reason} if isinstance(reason, str) else set()
    return found
