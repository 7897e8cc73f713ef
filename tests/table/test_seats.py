"""Who holds a seat, who may give it away, and what stays secret."""

from __future__ import annotations

import random
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.store import Store, token_hash
from bocage.table.config import Config
from bocage.table.matches.seats import new_token
from tests.table.players import HUMAN, OPEN, New, Table, bearer, bot, running, stride


def change(new: New, side: str, wanted: dict[str, Any], *tokens: str) -> Any:
    """Ask for another occupant of a seat."""
    head = bearer(*tokens) if tokens else {}
    return new.table.http.post(f"/api/matches/{new.id}/seats/{side}", json=wanted, headers=head)


# Links


def test_a_link_has_256_bits_and_opens_one_seat_of_one_match(table: Table) -> None:
    one, two = table.new(), table.new()
    tokens = [*one.tokens.values(), *two.tokens.values()]
    assert len(set(tokens)) == 4
    assert all(len(token) == 43 for token in tokens)
    assert one.get("/sheet", "allied")["side"] == "allied"
    assert one.get("/sheet", "german")["side"] == "german"
    foreign = table.http.get(f"/api/matches/{one.id}/sheet", headers=bearer(two.tokens["allied"]))
    assert foreign.status_code == 404


def test_an_unknown_match_and_a_wrong_link_get_the_same_plain_answer(table: Table) -> None:
    new = table.new()
    answers = []
    for match, head in (
        ("AAAAAAAAAAAAAAAA", {}),
        ("AAAAAAAAAAAAAAAA", bearer(new.tokens["allied"])),
        ("%27%20OR%201=1--", {}),
        (new.id, bearer(new_token())),
        (new.id, bearer("x")),
    ):
        answer = table.http.get(f"/api/matches/{match}/sheet", headers=head)
        answers.append((answer.status_code, answer.text))
    assert len(set(answers)) == 1
    assert answers[0][0] == 404
    for hello in (
        {"match": "AAAAAAAAAAAAAAAA"},
        {"match": new.id, "token": new_token()},
        {"match": "é" * 30, "token": new.tokens["allied"]},
    ):
        with table.connect() as line:
            line.send(msgspec.json.encode({"do": "hello", **hello}).decode())
            told = msgspec.json.decode(line.recv(timeout=5))
            assert told == {"say": "broken", "why": {"text": msgspec.json.decode(answers[0][1])["error"]}}
            with pytest.raises(Exception, match="4404"):
                line.recv(timeout=5)


def test_a_link_is_not_accepted_in_an_address(table: Table) -> None:
    new = table.new()
    sheet = table.get(f"/api/matches/{new.id}/sheet?token={new.tokens['allied']}&seat={new.tokens['allied']}")
    assert "side" not in sheet


