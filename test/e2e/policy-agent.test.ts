import { mkdir, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { AgentRecord } from "../../eval/ab/result.ts";
import type { Session } from "../../eval/ab/session.ts";
import { checkout, fixDiff, type Workshop } from "../../eval/checkout.ts";
import { findTruth } from "../../eval/context/truth.ts";
import { type BundledBug, readBundled } from "../../eval/manifest.ts";
import { policyAgent } from "../../eval/policy/agent.ts";
import { POLICIES } from "../../eval/policy/policy.ts";
import { CASES, ROOT } from "../../eval/root.ts";
import { shell } from "../../eval/shell.ts";
import { faultline } from "./support/faultline.ts";
import { pythonEnvironment } from "./support/project.ts";

let python: string;
let shop: Workshop;

beforeAll(async () => {
  python = join(await pythonEnvironment(), "bin/python");
  const work = await mkdtemp(join(tmpdir(), "policies-"));
  const env = { PATH: `${join(python, "..")}:${process.env["PATH"]}`, HOME: work, LANG: "C.UTF-8" };
  shop = { work, repos: undefined, env };
});

const bugs = async (kind: "bundled" | "injected") => readBundled(join(CASES, kind));
const passes = async (bug: BundledBug, cwd: string) =>
  (await shell(`python -m pytest -q ${bug.tests.join(" ")}`, { cwd, env: shop.env })).exitCode === 0;

/** What a policy does on a fresh checkout, and whether the test passes afterwards. */
async function session(bug: BundledBug, policy: string, arm: "A" | "H"): Promise<AgentRecord & { passes: boolean }> {
  const fixed = await checkout(bug, "fixed", shop);
  const repo = await checkout(bug, "buggy", shop);
  const truth = await findTruth(await fixDiff(bug, shop), await checkout(bug, "buggy", shop), fixed, {
    python,
    env: shop.env,
  });
  const paths = [...new Set(truth.lines.map(({ path }) => path))];
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(fixed, path), "utf8")] as const),
  );
  if (arm === "H") await faultline(["install-claude", "--repo", repo, "--python", python]);
  const home = await mkdtemp(join(tmpdir(), "home-"));
  await mkdir(join(home, "tmp"));
  const env = { ...shop.env, HOME: home, TMPDIR: join(home, "tmp") };
  const given: Session = {
    key: { case: `${bug.project}/${bug.id}`, arm, agent: policy, repetition: 1 },
    repo,
    python,
    tests: bug.tests,
    prompt: `The test ${bug.tests[0]} fails. Fix it.`,
    home,
    env,
    records: shop.work,
    seed: 1,
    limits: { seconds: 120, turns: 40 },
    faultline: join(ROOT, "dist", "cli.js"),
    confine: async ({ url }) => ({
      url,
      env,
      launcher: [],
      strangers: [],
      asked: () => 0,
      close: async () => undefined,
    }),
    signal: new AbortController().signal,
  };
  const rules = POLICIES.find(({ name }) => name === policy);
  const agent = rules && policyAgent(rules);
  if (!agent?.simulated) throw new Error(`no policy ${policy}`);
  const record = await agent.run(given, { bug, truth, fixed: new Map(texts) });
  return { ...record, passes: await passes(bug, repo) };
}

describe("a scripted policy that drives the real client", () => {
  it("repairs an injected bug with and without Faultline, which adds at most what it may add", async () => {
    const bug = (await bugs("injected")).find(({ id }) => id === "unit-price");
    if (!bug) throw new Error("no such bug");
    const alone = await session(bug, "ordinary", "A");
    const helped = await session(bug, "ordinary", "H");
    expect([alone.ended, alone.passes, alone.injectedBytes]).toEqual(["finished", true, 0]);
    expect([helped.ended, helped.passes]).toEqual(["finished", true]);
    // One text to the prompt, one to the failure.
    expect(helped.injectedBytes).toBeGreaterThan(500);
    expect(helped.injectedBytes).toBeLessThanOrEqual(2 * 2048);
    expect(helped.turns).toBeLessThan(alone.turns);
    expect(helped.tokens.input).toBeLessThan(alone.tokens.input);
    expect(alone.tokens.cached).toBeLessThan(alone.tokens.input);
    expect(alone.cost).toBeGreaterThan(0);
    expect(alone.toolCalls).toMatchObject({ Bash: expect.any(Number), Read: expect.any(Number), Edit: 1 });
  });

  it("hears nothing of Faultline in a small repository, and finds nothing of its files: it does what it does without", async () => {
    const [bug] = await bugs("bundled");
    if (!bug) throw new Error("no bundled bug");
    const alone = await session(bug, "careful", "A");
    const helped = await session(bug, "careful", "H");
    expect([helped.ended, helped.passes, helped.injectedBytes]).toEqual(["finished", true, 0]);
    expect(helped.toolCalls["Grep"]).toBeGreaterThan(0);
    expect([helped.turns, helped.toolCalls]).toEqual([alone.turns, alone.toolCalls]);
  });
});

it("every injected bug fails its test before the fix, and passes it after", async () => {
  for (const bug of await bugs("injected")) {
    const before = await passes(bug, await checkout(bug, "buggy", shop));
    const after = await passes(bug, await checkout(bug, "fixed", shop));
    expect([bug.id, before, after]).toEqual([bug.id, false, true]);
  }
});
