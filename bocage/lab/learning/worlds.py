"""Games as PettingZoo environments, for programs that learn to play by playing.

>>> world = env("roundup")
>>> world.reset(seed=7)
>>> seen, reward, ended, cut_off, info = world.last()
>>> world.agent_selection, int(seen["action_mask"].sum()), world.describe(int(seen["action_mask"].argmax()))
('allied', 84, 'us-beachhead 1001')

The agents are the sides of the game. What an agent observes is what its side may know, and nothing else; an action is a
number with a fixed meaning (`describe`), and the mask tells which are legal. The reward comes at the end: 1 for the
winner, -1 for the loser, 0 for both after a draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, SupportsInt

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError(
        f"learning needs the packages numpy, gymnasium and pettingzoo ({error}): pip install 'bocage[learning]'"
    ) from error

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.lab.learning.encoding import MOST, Encoder
from bocage.lab.learning.numbering import Numbering

LONGEST = 50_000  # answers in one game, after which it is cut off
SEED_BITS = 64

Observation = dict[str, Any]  # "observation" and "action_mask"


class Wargame(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo's class has no types that mypy reads
    """One game after the other, each answer of a side one step."""

    metadata = {"render_modes": ["ansi"], "name": "bocage_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise BadInput(f"a game is shown as text: render_mode is 'ansi' or None, not {render_mode!r}")
        self.metadata = {**Wargame.metadata, "name": f"bocage_{game}_v0"}
        self.render_mode = render_mode
        self._longest = longest
        sample = bocage.new_match(game, scenario=scenario, options=options, seed="")
        self._encoder = Encoder(sample.game)
        self._numbering = Numbering(sample.game)
        self._random = Random(0)
        self.match: Match = sample
        self.possible_agents = list(sample.game.sides)
        self.agents: list[str] = []
        actions = self._numbering.size
        self.observation_spaces = {
            side: spaces.Dict(
                {
                    "observation": spaces.Box(0, MOST, (self._encoder.size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for side in self.possible_agents
        }
        self.action_spaces = {side: spaces.Discrete(actions) for side in self.possible_agents}

    @property
    def layout(self) -> Mapping[str, slice]:
        """The parts of "observation" by name."""
        return self._encoder.layout

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all actions of the game."""
        return self.action_spaces[agent]

    def describe(self, number: SupportsInt) -> str:
        """An action in the words that the rest of the program uses, such as "move 2114"."""
        return str(self._numbering.action(int(number)))

    def number(self, action: str) -> int:
        """The number of an action."""
        return self._numbering.number(self.match.game.actions.find(action))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same seed gives the same dice; without one the dice go on from the last seed."""
        if seed is not None:
            self._random = Random(seed)
        luck = f"{self._random.getrandbits(SEED_BITS):x}"
        # One game after the other may use the same tables; what they have cached would only grow.
        self.match.game.forget()
        self.match = Match(self.match.game, seed=luck)
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.match.prompt.side
        self._steps = 0

    def observe(self, agent: str) -> Observation:
        """What a side may know now, and what it may do (nothing, if the question is not put to it)."""
        match = self.match
        game, prompts = match.game, match.prompts
        return {
            "observation": self._encoder.row(game.shown(match.position, agent), agent, prompts),
            "action_mask": self._numbering.mask(prompts.get(agent)),
        }

    def step(self, action: SupportsInt | None) -> None:
        """Carry out an action of the side that decides. What the mask does not allow is refused with the reason."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(f"{agent} has to decide; None is for agents whose game is over")
        match = self.match
        # The side needs to be told only where both have a question.
        match.play(self._numbering.action(int(action)), side=agent if len(match.prompts) > 1 else None)
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        if match.prompts:
            if self._steps < self._longest:
                self.agent_selection = next(iter(match.prompts))
                return
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            outcome = match.outcome
            assert outcome is not None
            for side in self.agents:
                self.rewards[side] = 0.0 if not outcome.winner else 1.0 if side == outcome.winner else -1.0
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        """Where the game stands, in a few words."""
        match = self.match
        if not match.prompts:
            return match.outcome_text
        game, prompt = match.game, match.prompt
        return f"{game.title}, turn {match.position.turn}, {game.phase(match.position)}: {prompt.side}: {prompt.text}"

    def close(self) -> None:
        """There is nothing to put away."""


def env(
    game: str,
    *,
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
    longest: int = LONGEST,
    render_mode: str | None = None,
) -> Wargame:
    """A game for two learning agents. `longest` is the number of answers after which a game is cut off."""
    return Wargame(game, scenario, options, longest, render_mode)


class AgainstBot(gymnasium.Env[Observation, Any]):
    """A game for one learning agent: a bot has the other seat and answers by itself."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, world: Wargame, side: str, against: str) -> None:
        if side not in world.possible_agents:
            raise BadInput(f"the sides are {' and '.join(world.possible_agents)}, not {side!r}")
        bots.make(against, "")  # complains about an unknown bot
        self.world = world
        self.side = side
        self.against = against
        self.render_mode = world.render_mode
        self.observation_space = world.observation_space(side)
        self.action_space = world.action_space(side)
        self._bot: bots.Bot | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and go on to the first question that is put to the learning side."""
        super().reset(seed=seed)
        self.world.reset(seed)
        self._bot = bots.make(self.against, f"{self.world.match.seed}/{self.against}")
        self._wait()
        return self.world.observe(self.side), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and let the bot answer until the learning side has to decide again."""
        if self.side not in self.world.match.prompts:
            raise BadInput("the game is over: reset it first")
        self.world.step(action)
        self._wait()
        world = self.world
        return (
            world.observe(self.side),
            world.rewards[self.side],
            world.terminations[self.side],
            world.truncations[self.side],
            {},
        )

    def _wait(self) -> None:
        world = self.world
        assert self._bot is not None
        while (world.match.prompts and not world.truncations[self.side]) and self.side not in world.match.prompts:
            seat = take(world.match, world.agent_selection)
            world.step(world.number(str(self._bot.choose(seat))))

    def render(self) -> str:
        """Where the game stands, in a few words."""
        return self.world.render()


def single(
    game: str,
    side: str,
    against: str = "planner",
    *,
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
    longest: int = LONGEST,
    render_mode: str | None = None,
) -> AgainstBot:
    """A Gymnasium environment: one side learns, a bot of the ladder plays the other.

    >>> world = single("roundup", "german", against="random")
    >>> seen, info = world.reset(seed=1)
    >>> world.side in world.world.match.prompts
    True
    """
    return AgainstBot(Wargame(game, scenario, options, longest, render_mode), side, against)
