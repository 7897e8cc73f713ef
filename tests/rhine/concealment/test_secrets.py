"""What the Allies may not know: which piece lies where face down, which are dummies, what the reserve's record says.

Two matches that differ only in that must look the same to the Allies and to spectators: views, questions, refusals,
odds, logs and what a page receives; now, and after every further action, until a piece is turned up before their eyes.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import bocage
from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.engine.play import index_units
from bocage.engine.position import Unit
from bocage.games.rhine.rules.position import RETURNS, STAYS
from tests import spying
from tests.rhine.soak import choose
from tests.spying import any_action, series, some

OUTSIDERS = ("allied", None)


def answers(match: Match, asked: list[str], page: bool) -> bytes:
    """All that the Allies and a spectator can get out of a match."""
    return spying.answers(match, "allied", OUTSIDERS, asked, page)


def twin_of(match: Match, rng: random.Random) -> Match:
    """The same match with other secrets: concealed pieces change places, the record says the opposite."""
    position = match.position.copy()
    game: Any = match.game
    look = game.look(position)
    hexes = game.board.nodes(look.concealed())
    slots = [(node, unit) for node in hexes for unit in position.stacks[node]]
    # Each hex keeps as many pieces, one of which at least lies face down; korps and Tigers go under those.
    down = [unit for _, unit in slots if position.face_down >> unit & 1]
    open_units = [unit for _, unit in slots if not position.face_down >> unit & 1]
    rng.shuffle(down)
    rest = [*down[len(hexes) :], *open_units]
    rng.shuffle(rest)
    tops = down[: len(hexes)]
    for node, top in zip(hexes, tops, strict=True):
        position.units[top] = Unit(node, 1)
        for _ in range(len(match.position.stacks[node]) - 1):
            position.units[rest.pop()] = Unit(node, 1)
    if position.reserve_record:
        position.reserve_record = STAYS if position.reserve_record == RETURNS else RETURNS
    index_units(game, position)
    return spying.beside(match, position)


def questions(match: Match, rng: random.Random) -> list[str]:
    """Some actions to ask about: legal ones, hexes with face-down pieces, and any others."""
    game: Any = match.game
    verbs = game.actions.verbs
    asked = []
    prompt = match.prompts.get("allied")
    if prompt is not None:
        asked += some(prompt.actions, rng)
    hidden = game.board.names(game.look(match.position).concealed())
    hex_verbs = [verb for verb in ("move", "march", "attack", "bomb", "drop", "beach", "retreat") if verb in verbs]
    for label in rng.sample(hidden, min(3, len(hidden))):
        asked.append(f"{rng.choice(hex_verbs)} {label}")
        near = rng.choice(game.board.neighbours[game.board.index[label]])
        asked.append(f"{rng.choice(hex_verbs)} {game.board.labels[near]}")
    return [*asked, *(any_action(match, rng) for _ in range(4))]


def mirrored(match: Match, twin: Match, action: Action) -> str:
    """The action that looks the same to the Allies in the twin: another piece may lie in the same place of a pile."""
    numbers = match.game.unit_numbers
    if action.operand not in numbers:
        return str(action)
    unit = numbers[action.operand]
    at = match.position.units[unit].at
    if at < 0 or match.position.units[unit] == twin.position.units[unit]:
        return str(action)
    place = match.position.stacks[at].index(unit)
    return f"{action.verb} {match.game.unit_ids[twin.position.stacks[at][place]]}"


REVEALING = ("turned up", "record opened", "counteroffensive", "eliminated", "reserve withdrawn")


def revealing(match: Match) -> bool:
    """Has the last entry shown the Allies something that they did not know?

    A piece that leaves the map is seen by all, also one that lay open under a face-down one.
    """
    return any(event.kind in REVEALING for event in match.entries[-1].events)


def lies_open(match: Match, unit: str) -> bool:
    """Is it a piece that does not lie face down?"""
    number = match.game.unit_numbers.get(unit)
    return number is not None and not match.position.face_down >> number & 1


def strafed(match: Match) -> int:
    """How many strafing dice the last entry cost."""
    return sum(event.kind == "strafed" for event in match.entries[-1].events)


def in_hand(match: Match) -> bool:
    """Have the Germans taken up a piece? In a twin another one lies there, and it would not be the one in hand."""
    return any(
        getattr(frame, "side", "") == "german" and getattr(frame, "hand", -1) >= 0 for frame in match.position.frames
    )


def follow(match: Match, twin: Match, rng: random.Random, actions: int, page: bool) -> int:
    """Play both on in step; until something is turned up they must not differ in anything that is seen."""
    here = spying.beside(match, match.position.copy())
    compared = 0
    for _ in range(actions):
        if here.outcome is not None or sorted(here.prompts) != sorted(twin.prompts):
            break
        action = choose(here.prompt, rng, "verbs")
        other = mirrored(here, twin, action)
        if here.prompt.side == "german" and twin.why_not(other) is not None:
            break  # the Germans can do with this piece what they could not do with that one; they know why
        if lies_open(here, action.operand) != lies_open(twin, other.split()[-1]):
            break  # one of them lay open under the other kind, and everybody sees which one is taken up
        here.play(action)
        twin.play(other)
        if revealing(here) or revealing(twin) or here.outcome is not None:
            break
        if strafed(here) != strafed(twin):
            break  # the speed limits of the two pieces differ, and the dice fall before everybody's eyes (STRAF.1)
        asked = questions(here, rng)
        assert answers(here, asked, page) == answers(twin, asked, page), (
            f"{match.seed!r}, moment {here.moment}: after {action} / {other} the Allies can tell the difference"
        )
        compared += 1
    return compared


def compare(seed: int, pairs: int, often: float = 0.06) -> int:
    """Walk through a random match and compare it with twins of other secrets."""
    rng = random.Random(seed)
    match = bocage.new_match("rhine", seed=f"pair {seed}")
    if seed % 3:
        match.play("suggested")
        match.play("end")
    compared = 0
    style = ("verbs", "uniform", "eager")[seed % 3]
    while compared < pairs and match.outcome is None:
        position = match.position
        secret = position.face_down or position.reserve_record
        if secret and match.game.phase(position) != "german set-up" and rng.random() < often:
            twin = twin_of(match, rng)
            page = rng.random() < 0.1
            asked = questions(match, rng)
            assert answers(match, asked, page) == answers(twin, asked, page), (
                f"seed {seed}, moment {match.moment}: the Allies can tell the difference"
            )
            compared += 1 if in_hand(match) else 1 + follow(match, twin, rng, 5, page)
        if not (position.face_down or position.reserve_record or position.turn <= 7):
            break  # nothing is hidden any more, and nothing will be
        match.play(choose(match.prompt, rng, style))
    return compared


@pytest.mark.parametrize("chunk", range(6))
def test_pairs_that_differ_in_secrets_look_the_same_to_the_allies(chunk: int) -> None:
    assert series(compare, 1000 * chunk, 60, 30) < 60


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(10, 110))
def test_ten_thousand_pairs_look_the_same(chunk: int) -> None:
    series(compare, 1000 * chunk, 100, 40)


def test_the_twins_differ_in_truth() -> None:
    """The comparison would be worth nothing if both were the same."""
    rng = random.Random(1)
    match = bocage.new_match("rhine", seed="twins")
    match.play("suggested")
    match.play("end")
    twin = twin_of(match, rng)
    assert twin.position_hash != match.position_hash
    assert twin.view("german") != match.view("german")
