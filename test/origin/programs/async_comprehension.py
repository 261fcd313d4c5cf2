"""An async comprehension gathers pages; one page has a None body from a default."""
import asyncio


class Page:
    def __init__(self, number, body=None):  # ORIGIN: default-argument
        self.number = number
        self.body = body


async def crawl(bodies):
    for number, body in enumerate(bodies):
        await asyncio.sleep(0)
        if body:
            yield Page(number, body)
        else:
            yield Page(number)


async def sizes(bodies):
    pages = [page async for page in crawl(bodies)]
    return [len(page.body) for page in pages]  # CRASH


def test_sizes():
    assert asyncio.run(sizes(["a", "bb"])) == [1, 2]
    assert asyncio.run(sizes(["a", ""])) == [1, 0]
