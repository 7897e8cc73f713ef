"""The bit sets agree with the dictionary-and-queue twin on random boards."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from bocage.hexes import FAR
from tests.hexes.samples import Move, Sample, few, many, moves, samples
from tests.hexes.twin import places_around


@many
@given(samples())
def test_zones_of_control_are_what_touches_a_unit(sample: Sample) -> None:
    units = sample.labels(0.2)
    assert sample.names(sample.board.step(sample.board.set(units))) == sample.twin.step(units)


@few
@given(samples())
def test_neighbours_come_clockwise_and_then_by_links(sample: Sample) -> None:
    board, twin = sample.board, sample.twin
    for label, node in board.index.items():
        assert [board.labels[near] for near in board.neighbours[node]] == twin.neighbours[label]
        assert board.around[node] == board.set(twin.neighbours[label])


@many
@given(samples())
def test_a_flood_holds_what_can_be_got_to(sample: Sample) -> None:
    board, twin = sample.board, sample.twin
    seed, through, goal = sample.labels(0.05), sample.labels(0.6), sample.labels(0.1)
    flooded = twin.flood(seed, through)
    assert sample.names(board.flood(board.set(seed), board.set(through))) == flooded
    assert sample.names(board.flood(board.set(seed), ~board.set(set(board.index) - through))) == flooded
    assert board.touches(board.set(seed), board.set(goal), board.set(through)) == bool(flooded & goal)


@few
@given(samples())
def test_layers_are_numbers_of_steps(sample: Sample) -> None:
    board, twin = sample.board, sample.twin
    seed, through = sample.labels(0.1), sample.labels(0.7)
    hops = twin.hops(seed, through)
    for limit in (None, 0, 2):
        layers = board.layers(board.set(seed), board.set(through), limit)
        found = {label: steps for steps, layer in enumerate(layers) for label in board.names(layer)}
        assert found == {label: steps for label, steps in hops.items() if limit is None or steps <= limit}
        assert layers[0] == board.set(seed)
        assert all(layers[1:])


@few
@given(samples())
def test_distance_ignores_holes_in_the_board(sample: Sample) -> None:
    board, twin, dice = sample.board, sample.twin, sample.dice
    for _ in range(5):
        a, b = dice.choice(list(board.index)), dice.choice(list(board.index))
        steps = twin.distance(a, b)
        assert board.distance(board.index[a], board.index[b]) == (FAR if steps is None else steps)


@few
@given(samples())
def test_discs_and_rings_are_made_of_distances(sample: Sample) -> None:
    board, dice = sample.board, sample.dice
    centre = dice.choice(board.nodes(board.all))
    for k in (0, 1, dice.randint(2, 9)):
        candidates = board.nodes(board.hexes if board.hexes >> centre & 1 else board.all)
        steps = {node: board.distance(centre, node) for node in candidates}
        assert board.nodes(board.within(centre, k)) == [node for node in candidates if steps[node] <= k]
        assert board.nodes(board.ring(centre, k)) == [node for node in candidates if steps[node] == k]
    assert board.within(centre, -1) == board.ring(centre, -1) == 0


@few
@given(samples())
def test_directions_turn_clockwise_and_lead_across(sample: Sample) -> None:
    board, twin = sample.board, sample.twin
    at = {place: board.index[label] for label, place in twin.places.items()}
    for label, place in twin.places.items():
        node = board.index[label]
        around = places_around(*place, twin.shifted)
        for direction, near in enumerate(around):
            assert board.toward(node, direction) == at.get(near)
            if near in at:
                assert board.direction(node, at[near]) == direction
                assert board.direction(at[near], node) == (direction + 3) % 6
                assert board.opposite(node, at[near]) == at.get(around[(direction + 3) % 6])
        for other in board.nodes(board.all & ~board.set(twin.neighbours[label])):
            assert board.direction(node, other) is None
    for box in board.nodes(board.boxes):
        assert all(board.toward(box, direction) is None for direction in range(6))
        assert all(board.opposite(box, near) is None for near in board.neighbours[box])


@few
@given(samples())
def test_hexsides_behave_like_sets_of_pairs(sample: Sample) -> None:
    board, index = sample.board, sample.board.index
    some, others, mask = sample.sides(0.3), sample.sides(0.5), board.set(sample.labels(0.5))
    one, two = board.edges(some, one_way=True), board.edges(others)
    ones = {(index[a], index[b]) for a, b in some}
    twos = {(index[a], index[b]) for a, b in others} | {(index[b], index[a]) for a, b in others}
    for edges, pairs in ((one, ones), (two, twos), (one | two, ones | twos), (one & two, ones & twos)):
        assert edges.pairs() == sorted(pairs)
        assert bool(edges) == bool(pairs)
        assert board.nodes(edges.sources) == sorted({a for a, _ in pairs})
        assert board.nodes(edges.step(mask)) == sorted({b for a, b in pairs if mask >> a & 1})
        assert all(edges.has(a, b) for a, b in pairs)
    assert (one - two).pairs() == sorted(ones - twos)
    assert (two - one).pairs() == sorted(twos - ones)
    assert one - two | one & two == one
    assert hash(two | one) == hash(one | two)
    assert (one == two) == (ones == twos)
    targets = board.set(sample.labels(0.5))
    between = [(a, b) for a, b in two.pairs() if mask >> a & 1 and targets >> b & 1]
    assert two.between(mask, targets).pairs() == between
    assert board.every.step(mask) == board.step(mask)


@many
@given(moves())
def test_reach_is_what_the_points_pay_for(move: Move) -> None:
    board = move.sample.board
    costs = move.walk.costs()
    found = {label: points for points, hexes in enumerate(move.found.by_cost) for label in board.names(hexes)}
    assert found == costs
    assert len(move.found.by_cost) == max(move.walk.allowance, move.walk.spent) + 1
    assert move.sample.names(move.found.all) == set(costs) - {move.walk.start}
    for label, node in board.index.items():
        assert move.found.cost(node) == costs.get(label)


@few
@given(moves())
def test_the_cost_of_a_step_is_its_hex_and_its_hexside(move: Move) -> None:
    index = move.sample.board.index
    for a, around in move.sample.twin.neighbours.items():
        for b in around:
            assert move.costs.of(index[a], index[b]) == move.walk.static_cost(a, b)


@many
@given(moves())
def test_every_path_is_legal_and_costs_what_it_should(move: Move) -> None:
    board, walk = move.sample.board, move.walk
    harmless = board.set(move.sample.labels(0.5))
    for node in board.nodes(move.found.all):
        for path in (move.found.path(node), move.found.path(node, harmless)):
            labels = [board.labels[step] for step in path]
            costs = [walk.step_cost(a, b) for a, b in pairwise(labels)]
            assert labels[0] == walk.start
            assert labels[-1] == board.labels[node]
            assert None not in costs
            assert walk.spent + sum(cost for cost in costs if cost) == move.found.cost(node)


@few
@given(moves())
def test_of_the_cheapest_paths_the_most_harmless_is_walked(move: Move) -> None:
    board, walk = move.sample.board, move.walk
    harmless = move.sample.labels(0.5)
    for node in board.nodes(move.found.all)[:5]:
        path = [board.labels[step] for step in move.found.path(node, board.set(harmless))]
        fewest = min(len(set(other[1:]) - harmless) for other in walk.cheapest_paths(board.labels[node]))
        assert len(set(path[1:]) - harmless) == fewest


@few
@given(samples())
def test_a_list_holds_the_members_in_node_order(sample: Sample) -> None:
    board = sample.board
    labels = sample.labels(0.4)
    assert board.names(board.set(labels)) == [label for label in board.index if label in labels]
    assert board.nodes(board.set(labels)) == sorted(board.index[label] for label in labels)
    assert board.all == board.hexes | board.boxes
    assert not board.hexes & board.boxes
