import { appendFile, mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { silenceRules } from "../../src/hook/silence.ts";
import { answer, bash, type Scene, shop } from "./scene.ts";

const FAILING = "tests/test_invoice.py::test_headlamp_without_a_price_costs_nothing_yet";

let scene: Scene;
let failing: object;

beforeAll(async () => {
  scene = await shop();
  failing = await bash(scene, `${scene.python} -m pytest -p no:cacheprovider`);
});

function heard(payload: unknown, more: Partial<Scene["deps"]> = {}): Promise<string> {
  return answer(payload, { ...scene.deps, remember: false, ...more });
}

describe("silence", () => {
  test("of a command that was interrupted or goes on in the background: unfinished-command", async () => {
    expect(await heard({ ...failing, is_interrupt: true })).toBe("silence by unfinished-command");
    const response = { stdout: "", stderr: "", interrupted: false, backgroundTaskId: "b1" };
    const background = { ...failing, hook_event_name: "PostToolUse", tool_response: response };
    expect(await heard(background)).toBe("silence by unfinished-command");
  });

  test("of a command that runs no tests, whatever it prints: not-a-test-run", async () => {
    for (const command of ["cat pytest.log", "git commit -m 'fix pytest'", "grep -r FAILED ."]) {
      expect(await heard({ ...failing, tool_input: { command } })).toBe("silence by not-a-test-run");
    }
  });

  test("of a run in which nothing failed: passing-run", async () => {
    const passing = await bash(scene, `${scene.python} -m pytest -p no:cacheprovider -k tent`);
    expect(await heard(passing)).toBe("silence by passing-run");
    const nothing = await bash(scene, `${scene.python} -m pytest -p no:cacheprovider tests/none.py`);
    expect(await heard(nothing)).toBe("silence by passing-run");
  });

  test("in a repository below the size that pays: small-repository", async () => {
    for (const config of [{}, { minFiles: 0 }, { minFiles: 10_000, minLines: 0 }]) {
      const small = await shop(config);
      expect(await answer({ ...failing, cwd: small.repo }, small.deps)).toBe("silence by small-repository");
    }
  });

  test("of a file that cannot be collected: named-by-output", async () => {
    const broken = await shop();
    await appendFile(join(broken.repo, "shop", "invoice.py"), "\ndef broken(:\n");
    const payload = await bash(broken, `${broken.python} -m pytest -p no:cacheprovider`);
    expect(await answer(payload, broken.deps)).toBe("silence by named-by-output");
  });

  test("of the test's own assertion: bare-assertion, known from the output alone", async () => {
    const asserting = await shop({ minFiles: 0, minLines: 0, rerun: false });
    const file = join(asserting.repo, "tests", "test_sum.py");
    await writeFile(file, "def test_sum():\n    assert 1 + 1 == 3\n");
    const payload = await bash(asserting, `${asserting.python} -m pytest -p no:cacheprovider tests/test_sum.py`);
    expect(await answer(payload, asserting.deps)).toBe("silence by bare-assertion");
  });

  test("of the test's own assertion: bare-assertion, learnt by a re-run where the output is filtered", async () => {
    const asserting = await shop();
    const file = join(asserting.repo, "tests", "test_sum.py");
    await writeFile(file, "def test_sum():\n    assert 1 + 1 == 3\n");
    const command = `${asserting.python} -m pytest -p no:cacheprovider --tb=no -q tests/test_sum.py`;
    expect(await answer(await bash(asserting, command), asserting.deps)).toBe("silence by bare-assertion");
  });

  test("of an exception raised in the test itself without an origin elsewhere: low-confidence", async () => {
    const raising = await shop();
    await writeFile(join(raising.repo, "tests", "test_own.py"), "def test_own():\n    raise OSError('disk')\n");
    const payload = await bash(raising, `${raising.python} -m pytest -p no:cacheprovider tests/test_own.py`);
    expect(await answer(payload, raising.deps)).toBe("silence by low-confidence");
  });

  test("of what this session was told already, until a Python file changes: already-explained", async () => {
    const told = await shop();
    const payload = await bash(told, `${told.python} -m pytest -p no:cacheprovider`);
    expect(await answer(payload, told.deps)).toContain("Crash site shop/invoice.py:10");
    expect(await answer(payload, told.deps)).toBe("silence by already-explained");
    expect(await answer({ ...payload, session_id: "another" }, told.deps)).toContain("Crash site");
    const alone = await bash(told, `${told.python} -m pytest -p no:cacheprovider --tb=no -q ${FAILING}`);
    expect(await answer(alone, told.deps)).toBe("silence by already-explained");
    const later = new Date(Date.now() + 2000);
    await utimes(join(told.repo, "shop", "basket.py"), later, later);
    expect(await answer(payload, told.deps)).toContain("Crash site shop/invoice.py:10");
  });

  test("of what is not an event of ours, or not of the expected shape", async () => {
    for (const payload of [null, 7, "text", [], {}, { ...failing, tool_name: "Read" }, { ...failing, error: 5 }]) {
      expect(await heard(payload)).toMatch(/^silence: event/);
    }
  });
});

test("a rule that is switched off does not fire", async () => {
  const payload = { ...failing };
  const eager = await shop({ disabledSilenceRules: ["small-repository"] });
  expect(await answer({ ...payload, cwd: eager.repo }, eager.deps)).toContain("Crash site");
});

test("every rule is documented in the README by its name", async () => {
  const readme = await readFile("README.md", "utf8");
  for (const { name } of silenceRules) expect(readme).toContain(`\`${name}\``);
});

test("no rule is without a test", async () => {
  const own = await readFile("test/hook/silence.test.ts", "utf8");
  for (const { name } of silenceRules) expect(own).toContain(`silence by ${name}`);
});

test("a folder that was deleted since is no reason to fail", async () => {
  await mkdir(join(scene.repo, "gone"), { recursive: true });
  const payload = { ...failing, cwd: join(scene.repo, "gone", "deeper", "still") };
  expect(await heard(payload)).toMatch(/^(silence|Faultline)/);
});
