"""What is done in secret in D-Day to the Rhine, as it comes over the wire: nothing of it reaches the other pages."""

from __future__ import annotations

import json
import random
from typing import Any

import bocage
from bocage.games.rhine.rules.setup import suggestion
from tests.table.players import New, Page, Table, bearer

OUTSIDERS = ("allied", None)
OWN = ("id", "created", "updated")  # what two matches cannot have in common


def fresh(table: Table) -> tuple[New, New]:
    """The same match twice, with the same dice."""
    text = bocage.new_match("rhine", seed="over the wire").text()
    return table.bring_in(text), table.bring_in(text)


def german(new: New, *actions: str) -> None:
    """The German player acts; he is no page, so that only what others are told is heard."""
    for action in actions:
        at = new.get("/sheet", "german")["moment"]
        path = f"/api/matches/{new.id}/actions"
        answer = new.table.http.post(path, json={"action": action, "at": at}, headers=bearer(new.tokens["german"]))
        assert answer.status_code == 200, answer.text


def by_hand(rng: random.Random) -> list[str]:
    """The suggested set-up, piece by piece, with a piece that is placed twice and one that is turned over and back."""
    deeds = ["pick DE-25K", "place 1816", "pick DE-25K", "place 0415"]
    slots = list(suggestion.slots(bocage.game_class("rhine")()))
    rng.shuffle(slots)
    for slot in slots:
        if slot.unit not in ("DE-2SS", "DE-17SS", "DE-25K"):
            deeds += [f"pick {slot.unit}", f"place {slot.where}"]
        if slot.state == suggestion.DEPLOYED:
            deeds += [f"deploy {slot.unit}"]
        elif slot.state == suggestion.FACE_DOWN and "Dummy" not in slot.unit:
            deeds += [f"hide {slot.unit}", f"show {slot.unit}", f"hide {slot.unit}"]
    return deeds


def allowed(deeds: list[str]) -> list[str]:
    """Without what is refused on the way: a piece that is in hand already need not be picked."""
    match, found = bocage.new_match("rhine", seed="x"), []
    for deed in deeds:
        if match.why_not(deed) is None:
            match.play(deed)
            found.append(deed)
    assert match.why_not("end") is None
    return found


def received(new: New, side: str | None) -> Any:
    """All that can be asked for, but for what names the match itself."""
    got = [new.get("/sheet", side), new.get("/view", side), new.get("/log", side), new.get()]
    now = got[0]["moment"]
    got += [new.get(f"/film?first=0&last={now}", side), new.get(f"/moments/{now}", side), new.get("/moments/0", side)]
    if side is not None:
        got.append(new.get("/text", side))
    for own in OWN:
        got[3].pop(own)
    return json.dumps(got, sort_keys=True)


def told(page: Page) -> Any:
    """What came to a page after its welcome."""
    page.quiet(0.4)
    return [message for message in page.heard if message["say"] not in ("welcome", "table")]


def test_nobody_is_told_anything_of_a_set_up_behind_the_screen(table: Table) -> None:
    quick, slow = fresh(table)
    with quick.page("allied") as one, slow.page("allied") as other, quick.page() as here, slow.page() as there:
        before = slow.get()
        german(quick, "suggested")
        german(slow, *allowed(by_hand(random.Random(3))))
        assert told(one) == told(other) == told(here) == told(there) == []
        assert slow.get() == before, "neither a count nor a time tells that something was done"
        for side in OUTSIDERS:
            assert received(quick, side) == received(slow, side)
        for new in (quick, slow):
            german(new, "end")
        assert [len(told(page)) for page in (one, other, here, there)] == [1, 1, 1, 1]
        assert told(one) == told(other)
        assert told(here) == told(there)
        for side in OUTSIDERS:
            assert received(quick, side) == received(slow, side)
        assert one.moment == other.moment == 1


def test_an_undo_behind_the_screen_is_heard_by_its_own_side_only(table: Table) -> None:
    (new, _) = fresh(table)
    with new.page("german") as german_page, new.page("allied") as allied, new.page() as spectator:
        assert german_page.play("suggested")["say"] == "changed"
        assert german_page.do("undo", to=0)["say"] == "changed"
        assert (german_page.moment, german_page.log[-1]["text"]) == (2, "The Germans take the last action back.")
        assert told(allied) == told(spectator) == []


def test_a_page_that_is_late_is_refused_and_loses_nothing(table: Table) -> None:
    (new, _) = fresh(table)
    with new.page("german") as german_page, new.page("allied") as allied:
        german_page.play("suggested")
        late = german_page.play("end", at=0)
        assert (late["say"], late["why"]["text"]) == (
            "refused", "The game has gone on since this page was shown; look again and choose anew.",
        )  # fmt: skip
        assert german_page.hear("fresh")["sheet"]["moment"] == 1
        assert german_page.play("end")["say"] == "changed"
        allied.hear("changed")
        action = new.actions("allied")[0]
        assert allied.play(action, at=0)["say"] == "refused"
        allied.hear("fresh")
        assert allied.play(action)["say"] == "changed", "decided at the moment that this side counts"
        assert allied.moment == 2


def test_a_page_that_comes_back_gets_what_its_side_has_missed(table: Table) -> None:
    (new, _) = fresh(table)
    german(new, "suggested", "end")
    with new.page("allied") as allied:
        allied.play(new.actions("allied")[0])
        have = allied.moment
        allied.play(new.actions("allied")[0])
        lines = [line for line in allied.log if line["moment"] > have]
    with new.page("allied", have=have) as again:
        assert again.welcome["log"] == lines
        assert again.welcome["mark"] == again.moment == have + 1
    with new.page("allied", have=have + 7) as lost:
        assert lost.welcome["log"] == new.get("/log", "allied")["lines"], "a moment that it cannot have: all is told"


def test_going_back_by_consent_leaves_the_set_up_as_it_is(table: Table) -> None:
    (new, _) = fresh(table)
    german(new, "suggested", "end")
    with new.page("allied") as allied, new.page("german") as german_page:
        allied.play(new.actions("allied")[0])
        assert allied.do("ask", to=1)["say"] == "changed"
        assert allied.sheet is not None
        assert allied.sheet["request"]["to"] == 1
        german_page.hear("changed")
        german_page.hear("changed")
        assert german_page.sheet is not None
        assert german_page.sheet["request"]["to"] == 2
        assert german_page.do("answer", agree=True)["say"] == "changed"
        allied.hear("changed")
        assert german_page.sheet["units"] == new.get("/moments/2", "german")["units"]
        assert (allied.log[-1]["to"], german_page.log[-1]["to"]) == (1, 2)
        for to in (allied.moment, allied.moment + 5):
            assert allied.do("ask", to=to)["why"]["text"].endswith(f"from 0 to {allied.moment - 1}.")
