"""Setting the game up (13.0): Hitler's strategy, the four beachheads and, as an option, Operation Bluepoint (15.2)."""

from __future__ import annotations

from bocage.rules import (
    HEXES,
    PLAIN,
    WORD,
    Choice,
    Conditions,
    OfSide,
    Question,
    automatic,
    event,
    going_on,
    listed,
    offer,
    provided,
)

from .look import Play, RoundupLook
from .position import ALLIED, GERMAN, STRATEGIES

KEEP, CANCEL = "keep-bluepoint", "cancel-bluepoint"

planned = event(
    "strategy", "13.3",
    lambda game, number: f"Hitler's strategy is {number}: {game.data.strategies[number].title}.", side=GERMAN,
)  # fmt: skip
marked = event("beachhead", "13.4", "A {nation} beachhead is marked at {at}.", side=ALLIED, nation=WORD, at=HEXES)
decided = event(
    "bluepoint", "15.2", lambda game, verb: f"Operation Bluepoint {'is cancelled' if verb == CANCEL else 'goes ahead'}."
)  # fmt: skip


@automatic("hitler's strategy", "13.3")
def hitlers_strategy(play: Play, side: str) -> None:
    """One strategy counter is drawn blindly and stays for the whole game (13.3)."""
    how = play.game.rules.strategy
    if how == "chosen":
        play.start("choose strategy", GERMAN)
    else:
        settle(play, play.number(len(play.game.data.strategies)) if how == "drawn" else int(how))


def settle(play: Play, strategy: int) -> None:
    """Fix the strategy; with ruling R27's option only the German learns it."""
    play.position.strategy = strategy
    planned(play, strategy, eyes=(GERMAN,) if play.game.rules.hidden_strategy else None)


class ChooseStrategy(Question[OfSide]):
    """The German player picks one of the four strategies (an option)."""

    name, rule = "choose strategy", "13.3"

    asks = "Choose Hitler's strategy for the whole game."

    @offer("strategy", STRATEGIES, "13.3")
    def strategy(self, look: RoundupLook, frame: OfSide) -> Conditions:
        yield from ()

    @strategy.does
    def _(self, play: Play, frame: OfSide, number: int) -> None:
        play.pop()
        settle(play, list(play.game.data.strategies)[number])


def _mark(nation: str) -> Choice:
    """The offer that places a beachhead of a nation."""

    @offer(f"{nation.lower()}-beachhead", HEXES, "13.4")
    def mark(self: Beachheads, look: RoundupLook, frame: OfSide) -> Conditions:
        game = look.game
        yield provided(left(look, nation) > 0), "R8", f"both {nation} beachhead markers are placed already"
        yield game.data.coastal, "13.4", "{it} is not a coastal hex"
        yield game.beachhead_terrain, "13.4", "a beachhead needs clear terrain, which {it} is not"
        yield ~look.beachheads(), "13.4", "{it} has a beachhead marker already"
        yield ~look.occupied(GERMAN), "R9", "a beachhead may lie beside German units but not on them"

    @mark.does
    def _(self: Beachheads, play: Play, frame: OfSide, node: int) -> None:
        if nation == "US":
            play.position.us_beachheads |= 1 << node
        else:
            play.position.uk_beachheads |= 1 << node
        marked(play, nation, node)

    return mark


def left(look: RoundupLook, nation: str) -> int:
    """Beachhead markers of a nation that are still to be placed; each has two (R8)."""
    placed = look.position.us_beachheads if nation == "US" else look.position.uk_beachheads
    return look.game.rules.beachheads_each - placed.bit_count()


class Beachheads(Question[OfSide]):
    """Four beachhead markers on coastal clear hexes, one to a hex (13.4)."""

    name, rule = "beachheads", "13.4"

    def keep(self, look: RoundupLook, frame: OfSide) -> bool:
        # The first dice of the game follow: the last marker must stay open to undo.
        return True

    def text(self, look: RoundupLook, frame: OfSide) -> str:
        us, uk = left(look, "US"), left(look, "UK")
        if not us + uk:
            return "The four beachheads are marked: go on to the dice of turn 1, or take a marker back."
        to_come = listed([f"{number} {nation}" for number, nation in ((us, "US"), (uk, "UK")) if number])
        return f"Place the beachhead markers on coastal clear hexes: {to_come} still to come."

    us, uk = _mark("US"), _mark("UK")

    @offer("end", PLAIN, "13.4")
    def end(self, look: RoundupLook, frame: OfSide) -> Conditions:
        missing = left(look, "US") + left(look, "UK")
        yield not missing, "13.4", "all four beachhead markers must be placed first"


def _cancel(play: Play) -> None:
    play.position.bluepoint_cancelled = True
    decided(play, CANCEL)


class Bluepoint(Question[OfSide]):
    """Before turn 1 the Allies may give up its air support for more bombers later (15.2)."""

    name, rule = "bluepoint", "15.2"

    asks = "Keep Operation Bluepoint, or cancel it: no air support on turn 1, both bomber markers on turns 2 to 4?"

    go = going_on("15.2", verb=KEEP, then=lambda play: decided(play, KEEP))
    stop = going_on("15.2", verb=CANCEL, then=_cancel)
