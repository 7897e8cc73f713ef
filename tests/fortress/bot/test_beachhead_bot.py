"""What the planner knows of the beachhead of Invasion: its harbour, the last days, armies for what is missing."""

from __future__ import annotations

from bocage import Match
from bocage.games.fortress.bot.aims.goals import Goals
from bocage.games.fortress.bot.aims.goals import goals as aims_of
from bocage.games.fortress.bot.aims.tasks import share_out
from bocage.games.fortress.bot.orders.landing import _berths
from bocage.games.fortress.bot.sight import Ground, Sight
from bocage.games.fortress.rules.look import members
from bocage.games.fortress.rules.position import ALLIED
from tests.fortress.bot.test_bot import answer, hex_of, planner, play_row, position
from tests.fortress.playing import game, look


def sight_of(match: Match) -> Sight:
    """The map in the eyes of the Allies."""
    return Sight(look(match), ALLIED, Ground(match.game))  # type: ignore[arg-type]


def test_nobody_of_the_second_wave_is_eliminated_for_want_of_room() -> None:
    """The sea islands of Holland hold one unit each: who does not fit stays in England (6.3, 12.11)."""
    for seed in range(3):
        match = Match(game("invasion"), seed=f"second wave {seed}")
        bots = {side: planner(match, seed) for side in match.game.sides}
        while match.position.phasing != "german":
            assert match.prompt.step != "crowded hex"
            answer(match, bots)


def test_a_full_beach_from_which_nobody_can_walk_on_has_no_berth() -> None:
    match = position(
        "allied second movement",
        "US-1-Inf M5; US-4-Inf M5; US-9-Inf M5; US-2-Inf L4; GE-21-Pz N6; GE-12SS-Pz L5; GE-Lehr-Pz M6; GE-91-Inf L4",
        scenario="invasion", turn=2, invasions=1, invasion_turn=1, released=True,
    )  # fmt: skip
    sight = sight_of(match)
    assert _berths(sight, match.game.board.index["M5"]) <= 0  # type: ignore[attr-defined]


HARBOUR = (
    "US-1-Inf M5; US-4-Inf L4; US-9-Inf L4; US-29-Inf L3; Mulberry-12 M5; US-Bradley L4; "
    "GE-21-Pz N8; GE-12SS-Pz N8; GE-Lehr-Pz O8; GE-2-Pz O8; GE-116-Pz O8; GE-1SS-Pz N8"
)


def test_the_harbour_of_invasion_has_as_strong_a_guard_as_it_takes() -> None:
    """Six panzer divisions are near: one division would lose the harbour, and the game with it (33.1.3)."""
    match = position(
        "allied second movement", HARBOUR, scenario="invasion", turn=4, invasions=1, invasion_turn=1, released=True,
        weather="Overcast", allied_control="L3 L4 M5", district_landed=("7",), invaded_districts=("7",),
    )  # fmt: skip
    play_row(match)
    harbour = match.game.board.index["M5"]  # type: ignore[attr-defined]
    guards = {match.game.unit_ids[unit] for unit in look(match).of_side(harbour, ALLIED)}  # type: ignore[attr-defined]
    assert {"US-1-Inf", "US-4-Inf", "US-9-Inf"} <= guards, "those who are ashore, not who may come by sea"


def test_an_army_is_sent_to_what_is_missing() -> None:
    """Of the goals of the 7th District only Cherbourg is missing: as many go there as it takes, and no more."""
    match = position(
        "allied first movement",
        "US-1-Inf L4; US-4-Inf L4; US-9-Inf M6; US-29-Inf M6; US-2-Inf G7; US-Bradley L4; GE-709-Co K2; GE-21-Pz R11",
        scenario="invasion", turn=5, invasions=1, invasion_turn=1, released=True, weather="Overcast",
        allied_control="L4 M6 G7 E10 H10 C9", district_landed=("7",), invaded_districts=("7",),
    )  # fmt: skip
    sight = sight_of(match)
    cherbourg = match.game.board.index["K2"]  # type: ignore[attr-defined]
    free = sight.troops(ALLIED)
    found = share_out(sight, aims_of(sight), free)
    assert cherbourg in {task.node for task in found.values()}
    army = [unit for unit, task in found.items() if task.node == cherbourg]
    assert hex_name(match, army[0]) in ("L4", "M6")
    assert all(found[unit].way[cherbourg] == 0 for unit in army)


def hex_name(match: Match, unit: int) -> str:
    """Where a unit is."""
    return hex_of(match, match.game.unit_ids[unit])  # type: ignore[attr-defined]


def test_nobody_is_sent_where_nothing_can_be_done() -> None:
    """A single division does not march on a garrison that it can only break against."""
    match = position(
        "allied first movement",
        "US-1-Inf L4; US-Bradley L4; GE-709-Co K2; GE-21-Pz K2; GE-12SS-Pz K2",
        scenario="invasion", turn=5, invasions=1, invasion_turn=1, released=True, weather="Overcast",
        allied_control="L4", district_landed=("7",), invaded_districts=("7",),
    )  # fmt: skip
    sight = sight_of(match)
    cherbourg = match.game.board.index["K2"]  # type: ignore[attr-defined]
    goals: Goals = aims_of(sight)._replace(prizes={cherbourg: 14.0})
    assert share_out(sight, goals, sight.troops(ALLIED)) == {}


def test_room_is_left_for_a_storm_at_the_end() -> None:
    """With six points of capacity left nobody else lands on the turn before the last: a storm may take six (29.5)."""
    match = position(
        "allied first movement",
        "US-1-Inf M5; US-4-Inf M5; US-9-Inf L4; US-29-Inf L4; US-Bradley L4; US-2-Inf L4; Mulberry-12 M5; "
        "US-8-Inf england; US-28-Inf england; GE-709-Co K2; GE-319-Co K2; GE-77-Inf H5; GE-353-Inf H5; GE-716-Co M6; "
        "GE-352-Inf M6; GE-21-Pz M6",
        scenario="invasion", turn=6, invasions=1, invasion_turn=1, released=True, weather="Clear",
        allied_control="L4 M5", district_landed=("7",), invaded_districts=("7",),
    )  # fmt: skip
    bots = {side: planner(match) for side in match.game.sides}
    row, answers = match.game.phase(match.position), []
    while match.game.phase(match.position) == row:
        answers.append(answer(match, bots))
    assert not any(line.startswith("sail") for line in answers)
    assert members(look(match).in_place(-1)), "they wait in England"
