"""The Brook with cards, compiled."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from bocage.parts.cards import CARD, CARDS
from bocage.parts.stacks import members
from bocage.rules import PLAIN, Conditions, Domain, Row, offer

from .game import Brook
from .rules.cards import DECK, IN_HAND, OF_SIDE, CardPosition, Reacting
from .rules.combat import NOWHERE, Combat, Fighting
from .rules.look import BrookLook
from .rules.position import OTHER, SIDES
from .rules.sequence import TURN, Rules

NAMES = tuple(card.id for card in DECK)


class CombatWithCards(Combat):
    """As the toy's, but before the die both sides may lay a card."""

    @offer("roll", PLAIN, "3.2", words="the attack is made", when=lambda look, frame: frame.target != NOWHERE)
    def roll(self, look: BrookLook, frame: Fighting) -> Conditions:
        yield bool(frame.attackers), "3.1", "somebody has to join the attack"

    @roll.does
    def _(self, play: Any, frame: Fighting, index: int) -> None:
        play.swap(Fighting(frame.side, acted=True))
        play.position.battles += 1
        play.push(Reacting(frame.side, frame.side, frame.target, frame.attackers))


class LookWithCards(BrookLook):
    """What is laid in a battle adds to the defence, or takes from it."""

    def defence(self, unit: int) -> int:
        own = OF_SIDE[self.counter(unit).side]
        cards = [(1 if own >> card & 1 else -1) * DECK[card].value for card in members(self.position.open)]
        return super().defence(unit) + sum(cards)


class BrookWithCards(Brook):
    """The same fight, with five cards a side."""

    position_class = CardPosition
    secretive = True

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        rows: list[Row] = []
        for row in TURN:
            if row.step == "movement":
                rows.append(Row(f"{row.side} cards", row.side, "card play", "5.2"))
            rows.append(row)
        self.rules = Rules({"turn": tuple(rows)})
        self.own_names = {CARDS: NAMES}

    def bring(self, chapters: Any, domains: Any, once: Any = None) -> None:
        super().bring(chapters, {**domains, CARDS: Domain(CARD, NAMES)}, once)
        self.steps = {**self.steps, "combat": CombatWithCards()}

    def first_position(self) -> CardPosition:
        first = super().first_position()
        hand = sum(1 << card for side in SIDES for card in members(OF_SIDE[side])[:IN_HAND])
        every = sum(OF_SIDE.values())
        return CardPosition(turn=1, units=first.units, frames=first.frames, hand=hand, pile=every & ~hand)

    def look(self, position: Any) -> LookWithCards:
        return LookWithCards(self, position)

    def seen(self, position: Any, side: str | None) -> Any:
        if position.outcome is not None:
            return position
        shown = position.copy()
        for other in SIDES:
            if other != side and other not in position.backs:
                cards = OF_SIDE[other]
                shown.backs = {**shown.backs, other: (position.hand & cards).bit_count()}
                shown.draws = {**shown.draws, other: (position.pile & cards).bit_count()}
                shown.hand &= ~cards
                shown.pile &= ~cards
        return shown

    def redeal(self, seen: Any, side: str, random: Random) -> Any:
        dealt = seen.copy()
        other = OTHER[side]
        if other not in seen.backs:
            return dealt
        known = seen.discards | seen.open | seen.gone
        rest = members(OF_SIDE[other] & ~known)
        random.shuffle(rest)
        dealt.hand |= sum(1 << card for card in rest[: seen.backs[other]])
        dealt.pile |= sum(1 << card for card in rest[seen.backs[other] :])
        dealt.backs, dealt.draws = {}, {}
        return dealt

    def spans(self, position: Any) -> Mapping[str, str]:
        found = {"turn": str(position.turn)}
        if any(isinstance(frame, Reacting) for frame in position.frames):
            found["battle"] = str(position.battles)
        return found

    def domains(self) -> dict[str, Any]:
        return {**super().domains(), "backs of": SIDES, "draws of": SIDES, "attacker": SIDES}
