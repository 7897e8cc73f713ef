"""Dice: the same key gives the same dice everywhere, and a finished match proves every one of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

import bocage
from bocage.engine import dice
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from tests.engine import toy

KEY = dice.key_from_seed("utah")


def stream(words: tuple[str, ...] = (), epoch: int = 0, key: bytes = KEY, count: int = 40) -> list[int]:
    source = dice.KeyedDice(key, words)
    return [source.number(6, epoch, counter) for counter in range(count)]


def finished(seed: str = "ford", words: tuple[str, ...] = ()) -> Match:
    """A match with draws, a skirmish, a rollback and an end."""
    match = toy.new(seed, words=words)
    toy.play(match, "hide 0203", "red: plan charge", "blue: plan charge", "end", "end", "draw", "draw")
    match.ask_rollback("blue", 5)
    match.answer_rollback("red", True)
    toy.play(match, "draw", "step 0302", "step 0201", "end")
    while match.outcome is None:
        match.play(match.prompt.actions[-1])  # a plan, or the end of a step
    return match


def test_a_stream_of_dice_is_the_same_on_every_machine() -> None:
    # Numbers written down once: if they change, every recorded match of the world is worth nothing.
    assert stream(count=20) == [6, 2, 6, 1, 5, 5, 4, 6, 3, 3, 6, 3, 3, 5, 5, 6, 1, 6, 3, 6]


def test_key_words_and_epoch_each_change_the_dice() -> None:
    first = stream()
    assert first == stream()
    for other in (stream(words=("blue",)), stream(epoch=1), stream(key=dice.key_from_seed("omaha"))):
        assert other != first
    assert stream(words=("a", "b")) != stream(words=("b", "a"))


def test_a_commitment_binds_the_key_and_shows_nothing_of_it() -> None:
    published = dice.commitment(KEY)
    assert published != dice.commitment(dice.key_from_seed("omaha"))
    assert KEY.hex() not in published
    assert toy.new("utah").commitment == published
    assert toy.new("utah", words=("blue",)).commitment == published, "words come after the commitment"


def test_dice_fall_evenly() -> None:
    # Chi-square with five degrees of freedom: above 25 in one of 8,000 honest streams, and the key is fixed.
    source = dice.KeyedDice(KEY, ())
    for sides in (2, 4, 6, 17):
        rolls = 600 * sides
        faces = Counter(source.number(sides, 3, counter) for counter in range(rolls))
        assert set(faces) == set(range(1, sides + 1))
        chi_square = sum((count - 600) ** 2 / 600 for count in faces.values())
        assert chi_square < 25 + 2 * sides, (sides, faces)


def test_successive_dice_do_not_hang_together() -> None:
    numbers = stream(count=7200)
    pairs = Counter(pairwise(numbers))
    assert len(pairs) == 36
    assert max(pairs.values()) < 270
    assert min(pairs.values()) > 135


def test_a_new_match_without_a_seed_has_dice_of_its_own() -> None:
    first, second = bocage.new_match("roundup"), bocage.new_match("roundup")
    assert len(first.key) == 32
    assert first.key != second.key


@pytest.mark.parametrize("key", [b"", b"short", b"x" * 33, "0" * 32, None.__class__])
def test_a_key_is_256_bits(key: object) -> None:
    with pytest.raises(BadInput, match="256 bits"):
        toy.new(key=key)


def test_dice_have_one_source() -> None:
    with pytest.raises(BadInput, match="seed"):
        Match(toy.make(), seed="utah", key=KEY)
    with pytest.raises(BadInput, match="tape"):
        Match(toy.make(), seed="utah", tape=[1])


@pytest.mark.parametrize("seed", [7, b"utah", "\ud800"])
def test_a_seed_is_a_text(seed: object) -> None:
    with pytest.raises(BadInput, match="text"):
        Match(toy.make(), seed=seed)  # type: ignore[arg-type]


def test_a_tape_gives_its_numbers_and_then_no_more() -> None:
    tape = dice.Tape([3, 7])
    assert tape.number(6, 0, 0) == 3
    with pytest.raises(BadInput, match="from 1 to 6"):
        tape.number(6, 0, 1)
    with pytest.raises(BadInput, match="only 2 dice"):
        tape.number(6, 0, 2)


def test_every_outcome_is_exact() -> None:
    chances = dice.every_outcome(lambda source: source.number(6, 0, 0) >= 5 and source.number(6, 0, 1) >= 5)
    assert chances == {True: Fraction(1, 9), False: Fraction(8, 9)}


def test_a_finished_match_proves_every_die() -> None:
    match = finished(words=("red sky", "blue sea"))
    proof = match.proof()
    assert proof.commitment == match.commitment
    assert proof.words == ("red sky", "blue sea")
    recorded = [(number, die) for number, entry in enumerate(match.entries, 1) for die in entry.dice]
    assert [(roll.entry, roll.number) for roll in proof.rolls] == recorded
    assert len(recorded) >= 4
    assert dice.check(proof) == len(recorded)
    plain = [proof.commitment, proof.key, list(proof.words), [list(roll) for roll in proof.rolls]]
    assert dice.check(plain) == len(recorded), "a proof may come from a file"


def test_a_die_is_proved_once_though_a_rollback_plays_it_again() -> None:
    match = toy.play(toy.new(), "hide 0203", "red: plan wait", "blue: plan wait", "end", "end", "draw", "draw")
    match.ask_rollback("red", 6)
    match.answer_rollback("blue", True)
    match.play("draw")
    match.concede("red")
    assert [roll.entry for roll in match.proof().rolls] == [6, 7, 10]
    assert dice.check(match.proof()) == 3


def test_a_whole_game_of_roundup_proves_its_dice() -> None:
    match = bocage.new_match("roundup", seed="proof")
    for turn in range(60):
        match.play(match.prompt.actions[turn % len(match.prompt.actions)])
    match.concede("allied")
    proof = match.proof()
    assert {roll.sides for roll in proof.rolls} > {6}, "draws from cups have other numbers of sides"
    assert dice.check(proof) == sum(len(entry.dice) for entry in [match.opening, *match.entries])


def test_the_proof_of_a_reloaded_match_is_the_same() -> None:
    match = finished()
    assert toy.load(match.text()).proof() == match.proof()


def test_no_proof_while_the_match_is_running() -> None:
    match = toy.new()
    with pytest.raises(Refusal, match="until the game is over"):
        match.proof()


def test_a_tape_proves_nothing() -> None:
    match = toy.new(tape=[1, 1])
    match.concede("red")
    with pytest.raises(Refusal, match="no key"):
        match.proof()


@pytest.mark.parametrize(
    "forge",
    [
        lambda p: p._replace(commitment=dice.commitment(dice.key_from_seed("other"))),
        lambda p: p._replace(key=dice.key_from_seed("other").hex()),
        lambda p: p._replace(key=dice.key_from_seed("other").hex(), commitment=dice.commitment(b"")),
        lambda p: p._replace(words=("one word more",)),
        lambda p: p._replace(rolls=(p.rolls[0]._replace(number=p.rolls[0].number % 3 + 1), *p.rolls[1:])),
        lambda p: p._replace(rolls=(*p.rolls[:3], *p.rolls[4:])),
        lambda p: p._replace(rolls=(p.rolls[0], p.rolls[0], *p.rolls[1:])),
        lambda p: p._replace(rolls=(p.rolls[0]._replace(sides=0),)),
        lambda p: p._replace(rolls=(p.rolls[0]._replace(counter="0"),)),
        lambda p: p._replace(rolls=((1, 2),)),
        lambda p: p._replace(key="not hex"),
        lambda p: p._replace(key=None),
        lambda p: p[:2],
        lambda p: None,
    ],
)
def test_a_forged_proof_is_found_out(forge) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput):
        dice.check(forge(finished().proof()))
