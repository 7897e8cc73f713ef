"""Random games under the eyes of a referee who checks the rulebook's invariants after every action."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import bocage
from bocage.engine.matches.match import Entry, Match
from bocage.games.roundup.rules.options import catalogue
from bocage.games.roundup.rules.position import (
    ALLIED,
    ASIDE,
    DEAD,
    DRAWN,
    FIRST_CUP,
    GERMAN,
    ITALY_CUP,
    OTHER,
    POOL,
    RUSSIA_CUP,
    SECOND_CUP,
    TRACK,
)
from tests.soaking import STYLES, Watcher, chooser

CUPS = (FIRST_CUP, SECOND_CUP, ITALY_CUP, RUSSIA_CUP)
EAGER = {"attack": 9, "join": 4, "roll": 4, "advance": 4, "drop": 3, "land": 6, "enter": 3, "move": 3, "end": 0.3}


def every_option() -> dict[str, Any]:
    """All options that go together: 15.2 instead of 15.1, and the strategy drawn as usual."""
    known = catalogue()
    values = {name: next(v for v in option.values if v != option.default) for name, option in known.items()}
    return {name: value for name, value in values.items() if name not in ("13.3", "15.1")}


def some_options(rng: random.Random) -> dict[str, Any]:
    """A random choice of options that go together."""
    chosen: dict[str, Any] = {}
    for name, option in catalogue().items():
        if rng.random() < 0.4 and not any(other in chosen for other in option.excludes):
            chosen[name] = rng.choice(option.values)
    if isinstance(chosen.get("13.3"), int):
        chosen.pop("R27", None)  # a strategy that is fixed for all to read cannot be hidden
    return chosen


choose = chooser(EAGER, lambda look, side: look.enemy_zone(side))


class Referee(Watcher):
    """Watches one match. `check` raises an AssertionError that names the case and the moment."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.kampfgruppe = "15.19" in match.game.options
        self.attacked: dict[tuple[int, str], set[int]] = {}
        self.defended: dict[tuple[int, str], set[int]] = {}
        self.jumped: set[int] = set()

    def which(self) -> str:
        return f"{super().which()}, options {self.game.options}"

    def check(self, entry: Entry) -> None:
        """After an action: everything that must hold now, and everything that must not have happened."""
        self.index("1.4")
        self.places()
        self.markers()
        self.sets()
        self.changes()
        self.happenings(entry)
        self.question()
        self.remember()

    def places(self) -> None:
        """Stacks, terrain and control."""
        position, game = self.match.position, self.game
        look = game.look(position)
        counters, units = game.counters, position.units
        allied, german = position.masks[0], position.masks[1]
        self.claim(not allied & german, "3.1b", "opposing units stand in one hex")
        self.claim(not position.masks[2] & position.masks[3] or self.moving(ALLIED), "3.1.2", "US and UK stack")
        for place, stack in position.stacks.items():
            if place >= 0 and len(stack) > 1 and not self.moving(counters[stack[0]].side):
                self.claim(self.fits(stack), "3.1", f"overstacked: {[counters[unit].id for unit in stack]}")
        self.claim(not allied & ~position.allied_control, "3.5", "an Allied unit in a hex that it does not control")
        self.claim(not german & position.allied_control, "3.5", "a German unit in a hex under Allied control")
        heavy = 0
        for unit in self.members(game.heavies & position.on_board):
            heavy |= 1 << units[unit].at
        self.claim(not heavy & game.no_heavy, "10.9", "a heavy panzer in polder")
        self.claim(not look.garrisons(ALLIED) & german, "15.4", "a German unit on an Allied garrison")
        self.claim(not look.garrisons(GERMAN) & allied, "15.4", "an Allied unit on a German garrison")

    def fits(self, stack: tuple[int, ...]) -> bool:
        """One division and one smaller unit, or two smaller units, of one nation (3.1.2, 3.1.3)."""
        counters = [self.game.counters[unit] for unit in stack]
        divisions = [counter for counter in counters if counter.size == "XX"]
        return len(counters) <= 2 and len(divisions) <= 1 and len({counter.nation for counter in counters}) == 1

    def zone(self, position: Any, side: str) -> set[int]:
        """The hexes around a side's units (3.2)."""
        counters, around = self.game.counters, self.game.board.neighbours
        mine = {place for place, stack in position.stacks.items() if place >= 0 and counters[stack[0]].side == side}
        return {there for here in mine for there in around[here]}

    def moving(self, side: str) -> bool:
        """Is it the side's movement phase, in which overstacking is settled at the end (3.1)?"""
        return bool(self.game.phase(self.match.position).startswith(f"{side} movement"))

    def markers(self) -> None:
        """Beachheads, air and weather."""
        position, game = self.match.position, self.game
        beachheads = position.us_beachheads | position.uk_beachheads
        setup = game.phase(position) == "beachheads"
        self.claim(not beachheads & position.masks[1], "4.4b", "a beachhead under a German unit")
        self.claim(not position.us_beachheads & position.uk_beachheads, "13.4", "two beachheads in one hex")
        self.claim(setup or beachheads.bit_count() + position.beachheads_lost == 4, "13.4", "beachheads went astray")
        self.claim(not beachheads & ~(game.beachhead_terrain & game.data.coastal), "13.4", "a beachhead elsewhere")
        self.claim(1 <= position.turn <= 10, "5.0", f"turn {position.turn}")
        self.claim(position.weather in ("Clear", "Overcast", "Storm"), "6.0", position.weather)
        self.claim(position.turn > 1 or position.weather == "Clear", "6.0", "bad weather on turn 1")
        markers = len(position.tas) + position.tas_left
        self.claim(position.tas_left >= 0 and markers <= 16, "7.2", f"{markers} TAS markers")
        self.claim(not markers or position.superiority, "7.2", "TAS without air superiority")
        if position.weather == "Storm" and "cup" not in self.phase:
            self.claim(not position.superiority and not markers, "6.1", "aircraft in a storm")
        if position.us_aerial or position.uk_aerial:
            clear = position.weather == "Clear" and position.superiority == ALLIED
            self.claim(clear, "4.5", "aerial supply without clear skies and superiority")
        self.claim(position.us_aerial.bit_count() <= 1, "4.5", "two US Aerial Supply Markers")
        self.claim(position.uk_aerial.bit_count() <= 1, "4.5", "two UK Aerial Supply Markers")
        self.claim(position.bombers_used <= 2, "7.6", "too many bombers")
        for ports in (position.us_ports, position.uk_ports):
            self.claim(not ports & ~game.port_hexes, "4.4", "a designated port that is none")
        self.claim(not position.us_ports & position.uk_ports, "4.4", "a port serves both nations")

    def sets(self) -> None:
        """What units have done concerns units on the map, of the right side."""
        position, game = self.match.position, self.game
        for name, case in (("moved", "10.0"), ("attacked", "11.0a"), ("dropped", "10.7"), ("replaced", "8.3")):
            self.claim(not getattr(position, name) & ~position.on_board, case, f"a unit off the map has {name}")
        self.claim(not position.replaced & ~(game.allied_units & game.divisions), "8.3", "a strange replacement")
        self.claim(not position.jumped & ~game.airborne, "8.2", "a unit dropped that is not airborne")
        self.claim(not position.dropped & ~position.jumped, "10.7", "a unit dropped that never jumped")
        on_track = {game.counters[unit].id for unit in position.stacks.get(TRACK, ())}
        self.claim(on_track == set(position.returning), "8.4", "the Turn Record Track disagrees with the returns")
        for name, turn in position.returning.items():
            counter = game.counters[game.unit_numbers[name]]
            self.claim(counter.side == ALLIED and not counter.divisional, "8.4", f"{name} returns")
            self.claim(position.turn <= turn <= 10, "R21", f"{name} returns on turn {turn}")
        for nation, steps in position.depots.items():
            self.claim(0 <= steps <= 2, "15.11", f"{steps} steps in the depot of {nation}")

    def changes(self) -> None:
        """Pools only shrink, the dead stay dead, and nobody moves who may not."""
        game, old, new = self.game, self.before, self.match.position
        for cup in CUPS:
            gained = set(new.stacks.get(cup, ())) - set(old.stacks.get(cup, ()))
            self.claim(not gained, "8.5", f"units came into a cup: {gained}")
        if old.stacks.get(SECOND_CUP) != new.stacks.get(SECOND_CUP):
            self.claim(old.turn > 1, "8.5.1", "a 2S unit on turn 1")
        if old.stacks.get(RUSSIA_CUP) != new.stacks.get(RUSSIA_CUP):
            self.claim(old.strategy in (3, 4), "8.5.3", f"RUSSIA with strategy {old.strategy}")
        self.claim("15.3" in game.options or new.stacks.get(ASIDE) == old.stacks.get(ASIDE), "13.2", "set aside")
        self.claim(new.strategy == old.strategy or not old.strategy, "13.3", "the strategy changed")
        self.claim(new.turn in (old.turn, old.turn + 1), "5.0", "turns skipped")
        self.claim(new.beachheads_lost >= old.beachheads_lost, "4.4", "a beachhead came back")
        self.claim(not old.jumped & ~new.jumped, "8.2", "a drop was forgotten")
        dropped = old.dropped & new.dropped
        resting = old.replaced & new.replaced if self.phase.startswith("allied movement") else 0
        for number, (was, now) in enumerate(zip(old.units, new.units, strict=True)):
            if was is now:
                continue
            counter = game.counters[number]
            self.claim(1 <= now.steps <= counter.steps, "3.4", f"{counter.id} has {now.steps} steps")
            if was.at == DEAD:
                rebuilt = self.kampfgruppe and counter.side == GERMAN and counter.divisional
                self.claim(rebuilt, "11.13.1", f"{counter.id} came back from the dead")
            if now.at == POOL and was.at != POOL:
                self.claim(was.at == TRACK and counter.side == ALLIED, "8.4", f"{counter.id} joined the pool")
            if now.steps > was.steps:
                self.claim(new.replaced >> number & 1, "8.3", f"{counter.id} gained a step")
            if now.at != was.at and min(now.at, was.at) >= 0:
                self.claim(not dropped >> number & 1, "10.7", f"{counter.id} moved after its drop")
                self.claim(not resting >> number & 1, "8.3", f"{counter.id} moved with a replacement")
        if DRAWN in new.stacks:
            self.claim(self.match.prompt.step == "german reinforcements", "8.5", "drawn units were delayed")

    def happenings(self, entry: Entry) -> None:
        """What the log tells of this action."""
        for event in entry.events:
            tell = getattr(self, "on_" + event.kind.replace(" ", "_"), None)
            if tell is not None:
                tell(*event.data)

    def on_moves(self, units: tuple[int, ...], path: tuple[int, ...], cost: int) -> None:
        game, old = self.game, self.before
        side = game.counters[units[0]].side
        zone, enemy = self.zone(old, OTHER[side]), old.masks[1 if side == ALLIED else 0]
        self.claim(len(path) > 1 and cost >= len(path) - 1, "10.2", "a walk that costs too little")
        self.claim(cost <= 20, "10.6", f"{cost} movement points")
        for here, there in pairwise(path):
            self.claim(there in game.board.neighbours[here], "10.0", "hexes were skipped")
            self.claim(not enemy >> there & 1, "10.0", "a walk through an enemy")
            self.claim(not (here in zone and there in zone), "3.2.1", "from zone to zone")
        self.claim(zone.isdisjoint(path[1:-1]), "3.2.1", "a walk that did not stop in a zone")
        for unit in units:
            self.claim(
                game.counters[unit].side == side and self.phase.startswith(f"{side} mov"), "10.0", "a stranger moved"
            )
            self.claim(old.units[unit].at == path[0], "10.0", "a walk that starts elsewhere")

    def on_battle(self, side: str, node: int, attackers: Any, defenders: Any, *rest: Any) -> None:
        game, old = self.game, self.before
        phase = (old.turn, self.phase)
        self.claim(self.phase.startswith(f"{side} combat"), "11.0", "an attack outside the combat phase")
        fought = self.attacked.setdefault(phase, set())
        suffered = self.defended.setdefault(phase, set())
        for unit, _ in attackers:
            self.claim(unit not in fought, "11.0a", f"{game.counters[unit].id} attacks twice in a phase")
            self.claim(old.units[unit].at in game.board.neighbours[node], "11.0", "an attacker is not adjacent")
            self.claim(game.counters[unit].side == side, "11.0", "an attacker of the other side")
            fought.add(unit)
        for unit, _ in defenders:
            self.claim(unit not in suffered, "11.0a", f"{game.counters[unit].id} is attacked twice in a phase")
            suffered.add(unit)
        self.claim({unit for unit, _ in defenders} == set(old.stacks.get(node, ())), "11.1", "a defender left out")

    def on_retreats(self, unit: int, path: tuple[int, ...]) -> None:
        game, new = self.game, self.match.position
        enemy = OTHER[game.counters[unit].side]
        zone = self.zone(new, enemy)
        for here, there in pairwise(path):
            self.claim(there in game.board.neighbours[here], "11.13.3", "a retreat skipped hexes")
            self.claim(there not in zone, "3.2.4", "a retreat into an enemy zone")
        self.claim(not self.before.dropped >> unit & 1, "10.7", "a dropped unit retreated")

    def on_advances(self, unit: int, node: int) -> None:
        self.claim(self.before.units[unit].at in self.game.board.neighbours[node], "11.14", "an advance of two hexes")
        self.claim(not self.before.dropped >> unit & 1, "10.7", "a dropped unit advanced")
        self.claim(unit in self.attacked.get((self.before.turn, self.phase), ()), "11.14", "a stranger advanced")

    def on_drops(self, unit: int, node: int) -> None:
        self.claim(unit not in self.jumped, "8.2", "a second drop")
        self.jumped.add(unit)
        self.claim(not self.game.data.coastal >> node & 1, "10.7", "a drop on the coast")
        self.claim(self.before.weather == "Clear", "10.7", "a drop in bad weather")

    def on_lands(self, unit: int, node: int) -> None:
        position = self.before
        us = self.game.counters[unit].nation == "US"
        own = position.us_beachheads | position.us_ports if us else position.uk_beachheads | position.uk_ports
        self.claim(own >> node & 1, "8.1", "a landing at another nation's beachhead or port")

    def on_enters(self, unit: int, node: int) -> None:
        self.claim(not self.before.allied_control >> node & 1, "3.5", "reinforcements in an Allied edge hex")
        self.claim(self.game.german_edges >> node & 1, "8.5", "reinforcements away from the edges")

    def question(self) -> None:
        """The game asks somebody, or it is over by rule after turn 10."""
        match = self.match
        if match.outcome is not None:
            self.claim(match.position.turn == 10, "14.0", "the game ended early")
            self.claim(match.prompts == {} and not match.position.frames, "14.0", "a question after the end")
            return
        self.claim(len(match.prompts) == 1, "5.0", "not exactly one side decides")
        actions = match.prompt.actions
        self.claim(actions, "5.0", "an empty list")
        self.claim(len(set(actions)) == len(actions), "5.0", "an action listed twice")
        self.claim(match.prompt.side in (ALLIED, GERMAN), "1.2", match.prompt.side)


