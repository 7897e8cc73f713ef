"""Bots at play in tests: one answer, a phase, a whole game. Every answer must be on the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bocage import bots
from bocage.bots.seat import take
from bocage.engine.matches.match import Match

LONGEST_PHASE, LONGEST_GAME = 2_000, 20_000

Maker = Callable[[str], bots.Bot]


def choice(match: Match, seed: int = 1) -> str:
    """What the planner answers to the open question."""
    side = match.prompt.side
    action = bots.make("planner", seed).choose(take(match, side))
    assert action in match.prompt.actions
    return str(action)


def play_phase(match: Match, bot: bots.Bot | None = None) -> list[str]:
    """The bot's answers until another side or row of the sequence comes."""
    bot = bot or bots.make("planner", 1)
    phase, side = match.game.phase(match.position), match.prompt.side
    answers: list[str] = []
    while match.prompts and match.prompt.side == side and match.game.phase(match.position) == phase:
        answers.append(str(bots.answer(match, bot).action))
        assert len(answers) < LONGEST_PHASE, "the bot goes in circles"
    return answers


def finish(match: Match, allied: str, german: str, until: int = 99) -> list[str]:
    """The answers of two bots to the end of the game, or until a turn."""
    players = {"allied": bots.make(allied, "a"), "german": bots.make(german, "g")}
    answers: list[str] = []
    while match.prompts and match.position.turn < until:
        prompt = match.prompt
        action = players[prompt.side].choose(take(match, prompt.side))
        assert action in prompt.actions
        match.play(action)
        answers.append(str(action))
        assert len(answers) < LONGEST_GAME, "the bots go in circles"
    return answers


def paired(new_match: Callable[[int], Match], one: Maker, other: Maker, games: int) -> dict[str, float]:
    """The share of points of one bot against another for each side, with the same seeds on both sides."""
    points: dict[str, float] = {}
    for seed in range(games):
        for number in range(2):
            match = new_match(seed)
            mine, theirs = match.game.sides[number], match.game.sides[1 - number]
            points.setdefault(mine, 0.0)
            play_out(match, {mine: one(f"one {seed}"), theirs: other(f"other {seed}")})
            assert match.outcome is not None
            points[mine] += 1.0 if match.outcome.winner == mine else 0.0 if match.outcome.winner else 0.5
    return {side: found / games for side, found in points.items()}


def play_out(match: Match, players: Mapping[str, bots.Bot], until: int = 99) -> None:
    """Two bots play to the end, or until a turn."""
    answers = 0
    while match.prompts and match.position.turn < until:
        side = next(iter(match.prompts))
        action = players[side].choose(take(match, side))
        assert action in match.prompts[side].actions
        match.play(action, side=side)
        answers += 1
        assert answers < LONGEST_GAME, "the bots go in circles"
