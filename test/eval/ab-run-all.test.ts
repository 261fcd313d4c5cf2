import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DebuggingAgent } from "../../eval/ab/agent.ts";
import { planSessions } from "../../eval/ab/matrix.ts";
import { withoutPlaces } from "../../eval/ab/places.ts";
import { readResults } from "../../eval/ab/results-file.ts";
import { type RunSession, runAll, timeLeft } from "../../eval/ab/run-all.ts";
import { readVoids } from "../../eval/ab/voids.ts";
import { resultOf } from "./ab-sample.ts";

const agent: DebuggingAgent = { name: "claude", simulated: false, run: () => Promise.reject(new Error("not run")) };
const arms = ["A", "H"].map((name) => ({ name, what: name, prepare: async () => undefined }));
const fine: RunSession = async ({ key }) => ({ result: resultOf(key) });

async function folder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "ab-"));
}

async function runIn(out: string, cases: string[], run: RunSession, stop = new AbortController()) {
  const told: string[] = [];
  const planned = planSessions(cases, arms, [agent], 1);
  const lost = await runAll(planned, out, 1, run, (text) => told.push(text), stop.signal);
  return { lost, told, results: await readResults(join(out, "results.jsonl")) };
}

test("each session is told of as it ends, with how much is left", async () => {
  const { told, lost } = await runIn(await folder(), ["x/1"], fine);
  expect(told).toEqual([
    "1/2 x/1 A claude 1: fixed, 1,100 tokens, 4 turns, 12 s; less than a minute left",
    "2/2 x/1 H claude 1: fixed, 1,100 tokens, 4 turns, 12 s",
  ]);
  expect(lost).toBe(0);
});

test.each([
  [0, 1000, ""],
  [10, 1000, "; less than a minute left"],
  [100, 1000, "; about 2 min left"],
  [1000, 9000, "; about 2 h 30 min left"],
])("%i sessions of %i ms: %j", (sessions, each, text) => {
  expect(timeLeft(sessions, each)).toBe(text);
});

test("a void case is told of once, kept for the report, and no longer void once it has a result", async () => {
  const out = await folder();
  const first = await runIn(out, ["x/1", "x/2"], async (planned) =>
    planned.key.case === "x/1" ? { void: "the tests do not fail before the fix" } : fine(planned),
  );
  expect(first.told[0]).toBe("x/1 is void, and will be in no table: the tests do not fail before the fix");
  expect(first.told.filter((text) => text.includes("x/1"))).toHaveLength(1);
  expect(first).toMatchObject({ lost: 0, results: [{ case: "x/2" }, { case: "x/2" }] });
  expect([...(await readVoids(out))]).toEqual([["x/1", "the tests do not fail before the fix"]]);
  await runIn(out, ["x/1"], fine);
  expect([...(await readVoids(out))]).toEqual([]);
});

test("a session that cannot be run holds no other up, and is run the next time", async () => {
  const out = await folder();
  const first = await runIn(out, ["x/1", "x/2"], async (planned) => {
    if (planned.key.case === "x/1") throw new Error("pip found no such version\nand more");
    return fine(planned);
  });
  expect(first.told[0]).toMatch(/^1\/4 x\/1 A claude 1: could not be run: pip found no such version;/);
  expect(first.lost).toBe(2);
  expect(first.results.map((one) => one.case)).toEqual(["x/2", "x/2"]);
  const second = await runIn(out, ["x/1", "x/2"], fine);
  expect(second.told[0]).toBe("2 sessions have their results already");
  expect(second).toMatchObject({ lost: 0 });
  expect(second.results).toHaveLength(4);
});

test("what ends because a run was called off is neither a result nor an error", async () => {
  const stop = new AbortController();
  const { told, results, lost } = await runIn(
    await folder(),
    ["x/1", "x/2"],
    async (planned) => {
      if (planned.key.arm === "A") return fine(planned);
      stop.abort();
      throw new Error("killed by the terminal's Ctrl-C as well");
    },
    stop,
  );
  expect(told).toHaveLength(1);
  expect(results.map(({ arm }) => arm)).toEqual(["A"]);
  expect(lost).toBe(0);
});

test("a result that comes as a run is called off is kept", async () => {
  const stop = new AbortController();
  const { told, results } = await runIn(
    await folder(),
    ["x/1"],
    (planned) => {
      stop.abort();
      return fine(planned);
    },
    stop,
  );
  expect(results.map(({ arm }) => arm)).toEqual(["A"]);
  expect(told).toHaveLength(1);
});

test("a list of void cases that is none is an error that names it", async () => {
  const out = await folder();
  await writeFile(join(out, "void.json"), '["x/1"');
  await expect(readVoids(out)).rejects.toThrow(/void\.json does not say which cases are void; remove it/);
});

test("results name no folder of the machine that they were made on", () => {
  const places = [
    ["/srv/work", "WORK"],
    ["/srv/work/sessions/1f", "SESSION"],
    ["/", "ROOT"],
  ] as const;
  const leak = { kind: "fix", how: "open", where: "/srv/work/sessions/1f/a.py", what: "in /srv/work/venvs" } as const;
  expect(withoutPlaces(resultOf({ leaks: [leak] }), places)).toEqual(
    resultOf({ leaks: [{ ...leak, where: "SESSION/a.py", what: "in WORK/venvs" }] }),
  );
});

test("the file of void cases is in the order of their names", async () => {
  const out = await folder();
  await runIn(out, ["x/10", "x/9"], async ({ key }) => ({ void: `${key.case} passes` }));
  expect(Object.keys(JSON.parse(await readFile(join(out, "void.json"), "utf8")))).toEqual(["x/9", "x/10"]);
});
