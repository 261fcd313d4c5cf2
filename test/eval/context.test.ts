import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Measured, measureBug } from "../../eval/context/measure.ts";
import { LIMIT, originVerdict } from "../../eval/context/origin-verdict.ts";
import { contextCsv, contextTable, misses } from "../../eval/context/report.ts";
import { prepareBench } from "../../eval/context/tools.ts";
import { cleanEnv } from "../../eval/environment.ts";
import { installHooks } from "../../eval/installation.ts";
import { readBundled, readProject } from "../../eval/manifest.ts";
import { CASES, ROOT } from "../../eval/root.ts";
import { findInterpreters } from "../support/pythons.ts";

const run = promisify(execFile);

describe("the bundled cases", () => {
  let work: string;
  let measured: Measured[];

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), "fl-eval-"));
    await mkdir(join(work, "home"));
    const python =
      (await findInterpreters()).find((found) => found.version === "3.11") ?? (await findInterpreters())[0];
    const kept = join(ROOT, "node_modules", ".cache", "faultline", `eval-${python?.version}`);
    const bench = await prepareBench(work, python?.path ?? "python3", kept);
    const installation = await installHooks(join(work, "hooks"), bench.python, { minFiles: 0, minLines: 0 });
    const shop = { work, repos: undefined, env: cleanEnv(work) };
    measured = [];
    for (const bug of await readBundled(join(CASES, "bundled"))) {
      measured.push(await measureBug(bug, bench, shop, installation));
    }
  });

  afterAll(() => rm(work, { recursive: true, force: true }));

  test("fail before the fix and pass after it", () => {
    expect(measured.filter((one) => one.void !== undefined).map((one) => `${one.bug.id}: ${one.void}`)).toEqual([]);
    expect(measured.length).toBeGreaterThanOrEqual(4);
  });

  test("show neither the fixed line nor the fixed function in plain pytest's output", () => {
    for (const { bug, shown } of measured) {
      expect([bug.id, shown["plain"]?.verdict]).toEqual([bug.id, { line: undefined, function: undefined }]);
    }
  });

  test("have the fixed function named in each injection, and no origin that is false", () => {
    const named = measured.filter((one) => one.shown["faultline"]?.verdict.function !== undefined);
    expect(named.map((one) => one.bug.id)).toEqual(measured.map((one) => one.bug.id));
    expect(measured.filter((one) => originVerdict(one) === "false").map((one) => one.bug.id)).toEqual([]);
  });

  test("get injections of at most 2,048 bytes", () => {
    for (const { shown } of measured) expect(shown["faultline"]?.bytes).toBeLessThanOrEqual(LIMIT);
  });

  test("are one row each in the table and in the CSV, and every miss is explained", () => {
    const lines = contextCsv(measured).trimEnd().split("\n");
    const columns = lines[0]?.split(",").length;
    expect(lines.map((line) => line.split(",").length)).toEqual(
      Array.from({ length: measured.length + 1 }, () => columns),
    );
    for (const { bug } of measured) expect(contextTable(measured)).toContain(`| bundled ${bug.id}`);
    const missed = measured.filter((one) => !one.shown["faultline"]?.verdict.line);
    for (const { bug } of missed) expect(misses(measured)).toContain(`bundled ${bug.id}: fixed`);
  });
});

test("the built benchmark refuses a bug that the manifest does not have", async () => {
  const script = join(ROOT, "dist", "eval", "context.js");
  const refused = run(process.execPath, [script, "--project", "bundled", "--bugs", "nine"]);
  await expect(refused).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("none of the bugs asked for"),
  });
});

test("every manifest of public bugs is complete: each bug once, its tests in its test files or beside them", async () => {
  const files = (await readdir(CASES)).filter((name) => name.endsWith(".json") && !name.endsWith("-heavy.json"));
  for (const file of files) {
    const bugs = await readProject(join(CASES, file));
    expect(new Set(bugs.map((bug) => bug.id)).size).toBe(bugs.length);
    for (const bug of bugs) {
      expect([bug.id, bug.suite?.sources.length]).not.toEqual([bug.id, 0]);
      for (const test of bug.tests) expect(test).toMatch(/^[\w/]+\.py(::\w+)+$/);
    }
  }
});

test("the bugs of the context benchmark are those of which the true origin is known", async () => {
  const bugs = await readProject(join(CASES, "youtube-dl.json"));
  const known = bugs.filter((bug) => bug.origins.length > 0);
  expect(known.map(({ id }) => id)).toEqual("4 5 8 9 10 11 12 15 16 22 23 28 30 32 33 37".split(" "));
});
