"""with, try, async, threads, exceptions out of callbacks."""
import asyncio
import contextlib
import threading


class Guard:
    def __init__(self, swallow):
        self.swallow = swallow  #= swallow pass_on

    def __enter__(self):
        return self  #= swallow pass_on

    def __exit__(self, kind, value, trace):
        if kind is None:  #= swallow pass_on
            return False
        return self.swallow  #= swallow pass_on


@contextlib.contextmanager
def opened(log):
    log.append("open")  #= swallow
    try:  #= swallow
        yield log  #= swallow
    finally:
        log.append("close")  #= swallow


def guarded(swallow):
    log = []  #= swallow pass_on
    with Guard(swallow):  #= swallow pass_on
        log.append(1 / 0)  #= swallow pass_on
    with opened(log), contextlib.suppress(  #= swallow
            KeyError):
        raise KeyError  #= swallow
    return log  #= swallow


def retried(attempts):
    while attempts:  #= retry
        try:  #= retry
            attempts -= 1  #= retry
            if attempts:  #= retry
                raise OSError(attempts)  #= retry
        except OSError:  #= retry
            continue  #= retry
        else:
            return "done"  #= retry
        finally:
            attempts += 0  #= retry


def reraised():
    try:  #= reraise
        raise_it()  #= reraise
    except ValueError as error:  #= reraise
        raise RuntimeError("outer") from error  #= reraise


def raise_it():
    raise ValueError  #= reraise


async def fetch(number):
    await asyncio.sleep(0)  #= async
    return number  #= async


async def ticks(count):
    for tick in range(count):  #= async
        yield tick  #= async


class Session:
    async def __aenter__(self):
        await asyncio.sleep(0)  #= async
        return self  #= async

    async def __aexit__(self, *exc):
        await asyncio.sleep(0)  #= async


async def gathered():
    found = []  #= async
    async with Session() as session:  #= async
        found += await asyncio.gather(  #= async
            fetch(1),
            fetch(2),
        )
    async for tick in ticks(2):  #= async
        found.append(tick)  #= async
    return found + [tick async for tick in ticks(1)]  #= async


def work(log):
    for number in range(3):  #= thread
        log.append(number)  #= thread
    try:  #= thread
        log.missing  #= thread
    except AttributeError:  #= thread
        log.append("end")  #= thread


def check_swallow():
    assert guarded(True) == ["open", "close"]


def check_pass_on():
    try:
        guarded(False)
    except ZeroDivisionError:
        pass


def check_retry():
    assert retried(3) == "done"


def check_reraise():
    try:
        reraised()
    except RuntimeError as error:
        assert isinstance(error.__cause__, ValueError)


def check_async():
    assert asyncio.run(gathered()) == [1, 2, 0, 1, 0]


def check_thread():
    log = []
    thread = threading.Thread(target=work, args=(log,))
    thread.start()
    thread.join()
    assert log == [0, 1, 2, "end"]
