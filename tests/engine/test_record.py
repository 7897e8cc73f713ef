"""The text of a match: it comes back bit for bit, and damage is noticed and named."""

from __future__ import annotations

import random
import re

import pytest

import bocage
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from tests.engine import toy


def random_step(match: Match, rng: random.Random) -> None:
    """Something that may happen to a match: mostly an action, sometimes an undo, a request, an answer."""
    roll = rng.random()
    if roll < 0.1 and match.undoable:
        match.undo_to(rng.choice(match.undoable))
    elif roll < 0.14 and match.moment:
        match.ask_rollback(rng.choice(match.game.sides), rng.randrange(match.moment))
        if rng.random() < 0.7:
            asked = match.rollback_request
            assert asked is not None
            other = next(side for side in match.game.sides if side != asked[0])
            match.answer_rollback(other, rng.random() < 0.5)
    elif roll < 0.142:
        match.concede(rng.choice(match.game.sides))
    else:
        side = rng.choice(list(match.prompts))
        match.play(rng.choice(match.prompts[side].actions), side=side)


@pytest.mark.parametrize("seed", range(25))
def test_a_match_comes_back_at_every_moment(seed: int) -> None:
    rng = random.Random(seed)
    match = toy.new(f"record {seed}", words=("red sky", "blau \u2028 \x85 \x0c = via > |"))
    for _ in range(60):
        text = match.text()
        again = toy.load(text, strict=True)
        assert again.text() == text
        assert again.position_hash == match.position_hash
        assert again.undoable == match.undoable
        assert again.rollback_request == match.rollback_request
        assert again.outcome == match.outcome
        assert {side: prompt.actions for side, prompt in again.prompts.items()}.keys() == match.prompts.keys()
        assert again.log("red") == match.log("red")
        assert again.note == ""
        if match.outcome is not None:
            break
        random_step(match, rng)


@pytest.mark.parametrize("seed", range(3))
def test_a_match_of_roundup_comes_back_at_many_moments(seed: int) -> None:
    rng = random.Random(seed)
    match = bocage.new_match("roundup", seed=f"record {seed}", options={"R27": True, "15.10": True})
    for number in range(240):
        if match.outcome is not None:
            break
        random_step(match, rng)
        if number % 40 == 0:
            text = match.text()
            again = bocage.load(text, strict=True)
            assert (again.text(), again.position_hash, again.undoable) == (text, match.position_hash, match.undoable)


def test_a_match_with_a_random_key_or_a_tape_comes_back() -> None:
    for match in (toy.new(None), toy.new(tape=[1, 2, 3, 1])):
        toy.play(match, "hide 0303", "red: plan wait", "blue: plan wait", "red: end", "blue: end", "draw")
        assert toy.load(match.text(), strict=True).text() == match.text()


def test_a_position_in_the_middle_comes_back() -> None:
    match = bocage.position("roundup", turn=3, at="german movement", units="DE-18L 1306; US-1 1406 reduced", dice="3 5")
    match.play("pick DE-18L")
    assert bocage.load(match.text(), strict=True).text() == match.text()


def test_what_somebody_wrote_above_a_record_is_read_over() -> None:
    match = bocage.position("roundup", at="allied movement", units="US-1 2110; DE-712 2308", seed="report")
    match.play("pick US-1")
    text = match.text()
    again = bocage.load(f"# A report: 10.0\n#\n# The book says otherwise.\n{text}")
    assert again.text() == text
    with pytest.raises(BadInput, match="its first line should be"):
        bocage.load(f"A report: 10.0\n{text}")


def test_the_record_keeps_the_path_that_was_walked() -> None:
    match = bocage.position("roundup", turn=3, at="german movement", units="DE-21P 3010; US-1 1406", seed="path")
    match.play("pick DE-21P")
    detour = ["3010", "3110", "3111", "3112", "3113", "3014"]
    entry = match.play("move 3014", via=tuple(match.game.board.index[label] for label in detour))
    assert [match.game.board.labels[node] for node in entry.via] == detour
    assert "german move 3014 via " + " ".join(detour) in match.text()
    again = bocage.load(match.text(), strict=True)
    assert again.entries[-1].via == entry.via
    assert again.position_hash == match.position_hash
    with pytest.raises(BadInput, match="come out as recorded"):
        bocage.load(match.text().replace(" 3111 ", " 3211 "))


SAMPLE = toy.play(
    toy.new("sample", words=("a word",)), "hide 0303", "red: plan charge", "blue: plan charge", "red: step 0201",
    "red: end", "blue: end", "draw", "step 0302", "end",
)  # fmt: skip
SAMPLE.play("plan wait", side="red")
SAMPLE.undo()
SAMPLE.ask_rollback("red", 3)
SAMPLE.answer_rollback("blue", False)
SAMPLE.concede("red")
TEXT = SAMPLE.text()


def changed(old: str, new: str, text: str = TEXT) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


