"""Small matches for the tests of the store."""

from __future__ import annotations

from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.store import NewMatch, Remark, Row, Seat, Store, Summary, rows_after, summary_of
from tests.engine import toy

SEATS = (Seat("red", "human", name="Anna", token_hash="a" * 64), Seat("blue", "bot", bot="planner"))
SOMEWHERE = Summary(turn=2, phase="march", moment=7, to_move=("red",))


def waiting(store: Store, match: Match | None = None) -> str:
    """A match of the Ford that has not begun; its id."""
    match = match or toy.new(None)
    secret = {"key": match.key} if match.seed is None else {"seed": match.seed}
    new = NewMatch(
        game="ford", scenario="ford", options={"mud": True}, seats=SEATS, commitment=match.commitment, **secret
    )  # type: ignore[arg-type]
    return store.create(new)


def begun(store: Store, match: Match | None = None) -> str:
    """A match that has begun; its id."""
    match = match or toy.new(None)
    match_id = waiting(store, match)
    store.begin(match_id, record.header_text(match), record.entry_text(match, 0), summary_of(match))
    return match_id


def row(number: int, line: str = "") -> Row:
    """A row whose content does not matter."""
    return Row(number, line or f"{number} red end")


class Table:
    """A match that is kept in a store after each action."""

    def __init__(self, store: Store, match: Match, match_id: str, last: int) -> None:
        self.store = store
        self.match = match
        self.id = match_id
        self.last = last
        self.moment = match.moment

    def keep(self, said: str = "") -> None:
        """Append what has been played since; of its last action a bot says something."""
        who = self.match.entries[-1].side
        remark = Remark(self.match.moment, who, said) if said else None
        rows = rows_after(self.match, self.moment, self.last, remark)
        self.last = self.store.append(self.id, rows, summary_of(self.match))
        self.moment = self.match.moment

    def play(self, *actions: str) -> None:
        """Play, and keep each action."""
        for action in actions:
            toy.play(self.match, action)
            self.keep()
