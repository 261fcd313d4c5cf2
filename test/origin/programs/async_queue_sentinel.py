"""A None put into an asyncio.Queue as an end marker is taken for a job."""
import asyncio


async def produce(queue, names):
    for name in names:
        await queue.put({"name": name})
    await queue.put(None)  # ORIGIN: literal


async def consume(queue, count):
    done = []
    for _ in range(count):
        job = await queue.get()
        done.append(job["name"])  # CRASH
    return done


async def main(names, count):
    queue = asyncio.Queue()
    await produce(queue, names)
    return await consume(queue, count)


def test_main():
    assert asyncio.run(main(["a"], 1)) == ["a"]
    assert asyncio.run(main(["a"], 2)) == ["a"]
