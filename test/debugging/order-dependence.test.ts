import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findPolluters, findSetup } from "../../src/debugging/order-dependence.ts";
import { target } from "../../src/debugging/target.ts";
import { project, snapshot } from "../probe/support.ts";
import { callOf, runningEngine } from "./running.ts";

const many = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `def test_${prefix}_${at}():\n    pass\n`).join("\n");

async function polluters(files: Record<string, string>, nodeId: string, before?: string[]) {
  const repo = await project(files);
  const engine = await runningEngine(repo);
  const found = await findPolluters(engine, target(engine, nodeId), before, callOf());
  return { repo, engine, ...found };
}

describe("a test that passes alone and fails in the suite", () => {
  test("is explained by the one earlier test that leaves module state behind, found among many", async () => {
    const files = {
      "shop.py": "prices = {'tea': 3}\n",
      "test_a.py": `${many("a", 4)}\ndef test_sale():\n    import shop\n    shop.prices.clear()\n\n${many("b", 3)}`,
      "test_m.py": "import shop\n\ndef test_tea():\n    assert shop.prices['tea'] == 3\n",
      "test_z.py": many("z", 2),
    };
    const repo = await project(files);
    const engine = await runningEngine(repo);
    const before = await snapshot(repo);
    const messages: string[] = [];
    const found = await findPolluters(engine, target(engine, "test_m.py::test_tea"), undefined, {
      ...callOf(),
      progress: ({ message }) => messages.push(message),
    });
    expect(found.dependence).toMatchObject({ polluters: ["test_a.py::test_sale"], minimal: true });
    expect(found.failure).toMatchObject({ nodeId: "test_m.py::test_tea", exception: { type: "KeyError" } });
    expect(found.note).toBe("it fails after test_a.py::test_sale, and passes alone");
    expect(messages).toHaveLength(found.dependence?.runs ?? 0);
    // The file, the suite, the confirmation, at most two for each halving of 8 tests, the import, and two at the end.
    expect(messages.length).toBeLessThanOrEqual(3 + 2 * 3 + 3);
    expect(await snapshot(repo)).toEqual(before);
  });

  test("is explained by an environment variable, a file in the temporary folder, or state of its own class", async () => {
    const files = {
      "test_a.py": `import os, tempfile
def test_env(): os.environ["SHOP_MODE"] = "sale"
def test_file(): open(os.path.join(tempfile.gettempdir(), "shop.lock"), "w").close()
`,
      "test_m.py": `import os, tempfile
def test_mode(): assert os.environ.get("SHOP_MODE") is None
def test_lock(): assert not os.path.exists(os.path.join(tempfile.gettempdir(), "shop.lock"))
class TestCart:
    items = []
    def test_first(self): self.items.append(1)
    def test_second(self): assert self.items == []
`,
    };
    const repo = await project(files);
    const engine = await runningEngine(repo);
    const expected = {
      "test_m.py::test_mode": "test_a.py::test_env",
      "test_m.py::test_lock": "test_a.py::test_file",
      "test_m.py::TestCart::test_second": "test_m.py::TestCart::test_first",
    };
    for (const [nodeId, polluter] of Object.entries(expected)) {
      const before = nodeId.includes("Cart") ? undefined : ["test_a.py::test_env", "test_a.py::test_file"];
      const { dependence } = await findPolluters(engine, target(engine, nodeId), before, callOf());
      expect(dependence).toMatchObject({ polluters: [polluter], minimal: true });
    }
  });

  test("is explained by a file that only has to be imported, also where it comes behind the test", async () => {
    for (const name of ["test_a.py", "test_z.py"]) {
      const { dependence, note } = await polluters(
        {
          "shop.py": "mode = 'plain'\n",
          [name]: "import shop\nshop.mode = 'sale'\ndef test_nothing(): pass\n",
          "test_b.py": many("b", 1),
          "test_m.py": "import shop\n\ndef test_mode():\n    assert shop.mode == 'plain'\n",
        },
        "test_m.py::test_mode",
      );
      expect(dependence).toMatchObject({ polluters: [name], minimal: true });
      expect(note).toBe(`it fails once ${name} is imported, and passes alone`);
    }
  });

  test("is explained by two tests where it takes both, in their order", async () => {
    const { dependence } = await polluters(
      {
        "shop.py": "seen = []\n",
        "test_a.py": `import shop\n${many("a", 1)}\ndef test_one(): shop.seen.append(1)\n${many("b", 1)}\ndef test_two(): shop.seen.append(2)\n`,
        "test_m.py": "import shop\n\ndef test_few(): assert len(shop.seen) < 2\n",
      },
      "test_m.py::test_few",
    );
    expect(dependence).toMatchObject({ polluters: ["test_a.py::test_one", "test_a.py::test_two"], minimal: true });
  });

  test("is searched among the tests that the caller names, without running the suite again", async () => {
    const found = await polluters(
      {
        "test_a.py": "import os\ndef test_env(): os.environ['X'] = '1'\ndef test_b(): pass\n",
        "test_m.py": "import os\ndef test_x(): assert 'X' not in os.environ\n",
      },
      "test_m.py::test_x",
      ["test_a.py::test_env", "test_a.py::test_b"],
    );
    expect(found.dependence).toMatchObject({ polluters: ["test_a.py::test_env"], minimal: true });
  });

  test("is not blamed on others when a file that cannot be imported is among them", async () => {
    const { dependence } = await polluters(
      {
        "test_a.py": "import os\ndef test_env(): os.environ['X'] = '1'\n",
        "test_broken.py": "import no_such_module\n",
        "test_m.py": "import os\ndef test_x(): assert 'X' not in os.environ\n",
      },
      "test_m.py::test_x",
    );
    expect(dependence).toMatchObject({ polluters: ["test_a.py::test_env"] });
  });
});