def probe(match: Match, rng: random.Random) -> None:
    """The list and the reasons agree: a listed action is not refused, another is refused with a case."""
    prompt = match.prompt
    assert match.why_not(rng.choice(prompt.actions)) is None
    verb = rng.choice(list(match.game.actions.verbs))
    items = match.game.actions.verbs[verb].items
    text = f"{verb} {rng.choice([item for item in items if item])}" if items else verb
    refusal = match.why_not(text)
    listed = text in [str(action) for action in prompt.actions]
    assert (refusal is None) == listed, f"{text}: {refusal}"
    assert refusal is None or (refusal.rule and refusal.why and "{it}" not in refusal.why), f"{text}: {refusal}"
    assert prompt.text
    assert prompt.rule


def look_in(match: Match) -> None:
    """What sides see is plain data and betrays neither the key nor the hash nor a hidden strategy."""
    secret = match.key.hex()
    for side in (ALLIED, GERMAN, None):
        view = match.view(side)
        text = json.dumps(view)
        assert json.loads(text) == view
        if side is not None:
            text += match.text(side)
        assert secret not in text
        assert match.position_hash not in text
        if match.game.secretive and side != GERMAN and match.outcome is None:
            assert view["strategy"] is None
            assert "Hitler's strategy" not in text


def undo_and_redo(match: Match, rng: random.Random) -> None:
    """Back and forth gives the same position."""
    moment = rng.choice(match.undoable)
    after = match.position_hash
    again = [(entry.action, entry.side) for entry in match.entries[moment:] if entry.word == "play"]
    if any(entry.word != "play" for entry in match.entries[moment:]):
        return
    match.undo_to(moment)
    for action, side in again:
        match.play(action, side=side)
    assert match.position_hash == after, "undo and redo lead elsewhere"


