"""UnboundLocalError: `del` unbinds the name in one round of the loop.
bad: unset-name
"""


def process(batches):
    buffer = []
    sizes = []
    for batch in batches:
        buffer.extend(batch)  # CRASH
        if len(buffer) > 2:
            sizes.append(len(buffer))
            del buffer  # ORIGIN: deleted
    return sizes


def test_process():
    assert process([[1], [2, 3]]) == [3]
    assert process([[1, 2, 3], [4]]) == [3]
