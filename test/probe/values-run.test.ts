import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runValues, type ValuesRequest, type ValuesRun } from "../../src/probe/values-run.ts";
import { findPythons, type TestPython } from "../support/pythons.ts";
import { probeDir, project, shellEnv, snapshot } from "./support.ts";

const shop = `RATE = {"tea": 3}
TOTAL = sum(
    RATE.values()
)


class Cart:
    kind = "cart"
    size = len(kind)

    def __init__(self, items):
        self.items = items
        self.api_token = "sup3rsecretvalue"

    def total(self, scale=1):
        total = 0
        for item in self.items:
            price = RATE.get(
                item,
            )
            total += price
        return total * scale


def wrap(f):
    def inner(*args):
        return f(*args)
    return inner


@wrap
@wrap
def decorated(a, b=2):
    """Adds."""
    c = a + b
    return c


def gen(n):
    for i in range(n):
        yield i * 2


def rec(n):
    if n == 0:
        return 0
    return 1 + rec(n - 1)


def comp(xs):
    ys = [x * 2
          for x in xs
          if x]
    return ys


async def co(x):
    y = x + 1
    return y


def counter():
    n = 0

    def more():
        nonlocal n
        n += 1
        return n

    return more


def one(x): return x + 1


def never():
    return 1
`;

const tests = `import asyncio
import threading

import shop


def test_right():
    assert shop.Cart(["tea"]).total() == 3


def test_wrong():
    assert shop.Cart(["tea", "milk"]).total() == 3


def test_shapes():
    assert shop.decorated(1) == 3
    assert list(shop.gen(2)) == [0, 2]
    shop.rec(300)
    shop.comp([0, 1, 2])
    asyncio.run(shop.co(1))
    more = shop.counter()
    more()
    more()
    thread = threading.Thread(target=shop.one, args=(4,))
    thread.start()
    thread.join()
`;

let pythons: TestPython[];
beforeAll(async () => {
  pythons = await findPythons();
});

function values(folder: string, at: string[], request: Partial<ValuesRequest> & { python?: string } = {}) {
  const { python = pythons.at(-1)?.python ?? "", ...rest } = request;
  const watches = at.map((place) => {
    const [file = "", line] = place.split(":");
    return { path: join(folder, file), line: Number(line) };
  });
  const common = { args: [], nodeIds: [], cwd: folder, env: shellEnv(), probeDir, deadline: 60_000, maxHits: 6 };
  return runValues({ argv: [python, "-m", "pytest"], watches, ...common, ...rest });
}

/** Each observation as one line of text. */
function told(run: ValuesRun): string[] {
  return run.observations.map(({ nodeId, line, function: name, hit, when, values: all }) => {
    const texts = all.map((each) => `${each.name}: ${each.type} = ${each.value}`);
    return `${nodeId.split("::").at(-1)} ${line} ${name} ${hit} ${when} | ${texts.join(", ")}`;
  });
}

const expected = [
  " 4  1 line | RATE: dict = {'tea': 3}",
  " 9 Cart 1 line | kind: str = 'cart'",
  "test_right 18 Cart.total 1 line | item: str = 'tea', RATE: dict = {'tea': 3}, self: shop.Cart = <Cart object>, self.items: list = ['tea'], self.api_token: str = <redacted>, scale: int = 1, total: int = 0",
  "test_right 22 Cart.total 1 return | return: int = 3",
  "test_wrong 18 Cart.total 1 line | item: str = 'tea', RATE: dict = {'tea': 3}, self: shop.Cart = <Cart object>, self.items: list = ['tea', 'milk'], self.api_token: str = <redacted>, scale: int = 1, total: int = 0",
  "test_wrong 18 Cart.total 2 line | price: int = 3, item: str = 'milk', RATE: dict = {'tea': 3}, self: shop.Cart = <Cart object>, self.items: list = ['tea', 'milk'], self.api_token: str = <redacted>, scale: int = 1, total: int = 3",
  "test_shapes 33 decorated 1 line | a: int = 1, b: int = 2",
  "test_shapes 36 decorated 1 return | return: int = 3",
  "test_shapes 41 gen 1 line | i: int = 0, n: int = 2",
  "test_shapes 41 gen 1 return | yield: int = 0",
  "test_shapes 41 gen 2 line | i: int = 1, n: int = 2",
  "test_shapes 41 gen 2 return | yield: int = 2",
  "test_shapes 47 rec 1 line | n: int = 300",
  "test_shapes 47 rec 2 line | n: int = 299",
  "test_shapes 47 rec 3 line | n: int = 298",
  "test_shapes 47 rec 298 line | n: int = 3",
  "test_shapes 47 rec 299 line | n: int = 2",
  "test_shapes 47 rec 300 line | n: int = 1",
  "test_shapes 46 rec 1 return | return: int = 0",
  "test_shapes 47 rec 2 return | return: int = 1",
  "test_shapes 47 rec 3 return | return: int = 2",
  "test_shapes 47 rec 299 return | return: int = 298",
  "test_shapes 47 rec 300 return | return: int = 299",
  "test_shapes 47 rec 301 return | return: int = 300",
  "test_shapes 52 comp 1 line | xs: list = [0, 1, 2]",
  "test_shapes 54 comp 1 return | return: list = [2, 4]",
  "test_shapes 58 co 1 line | x: int = 1",
  "test_shapes 59 co 1 return | return: int = 2",
  "test_shapes 67 counter.<locals>.more 1 line | n: int = 0",
  "test_shapes 68 counter.<locals>.more 1 return | return: int = 1",
  "test_shapes 67 counter.<locals>.more 2 line | n: int = 1",
  "test_shapes 68 counter.<locals>.more 2 return | return: int = 2",
  "test_shapes 73 one 1 line | x: int = 4",
  "test_shapes 73 one 1 return | return: int = 5",
];

