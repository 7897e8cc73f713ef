"""Bots at play in tests: one answer, a phase, a whole game. Every answer must be on the list."""

from __future__ import annotations

from bocage import bots
from bocage.bots.seat import take
from bocage.engine.matches.match import Match

LONGEST_PHASE, LONGEST_GAME = 2_000, 20_000


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
