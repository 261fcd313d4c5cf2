"""A weak reference whose object is gone answers None.
honesty: true
"""
import gc
import weakref


class Image:
    def __init__(self, size):
        self.size = size


class Cache:
    def __init__(self):
        self.refs = {}

    def put(self, name, image):
        self.refs[name] = weakref.ref(image)

    def get(self, name):
        return self.refs[name]()  # ORIGIN: library-call|miss


def load(cache, name):
    image = Image(3)
    cache.put(name, image)


def size(cache, name):
    return cache.get(name).size  # CRASH


def test_size():
    cache = Cache()
    kept = Image(2)
    cache.put("kept", kept)
    assert size(cache, "kept") == 2
    load(cache, "lost")
    gc.collect()
    assert size(cache, "lost") == 3
