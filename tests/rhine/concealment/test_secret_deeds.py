"""What the Germans do unseen leaves no trace: neither in what the Allies are shown nor in any number that they read.

Here the pairs differ in what was done, not in what lies where: pieces are placed one by one or as suggested, taken up
and put back, deployed under a face-down piece, and taken back again. Everything that the Allies and a spectator get,
moments and numbers of lines included, must be the same, byte for byte; until something happens before their eyes, and
afterwards too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.setup import suggestion
from bocage.table import showing
from tests.cases import rule
from tests.rhine.asking import at
from tests.rhine.combat.fighting import field
from tests.rhine.concealment.test_secrets import OUTSIDERS, answers
from tests.rhine.soak import choose
from tests.showing.test_rhine import BEACHES, FRONT
from tests.spying import series, whole_story


def same(one: Match, other: Match, what: str = "", past: bool = True) -> None:
    """Nobody but the Germans can tell these two matches apart, by how they stand or by their past."""
    asked = [] if one.prompts.get("allied") is None else [str(action) for action in one.prompts["allied"].actions[:4]]
    assert answers(one, asked, page=True) == answers(other, asked, page=True), what
    assert not past or whole_story(one, OUTSIDERS) == whole_story(other, OUTSIDERS), what


# Setting up


def by_hand(match: Match, rng: random.Random) -> None:
    """The suggested set-up placed piece by piece in any order, with second thoughts on the way."""
    slots = list(suggestion.slots(bocage.game_class("rhine")()))
    rng.shuffle(slots)
    for slot in slots:
        if rng.random() < 0.3:
            dither(match, rng)
        if f"pick {slot.unit}" in [str(action) for action in match.prompt.actions]:
            match.play(f"pick {slot.unit}")
        if match.why_not(f"place {slot.where}") is None and _in_hand(match) == slot.unit:
            match.play(f"place {slot.where}")
        wanted = {suggestion.FACE_DOWN: "hide", suggestion.DEPLOYED: "deploy"}.get(slot.state, "")
        if wanted and match.why_not(f"{wanted} {slot.unit}") is None:
            match.play(f"{wanted} {slot.unit}")


def _in_hand(match: Match) -> str:
    hand = match.prompt.frame.hand  # type: ignore[attr-defined]
    return match.game.unit_ids[hand] if hand >= 0 else ""


def dither(match: Match, rng: random.Random) -> int:
    """Do something that only the Germans see, and take it back; how many entries that made."""
    before = match.moment
    for _ in range(rng.randrange(1, 4)):
        actions = [action for action in match.prompt.actions if action.verb not in ("end", "suggested")]
        if not actions:
            break
        match.play(rng.choice(actions))
    if match.moment > before:
        match.undo_to(before)
    return match.moment - before


@rule("SET.1")
@pytest.mark.parametrize("seed", range(4))
def test_nobody_can_tell_whether_the_germans_set_up_as_suggested_or_by_hand(seed: int) -> None:
    rng = random.Random(seed)
    quick, slow = (bocage.new_match("rhine", seed=f"set-up {seed}") for _ in range(2))
    same(quick, slow)
    quick.play("suggested")
    same(quick, slow, what="one has placed everything, the other nothing")
    by_hand(slow, rng)
    assert slow.moment > quick.moment + 25
    same(quick, slow, what="one has thought about it for longer")
    quick.play("end")
    slow.play("end")
    assert quick.position_hash == slow.position_hash, "the same set-up in the end"
    same(quick, slow, what="the screen has fallen")
    for _ in range(30):
        action = choose(quick.prompt, rng, "verbs")
        quick.play(action)
        slow.play(action)
    same(quick, slow, what="thirty answers later")


@rule("SET.1")
def test_a_german_who_takes_his_set_up_back_does_so_behind_the_screen() -> None:
    plain, undone = (bocage.new_match("rhine", seed="second thoughts") for _ in range(2))
    undone.play("suggested")
    undone.undo()
    undone.play("place 1816")
    same(plain, undone)
    assert showing.lines(undone, "allied", -1) == []
    assert [line.text for line in showing.lines(undone, "german") if line.kind == "talk"] == [
        "The Germans take the last action back."
    ]


# Under a face-down piece

CONCEALED = "DE-81K 2112; DE-LehrPz 2112 down; DE-Dummy1 1912 down; DE-74K 2511"


def concealed(row: str = "german deployment") -> Match:
    return at(row, 3, f"{FRONT}; {CONCEALED}", **BEACHES)


@rule("DEP.1", "R40")
def test_a_korps_that_deploys_under_a_face_down_piece_does_not_show_by_any_number() -> None:
    idle, digging = concealed(), concealed()
    digging.play("deploy DE-81K")
    same(idle, digging)
    assert showing.sheet(digging, "german").moment == 1
    idle.play("end")
    digging.play("end")
    same(idle, digging)
    assert showing.sheet(digging, "allied").moment == 1


@rule("DEP.1", "R40")
def test_a_korps_that_lies_open_deploys_before_everybodys_eyes() -> None:
    idle, digging = concealed(), concealed()
    digging.play("deploy DE-74K")
    assert showing.sheet(digging, "allied").moment == 1
    assert showing.lines(digging, "allied")[-1].text == "74. Infanterie Korps deploys."
    digging.undo()
    assert showing.sheet(digging, "allied").moment == 2
    assert [line.to for line in showing.lines(digging, "allied") if line.kind == "talk"] == [0]
    assert showing.sheet(idle, "allied").units == showing.sheet(digging, "allied").units


@rule("R40")
def test_what_is_taken_back_is_counted_as_everybody_saw_it() -> None:
    one, other = concealed(), concealed()
    other.play("deploy DE-81K")
    for match in (one, other):
        match.play("deploy DE-74K")
    one.undo_to(0)
    other.undo_to(0)
    same(one, other)
    assert [line.text for line in showing.lines(other, "allied") if line.kind == "talk"] == [
        "The Germans take the last action back."
    ]
    assert [line.text for line in showing.lines(other, "german") if line.kind == "talk"] == [
        "The Germans take the last 2 actions back."
    ]


@rule("R40")
@pytest.mark.parametrize("deeds", [(), ("pick DE-LehrPz",), ("pick DE-LehrPz", "pick DE-Dummy1"), ("pick DE-74K",)])
def test_whom_the_germans_take_up_is_not_counted_either(deeds: Sequence[str]) -> None:
    idle, busy = concealed("german movement"), concealed("german movement")
    for deed in deeds:
        busy.play(deed)
    same(idle, busy)


@rule("R40", "R102")
def test_at_which_battle_the_germans_point_is_not_counted_before_they_have_named_it() -> None:
    units = "DE-1SS 2814; DE-LehrPz 2915; DE-2Pz 2713; US-5C 2815; BR-1C 2714; DE-Dummy1 3010 down"
    battles = "2815: DE-1SS; 2815: DE-LehrPz; 2714: DE-2Pz"
    idle, pointing = (field(units, "german battles", battles=battles, dice="2 " * 40) for _ in range(2))
    pointing.play("resolve 2815")
    assert pointing.prompt.text.startswith("There are several battles for 2815")
    same(idle, pointing)
    pointing.undo()
    same(idle, pointing)
    for match in (idle, pointing):
        match.play("resolve 2815")
        match.play("with DE-1SS")
    same(idle, pointing)
    assert showing.sheet(pointing, "allied").moment == 1


@rule("R40")
def test_a_request_to_go_back_stays_open_while_the_germans_do_what_nobody_sees() -> None:
    idle, digging = concealed("allied exploitation movement"), concealed("allied exploitation movement")
    for match in (idle, digging):
        while match.prompt.side == "allied":
            match.play("end" if match.why_not("end") is None else match.prompt.actions[0])
        while match.prompt.step != "deployment":
            match.play("end" if match.why_not("end") is None else match.prompt.actions[0])
        match.ask_rollback("allied", 0)
    digging.play("deploy DE-81K")
    same(idle, digging)
    assert digging.rollback_request == ("allied", 0)
    digging.undo()
    same(idle, digging)
    for match in (idle, digging):
        match.answer_rollback("german", True)
    same(idle, digging)
    assert idle.position_hash == digging.position_hash


@rule("R40")
def test_whoever_has_handed_over_does_not_learn_by_undo_whether_the_other_has_begun() -> None:
    idle, digging = (at("allied exploitation movement", 3, f"{FRONT}; {CONCEALED}", **BEACHES) for _ in range(2))
    for match in (idle, digging):
        while match.prompt.side == "allied":
            match.play("end" if match.why_not("end") is None else match.prompt.actions[0])
        while match.prompt.step != "deployment":
            match.play("end" if match.why_not("end") is None else match.prompt.actions[0])
    same(idle, digging)
    digging.play("deploy DE-81K")
    same(idle, digging)
    assert showing.sheet(idle, "allied").undo == showing.sheet(digging, "allied").undo == []


def test_the_note_of_a_match_of_older_rules_counts_nothing_that_was_done_unseen() -> None:
    old = bocage.new_match("rhine", seed="older rules")
    old.play("suggested")
    for _ in range(40):
        old.play(choose(old.prompt, random.Random(1), "verbs"))
    text = old.text().replace(f"data {old.game.data_digest}", "data 0")
    text = text.replace("1 german suggested\n", "1 german place 9999\n")
    match = bocage.load(text)
    assert "(entry 0)" in match.note, "whoever has the record may know"
    assert " after entry 0 " in match.note
    for side in (*OUTSIDERS, "german"):
        note = showing.sheet(match, side).note
        assert "entry" not in note
        assert note.endswith("its log keeps what happened before. What was done could not be repeated.")


# Whole games


def unseen(match: Match, action: object) -> bool:
    """Would an action show the Allies nothing, be it on the map, in the log or by who is asked next?"""
    twin = match._twin(match.moment, match.position)
    before = _shown(twin)
    twin.play(action)
    return _shown(twin) == before and bool(twin.undoable)


def _shown(match: Match) -> bytes:
    told = [match.game.sentence(event) for entry in match.entries for event in entry.events if event.seen_by("allied")]
    view = match.game.view(match.game.shown(match.position, "allied"), "allied")
    phase = match.game.phase(match.position)
    return msgspec.json.encode([view, phase, sorted(match.prompts), told], order="sorted")


def compare(seed: int, pairs: int) -> int:
    """Play the same match twice; one of the two German players has second thoughts that nobody sees."""
    rng = random.Random(seed)
    match, restless = (bocage.new_match("rhine", seed=f"restless {seed}") for _ in range(2))
    match.play("suggested")
    by_hand(restless, rng)
    for both in (match, restless):
        both.play("end")
    compared = 0
    style = ("verbs", "uniform", "eager")[seed % 3]
    while compared < pairs and match.outcome is None and match.position.face_down:
        if match.prompt.side == "german" and rng.random() < 0.15:
            actions = [action for action in restless.prompt.actions if action.verb != "end"]
            rng.shuffle(actions)
            for action in actions[:3]:
                if unseen(restless, action):
                    restless.play(action)
                    same(match, restless, f"seed {seed}, after {action}", past=compared % 4 == 0)
                    restless.undo()
                    same(match, restless, f"seed {seed}, after {action} was taken back", past=compared % 4 == 2)
                    compared += 1
                    break
        action = choose(match.prompt, rng, style)
        match.play(action)
        restless.play(action)
    same(match, restless, f"seed {seed}, at the end")
    return compared


@pytest.mark.parametrize("chunk", range(3))
def test_second_thoughts_that_nobody_sees_leave_no_trace(chunk: int) -> None:
    assert series(compare, 100 * chunk, 6, 6) < 30


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(10, 40))
def test_many_second_thoughts_leave_no_trace(chunk: int) -> None:
    series(compare, 100 * chunk, 40, 20)
