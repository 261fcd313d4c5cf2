"""Two tasks share an object; one sets its attribute to None while the other sleeps."""
import asyncio


class Feed:
    def __init__(self):
        self.items = [1, 2]


async def reader(feed):
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return len(feed.items)  # CRASH


async def closer(feed):
    await asyncio.sleep(0)
    feed.items = None  # ORIGIN: literal


async def main(close):
    feed = Feed()
    tasks = [reader(feed)]
    if close:
        tasks.append(closer(feed))
    return (await asyncio.gather(*tasks))[0]


def test_main():
    assert asyncio.run(main(False)) == 2
    assert asyncio.run(main(True)) == 2
