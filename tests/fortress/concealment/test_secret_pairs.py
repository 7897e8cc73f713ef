"""Pairs of random matches that differ only in what a side may not know look the same to that side.

Hidden units change their places (3.3), what lies under decoys changes (31.6, 31.7), and so does what the other side has
written down (32.1): views, logs, questions, refusals and moments stay the same, now and after every further action,
until something is laid open before everybody's eyes.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage import slugs
from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.engine.play import index_units
from bocage.engine.position import Unit
from bocage.games.fortress.rules.position import ALLIED, GERMAN, OTHER
from tests import spying
from tests.fortress import playing, soak
from tests.spying import any_action, series, some

OUTSIDERS = {ALLIED: (ALLIED, None), GERMAN: (GERMAN,)}
REVEALING = (
    "hidden unit", "blanks", "uncovered", "decoy taken off", "objectives revealed", "destroyed", "reduced",
    "withdrawn", "substituted", "into reserve instead",
)  # fmt: skip
HAS_A_TABLE = "fortress" in slugs()


def answers(match: Match, eyes: str, asked: list[str], page: bool) -> bytes:
    """All that a side, and for the Allies a spectator, can get out of a match."""
    told = match.text(eyes).encode() if page else b""
    return told + spying.answers(match, eyes, OUTSIDERS[eyes], asked, page and HAS_A_TABLE)


def secret(match: Match, eyes: str) -> bool:
    """Is there anything that this side may not know?"""
    position: Any = match.position
    covered = eyes == ALLIED and (position.hidden or position.decoys or position.blanks)
    return bool(covered) or bool(position.picks.get(OTHER[eyes]) and not position.picks_shown)


def in_hand(match: Match) -> bool:
    """Have the Germans taken up units? In a twin others stand there, and they would not be the ones in hand."""
    held = [frame for frame in match.position.frames if getattr(frame, "side", "") == GERMAN]
    return any(getattr(frame, "hand", 0) not in (0, -1) or getattr(frame, "targets", 0) for frame in held)


def twin_of(match: Match, eyes: str, rng: random.Random) -> Match:
    """The same match with other secrets."""
    position: Any = match.position.copy()
    game: Any = match.game
    if eyes == ALLIED and "set-up" not in game.phase(position).replace("allied set-up", ""):
        _elsewhere(game, position, rng)
        _exchanged(game, position, position.decoys, rng)
    other = OTHER[eyes]
    if position.picks.get(other) and not position.picks_shown:
        every = [goal.number for goal in game.data.objectives[other]]
        fresh = tuple(sorted(rng.sample(every, len(position.picks[other]))))
        position.picks = {**position.picks, other: fresh}
    index_units(game, position)
    return spying.beside(match, position)


def _elsewhere(game: Any, position: Any, rng: random.Random) -> None:
    """Hidden units lie in other hexes; with markers on the map, under others of them (31.7)."""
    units = numbers_in(position.hidden)
    if position.markers:
        places = [game.board.index[label] for label, count in position.markers.items() for _ in range(count)]
        rng.shuffle(places)
        for unit in units:
            position.units[unit] = Unit(places.pop(), position.units[unit].steps)
        labels = [game.board.labels[node] for node in places]
        position.blanks = {label: labels.count(label) for label in sorted(set(labels))}
        return
    ground = game.data.terrain["clear"] & game.data.land
    for unit in units:
        position.units[unit] = Unit(rng.choice(game.board.nodes(ground)), position.units[unit].steps)


def _exchanged(game: Any, position: Any, units: int, rng: random.Random) -> None:
    """Units under decoys in Germany have changed places (31.6); those who stack free among themselves (6.5)."""
    for alike in (units & game.free_stackers, units & ~game.free_stackers):
        covered = numbers_in(alike)
        places = [position.units[unit].at for unit in covered]
        rng.shuffle(places)
        for unit, node in zip(covered, places, strict=True):
            position.units[unit] = Unit(node, position.units[unit].steps)


def numbers_in(units: int) -> list[int]:
    """The numbers in a set of units."""
    return [number for number in range(units.bit_length()) if units >> number & 1]


def questions(match: Match, eyes: str, rng: random.Random) -> list[str]:
    """Some actions to ask about: legal ones, hexes with something in them that is not seen, and any others."""
    game, position = match.game, match.position
    prompt = match.prompts.get(eyes)
    asked = [] if prompt is None else some(prompt.actions, rng)
    unseen = numbers_in(position.hidden | position.decoys)
    for unit in rng.sample(unseen, min(3, len(unseen))):
        label = game.board.labels[position.units[unit].at]
        asked += [f"{verb} {label}" for verb in ("beach", "land", "drop", "raid", "move", "attack")]
        asked.append(f"pick {game.unit_ids[unit]}")
    return [*asked, *(any_action(match, rng) for _ in range(6))]


def mirrored(match: Match, twin: Match, action: Action) -> str:
    """The action that looks the same in the twin: another unit may stand under the same decoy."""
    number = match.game.unit_numbers.get(action.operand)
    position: Any = match.position
    if number is None or not position.decoys >> number & 1:
        return str(action)
    at = position.units[number].at
    here, there = ([unit for unit in stands.stacks.get(at, ()) if stands.decoys >> unit & 1]
                   for stands in (position, twin.position))  # fmt: skip
    return f"{action.verb} {match.game.unit_ids[there[here.index(number)]]}"


def follow(match: Match, twin: Match, eyes: str, rng: random.Random, actions: int) -> int:
    """Play both on in step; until something is laid open they must not differ in anything that is seen."""
    here = spying.beside(match, match.position.copy())
    compared = 0
    for _ in range(actions):
        prompt = rng.choice(list(here.prompts.values()))
        action = soak.choose(prompt, rng, "verbs")
        if prompt.side != eyes and twin.prompts.get(prompt.side) is None:
            break
        other = mirrored(here, twin, action)
        if prompt.side != eyes and twin.why_not(other, side=prompt.side) is not None:
            break  # the other side can do with these secrets what it could not do with those
        ours, theirs = here.play(action, side=prompt.side), twin.play(other, side=prompt.side)
        shown = any(event.kind in REVEALING for entry in (ours, theirs) for event in entry.events)
        if shown or here.outcome is not None or len(ours.dice) != len(theirs.dice):
            break
        asked = questions(here, eyes, rng)
        assert answers(here, eyes, asked, False) == answers(twin, eyes, asked, False), (
            f"{which(match)}, moment {here.moment}: after {action} / {other} the {eyes} side can tell the difference"
        )
        compared += 1
    return compared


def which(match: Match) -> str:
    return f"{match.game.scenario} {match.game.options}, seed {match.seed!r}"


STARTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("campaign", {}),
    ("campaign", {"31.6": True, "32": True}),
    ("west_wall", {"31.7": True}),
    ("invasion", {"31.8": True, "31.5": True, "31.16": True}),
    ("berlin", {"31.6": True, "31.10": True}),
    ("west_wall", {"31.6": True, "31.7": True, "31.8": True, "31.9": True}),
    ("bulge", {"31.6": True}),
    ("berlin", {"31.1": True, "31.6": True, "31.13": True}),
)


def compare(seed: int, pairs: int, often: float = 0.06) -> int:
    """Walk through a random match and compare it with twins of other secrets, for both sides."""
    rng = random.Random(seed)
    scenario, options = STARTS[seed % len(STARTS)]
    match = Match(playing.game(scenario, **options), seed=f"pair {seed}")
    compared = 0
    style = ("verbs", "eager")[seed // len(STARTS) % 2]
    while compared < pairs and match.outcome is None and match.position.turn <= 12 + 24 * (scenario == "berlin"):
        for eyes in match.game.sides:
            if secret(match, eyes) and rng.random() < often and not in_hand(match):
                twin, asked, page = twin_of(match, eyes, rng), questions(match, eyes, rng), rng.random() < 0.1
                assert answers(match, eyes, asked, page) == answers(twin, eyes, asked, page), (
                    f"{which(match)}, moment {match.moment}: the {eyes} side can tell the difference"
                )
                compared += 1 + follow(match, twin, eyes, rng, 4)
        prompt = rng.choice(list(match.prompts.values()))
        match.play(soak.choose(prompt, rng, style), side=prompt.side)
        if style == "verbs" and not any(secret(match, side) for side in match.game.sides) and match.position.turn > 1:
            break
    return compared


@pytest.mark.parametrize("chunk", range(6))
def test_pairs_that_differ_in_secrets_look_the_same(chunk: int) -> None:
    assert series(compare, 6 * chunk, 40, 20) < 60


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(100, 200))
def test_ten_thousand_pairs_look_the_same(chunk: int) -> None:
    series(compare, 60 * chunk, 100, 40)


def test_the_twins_differ_in_truth() -> None:
    """The comparison would be worth nothing if both were the same."""
    for scenario, options, fields in (
        ("campaign", {}, ("units",)),
        ("west_wall", {"31.7": True}, ("units", "blanks", "picks")),
        ("campaign", {"32": True}, ("units", "picks")),
    ):
        match = Match(playing.game(scenario, **options), seed="twins")
        rng = random.Random(1)
        while match.game.phase(match.position) != "allied set-up":
            match.play(soak.choose(match.prompt, rng, "eager"))
        twin = twin_of(match, ALLIED, rng)
        assert all(getattr(match.position, name) != getattr(twin.position, name) for name in fields)
        assert twin.position_hash != match.position_hash
        assert twin.view(GERMAN) != match.view(GERMAN)
