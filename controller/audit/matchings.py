"""Counts matchings: ways to pick a number of edges of a graph, no two with a vertex in common.

Vertices are cards, edges pairs of hole cards, so a matching is a deal to some
hands. A graph is a tuple of neighbour masks: bit j of graph[i] tells whether i
and j are joined.
"""

from collections.abc import Iterator
from functools import cache
from math import factorial

MOST = 7
"""The largest matchings anyone asks for: seven hands share a board."""

Graph = tuple[int, ...]


@cache
def complete_matchings(vertices: int, edges: int) -> int:
    """The matchings of so many edges if every two vertices are joined."""
    if vertices < 2 * edges:
        return 0
    return factorial(vertices) // (factorial(vertices - 2 * edges) * (factorial(edges) << edges))


def avoiding_matchings(bad: Graph) -> list[int]:
    """By number of edges, 0 to MOST: the matchings of all vertices that use no edge of the bad graph.

    By inclusion and exclusion: those with j bad edges or more are a matching
    of the bad graph and any matching of the vertices it leaves.
    """
    everyone = (1 << len(bad)) - 1
    # A vertex with bad edges only is in no such matching. Dropping it leaves a bad graph in small components.
    alive = sum(1 << i for i, neighbours in enumerate(bad) if neighbours | 1 << i != everyone)
    vertices = alive.bit_count()
    counts = matchings(tuple(neighbours & alive if alive >> i & 1 else 0 for i, neighbours in enumerate(bad)))
    return [
        sum((-1) ** j * counts[j] * complete_matchings(vertices - 2 * j, edges - j) for j in range(edges + 1))
        for edges in range(MOST + 1)
    ]


def matchings(graph: Graph) -> list[int]:
    """By number of edges, 0 to MOST: the matchings of the graph, the product of its components'."""
    counts = [1] + [0] * MOST
    left = sum(1 << i for i, neighbours in enumerate(graph) if neighbours)
    while left:
        component = _component(graph, left & -left)
        left ^= component
        counts = _product(counts, _component_matchings(_renumbered(graph, list(_bits(component)))))
    return counts


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _component(graph: Graph, seed: int) -> int:
    """The mask of all vertices that can be reached from the seed's."""
    component, fresh = 0, seed
    while fresh:
        component |= fresh
        reached = 0
        for i in _bits(fresh):
            reached |= graph[i]
        fresh = reached & ~component
    return component


def _renumbered(graph: Graph, vertices: list[int]) -> Graph:
    """The graph of these vertices only, numbered from 0, so that components of one shape are the same."""
    return tuple(sum((graph[i] >> j & 1) << place for place, j in enumerate(vertices)) for i in vertices)


def _product(a: list[int], b: list[int]) -> list[int]:
    return [sum(a[i] * b[n - i] for i in range(n + 1)) for n in range(MOST + 1)]


@cache
def _component_matchings(graph: Graph) -> list[int]:
    """Kept by graph: thousands of boards share a few hundred components."""

    @cache
    def within(vertices: int) -> list[int]:
        """The matchings among the vertices of the mask: the highest one stays single or takes a partner."""
        if not vertices:
            return [1] + [0] * MOST
        top = vertices.bit_length() - 1
        vertices ^= 1 << top
        counts = within(vertices).copy()
        for partner in _bits(graph[top] & vertices):
            for edges, ways in enumerate(within(vertices ^ 1 << partner)[:MOST]):
                counts[edges + 1] += ways
        return counts

    return within((1 << len(graph)) - 1)
