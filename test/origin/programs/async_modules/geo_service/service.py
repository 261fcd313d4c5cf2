import asyncio

from geo_service.cache import cached


async def distance(start, end):
    first = await cached(start)
    await asyncio.sleep(0)
    second = await cached(end)
    return abs(first["x"] - second["x"])  # CRASH
