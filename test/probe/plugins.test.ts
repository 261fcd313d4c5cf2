import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { findOlderPytests, findPluginPythons, findPythons, type TestPython } from "../support/pythons.ts";
import { gitInit, plainOutcomes, probe, project, recordedOutcomes, shellEnv, snapshot } from "./support.ts";

const everything = `
import asyncio
import random
import threading
import time
import unittest

import pytest
from hypothesis import given, settings, strategies as st

import lib


def test_passes():
    lib.total([1])


def test_fails():
    lib.total(None)


async def late(value):
    await asyncio.sleep(0)
    return lib.total(value)


@pytest.mark.asyncio
async def test_async():
    await late(None)


@given(st.integers(min_value=0, max_value=10))
@settings(max_examples=20)
def test_property_passes(number):
    lib.total([number])


@given(st.integers())
@settings(max_examples=50, deadline=1)
def test_property_fails(number):
    if number > 1000:
        lib.total(None)


@pytest.mark.flaky(reruns=3)
def test_flaky():
    lib.total(None)


@pytest.mark.timeout(20)
def test_with_a_limit():
    time.sleep(0.01)


def test_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(lib.total([1, 2])))
    thread.start()
    thread.join()
    assert found == [3]


def test_fake_files(fs):
    fs.create_file("/data/a.txt", contents="1")
    with open("/data/a.txt") as file:
        assert file.read() == "1"
    lib.total(None)


def test_frozen_time():
    from freezegun import freeze_time

    with freeze_time("2020-01-01"):
        assert time.time() == 1577836800
        lib.total(None)


class Cases(unittest.TestCase):
    def setUp(self):
        self.values = None

    def test_case(self):
        lib.total(self.values)

    async def helper(self):
        pass


class AsyncCases(unittest.IsolatedAsyncioTestCase):
    async def test_async_case(self):
        await late(None)
`;

const files = {
  "lib.py": "def total(values):\n    return sum(value for value in values)\n",
  "test_all.py": everything,
  "conftest.py": "import random\n\ndef pytest_configure(config):\n    config.seen_seed = random.random()\n",
  ".gitignore": ".hypothesis/\n",
};

const busy = `[pytest]
addopts = -n 2 --cov=. --cov-report=html --cov-report=xml --cov-fail-under=100 --junitxml=junit.xml --html=report.html
    --self-contained-html --reruns 2 --timeout=30 --randomly-seed=7 -x --lf
asyncio_mode = strict
asyncio_default_fixture_loop_scope = function
`;

/** Plugins that take a second to import, for tests that are not about them. */
const slow = ["-p", "no:hypothesispytest", "-p", "no:fakefs"];

/** Several whole runs of pytest; a busy machine needs long for them. */
const timeout = 300_000;

const quiet = "[pytest]\nasyncio_mode = strict\nasyncio_default_fixture_loop_scope = function\n";

let pythons: TestPython[];
beforeAll(async () => {
  pythons = await findPluginPythons();
});

