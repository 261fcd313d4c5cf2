import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { runSession } from "../../src/benchmark/session.ts";
import type { SessionResult } from "../../src/benchmark/session-result.ts";
import { tallyOf } from "../../src/benchmark/tally.ts";
import { loadProfile } from "../../src/cli/load-profile.ts";

const Published = z.object({
  matrix: z.object({ profiles: z.array(z.string()), tasks: z.array(z.string()), iterations: z.number() }),
  cells: z.array(
    z.object({
      profile: z.string(),
      agent: z.string(),
      sessions: z.number(),
      void: z.number(),
      verdicts: z.record(z.string(), z.number()),
    }),
  ),
});

const published = Published.parse(JSON.parse(readFileSync("eval/results/reliability/bench.json", "utf8")));

test("the published matrix is eight profiles, three agents and a hundred sessions each", () => {
  expect(published.matrix.profiles).toHaveLength(8);
  expect(published.cells).toHaveLength(8 * 3);
  expect(published.cells.every(({ sessions }) => sessions === 100)).toBe(true);
});

test("the resilient agent does at least 99 % everywhere, and fails nowhere in silence", () => {
  const resilient = published.cells.filter(({ agent }) => agent === "resilient");
  expect(resilient.filter(({ verdicts }) => (verdicts["success"] ?? 0) + (verdicts["recovered"] ?? 0) < 99)).toEqual(
    [],
  );
  expect(resilient.filter(({ verdicts }) => verdicts["failed_silent"] !== 0)).toEqual([]);
});

test("the agents without mechanisms show the failures that real ones show", () => {
  const share = (agent: string, verdict: string) =>
    Object.fromEntries(
      published.cells
        .filter((cell) => cell.agent === agent && (cell.verdicts[verdict] ?? 0) > 0)
        .map(({ profile, verdicts }) => [profile, verdicts[verdict]]),
    );
  expect(Object.keys(share("naive", "failed_detected"))).toEqual(
    expect.arrayContaining(["timeout", "latency", "error", "malformed", "schema_drift", "mixed"]),
  );
  expect(Object.keys(share("retry-only", "failed_silent"))).toEqual(
    expect.arrayContaining(["timeout", "malformed", "schema_drift", "stale", "mixed"]),
  );
  expect(share("naive", "failed_silent")["stale"]).toBeGreaterThanOrEqual(30);
});

test("this code gives what is published (else: npm run eval:reliability)", async () => {
  const profile = loadProfile("mixed", resolve("."));
  const { tasks, iterations } = published.matrix;
  const results: SessionResult[] = [];
  for (const task of tasks) {
    for (let iteration = 0; iteration < iterations; iteration += 1) {
      const session = await runSession({ profile, agent: "retry-only", task, iteration, over: "memory" });
      results.push(session.result);
    }
  }
  const cell = published.cells.find(({ profile, agent }) => profile === "mixed" && agent === "retry-only");
  const { verdicts, void: idle } = tallyOf(results);
  expect({ verdicts, void: idle }).toEqual({ verdicts: cell?.verdicts, void: cell?.void });
});
