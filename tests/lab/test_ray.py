"""Games on a Ray cluster: one that is started for a study, and one of two nodes that was there before."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bocage
from bocage.lab.running import batch, runs, shards, study
from bocage.lab.running.playing import Played, play_out
from bocage.lab.running.records import Job

ray: Any = pytest.importorskip("ray")

SMALL: dict[str, Any] = {"game": "roundup", "games": 2, "bots": ["random"], "options": [{}, {"15.10": True}]}


@pytest.fixture(autouse=True)
def no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)


def test_a_cluster_of_one_machine_gives_the_same_results(tmp_path: Path) -> None:
    planned = study.from_table(SMALL)
    told: list[int] = []
    there = runs.carry_out(planned, tmp_path / "ray", "ray", 2, lambda done, games, left: told.append(done))
    assert not ray.is_initialized()
    assert told == [0, 1, 2, 3, 4]
    here = runs.carry_out(planned, tmp_path / "here", "here")
    assert there.records == here.records
    assert shards.digest(there) == shards.digest(here)


def test_a_machine_with_another_program_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "program", lambda: "new")
    job = study.from_table(SMALL).job(0, 0)
    with pytest.raises(bocage.BadInput, match="a machine of the cluster has bocage new, and this is old"):
        batch._play_alike(play_out, job, "old")


def _die_once(marker: str, job: Job) -> Played:
    """As if the machine were lost in the middle of the first game."""
    try:
        Path(marker).touch(exist_ok=False)
    except FileExistsError:
        return play_out(job, observed=False)
    os._exit(3)


@pytest.mark.long
def test_a_game_that_is_lost_with_its_machine_is_played_again(tmp_path: Path) -> None:
    jobs = list(study.from_table(SMALL).jobs())
    with batch.workers("ray", 1, partial(_die_once, str(tmp_path / "marker"))) as workers:
        played = list(workers.results(jobs))
    assert (tmp_path / "marker").exists()
    assert sorted((one.record.job.number, one.record.job.cell) for one in played) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert {one.record.trouble for one in played} == {""}


@pytest.mark.long
def test_a_cluster_of_two_nodes_is_joined_and_left_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        monkeypatch.setenv("RAY_ADDRESS", cluster.address)
        there = runs.carry_out(study.from_table(SMALL), tmp_path / "ray", "ray", 1)
        here = runs.carry_out(study.from_table(SMALL), tmp_path / "here", "here")
        assert there.records == here.records
        ray.init(address=cluster.address, logging_level="ERROR")
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        ray.shutdown()
    finally:
        cluster.shutdown()


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(bocage.BadInput, match="no Ray cluster answers at"):
        runs.carry_out(study.from_table(SMALL), tmp_path / "ray", "ray", 1)