def test_the_database_keeps_no_link(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    with running(Config(port=0, database=f"sqlite:///{file}")) as table:
        new = table.new()
        with new.page("allied") as allied:
            stride(new, allied, "allied", 2, random.Random(1))
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert new.id.encode() in stored
    for token in new.tokens.values():
        assert token.encode() not in stored
        assert token_hash(token).encode() in stored


def test_the_owner_makes_a_new_link_while_the_service_runs(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with running(Config(port=0, database=url)) as table:
        new = table.new()
        with new.page("allied") as lost:
            token = new_token()
            with Store.open(url) as store:
                seat = next(seat for seat in store.seats(new.id) if seat.side == "allied")
                store.set_seat(new.id, msgspec.structs.replace(seat, token_hash=token_hash(token)))
            with table.page(new.id, token) as found:
                assert found.welcome["side"] == "allied"
                with pytest.raises(Exception, match="4404"):
                    lost.hear("never")
            old = table.http.get(f"/api/matches/{new.id}/sheet", headers=bearer(new.tokens["allied"]))
            assert old.status_code == 404


# Who sits where


def test_an_open_seat_is_taken_by_who_comes_with_its_link(table: Table) -> None:
    new = table.new(HUMAN, OPEN)
    assert [seat["kind"] for seat in new.info["seats"]] == ["human", "open"]
    with new.page("allied") as allied, new.page("german") as german:
        while allied.hear("table")["match"]["seats"][1]["kind"] != "human":
            pass
        assert german.answer(german.ask("sit", name="Erwin"))["say"] == "done"
        assert german.answer(german.ask("sit", name="Erwin", words="too late"))["say"] == "refused"
    assert new.get()["seats"][1]["name"] == "Erwin"


def test_a_link_that_was_never_used_can_be_made_anew_but_not_a_players(table: Table) -> None:
    new = table.new(HUMAN, OPEN)
    renewed = change(new, "german", {"kind": "open"}, new.tokens["allied"])
    assert renewed.status_code == 200
    assert renewed.json()["token"] != new.tokens["german"]
    gone = table.http.get(f"/api/matches/{new.id}/sheet", headers=bearer(new.tokens["german"]))
    assert gone.status_code == 404
    new.tokens["german"] = renewed.json()["token"]
    with new.page("german"):
        pass
    for wanted in ({"kind": "open"}, {"kind": "human"}, bot()):
        refused = change(new, "german", wanted, new.tokens["allied"])
        assert refused.status_code == 403
        assert "Another player" in refused.json()["error"]
    assert change(new, "german", {"kind": "open"}).status_code == 403
    assert change(new, "german", {"kind": "open"}, new_token()).status_code == 404


def test_a_player_leaves_his_seat_to_a_bot_but_not_the_last_one(table: Table) -> None:
    new = table.new()
    assert change(new, "german", {"kind": "bot", "bot": "none"}, new.tokens["german"]).status_code == 400
    with new.page("german") as german:
        assert change(new, "german", bot(), new.tokens["german"]).status_code == 200
        with pytest.raises(Exception, match="4404"):
            german.hear("never")
    assert new.get()["seats"][1] == {"side": "german", "kind": "bot", "bot": "random", "ready": True, "links": 1}
    assert change(new, "allied", bot(), new.tokens["allied"]).status_code == 409
    assert change(new, "french", bot(), new.tokens["allied"]).status_code == 400
    assert change(new, "allied", {"kind": "ghost"}, new.tokens["allied"]).status_code == 400


@pytest.mark.parametrize(
    "seats",
    [
        {},
        {"allied": HUMAN},
        {"allied": HUMAN, "german": HUMAN, "french": HUMAN},
        {"allied": HUMAN, "german": {"kind": "ghost"}},
        {"allied": HUMAN, "german": {"kind": "bot"}},
        {"allied": {"kind": "human", "name": "x" * 61}, "german": HUMAN},
    ],
)
def test_a_match_needs_an_occupant_for_each_seat(table: Table, seats: dict[str, Any]) -> None:
    answer = table.http.post("/api/matches", json={"game": "roundup", "seats": seats})
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize(
    "more",
    [{"game": "chess"}, {"scenario": "east"}, {"options": {"15.99": True}}, {"options": {"15.1": True, "15.2": True}}],
)
def test_a_match_that_cannot_be_set_up_is_refused(table: Table, more: dict[str, Any]) -> None:
    wanted = {"game": "roundup", "seats": {"allied": HUMAN, "german": HUMAN}, **more}
    assert table.http.post("/api/matches", json=wanted).status_code == 400


# The waiting room


def test_the_dice_are_bound_before_the_players_stir_them(both: Table) -> None:
    new = both.new({"kind": "human", "name": "Ike"}, OPEN, wait=True)
    bound = new.info["commitment"]
    assert new.info["status"] == "waiting"
    assert both.http.get(f"/api/matches/{new.id}/sheet").status_code == 409
    with new.page("allied") as allied, new.page("german") as german, new.page() as spectator:
        assert allied.welcome.get("sheet") is None
        assert allied.play("end", at=0)["say"] == "refused"
        assert allied.answer(allied.ask("sit", words="blue \N{SNOWMAN}"))["say"] == "done"
        told = german.hear("table")["match"]
        assert told["seats"][0]["ready"] is True
        assert "snow" not in str(told)
        assert told.get("words", []) == []
        assert german.answer(german.ask("sit", name="Erwin", words="red"))["say"] == "done"
        for page in (allied, german, spectator):
            if page.sheet is None:
                page.hear("fresh")
            assert page.sheet["moment"] == 0
        info = new.get()
        assert info["status"] == "running"
        assert info["words"] == ["blue \N{SNOWMAN}", "red"]
        assert info["commitment"] == bound
        assert [seat["name"] for seat in info["seats"]] == ["Ike", "Erwin"]
        assert german.do("concede")["say"] == "changed"
    proof = new.get("/proof")
    assert proof["words"] == ["blue \N{SNOWMAN}", "red"]
    assert blake2b(bytes.fromhex(proof["key"]), digest_size=32, person=b"bocage commit").hexdigest() == bound


def test_a_holder_begins_without_somebody_who_does_not_come(table: Table) -> None:
    new = table.new(HUMAN, OPEN, wait=True)
    with new.page("allied") as allied:
        number = allied.ask("begin")
        assert allied.hear("fresh")["sheet"]["moment"] == 0
        assert allied.answer(number)["say"] == "done"
        assert allied.answer(allied.ask("begin"))["say"] == "refused"
    with new.page("german") as german:
        assert german.sheet["moment"] == 0


def test_the_waiting_room_survives_a_restart(tmp_path: Path) -> None:
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}")
    with running(config) as table:
        new = table.new(HUMAN, OPEN, wait=True)
        with new.page("allied") as allied:
            allied.answer(allied.ask("sit", words="blue"))
    with running(config) as table:
        new.table = table
        assert [seat.get("ready", False) for seat in new.get()["seats"]] == [True, False]
        with new.page("german") as german:
            german.answer(german.ask("sit", words="red"))
        assert new.get()["words"] == ["blue", "red"]


def test_a_match_with_a_bot_waits_for_its_player_only(table: Table) -> None:
    new = table.new(HUMAN, bot(), wait=True)
    assert change(new, "german", bot("planner"), new.tokens["allied"]).status_code == 200
    with new.page("allied") as allied:
        allied.answer(allied.ask("sit", words="alone"))
        assert new.get()["status"] == "running"
    seats = {"allied": bot(), "german": bot()}
    refused = table.http.post("/api/matches", json={"game": "roundup", "seats": seats, "wait": True})
    assert refused.status_code == 400


# Secrets


def everything(new: New, side: str | None) -> str:
    """All that a seat can get out of the service by asking."""
    told = [str(new.get(path, side)) for path in ("/sheet", "/log", "/view", "/moments/0", "")]
    if side is not None:
        told.append(str(new.get("/text", side)))
    with new.page(side) as page:
        told.append(str(page.welcome))
        told += [str(page.answer(page.ask("overlay", overlay=each))) for each in table_overlays(new.table)]
        told.append(str(page.answer(page.ask("why", hex="3010"))["why"]))
    return " ".join(told).replace(new.id, "").replace(new.info["commitment"], "")


def table_overlays(table: Table) -> list[str]:
    return [overlay["id"] for overlay in table.get("/api/games/roundup/box")["overlays"]]


def test_a_hidden_strategy_never_reaches_the_other_seat(table: Table) -> None:
    """13.3, R27: the German chooses and alone knows; whatever he chose, the other seat is told the very same."""
    told: dict[str, set[str]] = {"allied": set(), "spectator": set(), "german": set()}
    for strategy in ("1", "2", "3", "4"):
        new = table.new(options={"13.3": "chosen", "R27": True})
        with new.page("allied") as allied, new.page("german") as german, new.page() as spectator:
            action = next(action for action in new.actions("german") if action.split()[-1] == strategy)
            assert german.play(action)["say"] == "changed"
            for name, page in (("allied", allied), ("spectator", spectator)):
                change_told = page.hear("changed")
                told[name].add(str(change_told))
        told["allied"].add(cleaned(everything(new, "allied"), new))
        told["spectator"].add(cleaned(everything(new, None), new))
        told["german"].add(cleaned(everything(new, "german"), new))
    assert len(told["allied"]) == 2
    assert len(told["spectator"]) == 2
    assert len(told["german"]) == 4


def cleaned(text: str, new: New) -> str:
    """Without what differs from match to match anyway."""
    info = new.get()
    for varying in (info["created"], info["updated"], info["commitment"], new.id):
        text = text.replace(varying, "")
    return text


def test_keys_and_records_of_a_running_match_are_not_given_out(table: Table) -> None:
    new = table.new()
    path = f"/api/matches/{new.id}"
    assert table.http.get(f"{path}/proof").status_code == 409
    spectator = table.http.get(f"{path}/text")
    assert spectator.status_code == 403
    assert "token" in spectator.json()["error"]
    seen = new.get("/text", "allied")
    assert seen["whole"] is False
    assert "\nkey " not in seen["text"]
    whole = table.get(f"{path}/text", new.tokens["german"], new.tokens["allied"])
    assert whole["whole"] is True
    assert "\nkey " in whole["text"]
    twice = table.get(f"{path}/text", new.tokens["german"], new.tokens["german"])
    assert twice["whole"] is False
    mixed = table.http.get(f"{path}/text", headers=bearer(new.tokens["german"], new_token()))
    assert mixed.status_code == 404