describe("beside xdist, cov, asyncio, randomly, timeout, rerunfailures, html, hypothesis, pyfakefs and freezegun", () => {
  test("every test has the outcome that it has without the probe, and nothing is left behind", {
    timeout,
  }, async () => {
    for (const { python, version } of pythons) {
      const folder = await project({ ...files, "pytest.ini": quiet });
      const plain = await plainOutcomes(python, folder, ["-p", "no:randomly", "-p", "no:cacheprovider", "--reruns=0"]);
      expect(Object.values(plain), version).toContain("passed");

      const copy = await project({ ...files, "pytest.ini": busy });
      await gitInit(copy);
      const before = await snapshot(copy);
      const run = await probe(python, copy);
      expect(run.problem, version).toBeUndefined();
      expect(recordedOutcomes(run), version).toEqual(plain);
      expect(await snapshot(copy), version).toEqual(before);
      // Failed tests alone decide the exit status, not their coverage.
      expect(run.record?.end?.exitStatus, version).toBe(1);

      const crashes = new Map(run.record?.failures.map(({ nodeId, frames }) => [nodeId, frames.at(-1)]));
      expect(crashes.size, version).toBe(8);
      for (const [nodeId, crash] of crashes) {
        expect(crash, `${version} ${nodeId}`).toMatchObject({ path: join(copy, "lib.py"), line: 2, function: "total" });
      }
      // Each failed test ran once.
      expect(run.record?.failures, version).toHaveLength(crashes.size);
    }
  });

  test("options in PYTEST_ADDOPTS are quietened too", async () => {
    const [{ python } = { python: "" }] = pythons;
    const folder = await project({ "test_a.py": "def test_a():\n    None.a\n" });
    const before = await snapshot(folder);
    const addopts = "-n 2 --cov=. --junitxml=out.xml --reruns 3 -p no:randomly";
    const run = await probe(python, folder, { args: slow, env: shellEnv({ PYTEST_ADDOPTS: addopts }) });
    expect(run.record?.failures).toHaveLength(1);
    expect(await snapshot(folder)).toEqual(before);
  });

  test("an example that hypothesis saved fails again, and its storage stays as it is", async () => {
    const [{ python } = { python: "" }] = pythons;
    const text = (phases: string) => `
from hypothesis import given, settings, Phase, strategies as st

@given(st.integers())
@settings(phases=[${phases}], max_examples=2000)
def test_saved(number):
    assert number < 1000
`;
    const folder = await project({ "test_saved.py": text("Phase.generate, Phase.shrink") });
    const args = ["-p", "no:randomly", "-p", "no:cacheprovider"];
    expect(await plainOutcomes(python, folder, args)).toEqual({ "test_saved.py::test_saved": "failed" });
    // From here on the example can only come from the storage.
    await writeFile(join(folder, "test_saved.py"), text("Phase.reuse"));
    const before = await snapshot(folder);
    expect(Object.keys(before).some((name) => name.startsWith(".hypothesis/examples/"))).toBe(true);
    const run = await probe(python, folder, { args });
    expect(run.record?.failures[0]?.exception.message).toContain("assert 1000 < 1000");
    expect(await snapshot(folder)).toEqual(before);
  });

  test("a failure that depends on the seed of the last run fails again", async () => {
    const [{ python } = { python: "" }] = pythons;
    const folder = await project({
      "test_seed.py": "import random\n\ndef test_seed():\n    raise ValueError(str(random.random()))\n",
    });
    const first = await plainOutcomes(python, folder, slow);
    expect(first).toEqual({ "test_seed.py::test_seed": "failed" });
    const [again, oncemore] = [
      await probe(python, folder, { args: slow }),
      await probe(python, folder, { args: slow }),
    ];
    expect(again.record?.failures[0]?.exception.message).toMatch(/^0\.\d+$/);
    expect(oncemore.record?.failures[0]?.exception.message).toBe(again.record?.failures[0]?.exception.message);
  });
});

test("older pytest: the record is the same, and nothing is left behind", { timeout }, async () => {
  const [newest] = (await findPythons()).slice(-1);
  const records = [];
  for (const { python, pytestVersion } of [...(await findOlderPytests()), { ...newest, pytestVersion: "newest" }]) {
    const folder = await project({
      "lib.py": files["lib.py"],
      "test_old.py": `
import pytest
import lib

@pytest.fixture
def values(tmp_path):
    yield None
    raise KeyError("closing")

def test_fails(values):
    lib.total(values)

def test_chain():
    try:
        lib.total(None)
    except TypeError as error:
        raise ValueError("outer") from error

@pytest.mark.xfail
def test_expected():
    lib.total(None)
`,
      "pytest.ini": "[pytest]\naddopts = --junitxml=report.xml --lf --basetemp=here --log-file=log.txt --pdb\n",
    });
    const before = await snapshot(folder);
    const run = await probe(python ?? "", folder);
    expect(run.record?.header.pytest, pytestVersion).toContain(pytestVersion === "newest" ? "" : pytestVersion);
    expect(await snapshot(folder), pytestVersion).toEqual(before);
    records.push({
      pytestVersion,
      outcomes: recordedOutcomes(run),
      failures: JSON.parse(JSON.stringify(run.record?.failures).replaceAll(folder, "")),
      // Not their status: what is found depends on the Python, not on pytest.
      origins: run.record?.origins.map(({ nodeId }) => nodeId),
      skipped: run.record?.skippedLines,
    });
  }
  const [first] = records;
  expect(first?.failures).toHaveLength(3);
  for (const record of records) expect(record).toEqual({ ...first, pytestVersion: record.pytestVersion });
});
