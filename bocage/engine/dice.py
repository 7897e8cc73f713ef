"""Dice from a secret key: the same match rolls the same dice everywhere, and anyone can check them afterwards.

Die number `counter` of `epoch` is a keyed hash of (words, epoch, counter). The key is published as a hash
(the commitment) before the players add their words, so neither side can have chosen the dice; after the
game the key is shown and `check` proves every roll. A rollback raises the epoch: a known die never returns.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol, TypeVar

from bocage.engine.errors import BadInput

KEY_BYTES = 32


def new_key() -> bytes:
    """256 random bits, for a match whose dice nobody can know beforehand.

    >>> len(new_key())
    32
    """
    return secrets.token_bytes(KEY_BYTES)


def key_from_seed(seed: str) -> bytes:
    """The key of a typed seed: for tests and studies, where the dice must come again.

    >>> key_from_seed("utah") == key_from_seed("utah")
    True
    """
    return blake2b(seed.encode(), digest_size=32, person=b"bocage seed").digest()


def commitment(key: bytes) -> str:
    """What is published before the game: it binds the key and tells nothing about it.

    >>> len(commitment(key_from_seed("utah")))
    64
    """
    return blake2b(key, digest_size=32, person=b"bocage commit").hexdigest()


class Dice(Protocol):
    """Whatever can give whole numbers from 1 to `sides`."""

    def number(self, sides: int, epoch: int, counter: int) -> int:
        """The number at this place of the stream."""
        ...


class KeyedDice:
    """Dice from a key and the players' words.

    >>> dice = KeyedDice(key_from_seed("utah"), ())
    >>> [dice.number(6, 0, n) for n in range(5)] == [dice.number(6, 0, n) for n in range(5)]
    True
    """

    __slots__ = ("_secret", "key", "words")

    def __init__(self, key: bytes, words: Sequence[str]) -> None:
        if not isinstance(key, bytes) or len(key) != KEY_BYTES:
            raise BadInput("a dice key is 256 bits long")
        self.key = key
        self.words = tuple(words)
        spoken = "\0".join(self.words).encode()
        self._secret = blake2b(spoken, key=key, digest_size=32, person=b"bocage words").digest()

    def number(self, sides: int, epoch: int, counter: int) -> int:
        # 128 bits over at most a few hundred sides: the bias of the remainder is below 2**-119.
        digest = blake2b(b"%d %d" % (epoch, counter), key=self._secret, digest_size=16).digest()
        return int.from_bytes(digest, "big") % sides + 1


class Roll(NamedTuple):
    """One number that was rolled or drawn: in which entry, at which place of the stream, out of how many sides."""

    entry: int
    epoch: int
    counter: int
    sides: int
    number: int


class Witness:
    """Dice that write down what they were asked and what they gave; `entry` is set by whoever replays a match."""

    __slots__ = ("dice", "entry", "rolls")

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.entry = 0
        self.rolls: list[Roll] = []

    def number(self, sides: int, epoch: int, counter: int) -> int:
        number = self.dice.number(sides, epoch, counter)
        self.rolls.append(Roll(self.entry, epoch, counter, sides, number))
        return number


class Proof(NamedTuple):
    """All that anyone needs to check the dice of a finished match."""

    commitment: str
    key: str
    words: tuple[str, ...]
    rolls: tuple[Roll, ...]


def check(proof: Proof | Sequence[Any]) -> int:
    """Recompute every die of a proof; how many there were. A wrong one raises `BadInput`.

    The commitment must be the one that was published before the first die.

    >>> key = key_from_seed("utah")
    >>> rolls = (Roll(1, 0, 0, 6, KeyedDice(key, ["blue"]).number(6, 0, 0)),)
    >>> check(Proof(commitment(key), key.hex(), ("blue",), rolls))
    1
    """
    try:
        published, key_text, words, rolls = proof
        key = bytes.fromhex(key_text)
        dice = KeyedDice(key, words)
        told = [Roll(*roll) for roll in rolls]
    except (TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"this is not a proof of dice: {error}") from error
    if commitment(key) != published:
        raise BadInput("the key is not the one to which the published commitment binds the match")
    before: Roll | None = None
    for roll in told:
        if not all(type(number) is int for number in roll) or roll.sides < 1:
            raise BadInput(f"this is not a die of a proof: {tuple(roll)!r}")
        if before is not None and (roll.epoch, roll.counter) not in (
            (before.epoch, before.counter + 1),
            (max(roll.epoch, before.epoch + 1), 0),
        ):
            raise BadInput(f"entry {roll.entry}: dice are missing, or one was used twice")
        if dice.number(roll.sides, roll.epoch, roll.counter) != roll.number:
            raise BadInput(f"entry {roll.entry}: the key does not give {roll.number} on {roll.sides} sides")
        before = roll
    return len(told)


class Tape:
    """Dice that were written down beforehand, for tests and for examples from a rulebook.

    >>> tape = Tape([3, 5])
    >>> tape.number(6, 0, 0), tape.number(6, 0, 1)
    (3, 5)
    """

    __slots__ = ("numbers",)

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = tuple(numbers)

    def number(self, sides: int, epoch: int, counter: int) -> int:
        if counter >= len(self.numbers):
            raise BadInput(f"the tape has only {len(self.numbers)} dice and a further one is needed")
        number = self.numbers[counter]
        if not 1 <= number <= sides:
            raise BadInput(f"the tape says {number} where a number from 1 to {sides} is needed")
        return number


class _Branch(Exception):  # noqa: N818 - never leaves this module
    def __init__(self, sides: int) -> None:
        self.sides = sides


class _Prefix:
    __slots__ = ("numbers",)

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers

    def number(self, sides: int, epoch: int, counter: int) -> int:
        if counter >= len(self.numbers):
            raise _Branch(sides)
        return self.numbers[counter]


Result = TypeVar("Result", bound=Hashable)


def every_outcome(run: Callable[[Dice], Result]) -> dict[Result, Fraction]:
    """Run something once for each way in which its dice can fall; exact chances of what it returns.

    `run` must ask for its dice by counters from 0 on and do the same thing for the same dice.

    >>> chances = every_outcome(lambda dice: dice.number(6, 0, 0) + dice.number(6, 0, 1))
    >>> chances[7], sum(chances.values())
    (Fraction(1, 6), Fraction(1, 1))
    """
    chances: dict[Result, Fraction] = {}
    open_branches: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_branches:
        numbers, chance = open_branches.pop()
        try:
            result = run(_Prefix(numbers))
        except _Branch as branch:
            share = chance / branch.sides
            open_branches.extend(((*numbers, face), share) for face in range(branch.sides, 0, -1))
            continue
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances
