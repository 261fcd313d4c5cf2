import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "../../src/debugging/engine.ts";
import { tellFailure } from "../../src/debugging/failure-facts.ts";
import { getEvidence } from "../../src/debugging/get-evidence.ts";
import { type PatchFacts, patchVerdict } from "../../src/debugging/patch-verdict.ts";
import { searchCode } from "../../src/debugging/search-code.ts";
import { target } from "../../src/debugging/target.ts";
import { watchedPlace } from "../../src/debugging/watched-place.ts";
import { redact, redactSource } from "../../src/kernel/redact.ts";
import { explainCutRecord } from "../../src/probe/problem.ts";
import type { Failure } from "../../src/pytest/failure.ts";
import { engineFor } from "./support.ts";

const call = { deadline: 20_000, budgetTokens: 4000 };
const SECRET = "hunter2".repeat(20);
const TAIL = `${SECRET}@db.example/shop`;

/** A text of which the first `limit` characters end within the password of an address. */
function cutAt(limit: number): string {
  const before = "postgres://user:";
  return `${"x ".repeat(limit).slice(0, limit - 20 - before.length)}${before}${TAIL}`;
}

let engine: Engine;
beforeAll(async () => {
  engine = engineFor(await realpath(await mkdtemp(join(tmpdir(), "fl-cuts-"))));
  await writeFile(join(engine.repo, "t.py"), "def t():\n    pass\n");
});
afterAll(() => rm(engine.repo, { recursive: true, force: true }));

function failing(message: string): Failure {
  const none = { frames: [], chain: [], group: [], sections: [] };
  return { nodeId: "t.py::t", phase: "call", exception: { type: "OSError", message }, incomplete: false, ...none };
}

async function errorOf(action: () => unknown): Promise<string> {
  try {
    return String(await action());
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

test.each<[string, () => unknown]>([
  ["the message of a failure", () => tellFailure(failing(cutAt(2000)), "/repo").facts.exception.message],
  [
    "the verdict on a patch",
    () => {
      const now = { status: "failed", problem: undefined, signature: "s", failure: failing(cutAt(200)) } as const;
      const edit = { files: [], test: "untouched", sources: true, environment: [] } as PatchFacts["edit"];
      return patchVerdict({ now, deadline: 1, before: undefined, edit, suite: undefined }).summary;
    },
  ],
  ["a node id that is refused", () => target(engine, `t.py::${cutAt(194)}\n`)],
  ["a place that is refused", () => watchedPlace(engine.repo, cutAt(200))],
  ["what is no handle", () => getEvidence(engine, { handle: cutAt(40) }, call)],
  ["an option of pytest that is refused", () => target({ ...engine, pytestArgs: [cutAt(80)] }, "t.py::t")],
  [
    "why a run was cut off",
    () =>
      explainCutRecord({
        ended: "exited",
        exitCode: 3,
        signal: undefined,
        stdout: "",
        stderr: `OSError: ${cutAt(191)}\n`,
        reason: undefined,
      }),
  ],
])("%s is without its secrets before it is cut", async (_, action) => {
  const told = redactSource(redact(await errorOf(action)));
  expect(told).toContain("postgres://<redacted>");
  expect(told).not.toContain("hunter");
});

test.each([
  [
    "behind the match",
    (secret: string) => `needle = 1;${" ".repeat(40)}x=1;${"y ".repeat(80)}url="postgres://user:${secret}"`,
  ],
  [
    "in front of it",
    (secret: string) =>
      `${"y ".repeat(99)}postgres://user:${secret.replaceAll("@", `${SECRET}@`)}'+needle;${"z ".repeat(200)}`,
  ],
])("a long line that search shows a part of has no part of a secret %s", async (_, line) => {
  await writeFile(join(engine.repo, "long.js"), `${line(TAIL)};${"w ".repeat(200)}\n`);
  const { matches } = await searchCode(engine, { query: "needle", glob: "*.js" }, call);
  expect(matches).toHaveLength(1);
  expect(matches[0]?.text).toContain("needle");
  expect(matches[0]?.text).toContain("<redacted>");
  expect(matches[0]?.text).not.toContain("hunter");
  expect(matches[0]?.text.length).toBeLessThanOrEqual(302);
});
