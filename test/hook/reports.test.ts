import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { explain } from "../../src/hook/explain.ts";
import { reportFolder } from "../../src/kernel/state.ts";
import { findPluginPythons } from "../support/pythons.ts";
import { bash, type Scene, shop } from "./scene.ts";

const FAILING = "tests/test_invoice.py::test_headlamp_without_a_price_costs_nothing_yet";

let scene: Scene;
let python: string;
let folder: string;

beforeAll(async () => {
  [{ python } = { python: "" }] = await findPluginPythons();
});

// Never run again: what is known comes from the output or from a report.
beforeEach(async () => {
  scene = await shop({ minFiles: 0, minLines: 0, rerun: false });
  folder = reportFolder("s", scene.deps.env) ?? "";
  await writeFile(join(scene.repo, "tests", "test_sum.py"), "def test_sum():\n    assert 1 + 1 == 3\n");
});

/** Runs a shell line as a session in report mode does; `pytest` in it is one without a cache. */
async function session(command: string): Promise<object> {
  const env = { ...scene.deps.env, PYTHONPATH: resolve("python-probe/src/report"), FAULTLINE_REPORT_DIR: folder };
  const began = Date.now();
  // hypothesis and pyfakefs take a second to import.
  const pytest = `${python} -m pytest -p no:cacheprovider -p no:hypothesispytest -p no:fakefs -p no:randomly`;
  const payload = await bash({ ...scene, deps: { ...scene.deps, env } }, command.replaceAll("pytest", pytest));
  return { ...payload, duration_ms: Date.now() - began };
}

/** What came of a call: the rule that asked for silence or the text, and what was said of reports. */
async function heard(payload: object, more: Partial<Scene["deps"]> = {}) {
  const { decisions, text } = await explain(payload, { ...scene.deps, ...more });
  const outcomeOf = (what: string) => decisions.find((decision) => decision.what === what)?.outcome;
  return {
    silence: decisions.find(({ outcome }) => outcome.startsWith("silence"))?.what,
    text: text ?? "",
    reports: outcomeOf("reports"),
  };
}

/** 200 KB in front of the summary, as a failing command loses it. */
function cut(payload: object): object {
  return { ...payload, error: `Exit code 1\n${"x\n".repeat(2500)}\n\n... [190000 characters truncated] ...\n\nx\n` };
}

describe("a failure that no text shows is explained by the report of the run", () => {
  test.each([
    ["nothing printed", `pytest ${FAILING} >/dev/null 2>&1; true`],
    ["a count only", `pytest -q --tb=no ${FAILING} | grep -c passed; true`],
    ["the passing part only", "pytest -q | grep -o '[0-9]* passed'"],
    ["workers of xdist", `pytest -n 2 ${FAILING} >/dev/null; true`],
    ["the head of it", `pytest ${FAILING} | head -3`],
    ["another folder", `(cd tests && pytest test_invoice.py >/dev/null) || true`],
    ["a run of the whole suite, whose last run passed", `pytest >/dev/null; pytest -q -k tent`],
  ])("%s", async (_, command) => {
    const payload = await session(command);
    const { text, reports } = await heard(payload);
    expect(text).toContain("Crash site shop/");
    expect(text).toContain("test_headlamp_without_a_price_costs_nothing_yet");
    expect(reports).toMatch(/^failures reported by the run: [12]; taken/);
    expect(await readdir(folder)).toEqual([]);
  });

  test("200 KB whose end was cut away", async () => {
    const { text, reports } = await heard(cut(await session("pytest")));
    expect(text).toContain("Crash site shop/");
    expect(text).toContain("Besides, 1 more failed.");
    expect(reports).toMatch(/^failures reported by the run: 2; taken/);
  });

  test("a test named twice is told as it failed last", async () => {
    const edit = `sed -i s/KeyError/LookupError/ tests/test_own.py`;
    await writeFile(join(scene.repo, "shop", "own.py"), "def own(kind):\n    raise kind('disk')\n");
    const code = "from shop.own import own\n\ndef test_own():\n    own(KeyError)\n";
    await writeFile(join(scene.repo, "tests", "test_own.py"), code);
    const { text } = await heard(
      await session(`pytest tests/test_own.py >/dev/null; ${edit}; pytest tests/test_own.py >/dev/null`),
    );
    expect(text).toMatch(/^Faultline: LookupError: disk$/m);
    expect(text).toMatch(/ tests\/test_own\.py::test_own$/);
    expect(text).not.toContain("KeyError");
  });
});

describe("silence stays", () => {
  test("where the output shows all: the text comes first", async () => {
    const payload = await session(`pytest ${FAILING}`);
    const plain = await heard(payload, { env: { ...scene.deps.env, XDG_STATE_HOME: "/nonexistent" }, remember: false });
    const { text, reports } = await heard(payload);
    expect(reports).toBe("failures reported by the run: 1; the output shows as much");
    expect(text).toBe(plain.text);
    expect(plain.reports).toBeUndefined();
  });

  test("for a passing run, also after a failing one", async () => {
    await heard(await session(`pytest ${FAILING} >/dev/null; true`));
    expect(await heard(await session("pytest -k tent >/dev/null"))).toEqual({ silence: "passing-run", text: "" });
  });

  test("for the test's own assertion, without a re-run", async () => {
    const { silence } = await heard(await session("pytest tests/test_sum.py >/dev/null; true"));
    expect(silence).toBe("bare-assertion");
  });

  test("for what this session was told already, printed or reported", async () => {
    expect((await heard(await session(`pytest ${FAILING}`))).silence).toBeUndefined();
    expect((await heard(await session(`pytest ${FAILING} >/dev/null; true`))).silence).toBe("already-explained");
  });

  test("for a run that goes on in the background, whose report is left to nobody else", async () => {
    const payload = await session(`pytest ${FAILING} >/dev/null; true`);
    const response = { stdout: "", stderr: "", interrupted: false, backgroundTaskId: "b1" };
    expect((await heard({ ...payload, tool_response: response })).silence).toBe("unfinished-command");
    const [report = ""] = await readdir(folder);
    await utimes(join(folder, report), new Date(), new Date(Date.now() - 60_000));
    expect((await heard(await session("pytest -k tent >/dev/null"))).silence).toBe("passing-run");
  });

  test("for the failing tests of another project", async () => {
    const other = join(scene.repo, "..", "other");
    await mkdir(other);
    await writeFile(join(other, "pytest.ini"), "[pytest]\n");
    await writeFile(join(other, "test_other.py"), "def test_other():\n    {}['a']\n");
    const payload = await session("(cd ../other && pytest >/dev/null); pytest -q -k tent >/dev/null");
    expect((await heard(payload)).silence).toBe("passing-run");
    expect(await readdir(folder)).toHaveLength(1);
  });

  test("where no session has reports nothing is looked for", async () => {
    const payload = await session(`pytest ${FAILING} >/dev/null; true`);
    await rm(folder, { recursive: true });
    expect(await heard(payload)).toEqual({ silence: "passing-run", text: "" });
    expect(await heard({ ...payload, session_id: "../s" })).toMatchObject({ silence: "passing-run" });
  });
});

test("a replay keeps the reports", async () => {
  const payload = await session(`pytest ${FAILING} >/dev/null; true`);
  const replayed = await heard(payload, { remember: false });
  expect(replayed.text).toContain("Crash site shop/");
  expect(await readdir(folder)).toHaveLength(1);
  expect(await heard(payload)).toEqual(replayed);
});