describe("what is not believed", () => {
  test("a failure that comes and goes, whatever runs before it", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "faultline-flaky-"));
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
    const found = await polluters(
      {
        "test_a.py": many("a", 3),
        // It fails the first two times that it runs, as a test does that waits too short a time.
        "test_m.py": `import os
def test_flaky():
    times = len(os.listdir(${JSON.stringify(elsewhere)}))
    open(os.path.join(${JSON.stringify(elsewhere)}, str(times)), "w").close()
    assert times != 1
`,
      },
      "test_m.py::test_flaky",
    );
    expect(found.dependence).toBeUndefined();
    expect(found.note).toBe(
      "not reproducible: it fails in the suite, and passes when the same tests run before it once more",
    );
    expect(found.failure).toMatchObject({ exception: { type: "AssertionError" } });
  });

  test("a test that passes in the suite as well, one that the suite does not run, and a search without time", async () => {
    const repo = await project({
      "pytest.ini": "[pytest]\ntestpaths = a\n",
      "a/test_a.py": many("a", 2),
      "b/test_b.py": many("b", 2),
    });
    const engine = await runningEngine(repo);
    const note = async (nodeId: string, deadline = 100_000) =>
      (await findPolluters(engine, target(engine, nodeId), undefined, callOf({ deadline }))).note;
    expect(await note("a/test_a.py::test_a_1")).toBe("it passes in the suite as well");
    expect(await note("b/test_b.py::test_b_1")).toBe("the suite does not run it");
    expect(await note("a/test_a.py::test_a_1", 10)).toBe("there was no time to run the suite");
  });

  test("a cancelled search ends with the reason of the caller", async () => {
    const repo = await project({ "test_a.py": "import time\ndef test_a(): time.sleep(60)\n" });
    const engine = await runningEngine(repo);
    const controller = new AbortController();
    const call = callOf({
      signal: controller.signal,
      progress: () => setTimeout(() => controller.abort(new Error("enough")), 200),
    });
    await expect(findPolluters(engine, target(engine, "test_a.py::test_a"), undefined, call)).rejects.toThrow("enough");
  });
});

test("a test that fails alone and passes within the suite is told by what it needs", async () => {
  const repo = await project({
    "shop.py": "stock = None\n",
    "test_m.py": `import shop
${many("m", 2)}
def test_open():
    shop.stock = {"tea": 3}
def test_close():
    assert shop.stock["tea"] == 3
`,
  });
  const engine = await runningEngine(repo);
  const found = await findSetup(engine, target(engine, "test_m.py::test_close"), undefined, callOf());
  expect(found.note).toBe("it passes after test_m.py::test_open, and fails alone");
  expect(found.dependence).toMatchObject({ polluters: ["test_m.py::test_open"], minimal: true });
});
