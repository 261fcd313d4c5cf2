import { appendFile, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DebuggingAgent, Known } from "../../eval/ab/agent.ts";
import { claim } from "../../eval/ab/claim.ts";
import { planSessions } from "../../eval/ab/matrix.ts";
import { openResults, readResults } from "../../eval/ab/results-file.ts";
import { resultOf } from "./ab-sample.ts";

const agent: DebuggingAgent = { name: "claude", simulated: false, run: () => Promise.reject(new Error("not run")) };
const policy: DebuggingAgent = {
  name: "careful",
  simulated: true,
  policy: "Runs the test first.",
  run: (_, known: Known) => Promise.reject(new Error(known.bug.id)),
};
const arms = ["A", "H"].map((name) => ({ name, what: name, prepare: async () => undefined }));

async function file(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "ab-")), "results.jsonl");
}

test("a result is on the disk once it was added, and found by the next run", async () => {
  const path = await file();
  const first = await openResults(path);
  await first.add(resultOf({ arm: "A" }));
  expect((await readFile(path, "utf8")).endsWith("\n")).toBe(true);
  await first.close();
  const second = await openResults(path);
  expect([...second.earlier.keys()]).toEqual(["youtube-dl/8 A claude 1"]);
  await second.close();
});

test("no session is counted twice", async () => {
  const path = await file();
  const results = await openResults(path);
  await results.add(resultOf({ arm: "A" }));
  await expect(results.add(resultOf({ arm: "A" }))).rejects.toThrow("youtube-dl/8 A claude 1 has a result already");
  await results.add(resultOf({ arm: "H" }));
  await results.close();
  const text = await readFile(path, "utf8");
  await appendFile(path, text);
  expect(await readResults(path)).toHaveLength(2);
});

test("a session that failed is run again, and its new result counts", async () => {
  const path = await file();
  const { record } = resultOf({});
  const first = await openResults(path);
  await first.add(resultOf({ record: { ...record, ended: "failed", problem: "no account" } }));
  await first.close();
  const second = await openResults(path);
  expect(second.earlier.size).toBe(0);
  await second.add(resultOf({ record: { ...record, ended: "gave-up" } }));
  await second.close();
  expect((await readResults(path)).map((result) => result.record.ended)).toEqual(["gave-up"]);
});

test("half a line at the end does not count, and the next result stands on a line of its own", async () => {
  const path = await file();
  const first = await openResults(path);
  await first.add(resultOf({ arm: "A" }));
  await first.close();
  await appendFile(path, JSON.stringify(resultOf({ arm: "H" })).slice(0, 40));
  const told: string[] = [];
  const tell = (line: string) => told.push(line);
  expect(await readResults(path, tell)).toHaveLength(1);
  const second = await openResults(path, tell);
  expect(told).toEqual(Array(2).fill(`${path} ends in half a line, of a run that was killed; it does not count`));
  expect(second.earlier.size).toBe(1);
  await second.add(resultOf({ arm: "H" }));
  await second.close();
  expect((await readResults(path)).map(({ arm }) => arm)).toEqual(["A", "H"]);
});

test("a whole line that is no result is an error that names it", async () => {
  const path = await file();
  await appendFile(path, `${JSON.stringify({ ...resultOf({}), simulated: "no" })}\n`);
  await expect(openResults(path)).rejects.toThrow(/results\.jsonl:1: simulated: /);
});

test.each([
  ["that is no JSON", "{'schema': 1", /results\.jsonl:1 is no JSON/],
  ["of something else", '{"schema":1,"task":"open-incident"}', /results\.jsonl:1 is no result of eval:ab/],
  ["that is no object", "[1]", /results\.jsonl:1 is no result of eval:ab/],
  [
    "of another version",
    JSON.stringify({ ...resultOf({}), schema: 2 }),
    /results\.jsonl:1 was written by another version of eval:ab \(schema 2\)/,
  ],
])("a line %s is an error that says so", async (_, line, message) => {
  const path = await file();
  await appendFile(path, `${line}\n`);
  await expect(readResults(path)).rejects.toThrow(message);
  await expect(openResults(path)).rejects.toThrow(message);
  expect(await readFile(path, "utf8")).toBe(`${line}\n`);
});

test("a result of before bugs were said to raise or not is a result", async () => {
  const path = await file();
  await appendFile(path, `${JSON.stringify(resultOf({}))}\n${JSON.stringify(resultOf({ arm: "H", raises: false }))}\n`);
  expect((await readResults(path)).map(({ raises }) => raises)).toEqual([undefined, false]);
});

test("a verdict that had another name once is read under its present one", async () => {
  const path = await file();
  const { judged } = resultOf({});
  await appendFile(path, `${JSON.stringify({ ...resultOf({}), judged: { ...judged, verdict: "void" } })}\n`);
  expect((await readResults(path)).map((result) => result.judged.verdict)).toEqual(["not-applied"]);
});

test("a folder has one run at a time; one that was killed holds nobody up", async () => {
  const out = join(await file(), "..");
  const giveUp = await claim("--work", out);
  await expect(claim("--work", out)).rejects.toMatchObject({
    message: `process ${process.pid} is at work in ${out}`,
    hint: expect.stringContaining("name another --work"),
  });
  await giveUp();
  // No process has this id: it is above what Linux gives out.
  await writeFile(join(out, "running"), "4194305");
  await (await claim("--work", out))();
  expect(await readdir(out)).toEqual([]);
});

test("each arm meets each case in each repetition, and none is always first", () => {
  const planned = planSessions(["a", "b"], arms, [agent], 2);
  expect(planned.map(({ key }) => `${key.case}${key.arm}${key.repetition}`)).toEqual([
    "aA1",
    "aH1",
    "bH1",
    "bA1",
    "aH2",
    "aA2",
    "bA2",
    "bH2",
  ]);
  expect(planSessions(["a"], arms, [agent, policy], 3)).toHaveLength(12);
  // What is named twice is run once.
  expect(planSessions(["a", "a"], [...arms, ...arms], [agent, agent], 1)).toHaveLength(2);
});
