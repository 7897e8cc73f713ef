"""Measure every game and write the figures of this version into `figures.csv`.

Run with ``python -m benchmarks.figures`` on a machine that does nothing else.
"""

from __future__ import annotations

from bocage.lab.measuring import bench


def main() -> None:
    before = bench.stored()
    result = bench.run_apart(seconds=12.0, rounds=12)
    print(bench.show(result, before))
    bench.store(result)


if __name__ == "__main__":
    main()
