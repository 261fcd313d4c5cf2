"""`await` of None: the factory of coroutines returns nothing for an unknown topic."""
import asyncio


async def poll(topic):
    await asyncio.sleep(0)
    return [topic]


def subscribe(topic):
    if topic.startswith("news"):  # ORIGIN: implicit-return
        return poll(topic)


async def first(topic):
    pending = subscribe(topic)
    items = await pending  # CRASH
    return items[0]


def test_first():
    assert asyncio.run(first("news.de")) == "news.de"
    assert asyncio.run(first("weather")) == "weather"
