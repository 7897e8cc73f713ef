"""How much a page is sent for each action."""

from __future__ import annotations

import json
import zlib

import pytest

import bocage
import bocage.bots
from tests.table.players import Page, Table

MOST = 3_000  # bytes for one action and one page


@pytest.mark.parametrize(
    "bots", [("random", "planner"), pytest.param(("planner", "random"), marks=pytest.mark.long)], ids=" against ".join
)
def test_an_action_takes_at_most_three_thousand_bytes_on_its_way_to_a_page(
    table: Table, bots: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A whole game between the planner and one that plays anything, on the pages of both seats and a spectator's.

    The limit holds even before what is sent is compressed.
    """
    here = bocage.new_match("roundup", seed="bytes")  # the same match, to choose in
    new = table.bring_in(here.text())
    players = {side: bocage.bots.make(name, side) for side, name in zip(here.game.sides, bots, strict=True)}
    with new.page("allied") as allied, new.page("german") as german, new.page() as spectator:
        pages = {"allied": allied, "german": german, "a spectator": spectator}
        while here.prompts:
            side = here.prompt.side
            entry = bocage.bots.answer(here, players[side])
            assert pages[side].play(str(entry.action))["say"] == "changed"
            for page in pages.values():
                while page.moment < here.moment:
                    page.next()
        with capsys.disabled():
            print(f"\n  {here.moment} actions, {bots[0]} against {bots[1]}:")
            for name, page in pages.items():
                sent = packed(page)
                print(
                    f"  {name}: sent mean {mean(sent):.0f}, most {max(sent)}; "
                    f"before compression mean {mean(page.sizes):.0f}, most {max(page.sizes)}"
                )
        for page in pages.values():
            assert len(page.sizes) == here.moment
            assert max(page.sizes) <= MOST
            assert max(packed(page)) <= MOST / 2


def test_a_bigger_game_keeps_to_the_same_limit_as_it_is_sent(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    """Storming the Reich has ten times the counters: here the limit holds for what really goes over the line."""
    here = bocage.new_match("storming", scenario="breakout", seed="bytes")
    new = table.bring_in(here.text())
    players = {side: bocage.bots.make("random", side) for side in here.game.sides}
    with new.page("allied") as allied, new.page("german") as german:
        pages = {"allied": allied, "german": german}
        while here.prompts and here.position.turn <= 3:
            side = here.prompt.side
            entry = bocage.bots.answer(here, players[side])
            assert pages[side].play(str(entry.action))["say"] == "changed"
            for page in pages.values():
                while page.moment < here.moment:
                    page.next()
        with capsys.disabled():
            sizes = {name: (max(packed(page)), max(page.sizes)) for name, page in pages.items()}
            print(f"\n  {here.moment} actions of Storming the Reich: most sent and before compression {sizes}")
        for page in pages.values():
            assert len(page.sizes) == here.moment > 150
            assert max(packed(page)) <= MOST


def mean(sizes: list[int]) -> float:
    return sum(sizes) / len(sizes)


def packed(page: Page) -> list[int]:
    """The changes as the service compresses them: one stream for a connection, with these very settings."""
    packer = zlib.compressobj(wbits=-12, memLevel=5)
    texts = [json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() for message in page.heard]
    changes = [message["say"] == "changed" for message in page.heard]
    sizes = [len(packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)) for text in texts]
    return [size for size, change in zip(sizes, changes, strict=True) if change]
