"""Objectives: goals that both sides write down in secret (32, 33.2), and the goals of districts (33.1.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bocage.engine.sealed import Sealed, Sealing
from bocage.rules import NUMBERS, PLAIN, SIDE, Action, Conditions, HexSet, automatic, event, listed, offer, provided

from ..data.tables import Objective
from .elimination import win
from .look import Fortress, FortressLook, Play, members
from .position import ALLIED, GERMAN, OTHER


def _revealed(game: Fortress, side: str, numbers: tuple[int, ...], met_now: tuple[int, ...]) -> str:
    told = "; ".join(f"{number} {words(game, goal_of(game, side, number))}" for number in numbers)
    reached_now = listed([str(number) for number in met_now]) if met_now else "none"
    return f"{game.side_name(side)} reveal their objectives: {told}. Met: {reached_now}."


revealed = event("objectives revealed", "32.1", _revealed, who=SIDE, numbers="numbers", met="numbers")
chosen = event("objectives chosen", "32.1", "{who} have written down their objectives.", who=SIDE)


def goal_of(game: Fortress, side: str, number: int) -> Objective:
    """An objective of a side's list by its number (32.4)."""
    return game.data.objectives[side][number - 1]


def words(game: Fortress, goal: Objective) -> str:
    """A goal in words."""
    must, among = ([game.data.names[game.board.index[label]] for label in hexes] for hexes in (goal.must, goal.among))
    parts = [f"control {listed(must)}"] if must else []
    if among:
        parts.append(f"control {goal.need} of {listed(among)}")
    if goal.test:
        bounds = [("at least", goal.least), ("at most", goal.most)]
        if goal.least == goal.most:
            bounds = [("exactly", goal.least)]
        told = " and ".join(f"{bound} {number}" for bound, number in bounds if number is not None)
        parts.append(f"{told} {COUNTS[goal.test][0]}")
    return " and ".join(parts)


def met(look: FortressLook, side: str, goal: Objective) -> bool:
    """Has a side reached a goal? Control is that of 30.2 (32.3)."""
    held, board = look.cities(side), look.game.board
    if board.set(goal.must) & ~held or (held & board.set(goal.among)).bit_count() < (goal.need or 0):
        return False
    if not goal.test:
        return True
    count = COUNTS[goal.test][1](look, goal)
    return (goal.least is None or count >= goal.least) and (goal.most is None or count <= goal.most)


def _ports_of_the_south(look: FortressLook, goal: Objective) -> int:
    south = look.game.data.port_hexes & look.game.data.mediterranean_coast
    return (look.cities(GERMAN) & south & ~look.game.board.set(goal.must)).bit_count()


def _full_armor(look: FortressLook, goal: Objective) -> int:
    armor = look.game.armored_units & look.game.side_units[GERMAN] & look.position.on_board
    return sum(look.counter(unit).division and look.full_strength(unit) for unit in members(armor))


def _in_district(look: FortressLook, goal: Objective) -> HexSet:
    """The cities of the district whose goal it is."""
    return look.game.data.cities & look.game.data.districts[goal.list]


def _west_wall(look: FortressLook, goal: Objective) -> int:
    return (look.position.forts_destroyed & look.game.data.fortresses & look.game.data.germany).bit_count()


def _taken(look: FortressLook, sites: HexSet) -> int:
    return (look.position.sites_taken & sites).bit_count()


def _northwest(look: FortressLook, goal: Objective) -> int:
    """Cities in a row below that of 33.1.5 (ruling R74)."""
    rows, last = look.game.data.rows, look.game.rules.numbers["northwest_row"]
    return (look.cities(ALLIED) & sum(hexes for row, hexes in rows.items() if row < last)).bit_count()


# What is counted, in the words of a player, and how.
COUNTS: Mapping[str, tuple[str, Callable[[FortressLook, Objective], int]]] = {
    "v1_sites_destroyed": ("V1 sites captured", lambda look, goal: _taken(look, look.game.data.v1_sites)),
    "u_boat_bases_destroyed": ("U-boat bases captured", lambda look, goal: _taken(look, look.game.data.u_boat_bases)),
    "german_fortresses_destroyed": ("fortresses in Germany destroyed", _west_wall),
    # Exactly one is asked for (R43).
    "allied_drops": ("Allied paradrops", lambda look, goal: look.position.drops.get(ALLIED, 0)),
    "german_drops": ("German paradrops", lambda look, goal: look.position.drops.get(GERMAN, 0)),
    "second_invasions": ("second invasions", lambda look, goal: max(look.position.invasions - 1, 0)),
    "other_mediterranean_ports": ("further ports on the Mediterranean", _ports_of_the_south),
    "full_armored_divisions": ("armored divisions at full strength on the map", _full_armor),
    "allied_units_in_germany": (
        "Allied units in Germany", lambda look, goal: look.units_in(look.game.data.germany, ALLIED).bit_count(),
    ),
    "cities": ("cities", lambda look, goal: look.cities(ALLIED).bit_count()),
    # Of the key cities one is not another city; the second one would be.
    "other_district_cities": (
        "other cities of the district",
        lambda look, goal: (look.cities(ALLIED) & _in_district(look, goal)).bit_count() - 1,
    ),
    "district_cities_missing": (
        "cities of the district that are not controlled",
        lambda look, goal: (_in_district(look, goal) & ~look.cities(ALLIED)).bit_count(),
    ),
    "northwest_cities": ("cities northwest of row 23", _northwest),
}  # fmt: skip