def brawl(seed: int, options: Mapping[str, Any] | None = None, actions: int = 150) -> Match:
    """Two armies thrown together in one corner of the map, and what comes of it."""
    rng = random.Random(seed)
    game: Any = bocage.new_match("roundup", seed="any").game
    board, counters = game.board, game.counters
    node = rng.choice(board.nodes(board.all))
    near = list(board.nodes(board.within(node, rng.choice([2, 3, 4]))))
    rng.shuffle(near)
    words = []
    numbers = rng.sample(range(len(counters)), len(counters))
    for place in near[: rng.randrange(8, 30)]:
        stack: list[int] = []
        for number in [numbers.pop() for _ in range(rng.choice([1, 1, 2])) if numbers]:
            heavy_in_polder = counters[number].type == "heavy_panzer" and game.no_heavy >> place & 1
            same = all(counters[other].nation == counters[number].nation for other in stack)
            if not heavy_in_polder and same and sum(counters[unit].divisional for unit in [*stack, number]) <= 1:
                stack.append(number)
        for number in stack:
            reduced = " reduced" if counters[number].divisional and rng.random() < 0.4 else ""
            words.append(f"{counters[number].id} {board.labels[place]}{reduced}")
    weather = rng.choice(["Clear", "Overcast", "Storm"])
    superiority = "" if weather == "Storm" else rng.choice([ALLIED, GERMAN])
    taken = {word.split()[1] for word in words}
    beaches = [label for label in board.names(game.beachhead_terrain & game.data.coastal) if label not in taken]
    us, uk = rng.sample(beaches, 2), rng.sample(beaches, 2)
    while set(us) & set(uk):
        uk = rng.sample(beaches, 2)
    match = bocage.position(
        "roundup",
        turn=rng.randrange(2, 10),
        at=rng.choice(
            ["allied order", "allied combat first", "german order", "german combat first", "german movement"]
        ),
        units="; ".join(words),
        seed=f"brawl {seed}",
        options=options,
        weather=weather,
        superiority=superiority,
        tas=" ".join(board.labels[place] for place in rng.sample(near, 2)) if superiority else "",
        tas_nations="US UK",
        us_beachheads=" ".join(us),
        uk_beachheads=" ".join(uk),
        strategy=rng.randrange(1, 5),
    )
    referee = Referee(match)
    for _ in range(actions):
        if match.outcome is not None:
            break
        referee.check(match.play(choose(match.prompt, rng, "eager")))
        if match.outcome is None and rng.random() < 0.1:
            probe(match, rng)
        if match.undoable and rng.random() < 0.02:
            undo_and_redo(match, rng)
            referee.remember()
    again = bocage.load(match.text(), strict=True)
    assert again.position_hash == match.position_hash
    return match


def soak(seed: int, options: Mapping[str, Any] | None = None, limit: int = 20_000) -> Match:
    """One random game from the first beachhead to the verdict, checked all the way."""
    rng = random.Random(seed)
    match = bocage.new_match("roundup", seed=f"soak {seed}", options=options)
    style = STYLES[seed % len(STYLES)]
    referee = Referee(match)
    while match.outcome is None:
        assert match.moment < limit, f"seed {seed}: the game does not end"
        referee.check(match.play(choose(match.prompt, rng, style)))
        chance = rng.random()
        if match.outcome is not None:
            break
        if chance < 0.05:
            probe(match, rng)
        elif chance < 0.055:
            look_in(match)
        elif chance < 0.06 and match.undoable:
            undo_and_redo(match, rng)
            referee.remember()
        elif chance < 0.0604:
            text = match.text()
            again = bocage.load(text, strict=True)
            assert again.text() == text
            assert again.position_hash == match.position_hash
    if seed % 4 == 0:
        again = bocage.load(match.text(), strict=True)
        assert (again.position_hash, again.outcome) == (match.position_hash, match.outcome)
    look_in(match)
    return match
