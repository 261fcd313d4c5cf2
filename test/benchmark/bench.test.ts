import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BenchRequest, type GivenProfile, runBench } from "../../src/benchmark/bench.ts";
import { writeRun } from "../../src/benchmark/run-folder.ts";
import { runJob } from "../../src/benchmark/run-job.ts";
import type { RunSessions, SessionJob, SessionOutcome } from "../../src/benchmark/session-job.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { result } from "./support/results.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faultline-bench-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function given(text: string): GivenProfile {
  const read = parseProfile(text, "p.toml");
  if (!("profile" in read)) throw new Error(read.mistakes[0]?.message);
  return { given: "p.toml", profile: read.profile, source: { file: "p.toml", text } };
}

const stale = given('name = "old"\n[[faults]]\nkind = "stale"\nprobability = 0.5\n');

function request(runSessions: RunSessions, change: Partial<BenchRequest> = {}): BenchRequest {
  return {
    version: "0.0.0",
    matrix: { profiles: ["old"], agents: ["naive", "resilient"], tasks: ["maintenance_roundtrip"], iterations: 3 },
    profiles: [stale],
    model: undefined,
    runSessions,
    folder: join(folder, "out"),
    signal: new AbortController().signal,
    progress: () => undefined,
    ...change,
  };
}

/** Runs the sessions that `pick` gives, and tells `outcome` of each. */
function runner(
  pick: (jobs: readonly SessionJob[]) => readonly SessionJob[],
  outcome: (job: SessionJob) => SessionOutcome,
): RunSessions {
  return async (jobs, tell) => {
    for (const job of pick(jobs)) tell(job, outcome(job));
  };
}

function good({ profile, agent, task, iteration }: SessionJob): SessionOutcome {
  return { result: result({ profile, agent, task, iteration }) };
}

function contents(): Record<string, string> {
  const files = readdirSync(join(folder, "out"), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length),
        readFileSync(join(parentPath, name), "utf8"),
      ])
      .toSorted(),
  );
}

function resultLines(): unknown[] {
  const text = readFileSync(join(folder, "out", "results.jsonl"), "utf8");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

describe("a benchmark", () => {
  test("leaves the same bytes whatever the order in which real sessions end", async () => {
    const outcomes = new Map<SessionJob, SessionOutcome>();
    const real: RunSessions = async (jobs, tell) => {
      for (const job of jobs) {
        outcomes.set(job, await runJob(job, {}));
        tell(job, outcomes.get(job) as SessionOutcome);
      }
    };
    await runBench(request(real));
    const first = contents();
    const backwards: RunSessions = async (jobs, tell) => {
      for (const job of jobs.toReversed()) tell(job, await runJob(job, {}));
    };
    await runBench(request(backwards));
    expect(contents()).toEqual(first);
    expect(Object.keys(first)).toEqual(
      expect.arrayContaining(
        ["bench.json", "chart.svg", "junit.xml", "report.md", "results.jsonl"].map((name) => `/out/${name}`),
      ),
    );
    expect(
      Object.keys(first).filter((name) => name.includes("/failures/old.naive.maintenance_roundtrip.")),
    ).toHaveLength(3);
  });

  test("a session that is told of twice, or that nobody asked for, counts once or not at all", async () => {
    const twice = runner((jobs) => [...jobs, ...jobs, { ...(jobs[0] as SessionJob), iteration: 99 }], good);
    const counts: number[] = [];
    const summary = await runBench(request(twice, { progress: (done) => counts.push(done) }));
    expect(summary.cells.map(({ sessions }) => sessions)).toEqual([3, 3]);
    expect(resultLines()).toHaveLength(6);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("what is done when it is called off is reported, as incomplete", async () => {
    const summary = await runBench(request(runner((jobs) => jobs.slice(0, 4), good)));
    expect(summary.missing).toBe(2);
    expect(resultLines()).toHaveLength(4);
    expect(readFileSync(join(folder, "out", "report.md"), "utf8")).toContain("**Incomplete**");
  });

  test("called off while the judge is checked it writes nothing", async () => {
    const signal = AbortSignal.abort();
    await expect(
      runBench(
        request(
          runner((jobs) => jobs, good),
          { signal },
        ),
      ),
    ).rejects.toThrow("aborted");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("results are in the file as soon as they are known", async () => {
    let seen: unknown[] = [];
    const dies: RunSessions = async (jobs, tell) => {
      for (const job of jobs.slice(0, 2)) tell(job, good(job));
      await expect.poll(() => (seen = resultLines())).toHaveLength(2);
      throw new Error("the machine is gone");
    };
    await expect(runBench(request(dies))).rejects.toThrow("the machine is gone");
    expect(seen).toHaveLength(2);
    expect(resultLines()).toHaveLength(2);
  });

  test("a session that could not be run is no failure of the agent", async () => {
    const summary = await runBench(
      request(
        runner(
          (jobs) => jobs,
          (job) => (job.iteration === 1 ? { problem: "the model is down" } : good(job)),
        ),
      ),
    );
    expect(summary.problems.map(({ job, problem }) => [job.agent, job.iteration, problem])).toEqual([
      ["naive", 1, "the model is down"],
      ["resilient", 1, "the model is down"],
    ]);
    expect(summary.cells.map(({ sessions, success }) => [sessions, success.passed])).toEqual([
      [2, 2],
      [2, 2],
    ]);
  });

  test("traces of an earlier benchmark go", async () => {
    await runBench(request(runner((jobs) => jobs, good)));
    await writeRun(join(folder, "out", "failures", "old.naive.x.0"), { result: result(), attempts: [], events: [] });
    await runBench(request(runner((jobs) => jobs, good)));
    expect(existsSync(join(folder, "out", "failures"))).toBe(false);
    // As a checkout of this repository has them.
    rmSync(join(folder, "out", "results.jsonl"));
    await runBench(request(runner((jobs) => jobs, good)));
    expect(resultLines()).toHaveLength(6);
  });

  test.each([
    ["report.md", { "report.md": "# Reliability\n" }],
    ["junit.xml", { "junit.xml": '<?xml version="1.0"?>\n<testsuites name="mine"/>\n' }],
    ["chart.svg", { "chart.svg": "" }],
    ["bench.json", { "bench.json": "{}", "results.jsonl": "" }],
    ["failures", { "failures/old.naive.x.0/result.json": "{}" }],
    ["results.jsonl", { "results.jsonl": "x", "failures/old.naive.x.0/result.json": "{}" }],
    ["failures/mine", { "results.jsonl": `${JSON.stringify(result())}\n`, "failures/mine/notes.md": "x" }],
    ["failures/mine", { "results.jsonl": "", "failures/mine": "x" }],
  ])("%s of somebody else is not touched", async (named, files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, "out", name)), { recursive: true });
      writeFileSync(join(folder, "out", name), text);
    }
    const before = contents();
    await expect(runBench(request(runner((jobs) => jobs, good)))).rejects.toThrow(
      `${join(folder, "out", named)} is in the way, and no benchmark left it there`,
    );
    expect(contents()).toEqual(before);
  });

  test("runs the first session of each cell before the second of any", async () => {
    const order: number[] = [];
    await runBench(
      request(
        runner(
          (jobs) => jobs,
          (job) => {
            order.push(job.iteration);
            return good(job);
          },
        ),
      ),
    );
    expect(order).toEqual([0, 0, 1, 1, 2, 2]);
    expect(resultLines()).toMatchObject([0, 1, 2, 0, 1, 2].map((iteration) => ({ iteration })));
  });
});