DAMAGE = {
    "no text at all": ("", "first line"),
    "another kind of file": ("PNG....", "first line"),
    "what one side saw": (SAMPLE.text("red"), "what one side saw"),
    "cut in the middle of a line": (TEXT[: TEXT.index("(ask")], "cannot be read|cut short"),
    "cut after a line": (TEXT[: TEXT.index("end at")], "cut short"),
    "cut before the outcome": (TEXT[: TEXT.index("outcome ")], "outcome"),
    "an unknown header": (changed("rules 1", "rulez 1"), "line 4 "),
    "a header twice": (changed("rules 1", "rules 1\nrules 1"), "line 5 "),
    "no version": (changed("rules 1\n", ""), "does not say its rules"),
    "a strange version": (changed("rules 1", "rules one"), "version"),
    "no game": (changed("game ford\n", ""), "does not say its game"),
    "no dice": (changed('seed "sample"\n', ""), "neither a key nor a seed"),
    "another seed": (changed('seed "sample"', 'seed "simple"'), "commitment"),
    "another commitment": (changed("commitment ", "commitment 0"), "commitment"),
    "a seed that is no text": (changed('seed "sample"', "seed 7"), "header"),
    "a key that is none": (changed('seed "sample"', "key 12"), "256 bits"),
    "a key beside the seed": (changed('seed "sample"', 'seed "sample"\nkey ' + "0" * 64), "seed, or from a key"),
    "a broken tape": (changed('seed "sample"', "tape 1 2 x"), "header"),
    "other words": (changed('words "a word"', 'words "b word"'), "dice are not those of the key"),
    "broken words": (changed('words "a word"', 'words "a word'), "line 7 "),
    "a nest of brackets": (changed('seed "sample"', "start " + "[" * 100_000), "header"),
    "a changed action": (changed("hide 0303", "hide 0203"), "line 26: the position after entry 9"),
    "an action of no game": (changed("step 0201", "fly 0201"), "line .*'fly'"),
    "an illegal action": (changed("step 0201", "step 0403"), "line .*too far"),
    "the other side": (changed("1 blue hide", "1 red hide"), "line .*not red who decides"),
    "an unknown side": (changed("1 blue hide", "1 green hide"), "line .*green"),
    "a changed die": (changed(f"draw = {SAMPLE.entries[6].dice[0]}", "draw = 7"), "dice are not those of the key"),
    "a die too many": (changed("red end", "red end = 3"), "dice are not those of the key"),
    "a die missing": (re.sub("draw = [0-9]", "draw", TEXT), "dice are not those of the key"),
    "a path that was not walked": (changed("step 0201", "step 0201 via 0101 0201"), "come out as recorded"),
    "a path off the board": (changed("step 0201", "step 0201 via cup"), "no hex 'cup'"),
    "an entry missing": (changed("4 red step 0201\n", ""), "stands where 4 is due"),
    "an entry twice": (changed("5 red end", "5 red end\n5 red end"), "stands where 6 is due"),
    "the last entry missing": (re.sub("[0-9]+ red .concede 0.\n", "", TEXT), "ends at entry"),
    "two entries changed round": (changed("7 blue draw", "8 blue draw"), "stands where 7 is due"),
    "a number that is none": (changed("4 red step", "four red step"), "cannot be read"),
    "a half entry": (changed("4 red step 0201", "4 red"), "cannot be read"),
    "an unknown kind of entry": (changed("(ask 3)", "(beg 3)"), "line .*beg"),
    "an undo elsewhere": (changed("(undo 9)", "(undo 2)"), "line .*taken back"),
    "an undo of the other side": (changed("red (undo", "blue (undo"), "come out as recorded"),
    "an answer to another request": (changed("(refuse 3)", "(refuse 2)"), "come out as recorded"),
    "a changed hash": (re.sub("(turn 2 at 9 hash )....", r"\g<1>0000", TEXT), "not the recorded one"),
    "a changed last hash": (re.sub("(end at 14 hash )....", r"\g<1>0000", TEXT), "not the recorded one"),
    "a turn line without a moment": (changed("turn 2 at 9", "turn 2 at nine"), "cannot be read"),
    "another outcome": (changed("outcome blue", "outcome red"), "outcome"),
    "more after the end": (TEXT + "15 red plan wait\n", "cannot be read"),
    "a broken line of the log": (changed("> 2.1 | The", ">2.1 The"), "cannot be read"),
    "no blank line": (changed("\n\n", "\n"), "cannot be read"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_noticed_and_named(kind: str) -> None:
    text, sentence = DAMAGE[kind]
    for strict in (False, True):
        with pytest.raises(BadInput) as error:
            toy.load(text, strict=strict)
        assert re.search(sentence, str(error.value), re.DOTALL), str(error.value)
        assert "\n" not in str(error.value)


HARMLESS = {
    "a damaged snapshot": re.sub(r'("turn":2,"units":)', r'"\1', TEXT),
    "a dropped snapshot": re.sub("turn 2 at 9 .*\n", "", TEXT),
    "lines of Windows": TEXT.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("kind", HARMLESS)
def test_what_the_replay_does_not_need_is_mended_but_not_by_a_strict_reader(kind: str) -> None:
    text = HARMLESS[kind]
    assert text != TEXT
    assert toy.load(text).text() == TEXT
    with pytest.raises(BadInput, match="damaged"):
        toy.load(text, strict=True)


def test_the_wording_of_the_log_is_made_anew() -> None:
    text = changed("The plan of red is to charge.", "Red will charge.")
    assert toy.load(text, strict=True).text() == TEXT


@pytest.mark.parametrize("text", [None, 7, b"bocage record 1\n", ["bocage record 1"]])
def test_a_record_is_a_text(text: object) -> None:
    with pytest.raises(BadInput):
        toy.load(text)  # type: ignore[arg-type]


def test_any_single_damaged_character_is_noticed_or_harmless() -> None:
    rng = random.Random(5)
    noticed = 0
    for _ in range(1500):
        place = rng.randrange(len(TEXT))
        damaged = TEXT[:place] + rng.choice("x7 \n(>=\x00é") + TEXT[place + 1 :]
        try:
            match = toy.load(damaged)
        except BadInput:
            noticed += 1
            continue
        # It was taken: then rules or data looked older, or the replay was whole and nothing is lost.
        assert match.note or match.position_hash == SAMPLE.position_hash
    assert noticed > 600


def test_any_truncated_record_is_noticed() -> None:
    for length in range(0, len(TEXT) - 1, 7):
        with pytest.raises(BadInput):
            toy.load(TEXT[:length])


START = bocage.position(
    "roundup", turn=3, at="german movement", units="DE-18L 1306; US-1 1406", dice="3 5", weather="Storm"
).text()
DAMAGED_STARTS = [
    ('"turn":3,', '"turn":"three",', "'three' where a value of type int"),
    ('"turn":3,', '"turn":true,', "True where a value of type int"),
    ('"turn":3,', "", "turn"),
    ('"weather":"Storm"', '"weather":7', "7 where a value of type str"),
    ('"weather":"Storm"', '"wether":"Storm"', "unknown field 'wether'"),
    ('"allied_control":["1406"]', '"allied_control":["9999"]', "no hex '9999'"),
    ('"allied_control":["1406"]', '"allied_control":["pool"]', "no hex 'pool'"),
    ('"allied_control":["1406"]', '"allied_control":"1406"', "a list was expected"),
    ('"DE-18L":', '"DE-18X":', "no unit 'DE-18X'"),
    ('"DE-18L":', '"DE-104":', "DE-1"),
    ('"DE-18L":["1306",2]', '"DE-18L":["nowhere",2]', "no hex or place 'nowhere'"),
    ('"DE-18L":["1306",2]', '"DE-18L":[["1306"],2]', "cannot be read"),
    ('"DE-18L":["1306",2]', '"DE-18L":["1306",null]', "None where a value of type int"),
    ('"DE-18L":["1306",2]', '"DE-18L":["1306"]', "cannot be read"),
    ('"DE-18L":["1306",2]', '"DE-18L":[]', "cannot be read"),
    ('"DE-18L":["1306",2]', '"DE-18L":["1306",2,0,0]', "cannot be read"),
    ('"DE-18L":["1306",2]', '"DE-18L":{"at":"1306"}', "a list was expected"),
    ('"step":"sequence"', '"step":"no such step"', "no step 'no such step'"),
    ('"step":"sequence"', '"stop":"sequence"', "step"),
    ('"table":"turn"', '"table":"no such table"', "come out as recorded|cannot go on|position"),
    ('"frames":[', '"frames":[[],', "cannot be read"),
    ("start {", "start [{", "header"),
    ("start {", "start 7 {", "header"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), DAMAGED_STARTS)
def test_a_damaged_start_is_noticed(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        bocage.load(changed(old, new, START))


def test_a_start_without_a_question_is_noticed() -> None:
    empty = re.sub(r'"frames":\[.*?\],', '"frames":[],', START)
    assert empty != START
    with pytest.raises(BadInput, match="asks nobody"):
        bocage.load(empty)
    with pytest.raises(BadInput):
        bocage.load(re.sub("start .*", "start {}", START))


def test_an_exhausted_tape_leaves_the_match_as_it_was() -> None:
    match = toy.new(tape=[2])
    toy.play(match, "hide 0303", "red: plan wait", "blue: plan wait", "red: end", "blue: end", "draw")
    before, text = match.position_hash, match.text()
    with pytest.raises(BadInput, match="tape"):
        match.play("draw")
    assert (match.position_hash, match.text()) == (before, text)
    # The question still looks at the true position, not at the one that was spoilt half way.
    assert match.prompt._look.position is match.position
    refusal = match.why_not("deploy B-ash")
    assert isinstance(refusal, Refusal)
    assert match.why_not("deploy B-birch") is None
