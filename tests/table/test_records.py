"""Matches as text, matches of an earlier version, and the proof of the dice."""

from __future__ import annotations

import random
from hashlib import blake2b
from pathlib import Path

import pytest

import bocage
import bocage.bots
from bocage.store import Store
from bocage.table.config import Config
from tests.table.players import HUMAN, Table, bot, running, same_sheet, stride

FIXTURES = Path(__file__).parent.parent / "roundup" / "fixtures"


def half_a_game(seed: str = "import", entries: int = 150) -> bocage.Match:
    """A match of two bots, somewhere in the middle."""
    match = bocage.new_match("roundup", seed=seed)
    bots = {side: bocage.bots.make("random", f"{seed}/{side}") for side in match.game.sides}
    while match.moment < entries:
        bocage.bots.answer(match, bots[match.prompt.side])
    return match


def test_a_match_goes_out_as_text_and_comes_in_again(both: Table) -> None:
    new = both.new()
    with new.page("allied") as allied:
        stride(new, allied, "allied", 8, random.Random(1))
    path = f"/api/matches/{new.id}/text"
    text = both.get(path, *new.tokens.values())["text"]
    copy = both.bring_in(text)
    assert copy.id != new.id
    assert copy.tokens["allied"] != new.tokens["allied"]
    assert copy.info["commitment"] == new.info["commitment"]
    assert "know its dice" in copy.info["note"]
    sheets = [{**match.get("/sheet", "allied"), "note": ""} for match in (copy, new)]  # each tells where it comes from
    assert same_sheet(*sheets)
    assert copy.get("/log", "german") == new.get("/log", "german")
    with copy.page("allied") as allied:
        assert allied.sheet["undo"] == new.get("/sheet", "allied")["undo"]
        assert allied.play(copy.actions("allied")[0])["say"] == "changed"
    assert both.get(f"/api/matches/{copy.id}/text", *copy.tokens.values())["text"].startswith(text[:200])
    assert both.get(path, *new.tokens.values())["text"] == text


def test_an_imported_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}")
    match = half_a_game()
    with running(config) as table:
        new = table.bring_in(match.text())
        (side,) = new.info["deciding"]
        with new.page(side) as page:
            stride(new, page, side, 3, random.Random(1))
            sheet = page.sheet
    with running(config) as table:
        new.table = table
        assert same_sheet(new.get("/sheet", side), sheet)


@pytest.mark.parametrize("name", sorted(path.name for path in FIXTURES.glob("*.txt")))
def test_a_finished_match_of_an_earlier_day_is_read_filmed_and_proved(table: Table, name: str) -> None:
    record = (FIXTURES / name).read_text()
    new = table.bring_in(record)
    assert new.info["status"] == "over"
    assert new.info["outcome"]
    with new.page("allied") as page:
        assert page.sheet["outcome"]["text"]
        assert page.sheet["deciding"] == []
        assert page.do("concede")["say"] == "refused"
    last = new.info["moment"]
    film = new.get(f"/film?first={max(0, last - 40)}&last={last}")
    assert len(film["frames"]) == min(last, 40)
    assert new.get("/text")["whole"] is True
    assert bocage.load(new.get("/text")["text"]).position_hash == bocage.load(record).position_hash
    assert new.get("/proof")["agrees"] is True


