"""asyncio.gather collects several results; the second coroutine returns None."""
import asyncio


async def fetch(name):
    await asyncio.sleep(0)
    if name == "b":
        return None  # ORIGIN: literal
    return {"name": name, "size": len(name)}


async def sizes(names):
    replies = await asyncio.gather(*[fetch(name) for name in names])
    return [reply["size"] for reply in replies]  # CRASH


def test_sizes():
    assert asyncio.run(sizes(["a", "cc"])) == [1, 2]
    assert asyncio.run(sizes(["a", "b", "cc"])) == [1, 1, 2]