test("the same is seen on every Python: lines within statements, module and class level, decorators, generators, recursion, comprehensions, coroutines, closures, threads", {
  timeout: 300_000,
}, async () => {
  const folder = await project({ "shop.py": shop, "test_shop.py": tests });
  const at = [4, 9, 18, 33, 41, 47, 52, 58, 67, 73, 77].map((line) => `shop.py:${line}`);
  const before = await snapshot(folder);
  for (const { python, version } of pythons) {
    const run = await values(folder, at, { python });
    expect(run.problem, version).toBeUndefined();
    expect(told(run), version).toEqual(expected);
    expect(run.dropped, version).toBe(294 + 295);
    expect(run.record?.failures).toMatchObject([{ nodeId: "test_shop.py::test_wrong" }]);
    expect(run.record?.header.mode).toBe("values");
  }
  expect(await snapshot(folder)).toEqual(before);
});

describe("on the oldest and the newest Python", () => {
  const ends = () => [pythons.at(0)?.python ?? "", pythons.at(-1)?.python ?? ""];

  test("loops, one-line loops, with, except and finally are each hit when they begin", async () => {
    const body = [
      "def f(xs):",
      "    total = 0",
      "    for x in xs:",
      "        total += x",
      "    while total > 5: total -= 4",
      "    with open(__file__) as file:",
      "        total += 1",
      "    try:",
      "        total / 0",
      "    except ZeroDivisionError as error:",
      "        total += 1",
      "    finally:",
      "        total += 10",
      "    return total",
      "def test_f():",
      "    assert f([1, 2, 3]) == 14",
      "",
    ].join("\n");
    const folder = await project({ "test_f.py": body });
    for (const python of ends()) {
      const at = [3, 4, 6, 10, 13].map((line) => `test_f.py:${line}`);
      const run = await values(folder, at, { python, names: ["total"], maxHits: 20 });
      const hits = run.observations.map(({ line, values: [total] }) => `${line} ${total?.value}`);
      expect(hits).toEqual(["3 0", "4 0", "3 1", "4 1", "3 3", "4 3", "3 6", "6 2", "10 3", "13 4"]);
    }
  });

  test("an exception that leaves the function is no return, and only the names that are asked for are told", async () => {
    const folder = await project({
      "test_f.py": "def f(a, b):\n    c = a / b\n    return c\n\ndef test_f():\n    assert f(4, 2) == 2\n    f(1, 0)\n",
    });
    for (const python of ends()) {
      const run = await values(folder, ["test_f.py:3", "test_f.py:2"], { python, names: ["b", "return"] });
      expect(told(run)).toEqual([
        "test_f 2 f 1 line | b: int = 2",
        "test_f 3 f 1 line | b: int = 2",
        "test_f 3 f 1 return | return: float = 2.0",
        "test_f 2 f 2 line | b: int = 0",
      ]);
    }
  });

  test("what was seen is there although the process ends without a word, or is killed", async () => {
    const folder = await project({
      "test_f.py":
        "import os, signal\n\ndef f(n):\n    return n\n\ndef test_exit():\n    for n in range(30):\n        f(n)\n    os._exit(3)\n",
    });
    for (const python of ends()) {
      const run = await values(folder, ["test_f.py:4"], { python, names: ["n"] });
      expect(run.problem).toMatch(/exit code 3/);
      expect(run.observations.map(({ hit }) => hit)).toEqual([1, 2, 3, 28, 29, 30]);
      expect(run.dropped).toBe(24);
    }
  });

  test("a fork, and a test that replaces what the probe lives by, disturb nothing", async () => {
    const body = `import builtins, json, os, sys, threading, time
from unittest import mock


def f(n):
    return n


def test_fork():
    child = os.fork()
    f(child == 0)
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def test_mock():
    with mock.patch("os.open"), mock.patch("os.getpid"), mock.patch("json.dumps"), mock.patch("time.time"):
        with mock.patch("os.path.realpath"), mock.patch("os.path.basename"), mock.patch("sys._getframe"):
            with mock.patch("builtins.open"), mock.patch("sys.settrace"), mock.patch("threading.RLock"):
                f("mocked")
`;
    const folder = await project({ "test_f.py": body });
    for (const python of ends()) {
      const run = await values(folder, ["test_f.py:6"], { python, names: ["n"] });
      expect(run.record?.failures).toEqual([]);
      expect(told(run)).toEqual(["test_fork 6 f 1 line | n: bool = False", "test_mock 6 f 1 line | n: str = 'mocked'"]);
    }
  });

  test("of a line that is hit all the time, the first and last times are told, and what it held when it failed", async () => {
    const folder = await project({
      "test_f.py": "def test_f():\n    n = 0\n    while True:\n        n += 1 // (n != 25_000)\n",
    });
    for (const python of ends()) {
      const run = await values(folder, ["test_f.py:4"], { python });
      const seen = run.observations.map(({ hit, values: [n] }) => [hit, Number(n?.value)]);
      expect(seen.slice(0, 3)).toEqual([1, 2, 3].map((hit) => [hit, hit - 1]));
      expect(seen.at(-1)).toEqual([25_001, 25_000]);
    }
  });

  test("an object is not kept alive, and no local is written back", async () => {
    const body = `import weakref


class Thing:
    pass


def test_weak():
    thing = Thing()
    seen = weakref.ref(thing)
    thing = None
    assert seen() is None


def test_locals():
    thing = 1
    names = locals()
    thing = 2
    names["thing"] = 3
    assert thing == 2
`;
    const folder = await project({ "test_f.py": body });
    // Python 3.12 alone leaves a copy of the locals in the frame.
    const odd = pythons.find(({ version }) => version === "3.12")?.python ?? "";
    for (const python of [...ends(), odd]) {
      const at = [11, 18, 20].map((line) => `test_f.py:${line}`);
      const run = await values(folder, at, { python, names: ["thing"] });
      expect(run.record?.failures).toEqual([]);
      expect(told(run)).toEqual([
        "test_weak 11 test_weak 1 line | thing: test_f.Thing = <Thing object>",
        "test_locals 18 test_locals 1 line | thing: int = 1",
        "test_locals 20 test_locals 1 line | thing: int = 2",
      ]);
    }
  });
});