def reached(look: FortressLook, side: str, numbers: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """The objectives that a side has met, of those that it wrote down or of these numbers."""
    tried = look.position.picks.get(side, ()) if numbers is None else numbers
    return tuple(number for number in tried if met(look, side, goal_of(look.game, side, number)))


def whole_list(game: Fortress, side: str) -> tuple[int, ...]:
    """The numbers of all objectives of a side."""
    return tuple(goal.number for goal in game.data.objectives[side])


def wanted(game: Fortress) -> int:
    """How many objectives a side writes down."""
    return game.rules.numbers["sudden_death_picks"]


# Writing them down


def _written(look: FortressLook, side: str) -> int:
    return sum(1 << number for number in look.position.picks.get(side, ()))


class WriteObjectives(Sealed[Sealing], name="objectives", rule="32.1"):
    """Each side picks seven of its twelve objectives, unseen by the other (32.1, 33.2.3, ruling R45)."""

    def text(self, look: FortressLook, frame: Sealing) -> str:
        game, mine = look.game, look.position.picks.get(frame.side, ())
        goals = "; ".join(
            f"{number}{'*' if number in mine else ''} {words(game, goal_of(game, frame.side, number))}"
            for number in whole_list(game, frame.side)
        )
        return f"Write down {wanted(game)} objectives in secret ({len(mine)} written, with a star): {goals}."

    def not_now(self, look: FortressLook, frame: Sealing, verb: str) -> tuple[str, str]:
        # The question itself is long: it tells of every objective.
        return self.rule, f"'{verb}' is not possible now: objectives are being written down"

    @offer("write", NUMBERS, "32.1", "Write it down")
    def write(self, look: FortressLook, frame: Sealing) -> Conditions:
        most, mine = wanted(look.game), _written(look, frame.side)
        every = sum(1 << number for number in whole_list(look.game, frame.side))
        yield every, "32.4", "there is no objective {it} on your list"
        yield ~mine, "32.1", "objective {it} is written down already"
        enough = f"{most} objectives are written down: strike one out first"
        yield provided(mine.bit_count() < most), "32.1", enough

    @write.does
    def _(self, play: Play, frame: Sealing, number: int) -> None:
        mine = play.position.picks.get(frame.side, ())
        play.position.picks = {**play.position.picks, frame.side: tuple(sorted((*mine, number)))}

    @offer("strike", NUMBERS, "32.1", "Strike it out")
    def strike(self, look: FortressLook, frame: Sealing) -> Conditions:
        yield _written(look, frame.side), "32.1", "objective {it} is not written down"

    @strike.does
    def _(self, play: Play, frame: Sealing, number: int) -> None:
        left = tuple(pick for pick in play.position.picks[frame.side] if pick != number)
        play.position.picks = {**play.position.picks, frame.side: left}

    @offer("end", PLAIN, "32.1", "Seal them", "these are the objectives")
    def end(self, look: FortressLook, frame: Sealing) -> Conditions:
        left = wanted(look.game) - _written(look, frame.side).bit_count()
        yield not left, "32.1", f"{left} more are to be written down"

    def take(self, play: Play, frame: Sealing, side: str, action: Action) -> None:
        """Only the last answer is sealed: what is written before it changes nobody's question but one's own."""
        if action.verb == "end":
            super().take(play, frame, side, action)
        else:
            self.answer(play, frame.but(side=side), action)

    def reveal(self, play: Play, frame: Sealing, answers: dict[str, Action]) -> None:
        """Both are done; what they wrote stays sealed until its day."""
        play.pop()
        for side in answers:
            chosen(play, side)


# Revealing and judging


def reveal(play: Play, rule: str) -> None:
    """Both sides show what they have written down."""
    play.position.picks_shown = True
    play.looked()
    look = play.look
    for side in play.game.sides:
        revealed(play, side, play.position.picks.get(side, ()), reached(look, side), rule=rule)


@automatic("objectives revealed", "32.1")
def sudden_death(play: Play, side: str) -> None:
    """On September I objectives are revealed, and whoever alone has met all of his wins (32.1, 32.2)."""
    rules = play.game.rules
    if rules.sudden_death and play.position.turn == rules.numbers["sudden_death_turn"]:
        reveal(play, "32.1")
        # Nobody wins if neither or both have met all of theirs equally well (ruling R82).
        done = [who for who in play.game.sides if len(reached(play.look, who)) == wanted(play.game)]
        if winner := more_of(play.look, {who: whole_list(play.game, who) for who in done}):
            win(play, winner, "sudden death", "32.2")


def more_of(look: FortressLook, lists: Mapping[str, tuple[int, ...]]) -> str:
    """The side that has met more of these objectives than the other, if one has."""
    counts = {side: len(reached(look, side, numbers)) for side, numbers in lists.items()}
    return next((side for side, count in counts.items() if count > counts.get(OTHER[side], -1)), "")
