import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { DebuggingAgent } from "../../eval/ab/agent.ts";
import type { Arm } from "../../eval/ab/arm.ts";
import { type Case, prepareCase } from "../../eval/ab/case.ts";
import { isolationHere } from "../../eval/ab/confinement.ts";
import type { AgentRecord } from "../../eval/ab/result.ts";
import { type Hall, runSession } from "../../eval/ab/run-session.ts";
import type { Session } from "../../eval/ab/session.ts";
import { cleanEnv } from "../../eval/environment.ts";
import { type BundledBug, readBundled } from "../../eval/manifest.ts";
import { CASES, ROOT } from "../../eval/root.ts";
import { must } from "../../eval/shell.ts";
import { run } from "../../src/kernel/process.ts";
import { pythonEnvironment } from "./support/project.ts";

const done: AgentRecord = {
  tokens: { input: 0, output: 0, cached: 0, counter: "nobody" },
  turns: 1,
  cost: null,
  seconds: 0,
  injectedBytes: 0,
  toolCalls: {},
  finalMessage: "",
  ended: "finished",
};
const A: Arm = { name: "A", what: "alone", prepare: async () => undefined };

let hall: Hall;
let freight: Case;

beforeAll(async () => {
  const work = await realpath(await mkdtemp(join(tmpdir(), "ab-session-")));
  const env = cleanEnv(work);
  const isolation = await isolationHere(env);
  const limits = { seconds: 60, turns: 1 };
  hall = { work, out: join(work, "out"), faultline: ROOT, repos: undefined, isolation, limits, seed: 1 };
  await mkdir(join(work, "home"));
  const bug = (await readBundled(join(CASES, "bundled"))).find(({ id }) => id === "freight-quote") as BundledBug;
  const python = join(await pythonEnvironment(), "bin/python");
  freight = await prepareCase(bug, { work, repos: undefined, env }, { python, env });
});

async function sessionOf(run: (session: Session) => Promise<unknown>, arm = A) {
  const agent: DebuggingAgent = { name: "sh", simulated: false, run: async (session) => run(session).then(() => done) };
  const key = { case: freight.name, arm: arm.name, agent: agent.name, repetition: 1 };
  return runSession({ key, arm, agent }, freight, hall, new AbortController().signal);
}

/** Runs a shell line where the agent's programs run. */
async function sh(session: Session, line: string): Promise<string> {
  const inside = await session.confine({ url: "http://127.0.0.1:9" });
  const argv = [...inside.launcher, "sh", "-c", `{ ${line}\n} 2>&1`] as unknown as [string, ...string[]];
  const { stdout, stderr } = await run({ argv, cwd: session.repo, env: inside.env, deadline: 60_000 });
  await inside.close();
  if (stderr !== "") throw new Error(stderr);
  return stdout.trim();
}

describe("a session", () => {
  test("begins with one commit, the failing test, and nothing of the answer; what is done in it is judged", async () => {
    let seen = "";
    const result = await sessionOf(async (session) => {
      seen = await sh(session, "git log --format=%s; git status --short; ls");
      expect(session.prompt).toContain("tests/test_quote.py::test_country_codes_in_lower_case");
      await sh(session, "sed -i 's/ZONES.get(country)/ZONES.get(country.upper())/' freight/zones.py");
    });
    expect(seen.split("\n")).toEqual(["Start", "freight", "pyproject.toml", "tests"]);
    expect(result).toMatchObject({
      record: { ended: "finished" },
      judged: { verdict: "fixed" },
      leaks: [],
      changedLines: 2,
    });
  });

  test("whose agent throws has failed, and says why", async () => {
    const result = await sessionOf(async () => {
      throw new Error("no account\nat line 3");
    });
    expect(result?.record).toMatchObject({ ended: "failed", problem: "no account" });
    expect(result?.judged.verdict).toBe("no-change");
  });

  test("in which no model was asked has failed, however long it was in there: it is run again", async () => {
    const overtime = { ...done, turns: 0, seconds: 905, ended: "overtime" } as const;
    const agent: DebuggingAgent = { name: "sh", simulated: false, run: async () => overtime };
    const key = { case: freight.name, arm: "A", agent: "sh", repetition: 1 };
    const result = await runSession({ key, arm: A, agent }, freight, hall, new AbortController().signal);
    expect(result?.record).toMatchObject({ ended: "failed", problem: "no model was asked in 905 s" });
  });

  test("that is called off has no result", async () => {
    const stop = new AbortController();
    const agent: DebuggingAgent = {
      name: "sh",
      simulated: false,
      run: async () => {
        stop.abort();
        return done;
      },
    };
    const key = { case: freight.name, arm: "A", agent: "sh", repetition: 1 };
    expect(await runSession({ key, arm: A, agent }, freight, hall, stop.signal)).toBeUndefined();
  });
});

test("in namespaces the hidden tests, the fix and other checkouts cannot be found", async ({ skip }) => {
  if (hall.isolation !== "namespaces") skip();
  // What a run that was started here with another --out has left.
  await mkdir(join(ROOT, "runs"), { recursive: true });
  const records = await mkdtemp(join(ROOT, "runs", "test-"));
  for (const folder of [records, hall.out]) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "agent.patch"), "+    zone = ZONES.get(country.upper())\n");
  }
  let seen = "";
  const result = await sessionOf(async (session) => {
    const places = [ROOT, hall.work, tmpdir()].join(" ");
    seen = await sh(
      session,
      `grep -rlE --include='*.py' --include='*.patch' --exclude-dir=node_modules 'test_another_country_in_lower|country\\.upper' ${places}; ls ${ROOT}/eval ${ROOT}/runs | grep -v :; echo looked`,
    );
  }).finally(() => rm(records, { recursive: true }));
  expect(result?.record.problem).toBeUndefined();
  expect(seen).toBe("looked");
});

test("a session that cannot be laid out leaves no folder behind", async () => {
  const agent: DebuggingAgent = { name: "sh", simulated: false, run: async () => done };
  const key = { case: freight.name, arm: "A", agent: "sh", repetition: 2 };
  const gone = { ...freight, tree: join(hall.work, "gone") };
  await expect(runSession({ key, arm: A, agent }, gone, hall, new AbortController().signal)).rejects.toThrow("gone");
  expect(await readdir(join(hall.work, "sessions"))).toEqual([]);
});

describe("a planted leak makes a session count for nothing:", () => {
  const planted = (prepare: Arm["prepare"]) => sessionOf(async () => undefined, { ...A, prepare });

  test.each<[string, Arm["prepare"], object]>([
    [
      "the fix, left behind in the checkout",
      ({ repo }) => writeFile(join(repo, "zones.py.rej"), "+    zone = ZONES.get(country.upper())\n"),
      { kind: "fix", how: "open" },
    ],
    [
      "a hidden test in the agent's home",
      ({ home }) => writeFile(join(home, "notes"), "def test_another_country_in_lower_case():\n"),
      { kind: "hidden-test", how: "open" },
    ],
    [
      "a later commit that no branch holds",
      async ({ repo, env }) => {
        const git = (...args: string[]) =>
          must(["git", "-c", "user.name=a", "-c", "user.email=b", ...args], { cwd: repo, env });
        await git("commit", "-q", "--allow-empty", "-m", "Later");
        await git("reset", "-q", "--hard", "HEAD~1");
      },
      { kind: "history", how: "open" },
    ],
  ])("%s", async (_, prepare, leak) => {
    expect((await planted(prepare))?.leaks).toMatchObject([leak]);
  });
});
