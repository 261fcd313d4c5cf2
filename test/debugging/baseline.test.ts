import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Baseline, checkoutNow, dependingOn, readBaseline, recordBaseline } from "../../src/debugging/baseline.ts";
import { fingerprint } from "../../src/evidence/fingerprint.ts";
import { staleness } from "../../src/evidence/freshness.ts";
import { engineFor as engineWith } from "./scene.ts";
import { engineFor } from "./support.ts";

test("evidence about some files of a checkout is fresh while nothing changes, whatever configures the others", async () => {
  const engine = engineFor(await realpath(await mkdtemp(join(tmpdir(), "monorepo-"))));
  const files = [
    "pyproject.toml",
    "shop/cart.py",
    "shop/pytest.ini",
    "services/tax/rates.py",
    "services/tax/pytest.ini",
  ];
  for (const file of files) {
    await mkdir(dirname(join(engine.repo, file)), { recursive: true });
    await writeFile(join(engine.repo, file), "");
  }
  const then = dependingOn(await checkoutNow(engine), new Set(["shop/cart.py"]));
  const now = () => fingerprint({ ...engine, files: Object.keys(then.files) });
  expect(staleness(then, await now())).toEqual([]);
  await writeFile(join(engine.repo, "services/tax/pytest.ini"), "[pytest]\n");
  expect(staleness(then, await now())).toEqual([]);
  await writeFile(join(engine.repo, "shop/pytest.ini"), "[pytest]\n");
  expect(staleness(then, await now())).toEqual(["shop/pytest.ini changed"]);
});

describe("what is on record of a piece of work", () => {
  const nodeId = "test_a.py::test_a";
  const failed: Baseline = {
    nodeId,
    status: "failed",
    signature: "KeyError|a.py:f|1",
    outcomes: { [nodeId]: "failed", "test_a.py::test_b": "passed" },
    complete: true,
  };
  const files = { "a.py": "def f(): pass\n", "test_a.py": "def test_a(): pass\n" };

  /** Records one state of things after another, with an edit between them. */
  async function record(...states: Baseline[]) {
    const engine = await engineWith(files, "python3");
    for (const [at, state] of states.entries()) {
      await writeFile(join(engine.repo, "a.py"), `def f(): return ${at}\n`);
      await recordBaseline(engine, state, await checkoutNow(engine));
    }
    const first = await engineWith({ ...files, "a.py": "def f(): return 0\n" }, "python3");
    return { recorded: await readBaseline(engine, nodeId), beginning: await checkoutNow(first) };
  }

  test("a test that passed when it began is still to pass, and files are compared with those of then", async () => {
    const outcomes = { [nodeId]: "failed", "test_a.py::test_b": "failed", "test_a.py::test_c": "failed" } as const;
    const { recorded, beginning } = await record(failed, { ...failed, signature: "TypeError|a.py:f|2", outcomes });
    expect(recorded?.baseline).toMatchObject({
      signature: "TypeError|a.py:f|2",
      outcomes: { [nodeId]: "failed", "test_a.py::test_b": "passed", "test_a.py::test_c": "failed" },
    });
    expect(recorded?.fingerprint.files["a.py"]).toBe(beginning.files["a.py"]);
  });

  test("a look without the suite takes nothing away", async () => {
    const { recorded } = await record(failed, { ...failed, outcomes: {}, complete: false });
    expect(recorded?.baseline).toMatchObject({ outcomes: failed.outcomes, complete: true });
  });

  test("a whole run takes the place of an older one, also in which tests there are; part of one adds to it", async () => {
    const { outcomes: _, ...rest } = failed;
    const older: Baseline = {
      ...rest,
      outcomes: { ...failed.outcomes, "test_a.py::test_old": "passed", "a.py::unimported": "passed" },
    };
    const newer: Baseline = { ...rest, outcomes: { [nodeId]: "failed", "test_a.py::test_new": "passed" } };
    const whole = await record(older, newer);
    expect(whole.recorded?.baseline.outcomes).toEqual({
      [nodeId]: "failed",
      "test_a.py::test_new": "passed",
      "a.py::unimported": "passed",
    });
    const part = await record(older, { ...newer, complete: false });
    expect(part.recorded?.baseline.outcomes).toEqual({ ...older.outcomes, ...newer.outcomes });
  });

  test("tests of a file that is gone at a later look are not missed any more", async () => {
    const outcomes = { ...failed.outcomes, "test_slow.py::test_1": "passed" } as const;
    const { recorded } = await record({ ...failed, outcomes }, { ...failed, outcomes: {}, complete: false });
    expect(recorded?.baseline.outcomes).toEqual(failed.outcomes);
  });

  test("a test that passed begins anew when it fails", async () => {
    const passed: Baseline = { nodeId, status: "passed", outcomes: { "test_a.py::test_b": "passed" }, complete: true };
    const outcomes = { "test_a.py::test_b": "failed" } as const;
    const { recorded, beginning } = await record(passed, { ...failed, outcomes });
    expect(recorded?.baseline.outcomes).toEqual(outcomes);
    expect(recorded?.fingerprint.files["a.py"]).not.toBe(beginning.files["a.py"]);
  });
});
