"""The crash is in a function called in a thread by an executor, raised again by result(); the bad value came as an argument."""
from concurrent.futures import ThreadPoolExecutor


def resize(image, width):
    return {"name": image, "width": width * 2}  # CRASH


def width_of(image):
    if image.endswith(".svg"):
        return None  # ORIGIN: literal
    return len(image)


def process(images):
    with ThreadPoolExecutor(max_workers=1) as pool:
        futures = [pool.submit(resize, image, width_of(image)) for image in images]
        return [future.result()["width"] for future in futures]


def test_process():
    assert process(["a.png"]) == [10]
    assert process(["a.png", "b.svg"]) == [10, 10]