def test_a_match_of_other_rules_goes_on_from_its_snapshot_and_keeps_its_log(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    match = half_a_game(entries=400)
    assert match.position.turn > 1
    # Other data, and an entry that today's rules do not allow: only the snapshot of its last turn can be used.
    old = match.text().replace(f"\ndata {match.game.data_digest}", "\ndata 0000")
    lines = old.split("\n")
    spoilt = next(number for number, line in enumerate(lines) if line.startswith("5 "))
    lines[spoilt] = "5 allied us-beachhead 9999"
    with running(Config(port=0, database=url)) as table:
        new = table.bring_in("\n".join(lines))
        note = new.get("/sheet")["note"]
        assert "earlier version" in note
        assert new.info["moment"] == 400
        assert table.http.get(f"/api/matches/{new.id}/moments/1").status_code == 400
        (side,) = new.info["deciding"]
        with new.page(side) as page:
            assert page.log[0]["moment"] == 0
            stride(new, page, side, 2, random.Random(1))
            sheet = page.sheet
    with running(Config(port=0, database=url)) as table:
        new.table = table
        assert same_sheet(new.get("/sheet", side), sheet)


def test_a_stored_match_of_other_rules_is_brought_up_to_date_when_it_goes_on(database: str) -> None:
    """The match was stored by an earlier version: its rows stay, and what follows stands on a new base."""
    with running(Config(port=0, database=database)) as table:
        new = table.new()
        with new.page("allied") as page:
            stride(new, page, "allied", 6, random.Random(1))
    with Store.open(database) as store:
        aged(store, new.id)
        assert "\ndata 0000\n" in store.load_text(new.id)
    with running(Config(port=0, database=database)) as table:
        new.table = table
        with new.page("allied") as page:
            moment = page.moment
            stride(new, page, "allied", 2, random.Random(1))
            assert page.moment == moment + 2
            sheet = page.sheet
    with Store.open(database) as store:
        assert "\ndata 0000\n" not in store.load_text(new.id)
    with running(Config(port=0, database=database)) as table:
        new.table = table
        assert same_sheet(new.get("/sheet", "allied"), sheet)


def aged(store: Store, match_id: str) -> None:
    """Make a stored match look as if other data had been there when it was played."""
    from sqlalchemy import update

    from bocage.store.tables import matches

    with store.connect() as connection, connection.begin():
        header = connection.execute(matches.select().where(matches.c.id == match_id)).one().header
        old = "\n".join("data 0000" if line.startswith("data ") else line for line in header.split("\n"))
        connection.execute(update(matches).where(matches.c.id == match_id).values(header=old))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "first line"),
        ("bocage record 1\n", "does not say"),
        ("bocage seen 1\n", "not the full record"),
        ("bocage record 1\ngame chess\nscenario x\nrules 1\ndata x\n\nend at 0 hash x\n", "no game"),
        ("\N{SNOWMAN}" * 1000, "first line"),
    ],
)
def test_a_text_that_is_no_record_is_refused(table: Table, text: str, words: str) -> None:
    seats = {"allied": HUMAN, "german": HUMAN}
    answer = table.http.post("/api/matches/import", json={"text": text, "seats": seats})
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_a_record_with_a_wrong_die_is_refused(table: Table) -> None:
    text = half_a_game(entries=60).text()
    die = next(line for line in text.split("\n") if " = " in line and not line.startswith("0 "))
    forged = text.replace(die, die[:-1] + ("1" if die[-1] != "1" else "2"))
    answer = table.http.post("/api/matches/import", json={"text": forged, "seats": {"allied": HUMAN, "german": HUMAN}})
    assert answer.status_code == 400
    assert "dice" in answer.json()["error"]


def test_anybody_can_check_the_dice_by_the_recipe(table: Table) -> None:
    new = table.new(bot("random"), bot("random"))
    info = new.wait_until(lambda info: info["status"] == "over")
    proof = new.get("/proof")
    assert proof["commitment"] == info["commitment"] == new.info["commitment"]
    assert proof["agrees"] is True
    key = bytes.fromhex(proof["key"])
    assert blake2b(key, digest_size=32, person=b"bocage commit").hexdigest() == proof["commitment"]
    words = "\0".join(proof["words"]).encode()
    secret = blake2b(words, key=key, digest_size=32, person=b"bocage words").digest()
    assert len(proof["rolls"]) > 50
    for _, epoch, count, sides, number in proof["rolls"]:
        digest = blake2b(f"{epoch} {count}".encode(), key=secret, digest_size=16).digest()
        assert int.from_bytes(digest, "big") % sides + 1 == number
    shown = [die for line in new.get("/log")["lines"] for roll in line.get("rolls", ()) for die in roll["dice"]]
    assert set(shown) <= {number for *_, number in proof["rolls"]}
    for word in ("commitment", "key", "words", "epoch", "remainder"):
        assert word in proof["recipe"]


def test_a_record_that_takes_too_long_to_read_is_given_up(tmp_path: Path) -> None:
    """Somebody might write one that goes back and forth for ever."""
    match = half_a_game(entries=300)
    good = match.text()
    body, end = good.rstrip("\n").rsplit("\n", 1)
    back_and_forth = [
        line
        for moment in range(300, 20_300, 2)
        for line in (f"{moment + 1} allied (ask 299)", f"{moment + 2} german (rollback 299)")
    ]
    endless = "\n".join([body, *back_and_forth, end, ""])
    limits = {"import_seconds": 3, "import_entries": 30_000}
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", **limits)
    seats = {"allied": HUMAN, "german": HUMAN}
    with running(config) as table:
        assert table.bring_in(good).info["moment"] == 300
        answer = table.http.post("/api/matches/import", json={"text": endless, "seats": seats})
        assert answer.status_code == 400
        assert "3 s" in answer.json()["error"]
        assert table.bring_in(good).info["moment"] == 300


def test_a_whole_campaign_of_the_longest_game_comes_in_within_the_usual_limits(tmp_path: Path) -> None:
    """The longest stored one; played out by planners, with four times the entries, a campaign is not twice as long."""
    text = (FIXTURES.parents[1] / "fortress" / "fixtures" / "campaign-german-last-turn.txt").read_text(encoding="utf-8")
    usual = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}")
    assert len(text) > 600_000
    assert usual.import_kilobytes * 1024 > 4 * len(text)
    assert usual.import_entries > 8 * bocage.load(text).moment
    with running(usual) as table:
        assert table.bring_in(text).info["status"] == "over"
