"""Players for the stored games: an Allied player who goes for the ports and the edge, and a German who sits still.

They are no opponents for anybody; they lead games to endings that random play does not reach.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.games.roundup.rules.position import ALLIED, GERMAN

Player = Callable[[Match, random.Random], Action]
BEACHES = ("us-beachhead 1308", "us-beachhead 1205", "uk-beachhead 2423", "uk-beachhead 1619")


def any_verb(match: Match, rng: random.Random) -> Action:
    """First a verb, then what it is about: shorter games."""
    verbs = match.prompt.verbs()
    return rng.choice(verbs[rng.choice(list(verbs))])


def sit_still(match: Match, rng: random.Random) -> Action:
    """End every step; reinforcements stay out of the way, at the ends of their edges."""
    verbs = match.prompt.verbs()
    if "place" in verbs:
        return min(verbs["place"], key=lambda action: (action.operand[2:] != "01", action.operand))
    for verb in ("end", "move-first", "roll"):
        if verb in verbs:
            return verbs[verb][0]
    return match.prompt.actions[0]


class Conqueror:
    """Lands everything, walks to the ports, attacks at good odds, and sends a few divisions to the East edge."""

    def __init__(self, ports: int = 3, edge: bool = True, americans_only: bool = False) -> None:
        self.ports = ports
        self.edge = edge
        self.americans_only = americans_only
        self.considered: set[int] = set()
        self.phase = ""

    def __call__(self, match: Match, rng: random.Random) -> Action:
        verbs = match.prompt.verbs()
        phase = f"{match.position.turn} {match.game.phase(match.position)}"
        if phase != self.phase:
            self.phase, self.considered = phase, set()
        chosen = getattr(self, match.prompt.step.replace(" ", "_"), self.other)(match, verbs, rng)
        assert isinstance(chosen, Action)
        return chosen

    def beachheads(self, match: Match, verbs: dict[str, list[Action]], rng: random.Random) -> Action:
        wanted = [action for action in match.prompt.actions if str(action) in BEACHES]
        return wanted[0] if wanted else rng.choice(match.prompt.actions)

    def landing(self, match: Match, verbs: dict[str, list[Action]], rng: random.Random) -> Action:
        if "land" in verbs:
            return rng.choice(verbs["land"])
        british = match.position.uk_beachheads if self.americans_only else 0
        for action in verbs.get("enter", []):
            if not british >> action.index & 1:
                return action
        return verbs["end"][0]

    reinforcements = landing

    def air_support(self, match: Match, verbs: dict[str, list[Action]], rng: random.Random) -> Action:
        targets = match.position.masks[1] & match.game.port_hexes & ~match.inquire(ALLIED).tas_area()
        wanted = [action for action in match.prompt.actions if action.verb == "tas" and targets >> action.index & 1]
        return wanted[0] if wanted else verbs["end"][0]

    def movement(self, match: Match, verbs: dict[str, list[Action]], rng: random.Random) -> Action:
        frame = match.prompt.frame
        if frame.hand:
            walk = self.walk(match, frame, [*verbs.get("move", []), *verbs.get("column", [])])
            if walk is not None:
                return walk
        for action in verbs.get("pick", []):
            if action.index not in self.considered:
                self.considered.add(action.index)
                return action
        return verbs["end"][0]

    def walk(self, match: Match, frame: Any, moves: list[Action]) -> Action | None:
        """The move that brings the unit in hand nearest to its goal, if it is nearer than now."""
        look, board = match.inquire(ALLIED), match.game.board
        unit = frame.hand.bit_length() - 1
        goals = self.goals(match, unit)
        if not goals:
            return None

        def far(node: int) -> int:
            return min(board.distance(node, goal) for goal in goals)

        here = far(frame.at)
        room = look.room(unit, sum(1 << action.index for action in moves))
        open_moves = [action for action in moves if room >> action.index & 1 and far(action.index) < here]
        return min(open_moves, key=lambda action: (far(action.index), action.index), default=None)

    def goals(self, match: Match, unit: int) -> list[int]:
        """What a unit walks to: an open edge for a few, else port hexes that are not ours yet."""
        position, game = match.position, match.game
        board = game.board
        missing = [hexes & ~position.allied_control for hexes in list(game.data.ports.values())[: self.ports]]
        if self.edge and unit % 5 == 0:
            edge = game.allied_goal_edge & ~match.inquire(ALLIED).zone(GERMAN) & ~position.masks[1]
            return board.nodes(edge)[:12] if not edge & position.allied_control else []
        wanted = [hexes for hexes in missing if hexes]
        if not wanted:
            return []
        return board.nodes(wanted[unit % len(wanted)])

    def combat(self, match: Match, verbs: dict[str, list[Action]], rng: random.Random) -> Action:
        if "join" in verbs:
            return verbs["join"][0]
        if "roll" in verbs:
            return verbs["roll"][0]
        for action in verbs.get("attack", []):
            if self.promising(match, action.index):
                return action
        return verbs["end"][0]

    def promising(self, match: Match, node: int) -> bool:
        position, game = match.position, match.game
        beside = [unit for near in game.board.neighbours[node] for unit in position.stacks.get(near, ())]
        fresh = [unit for unit in beside if game.counters[unit].side == ALLIED and not position.attacked >> unit & 1]
        attack = sum(game.counters[unit].attack[position.units[unit].steps] for unit in fresh)
        defence = sum(game.counters[unit].defence[position.units[unit].steps] for unit in position.stacks.get(node, ()))
        return attack >= 2 * defence

    def advance(self, match: Match, verbs: dict[str, list[Action]], rng: random.Random) -> Action:
        return verbs["advance"][0] if "advance" in verbs else verbs["end"][0]

    def other(self, match: Match, verbs: dict[str, list[Action]], rng: random.Random) -> Action:
        for verb in ("replace", "end", "move-first"):
            if verb in verbs:
                return verbs[verb][0]
        return match.prompt.actions[0]
