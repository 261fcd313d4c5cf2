"""A client, a cache and a service of three modules, awaited in a row; the cache returns bare."""
import asyncio

from geo_service.service import distance


def test_distance():
    assert asyncio.run(distance("a", "b")) == 3
    assert asyncio.run(distance("a", "z")) == 3
