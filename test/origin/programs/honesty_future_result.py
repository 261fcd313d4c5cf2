"""A function runs in a worker thread; its None comes back by future.result(), which did not make it.
honesty: true
"""
from concurrent.futures import ThreadPoolExecutor


def download(name):
    if name.startswith("bad"):
        return None  # ORIGIN: literal
    return {"size": len(name)}


def sizes(names):
    with ThreadPoolExecutor(max_workers=2) as pool:
        futures = [pool.submit(download, name) for name in names]
        pages = [future.result() for future in futures]
    return [page["size"] for page in pages]  # CRASH


def test_sizes():
    assert sizes(["a", "bb"]) == [1, 2]
    assert sizes(["a", "bad", "cc"]) == [1, 3, 2]
