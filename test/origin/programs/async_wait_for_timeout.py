"""A coroutine swallows its timeout and falls off its end."""
import asyncio

LOG = []


async def slow(name):
    await asyncio.sleep(30 if name == "slow" else 0)
    return {"name": name}


async def fetch(name):
    try:
        return await asyncio.wait_for(slow(name), 0.01)
    except asyncio.TimeoutError:
        LOG.append(name)  # ORIGIN: implicit-return


async def name_of(name):
    reply = await fetch(name)
    return reply["name"]  # CRASH


def test_name_of():
    assert asyncio.run(name_of("quick")) == "quick"
    assert asyncio.run(name_of("slow")) == "slow"
