"""Players for the stored games: some who choose at random, one who sits still, and one who marches to his goals.

They are no opponents for anybody; they lead games to endings that random play does not reach.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.combat import duties
from bocage.games.rhine.rules.position import ALLIED, AMERICAN, GERMAN, OTHER
from bocage.games.rhine.rules.supply import ways as lines
from bocage.hexes import HexSet

Player = Callable[[Match, random.Random], Action]
Verbs = dict[str, list[Action]]
Goals = Callable[[Match, int], HexSet]
FAR = 999
# What somebody does who wants nothing: the first of these verbs that is offered.
QUIET = (
    "suggested", "commit", "end", "wait", "steady", "may-retreat", "call-off", "no-support", "spare", "roll",
    "keep-bombardment", "stay", "stop", "join",
)  # fmt: skip
# How much somebody who chooses at random likes a verb; 1 if it is not named here.
WARLIKE = {
    "attack": 9, "join": 5, "commit": 8, "fight": 6, "advance": 4, "drop": 3, "place": 6, "move": 4, "dash": 2,
    "march": 2, "end": 0.3, "hide": 2, "first": 5, "second": 5, "beach": 4, "resolve": 5, "cancel": 0.3,
    "call-off": 0.3, "eliminate": 0.01, "undeploy": 0.3, "unbeach": 0.1, "recall": 0.2, "distance": 3, "retreat": 3,
    "show": 0.1, "bomb": 0, "withdraw-to-return": 0, "withdraw-to-stay": 0, "unfavour": 0.2, "suggested": 0,
}  # fmt: skip


def sit_still(match: Match, rng: random.Random) -> Action:
    """Do as little as the rules allow."""
    verbs = match.prompt.verbs()
    for verb in QUIET:
        if verb in verbs:
            return verbs[verb][0]
    return match.prompt.actions[0]


def random_player(habits: Mapping[str, float] | None = None) -> Player:
    """Somebody who chooses a verb and then its operand, with a liking for battles and with habits of his own."""
    likes = {**WARLIKE, **(habits or {})}

    def choose(match: Match, rng: random.Random) -> Action:
        prompt = match.prompt
        verbs = prompt.verbs()
        weights = [likes.get(verb, 1) for verb in verbs]
        if not any(weights):
            weights = [1] * len(verbs)
        actions = verbs[rng.choices(list(verbs), weights)[0]]
        if actions[0].verb in ("move", "dash"):
            zone = match.inquire(prompt.side).zone(OTHER[prompt.side])
            actions = [action for action in actions if zone >> action.index & 1] or actions
        return rng.choice(actions)

    return choose


def by_suggestion(player: Player) -> Player:
    """Somebody who takes the suggested set-up, and then plays like another."""

    def choose(match: Match, rng: random.Random) -> Action:
        verbs = match.prompt.verbs()
        if match.prompt.step != "set-up":
            return player(match, rng)
        return verbs["suggested" if "suggested" in verbs else "end"][0]

    return choose


def by_hand(player: Player, coast: float = 0.4) -> Player:
    """Somebody who sets up piece by piece, many on the coast, divisions mostly face down, and plays on like another."""

    def choose(match: Match, rng: random.Random) -> Action:
        verbs = match.prompt.verbs()
        if match.prompt.step != "set-up":
            return player(match, rng)
        for verb, share in (("show", 0.02), ("undeploy", 0.02), ("hide", 0.7), ("deploy", 0.5), ("place", 0.95)):
            if verb in verbs and rng.random() < share:
                landing = [action for action in verbs[verb] if match.game.landing_hexes >> action.index & 1]
                return rng.choice(landing if verb == "place" and rng.random() < coast and landing else verbs[verb])
        return verbs["end"][0] if "end" in verbs else rng.choice(verbs["pick"])

    return choose


class Marcher:
    """Walks its units to their goals, as far as supply goes, and attacks whoever stands in the way."""

    boldness = "3:2"  # the least column on which it attacks of its own will
    crowding = 0.0  # how often it lets one more unit join an attack that is strong enough
    haste = 0.0  # how often it dashes where it could

    def __init__(self, goals: Goals) -> None:
        self.goals = goals
        self.considered: set[int] = set()
        self.refused = 0  # attacks that were thought of and given up in this phase
        self.phase = ""
        self.fields: dict[tuple[HexSet, HexSet], list[int]] = {}

    def __call__(self, match: Match, rng: random.Random) -> Action:
        prompt = match.prompt
        phase = f"{match.position.turn} {match.game.phase(match.position)}"
        if phase != self.phase:
            self.phase, self.considered, self.refused = phase, set(), 0
        play = getattr(self, prompt.step.replace(" ", "_").replace("-", "_"), self.other)
        chosen = play(match, prompt.verbs(), rng)
        assert isinstance(chosen, Action)
        return chosen

    def look(self, match: Match) -> Any:
        """What its side may know, and no more."""
        return match.inquire(match.prompt.side)

    # How far it is

    def far(self, match: Match, unit: int) -> list[int]:
        """Hex -> steps from there to the nearest goal of a unit, around the enemy where one can."""
        goals = self.goals(match, unit)
        look = self.look(match)
        enemies = look.barred(match.game.counters[unit].side) & ~goals
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
        if frame.hand >= 0:
            legs = verbs.get("move", []) + verbs.get("march", [])
            if rng.random() < self.haste:
                legs += verbs.get("dash", [])
            walk = self.walk(match, frame.hand, legs)
            if walk is not None:
                return walk
        units, waiting = match.position.units, []
        for action in verbs.get("pick", []):
            unit = action.index
            if unit not in self.considered:
                steps = self.far(match, unit)[units[unit].at]
                if steps:
                    waiting.append((steps, unit, action))
        if waiting:
            _, unit, action = min(waiting)
            self.considered.add(unit)
            return action
        return verbs["end"][0]

    def walk(self, match: Match, unit: int, actions: list[Action]) -> Action | None:
        """The leg that leads nearest to the goal, within supply and where there is room; None to stay."""
        far, look = self.far(match, unit), self.look(match)
        supplied = lines.supplied(look, match.game.counters[unit].nation)
        # Where an enemy zone cuts the line, it is open again as soon as the unit stands there.
        supplied |= match.game.land.step(supplied) & look.zone(OTHER[match.game.counters[unit].side])
        fit = [action for action in actions if supplied >> action.index & 1 and look.has_room(unit, action.index)]
        if not fit:
            return None
        best = self.nearest(match, unit, fit)
        return best if far[best.index] < far[match.position.units[unit].at] else None

    # Combat

    def allocation(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        frame = match.prompt.frame
        look, side = self.look(match), match.prompt.side
        if not frame.targets:
            return self.target(match, verbs, rng)
        bold = self.refused > 6 or bool(duties.owed(look, side, look.position.battles))
        least = match.game.data.odds.index(self.boldness)
        column = duties.reckoned(look, side, frame.targets, frame.attackers).column if frame.attackers else -1
        more = "join" in verbs and rng.random() < self.crowding
        if "commit" in verbs and (bold or column >= least) and not more:
            return verbs["commit"][0]
        if "join" in verbs:
            return rng.choice(verbs["join"])
        self.refused += 1
        return verbs["cancel"][0]

    def target(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        """A hex to attack, if there is one that has not been thought of; or one that must be attacked."""
        if "end" not in verbs:
            owed = duties.owed(self.look(match), match.prompt.side, match.position.battles)
            return rng.choice([a for a in verbs["attack"] if owed >> a.index & 1] or verbs["attack"])
        fresh = [action for action in verbs.get("attack", []) if action.index not in self.considered]
        if not fresh:
            return verbs["end"][0]
        self.considered.add(fresh[0].index)
        return fresh[0]

    def attack_or_call_off(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        return verbs["fight"][0]

    def rout(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        return verbs["distance"][-1]

    def advance(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        if "advance" in verbs:
            return self.nearest(match, match.prompt.frame.hand, verbs["advance"])
        return verbs["end"][0] if "end" in verbs else verbs["pick"][0]

    def other(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        return sit_still(match, rng)


def _distances(game: Any, goals: HexSet, closed: HexSet) -> list[int]:
    found = [FAR] * len(game.board.labels)
    ring, seen, steps = goals, goals | closed, 0
    while ring:
        for node in game.board.nodes(ring):
            found[node] = steps
        ring = game.land.step(ring) & ~seen
        seen |= ring
        steps += 1
    return found


class Liberator(Marcher):
    """The Allies on their way: beaches, a port, Paris, Brussels, Antwerp, and over the Rhine."""

    def __init__(
        self, american: str = "1717 1817", british: str = "1915 2015", port: str = "1619", forts: int = 0
    ) -> None:
        """The landing hexes of both nations, the port that is taken first, and how long everybody goes for Metz."""
        super().__init__(self.next_goal)
        self.landings = {True: american, False: british}
        self.port = port
        self.forts = forts

    def next_goal(self, match: Match, unit: int) -> HexSet:
        """Where a unit goes next."""
        game, position = match.game, match.position
        counter, missing = game.counters[unit], ~position.allied_control
        port = game.board.set(self.port) & missing
        american = counter.nation == AMERICAN
        if port and not game.data.major_ports & position.allied_control and unit % 2 == american:
            return port
        if not position.paris_passed and american and unit % 3 == 0:
            return game.paris
        if not position.brussels_passed and unit in game.brussels_corps:
            return game.brussels
        if game.antwerp & missing and unit % 3:
            return game.antwerp
        if position.turn <= self.forts:
            return game.fort_cities & missing or game.fort_cities
        cities = game.data.across_rhine & game.data.major_cities
        return cities & missing or cities

    # Before the movement

    def air_operations(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        """On D-Day the airborne divisions drop behind the beaches."""
        frame, game, look = match.prompt.frame, match.game, self.look(match)
        if match.position.turn > 1 or ("pick" not in verbs and frame.hand < 0):
            return verbs["end"][0]
        if frame.hand < 0:
            return verbs["pick"][0]
        american = game.counters[frame.hand].nation == AMERICAN
        behind = game.land.step(game.board.set(self.landings[american])) & ~look.zone(GERMAN)
        room = look.room(frame.hand, behind)
        fit = [action for action in verbs["drop"] if room >> action.index & 1]
        return rng.choice(fit or verbs["drop"])

    def dump_movement(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        frame, look = match.prompt.frame, self.look(match)
        ports = look.open_ports()
        active = lines.FEEDING.around(look, ALLIED, ports)[0]
        if frame.hand >= 0:
            far = self.far(match, frame.hand)
            fit = [action for action in verbs.get("move", []) if not ports or active >> action.index & 1]
            if fit:
                best = self.nearest(match, frame.hand, fit)
                if far[best.index] < far[match.position.units[frame.hand].at]:
                    return best
        for action in verbs.get("pick", []):
            if action.index not in self.considered:
                self.considered.add(action.index)
                return action
        return verbs["end"][0]

    def beaches(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        wanted = match.game.board.set(f"{self.landings[True]} {self.landings[False]}")
        for action in verbs.get("beach", []):
            if wanted >> action.index & 1 and match.position.turn == 1:
                return action
        return verbs["end"][0]

    def landing_force(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        frame, counters = match.prompt.frame, match.game.counters
        if frame.hand >= 0:
            own = match.game.board.set(self.landings[counters[frame.hand].nation == AMERICAN])
            for verb in ("first", "second"):
                for action in verbs.get(verb, []):
                    if own >> action.index & 1:
                        return action
        for action in verbs.get("pick", []):
            if action.index not in self.considered and not counters[action.index].dump:
                self.considered.add(action.index)
                return action
        return verbs["end"][0]

    def allied_arrivals(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        frame, counters, look = match.prompt.frame, match.game.counters, self.look(match)
        if frame.hand >= 0:
            fit = [action for action in verbs["place"] if look.has_room(frame.hand, action.index)]
            if fit:
                return self.nearest(match, frame.hand, fit)
        fresh = [action for action in verbs.get("pick", []) if action.index not in self.considered]
        if not fresh:
            return verbs["end"][0]
        best = min(
            fresh, key=lambda action: (not counters[action.index].dump, counters[action.index].airborne, action.index)
        )
        self.considered.add(best.index)
        return best


class Raider(Marcher):
    """The Germans who look for a fight: the reserve is withdrawn for a while, and one turn sees all at once."""

    boldness = "1:3"
    crowding = 0.8
    haste = 0.5

    def __init__(self, blow: int) -> None:
        """The turn of the counteroffensive, of the Blitz and of Ruthlessness."""
        super().__init__(to_the_allies)
        self.blow = blow

    def declarations(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        if match.position.turn == self.blow:
            for verb in ("blitz", "ruthless"):
                if verb in verbs:
                    return verbs[verb][0]
        return verbs["end"][0]

    def strategic_reserve(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        if match.position.turn == self.blow - 2 and "withdraw-to-return" in verbs:
            return verbs["withdraw-to-return"][0]
        if match.position.turn >= self.blow and "counteroffensive" in verbs:
            return verbs["counteroffensive"][0]
        return verbs["wait"][0]

    def arrivals(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        if "place" in verbs:
            # Nearest to the enemy for the reserve; a reinforcement is in nobody's hand.
            hand = getattr(match.prompt.frame, "hand", -1)
            unit = hand if hand >= 0 else match.game.ninth_panzer
            return self.nearest(match, unit, verbs["place"])
        return rng.choice(verbs["pick"]) if "pick" in verbs else verbs["end"][0]

    reserve_placement = german_replacements = german_reinforcements = arrivals

    def blitz_support(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        return verbs["support"][0]

    def either(self, match: Match, verbs: Verbs, rng: random.Random) -> Action:
        return rng.choice(match.prompt.actions)

    pressed_attack = no_retreat = retreat = attackers_lost = stray_bombs = either


def to_the_allies(match: Match, unit: int) -> HexSet:
    """Wherever they are."""
    found: HexSet = match.inquire(GERMAN).troops(ALLIED) | match.position.first_beaches
    return found


__all__ = ["Liberator", "Marcher", "Player", "Raider", "by_hand", "by_suggestion", "random_player", "sit_still"]
