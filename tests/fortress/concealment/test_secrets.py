"""What the Allies may not know: where hidden units are, what the Germans do behind their screen, what decoys cover.

Two matches that differ only in that look the same to the Allies and to spectators: views, logs, questions, refusals
and the count of moments.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bocage import Match
from bocage.engine.events import Event
from bocage.engine.play import Play, index_units
from bocage.engine.position import Unit
from bocage.games.fortress.rules import concealment
from tests.cases import rule
from tests.fortress.playing import look, play, position, refused
from tests.fortress.setup.opening import begun, marked, put, seen_at, set_up, where
from tests.spying import any_action, refusals, some

OUTSIDERS = ("allied", None)


def answers(match: Match, asked: list[str]) -> bytes:
    """All that outsiders can get out of a match."""
    got: list[object] = []
    for side in OUTSIDERS:
        got += [match.view(side), match.log(side), match.moment_of(side), match.undoable_by(side)]
        got.append(msgspec.to_builtins(match.inquire(side).position, str_keys=True))
    got.append(match.text("allied"))
    prompt = match.prompts.get("allied")
    if prompt is not None:
        got += [prompt.rule, prompt.text, prompt.warnings, prompt.step, [str(action) for action in prompt.actions]]
        got += refusals(match, asked, "allied")
    return msgspec.json.encode([*got, sorted(match.prompts)], order="sorted")


def questions(match: Match, rng: random.Random) -> list[str]:
    """Some actions to ask about: legal ones, hexes with hidden units, and any others."""
    prompt, board = match.prompts.get("allied"), match.game.board
    asked = [] if prompt is None else some(prompt.actions, rng)
    for unit in marked(match, "hidden"):
        asked += [f"{verb} {where(match, unit)}" for verb in ("beach", "land", "drop", "place", "raid", "move")]
    assert all(label in board.index for label in (where(match, unit) for unit in marked(match, "hidden")))
    return [*asked, *(any_action(match, rng) for _ in range(8))]


# The set-up


@rule("3.3")
def test_nothing_of_the_german_set_up_is_seen_before_its_end() -> None:
    slow, quick = begun(), begun()
    put(slow, "GE-21-Pz", "L5")
    put(slow, "GE-12SS-Pz", "N7")
    play(slow, "hide GE-12SS-Pz", "show GE-12SS-Pz", "hide GE-12SS-Pz", "pick GE-Lehr-Pz")
    asked = questions(slow, random.Random(1))
    assert answers(slow, asked) == answers(quick, asked)
    assert seen_at(slow, "GE-325-Sec", "allied") == "unknown"
    assert slow.moment_of("allied") == quick.moment_of("allied") == 0
    assert slow.game.acts_unseen(slow.position, "german")
    assert not slow.game.acts_unseen(slow.position, "allied")


def hidden_elsewhere(match: Match, rng: random.Random) -> Match:
    """The same match with the hidden units in other places where they could have been set up."""
    other: Any = match.game.redeal(match.game.shown(match.position, "allied"), "allied", rng)
    twin = Match(match.game, seed="twin", start=match.position.copy())
    there = twin.position
    for unit in range(len(there.units)):
        if match.position.hidden >> unit & 1:
            there.units[unit] = Unit(other.units[unit].at, there.units[unit].steps)
    index_units(match.game, there)
    twin._prompts = Play(match.game, there, match.dice).drive()
    return twin


@rule("3.3", "3.7", "12.19")
@pytest.mark.parametrize("seed", range(3))
def test_where_units_are_hidden_shows_nowhere_until_the_reveal(seed: int) -> None:
    rng = random.Random(seed)
    opened = set_up()
    match = Match(opened.game, seed="twin", start=opened.position.copy())
    twin = hidden_elsewhere(opened, rng)
    assert any(where(match, unit) != where(twin, unit) for unit in marked(match, "hidden"))
    compared = 0
    for _ in range(400):
        asked = [*questions(match, rng), *questions(twin, rng)]
        assert answers(match, asked) == answers(twin, asked), match.game.phase(match.position)
        compared += 1
        prompt = match.prompt
        action = rng.choice(prompt.actions) if rng.random() < 0.8 or "end" not in prompt.sets else "end"
        match.play(str(action))
        twin.play(str(action))
        if not match.position.hidden:
            break
    assert compared > 20
    assert not match.position.hidden
    assert not twin.position.hidden
    told = [line.sentence for line in match.log("allied") if "was hidden at" in line.sentence]
    assert len(told) == 9


@rule("3.3", "9.4")
def test_hidden_units_are_off_the_map_for_the_allies_and_exert_nothing() -> None:
    match = set_up()
    for unit in marked(match, "hidden"):
        assert seen_at(match, unit, "allied") == seen_at(match, unit, None) == "unknown"
        assert seen_at(match, unit, "german") == where(match, unit)
    assert seen_at(match, "GE-21-Pz", "allied") == "M6"
    seen = match.inquire("allied").position
    assert not seen.hidden
    assert not seen.frozen >> match.game.unit_numbers["GE-275-Inf"] & 1


@rule("3.7", "31.7")
def test_everything_is_laid_open_at_the_reveal() -> None:
    units = "GE-12SS-Pz N7 hidden; GE-30-Mob N5 hidden; GE-21-Pz M6"
    match = position(
        "bridge attacks", units, missions={"bridges": (1, 0)}, blanks={"M5": 1}, markers={"M5": 1, "N5": 1, "N7": 1}
    )
    hand: Any = Play(match.game, match.position, match.dice)
    found = concealment.lay_open(hand)
    assert found.bit_count() == 2
    assert not (match.position.hidden)
    assert not (match.position.blanks)
    assert not (match.position.markers)
    assert hand.final


# Secrets dealt anew


@rule("3.3")
@pytest.mark.parametrize("seed", range(3))
def test_hidden_units_dealt_anew_look_the_same_and_are_where_they_could_be(seed: int) -> None:
    match, rng = set_up(), random.Random(seed)
    seen = match.game.shown(match.position, "allied")
    dealt: Any = match.game.redeal(seen, "allied", rng)
    assert match.game.shown(dealt, "allied") == seen
    assert dealt.hidden == match.position.hidden
    assert dealt.units != match.position.units
    assert not look(match).game.look(dealt).overstacked("german")
    district = match.game.data.districts["15"]  # type: ignore[attr-defined]
    assert district >> dealt.units[match.game.unit_numbers["GE-30-Mob"]].at & 1
    assert dealt.frozen == match.position.frozen


@rule("32.1")
def test_objectives_dealt_anew_are_seven_of_the_others() -> None:
    match = begun("west_wall")
    for side in ("german", "allied"):
        for number in range(1, 8):
            match.play(f"write {number}", side=side)
        match.play("end", side=side)
    seen = match.game.shown(match.position, "german")
    dealt = [match.game.redeal(seen, "german", random.Random(seed)) for seed in range(6)]
    assert all(match.game.shown(found, "german") == seen for found in dealt)
    assert all(len(found.picks["allied"]) == 7 for found in dealt)
    assert len({found.picks["allied"] for found in dealt}) > 1


# Decoys instead of hidden units


@rule("31.7", "R119")
def test_ten_blanks_and_nine_units_lie_under_nineteen_decoys() -> None:  # T109, its set-up
    match = begun(**{"31.7": True})
    put(match, "GE-12SS-Pz", "M7")
    put(match, "GE-Lehr-Pz", "M7")
    play(match, "hide GE-Lehr-Pz", "blank N5", "blank N5", "unblank N5")
    assert match.position.blanks == {"N5": 1}
    assert refused(match, "blank T4") == "31.7"
    assert refused(match, "unblank M6") == "31.7"
    play(match, "suggested")
    assert sum(match.position.blanks.values()) == 10
    assert len(marked(match, "hidden")) == 9
    assert refused(match, "blank N5") == "31.7"
    assert refused(match, "hide GE-21-Pz") == "31.7"
    play(match, "unblank N5")
    assert refused(match, "end") == "31.7"
    play(match, "blank N5", "end")
    assert sum(match.position.markers.values()) == 19
    shown = match.game.shown(match.position, "allied")
    assert shown.markers == match.position.markers
    assert not shown.blanks
    assert seen_at(match, "GE-Lehr-Pz", "allied") == "unknown"


@rule("31.7", "R119")
def test_what_lies_under_a_decoy_does_not_show() -> None:
    match = set_up(**{"31.7": True})
    rng = random.Random(5)
    seen = match.game.shown(match.position, "allied")
    dealt: Any = match.game.redeal(seen, "allied", rng)
    assert match.game.shown(dealt, "allied") == seen
    assert sum(dealt.blanks.values()) == 10
    assert dealt.hidden == match.position.hidden
    covered = dict(dealt.blanks)
    for unit in marked(match, "hidden"):
        label = match.game.board.labels[dealt.units[match.game.unit_numbers[unit]].at]
        covered[label] = covered.get(label, 0) + 1
    assert covered == match.position.markers


# Decoys in Germany

GERMANY = "GE-10SS-Pz JJ9; GE-8-FJ NN2; GE-84-Inf NN2; US-7-Arm CC10"
MASKED: dict[str, Any] = {"options": {"31.6": True}, "turn": 14}


@rule("31.6", "R118")
def test_who_may_be_covered_by_a_decoy() -> None:
    units = f"{GERMANY}; GE-9-VG FF10; GE-12-VG AA12; US-8-Inf QQ5"
    match = position("decoys", units, **MASKED)
    assert refused(match, "mask GE-12-VG") == "31.6"  # in no hex of Germany
    assert refused(match, "mask US-7-Arm") == "31.6"
    assert refused(match, "mask GE-84-Inf") == "31.6"  # QQ5 is four hexes away
    play(match, "mask GE-10SS-Pz", "unmask GE-10SS-Pz", "mask GE-10SS-Pz")
    assert marked(match, "decoys") == {"GE-10SS-Pz"}
    far = position("decoys", f"{GERMANY}; GE-12-VG MM2", **MASKED)
    assert refused(far, "mask GE-12-VG") == "31.6"  # nobody is near, but it is the Netherlands
    assert refused(far, "mask GE-84-Inf") == ""
    assert refused(position("decoys", GERMANY, markers={"M5": 19}, **MASKED), "mask GE-84-Inf") == "31.6"
    assert refused(position("decoys", GERMANY, hidden="GE-84-Inf", **MASKED), "mask GE-84-Inf") == "31.6"


@rule("31.6", "R118")
def test_a_decoy_comes_off_when_allies_come_within_five_hexes() -> None:  # T108
    match = position("allied first movement", GERMANY, decoys="GE-10SS-Pz GE-8-FJ", **MASKED)
    play(match, "pick US-7-Arm", "move DD10")
    assert marked(match, "decoys") == {"GE-10SS-Pz", "GE-8-FJ"}
    play(match, "move EE10")
    assert marked(match, "decoys") == {"GE-8-FJ"}
    assert any("under the decoy at JJ9" in line.sentence for line in match.log("allied"))


@rule("31.6", "R118")
def test_a_decoy_comes_off_outside_germany() -> None:  # T108
    match = position("german first movement", GERMANY, decoys="GE-10SS-Pz GE-8-FJ", **MASKED)
    play(match, "pick GE-8-FJ", "move MM2")
    assert marked(match, "decoys") == {"GE-10SS-Pz"}


@rule("31.6")
def test_no_line_of_the_log_names_a_unit_under_a_decoy_to_the_allies() -> None:
    units = "GE-2-FJ RR13; GE-84-Inf RR13; US-7-Arm CC10"
    fields = {**MASKED, "decoys": "GE-2-FJ", "cities_then": "RR13 RR7"}
    match = play(position("german first movement", units, impulse=1, phasing="german", **fields), "pick GE-2-FJ")
    match.play("airlift RR7")
    assert any("Fallschirm" in line.sentence for line in match.log("german"))
    told = [line.sentence for line in match.log("allied")]
    assert any("A unit under a decoy is flown to" in line for line in told)
    assert not any("Fallschirm" in line for line in told)
    game: Any = match.game
    numbers = [game.unit_numbers[name] for name in ("GE-2-FJ", "GE-84-Inf")]
    lost = Event("reduced", "2.8", (numbers[0],))
    german, allied = concealment.told(game, match.position, lost)
    assert (german.data, german.eyes) == (lost.data, ("german",))
    assert (game.sentence(allied), allied.eyes) == ("A unit under a decoy loses a step.", ("allied",))
    assert concealment.told(game, match.position, Event("reduced", "2.8", (numbers[1],)))[0].eyes is None
    for order in (numbers, numbers[::-1]):  # nor does the order of a stack say who it is
        _, both = concealment.told(game, match.position, Event("moves", "5.2", (tuple(order), (0, 1))))
        assert both.data[0] == (numbers[1], game.first_stranger)


@rule("31.6")
def test_the_allies_see_that_a_unit_is_there_and_not_which() -> None:
    matches = [
        position(
            "german first movement",
            f"GE-{a} JJ9; GE-{b} NN2; GE-84-Inf NN2; US-7-Arm CC10",
            decoys="GE-10SS-Pz GE-9SS-Pz",
            **MASKED,
        )
        for a, b in (("10SS-Pz", "9SS-Pz"), ("9SS-Pz", "10SS-Pz"))
    ]
    rng = random.Random(2)
    first, second = matches
    assert first.view("allied")["covered"] == {"JJ9": 1, "NN2": 1}
    assert look(first).occupied("german") == first.inquire("allied").occupied("german")
    assert look(first).zone("german") == first.inquire("allied").zone("german")
    asked = [any_action(first, rng) for _ in range(10)]
    assert answers(first, asked) == answers(second, asked)
    for match, unit in zip(matches, ("GE-10SS-Pz", "GE-9SS-Pz"), strict=True):
        play(match, f"pick {unit}")
    assert answers(first, asked) == answers(second, asked)
    for match in matches:
        play(match, "move JJ10")
    assert answers(first, asked) == answers(second, asked)
    assert any("A unit under a decoy moves JJ9-JJ10" in line.sentence for line in first.log("allied"))
    dealt = first.game.redeal(first.game.shown(first.position, "allied"), "allied", rng)
    assert first.game.shown(dealt, "allied") == first.game.shown(first.position, "allied")