test("a file that is no Python, a line that holds no statement and a file that is not there see nothing", async () => {
  const folder = await project({ "test_f.py": "# nothing\n\ndef test_f():\n    pass\n", "bad.py": "def (:\n" });
  const run = await values(folder, ["test_f.py:1", "test_f.py:2", "test_f.py:99", "bad.py:1", "none.py:3"]);
  expect(run).toMatchObject({ ended: "exited", observations: [], dropped: 0 });
  expect(run.problem).toBeUndefined();
});

test("a run that cannot start says so, and nothing stays behind", async () => {
  const folder = await project({ "test_f.py": "def test_f():\n    pass\n" });
  const run = await values(folder, ["test_f.py:2"], { python: join(folder, "no-python") });
  expect(run).toMatchObject({ ended: "not-started", record: undefined, observations: [] });
  expect(await readdir(folder)).toEqual(["test_f.py"]);
});

test("a test file below a symbolic link is the file that is watched", async () => {
  const folder = await project({ "real/test_f.py": "def test_f():\n    a = 1\n    assert a\n" });
  await symlink(join(folder, "real"), join(folder, "linked"));
  const run = await values(folder, ["real/test_f.py:3"], { nodeIds: ["linked/test_f.py"], names: ["a"] });
  expect(run.observations).toMatchObject([{ path: join(folder, "real/test_f.py"), line: 3 }]);
});
