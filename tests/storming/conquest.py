"""Players for the stored games: one who chooses at random, one who sits still, and one who marches to his goals.

They are no opponents for anybody; they lead games to endings that random play does not reach.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.games.storming.rules.look import members
from bocage.games.storming.rules.position import ALLIED, OTHER
from bocage.games.storming.rules.victory.conditions import beyond_the_seine
from bocage.hexes import HexSet

Player = Callable[[Match, random.Random], Action]
Verbs = dict[str, list[Action]]
Goals = Callable[[Match, int], HexSet]
FAR = 999
# What somebody does who wants nothing: the first of these verbs that is offered.
QUIET = ("suggested-all", "suggested", "end", "no-air", "england", "decline", "roll", "rebuild-on-track")
WARLIKE = {
    "attack": 9,
    "join": 4,
    "roll": 6,
    "advance": 4,
    "place": 6,
    "move": 3,
    "assault": 9,
    "launch": 3,
    "end": 0.4,
}


def any_verb(match: Match, rng: random.Random) -> Action:
    """First a verb, then what it is about: shorter games."""
    verbs = match.prompt.verbs()
    return rng.choice(verbs[rng.choice(list(verbs))])


def warlike(match: Match, rng: random.Random) -> Action:
    """A verb and its operand, with a liking for battles."""
    verbs = match.prompt.verbs()
    (verb,) = rng.choices(list(verbs), [WARLIKE.get(verb, 1) for verb in verbs])
    return rng.choice(verbs[verb])


def sit_still(match: Match, rng: random.Random) -> Action:
    """Do as little as the rules allow."""
    verbs = match.prompt.verbs()
    for verb in QUIET:
        if verb in verbs:
            return verbs[verb][0]
    return match.prompt.actions[0]


class Marcher:
    """Places its units near their goals, walks them there, and attacks whoever stands in the way."""

    boldness = 1.0  # how much stronger than the defence an attack has to be

    def __init__(self, goals: Goals) -> None:
        self.goals = goals
        self.considered: set[int] = set()
        self.phase = ""
        self.fields: dict[tuple[HexSet, HexSet], list[int]] = {}

    def __call__(self, match: Match, rng: random.Random) -> Action:
        prompt = match.prompt
        phase = f"{match.position.turn} {match.game.phase(match.position)}"
        if phase != self.phase:
            self.phase, self.considered = phase, set()
        play = getattr(self, prompt.step.replace(" ", "_").replace("-", "_"), self.other)
        chosen = play(match, prompt.verbs(), rng)
        assert isinstance(chosen, Action)
        return chosen

    # How far it is

    def far(self, match: Match, unit: int) -> list[int]:
        """Hex -> steps from there to the nearest goal of a unit, around the enemy where one can."""
        goals = self.goals(match, unit)
        enemies = match.inquire().occupied(OTHER[match.game.counters[unit].side]) & ~goals
        key = (goals, enemies)
        if key not in self.fields:
            self.fields[key] = _distances(match.game, goals, enemies)
        return self.fields[key]

    def nearest(self, match: Match, unit: int, actions: list[Action]) -> Action:
        far = self.far(match, unit)
        return min(actions, key=lambda action: (far[action.index], action.index))

    # Movement

    def movement(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        frame = match.prompt.frame
        if frame.hand:
            if "exit" in verbs and self.exits(match):
                return verbs["exit"][0]
            if "assault" in verbs and rng.random() < 0.5:
                return rng.choice(verbs["assault"])
            walk = self.walk(match, frame, verbs.get("move", []))
            if walk is not None:
                return walk
        found = self.next_unit(match, verbs.get("pick", []))
        if found is not None:
            self.considered.add(found.index)
            return found
        if "end" in verbs:
            return verbs["end"][0]
        return rng.choice(match.prompt.actions)

    def next_unit(self, match: Match, picks: list[Action]) -> Action | None:
        """The unit that is nearest to its goal without being there; the staff stays where it is."""
        units, idle = match.position.units, match.game.staff_units
        waiting = []
        for action in picks:
            unit = action.index
            if unit in self.considered or idle >> unit & 1:
                continue
            steps = self.far(match, unit)[units[unit].at]
            if steps or self.exits(match):
                waiting.append((steps, unit, action))
        return min(waiting, default=(0, 0, None))[2]

    def exits(self, match: Match) -> bool:
        """Do divisions leave the map where they can?"""
        return False

    def walk(self, match: Match, frame: Any, moves: list[Action]) -> Action | None:
        """The move that brings the unit in hand nearest to its goal, if it is nearer than now."""
        unit = frame.hand.bit_length() - 1
        far = self.far(match, unit)
        hexes = sum(1 << action.index for action in moves if far[action.index] < far[frame.at])
        room = match.inquire().room(unit, hexes)
        nearer = [action for action in moves if room >> action.index & 1]
        return min(nearer, key=lambda action: (far[action.index], action.index), default=None)

    def declaration(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        """As many points before combat as leave one for it."""
        limit = min(match.position.points.values()) - match.game.rules.numbers["assault_remaining_mp"]
        return max(verbs["declare"], key=lambda action: (action.index <= limit, action.index))

    # Combat

    def combat(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        for verb in ("join", "air", "hobart", "roll"):
            if verb in verbs:
                return verbs[verb][0]
        promising = [action for action in verbs.get("attack", []) if self.odds(match, action.index) >= self.boldness]
        if promising:
            return max(promising, key=lambda action: (self.odds(match, action.index), -action.index))
        return verbs["end"][0] if "end" in verbs else verbs["attack"][0]

    def odds(self, match: Match, node: int) -> float:
        """The strength beside a hex against the strength in it."""
        look, game = match.inquire(), match.game
        side = match.prompt.side
        beside = members(look.units_in(game.supply_sides.step(1 << node), side) & ~match.position.attacked)
        defence = sum(look.defence(unit) for unit in look.stack(node))
        attack = sum(look.attack(unit) for unit in beside)
        return attack / max(defence, 1)

    def advance(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        return verbs["advance"][0] if "advance" in verbs else verbs["end"][0]

    def cherbourg_attack(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        for verb in ("join", "air", "roll"):
            if verb in verbs:
                return verbs[verb][0]
        return verbs["end"][0]

    mobile_assault = cherbourg_attack

    # Arrivals and everything else

    def allied_arrivals(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        if "place" in verbs:
            return self.nearest(match, match.prompt.frame.hand, verbs["place"])
        for verb in ("pick", "england", "end"):
            if verb in verbs:
                return verbs[verb][0]
        return match.prompt.actions[0]

    german_arrivals = german_replacement_arrivals = allied_replacement_arrivals = watch_placement = allied_arrivals

    def counteroffensive(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        return verbs["launch"][0]

    def supplies(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        for verb in ("priority", "red-ball"):
            if verb in verbs:
                units = match.position.units
                return min(
                    verbs[verb],
                    key=lambda action: (self.far(match, action.index)[units[action.index].at], action.index),
                )
        return verbs["end"][0]

    priority_supply = red_ball_express = supplies

    def divisions_to_ground(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        units = match.position.units
        return max(
            verbs["ground"], key=lambda action: (self.far(match, action.index)[units[action.index].at], action.index)
        )

    def set_up(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        return sit_still(match, rng)

    order_of_battle = set_up

    def other(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        return any_verb(match, rng)


def _distances(game: Any, goals: HexSet, closed: HexSet) -> list[int]:
    found = [FAR] * len(game.board.labels)
    ring, seen, steps = goals, goals | closed, 0
    while ring:
        for node in game.board.nodes(ring):
            found[node] = steps
        ring = game.supply_sides.step(ring) & game.in_play & ~seen
        seen |= ring
        steps += 1
    return found


class Liberator(Marcher):
    """The Allies on their way: Cherbourg, Brittany, the Seine, Antwerpen, and then as far as they are to go."""

    def __init__(self, aim: str, brittany_turn: int = 1) -> None:
        super().__init__(self.next_goal)
        self.aim = aim  # "seine", "metz", "ruhr" or "east"
        self.brittany_turn = brittany_turn  # divisions exit into Brittany from this turn on
        self.leaving = False

    def next_goal(self, match: Match, unit: int) -> HexSet:
        """Where a unit goes next."""
        game, position = match.game, match.position
        counter = game.counters[unit]
        commonwealth = counter.nation == "CW"
        missing = ~position.allied_control
        if not commonwealth and unit % 4 == 0 and game.cherbourg & game.in_play & missing:
            return game.cherbourg
        if not position.breakout:
            if counter.nation == "US" and unit % 2 == 0 and not position.brittany_closed:
                return game.entrances["B"]
            towns = game.beyond_breakout & missing & game.data.west & ~game.paris
            if commonwealth:
                towns &= ~game.west_of_commonwealth
            return towns or game.seine_eastward.sources
        if position.turn <= 7 and game.paris & missing and (unit % 3 == 0 or unit == game.french_second_armored):
            return game.paris & missing
        if self.aim == "seine" or position.turn <= 6:
            return beyond_the_seine(game) & ~(game.data.areas["12AG"] if commonwealth else game.paris)
        return self.into_germany(match, unit)

    def into_germany(self, match: Match, unit: int) -> HexSet:
        game, position = match.game, match.position
        counter = game.counters[unit]
        missing = ~position.allied_control
        scheldt = (game.antwerpen | game.approaches) & missing
        if counter.nation == "CW" and scheldt and not position.antwerpen_operational:
            return scheldt
        metz = game.data.forts["metz"] & missing
        if metz and (counter.command == "6AG" or (unit % 3 == 0 and counter.nation != "CW")):
            return metz
        if self.aim == "metz":
            return self.here(match, unit)
        if self.aim == "east":
            return game.board.step(game.allied_exits) & game.in_play & ~game.mute_hexes
        return game.ruhr & missing

    def here(self, match: Match, unit: int) -> HexSet:
        """Nowhere else: whoever is off the map comes in by Paris if he can."""
        at: int = match.position.units[unit].at
        return 1 << at if at >= 0 else match.game.paris

    def exits(self, match: Match) -> bool:
        if not match.position.brittany_closed and match.position.turn < 8:
            return match.position.turn >= self.brittany_turn
        if not self.leaving and self.aim == "east":
            edge = match.game.board.step(match.game.allied_exits)
            ready = match.inquire().units_in(edge, ALLIED) & match.game.divisions & ~match.position.moved
            self.leaving = ready.bit_count() >= match.game.rules.numbers["exit_divisions"]
        return self.leaving


# Goals of the Germans


def to_the_beaches(match: Match, unit: int) -> HexSet:
    """Into the sea with them."""
    return match.game.beach_hexes


def to_antwerpen(match: Match, unit: int) -> HexSet:
    """Wait in the north until Antwerpen has fallen, and take it back."""
    game, position = match.game, match.position
    if position.antwerpen_taken:
        return game.antwerpen
    return game.data.areas["21AG"] & game.data.cities & ~position.allied_control


def to_the_cities(match: Match, unit: int) -> HexSet:
    """The nearest city that the Allies hold, but Antwerpen."""
    game, position = match.game, match.position
    held = game.data.cities & position.allied_control & ~game.antwerpen
    return position.offensive_cities & held or held or game.antwerpen


def as_suggested(player: Player) -> Player:
    """Somebody who takes the suggested set-up of the Final Battles, and then plays like another."""

    def choose(match: Match, rng: random.Random) -> Action:
        verbs = match.prompt.verbs()
        for verb in ("suggested-all", "suggested"):
            if verb in verbs:
                return verbs[verb][0]
        return player(match, rng)

    return choose


def from_turn(turn: int, before: Player, after: Player) -> Player:
    """Somebody who changes his ways on a turn."""

    def choose(match: Match, rng: random.Random) -> Action:
        return (before if match.position.turn < turn else after)(match, rng)

    return choose


def by_hand(player: Player) -> Player:
    """Somebody who sets the Final Battles up unit by unit, and then plays like another."""

    def choose(match: Match, rng: random.Random) -> Action:
        verbs = match.prompt.verbs()
        if "suggested" not in verbs:
            return player(match, rng)
        for verb in ("remove", "reduce", "place"):
            if verb in verbs and rng.random() < 0.9:
                return rng.choice(verbs[verb])
        own = [verb for verb in verbs if not verb.startswith("suggested")]
        return rng.choice(verbs[rng.choice(own)])

    return choose
