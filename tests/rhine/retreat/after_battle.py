"""Positions right after the die of a battle: units routed, units that may withdraw, attackers that may advance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import bocage
from bocage.engine.dice import Tape
from bocage.engine.matches.match import Match
from bocage.engine.play import Play, index_units
from bocage.games.rhine.rules.combat import advance, escape, retreat
from bocage.games.rhine.rules.combat.fight import Fighting
from bocage.games.rhine.rules.position import OTHER, SEA


class Table:
    """A match that is in the middle of a battle's aftermath and has nothing else to do."""

    def __init__(self, units: str, side: str, *, options: Mapping[str, Any] | None = None, **fields: Any) -> None:
        """`side` attacks. The sequence of play is left out: when all questions are answered there is none."""
        arranged = bocage.position(
            "rhine",
            turn=fields.pop("turn", 3),
            at="allied movement",
            units=units,
            options=options or {},
            **{"stage": "operational", "weather": "good", **fields},
        )
        self.game: Any = arranged.game
        assert arranged.start is not None
        position = arranged.start.copy()
        position.frames = []
        index_units(self.game, position)
        self.side = side
        self.hand = Play(self.game, position, Tape(()))
        self.match: Any = None

    def units(self, names: str) -> int:
        """A set of units by their ids."""
        return sum(1 << self.game.unit_numbers[name] for name in names.split())

    def hexes(self, labels: str) -> int:
        """A set of hexes by their labels."""
        found: int = self.game.board.set(labels)
        return found

    def node(self, label: str) -> int:
        """A hex."""
        found: int = self.game.board.index[label]
        return found

    def fight(
        self,
        targets: str,
        attackers: str,
        result: str,
        *,
        strengths: Mapping[str, int] | None = None,
        factors: Mapping[str, float] | None = None,
    ) -> Fighting:
        """The battle as it stands when the die has fallen; factors are those of the face that is up."""
        look = self.game.look(self.hand.position)
        units = [self.game.unit_numbers[name] for name in attackers.split()]
        total = {}
        for label in targets.split():
            here = look.in_place(self.node(label), OTHER[self.side])
            total[label] = sum(look.defence(unit) for unit in range(len(self.game.unit_ids)) if here >> unit & 1)
        return Fighting(
            self.side,
            1,
            self.hexes(targets),
            self.units(attackers),
            stage="recover",
            result=result,
            origins=look.hexes_of(units),
            defenders=look.units_in(self.hexes(targets), OTHER[self.side]),
            strengths={**total, **(strengths or {})},
            factors={self.game.unit_ids[unit]: 2 * look.attack(unit) for unit in units}
            | {name: int(2 * number) for name, number in (factors or {}).items()},
        )

    def rout(self, node: str, attackers: str, units: str, **battle: Any) -> Table:
        """A DR has fallen on units of a hex; the attackers stand where they attacked from."""
        frame = self.fight(node, attackers, "DR", **battle)
        self.hand.push(frame)
        self.hand.push(frame.turned(advance.Winning))
        retreat.rout(self.hand, frame, self.node(node), self.units(units))
        return self.begin()

    def withdraw(self, node: str, attackers: str, units: str, rule: str = "DW.1", may_stay: str = "") -> Table:
        """A DW or D has fallen on units of a hex."""
        frame = self.fight(node, attackers, rule.split(".")[0])
        self.hand.push(frame)
        self.hand.push(frame.turned(advance.Winning))
        barred = escape.barred_hexes(self.look, OTHER[self.side], frame.origins)
        retreat.withdraw(self.hand, self.units(units), self.node(node), barred, rule, may_stay)
        return self.begin()

    def win(self, targets: str, attackers: str, result: str, **battle: Any) -> Table:
        """The defenders have left or died; the attackers advance."""
        frame = self.fight(targets, attackers, result, **battle)
        self.hand.push(frame)
        self.hand.push(frame.turned(advance.Winning))
        return self.begin()

    def at_sea(self, unit: str, label: str) -> Table:
        """A unit waits off a landing hex."""
        self.hand.put(self.game.unit_numbers[unit], SEA)
        self.hand.position.landing_at = {**self.hand.position.landing_at, unit: self.node(label)}
        return self

    def trail(self, unit: str, path: str) -> Table:
        """A unit has retreated along this path in this battle."""
        nodes = tuple(self.node(label) for label in path.split())
        self.hand.position.trails = {**self.hand.position.trails, unit: nodes}
        self.hand.put(self.game.unit_numbers[unit], nodes[-1])
        return self

    def begin(self) -> Table:
        """Ask the first question."""
        self.match = Match(self.game, tape=(), start=self.hand.position)
        return self

    # What the tests ask

    @property
    def look(self) -> Any:
        """The truth of the position now."""
        return self.game.look(self.hand.position if self.match is None else self.match.position)

    def list(self, verb: str) -> Sequence[str]:
        """The operands offered with a verb, or the verb itself."""
        actions = self.match.prompt.actions if self.match.prompts else []
        return [action.operand or action.verb for action in actions if action.verb == verb]

    def play(self, *actions: str) -> Table:
        """Carry out actions."""
        for action in actions:
            self.match.play(action)
        return self

    def why_not(self, action: str) -> tuple[str, str]:
        """Case and sentence of a refusal."""
        refusal = self.match.why_not(action)
        assert refusal is not None, f"{action} is legal"
        return refusal.rule, refusal.why

    def at(self, unit: str) -> str:
        """Where a unit is."""
        place = self.match.position.units[self.game.unit_numbers[unit]].at
        return str(self.game.board.labels[place] if place >= 0 else self.game.place_names[-place - 1])

    def is_(self, mark: str, unit: str) -> bool:
        """Does a unit carry a marker?"""
        return bool(getattr(self.match.position, mark) >> self.game.unit_numbers[unit] & 1)

    @property
    def done(self) -> bool:
        """Has everybody gone where he goes?"""
        return not self.match.prompts

    def log(self) -> list[str]:
        """What has been told, in words."""
        return [line[2] for line in self.match.log()]
