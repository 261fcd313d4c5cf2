import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openModelAgent, openModelUses } from "../../eval/ab/open-model-agent.ts";
import type { Session } from "../../eval/ab/session.ts";

const calls = [{ id: "1", name: "search", args: { text: "a" } }];
const usage = { input: 900, output: 20, cached: 800 };
const [TURN, RESULT] = [
  { kind: "turn", step: 1, ms: 1, stop: "tools", text: "", calls, usage },
  { kind: "result", step: 1, ms: 1, callId: "1", name: "search", isError: false, text: "a.py:3: a" },
].map((line) => JSON.stringify(line)) as [string, string];
const CUT = TURN.slice(0, -9);
const SUMMARY = {
  ...{ version: 1, ended: "finished", message: "Mended.", turns: 3, calls: { search: 2 }, injectedBytes: 0 },
  usage: { input: 3000, output: 60, cached: 2000 },
};

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "ab-home-"));
});

test("the calls of an agent that was killed as it wrote are those of its whole lines", async () => {
  await mkdir(join(home, "agent"));
  await writeFile(join(home, "agent", "trace.jsonl"), [TURN, RESULT, CUT].join("\n"));
  expect(await openModelUses(home)).toEqual([{ tool: "search", input: '{"text":"a"}', output: "a.py:3: a" }]);
});

describe("an agent that leaves", () => {
  /** Its program leaves these files, and ends. */
  async function recordOf(files: Record<string, string>) {
    const program = join(home, "program.cjs");
    const writes = Object.entries(files).map(([name, text]) => {
      const [path, content] = [join(home, "agent", name), text].map((word) => JSON.stringify(word));
      return `fs.writeFileSync(${path}, ${content});`;
    });
    const folder = JSON.stringify(join(home, "agent"));
    await writeFile(program, `const fs = require("fs"); fs.mkdirSync(${folder}); ${writes.join(" ")}`);
    const inside = { launcher: [], url: "http://127.0.0.1:9", env: {}, close: async () => undefined };
    const session = {
      ...{ home, repo: home, python: "python3", tests: ["test_a.py::test_a"], faultline: program },
      ...{ key: { arm: "A" }, limits: { seconds: 60, turns: 5 }, confine: async () => inside },
    };
    const open = { provider: "local", url: "http://127.0.0.1:9", model: undefined, key: undefined } as const;
    const agent = openModelAgent(open);
    if (agent.simulated) throw new Error("it is real");
    return agent.run(session as unknown as Session);
  }

  test.each([
    [0, "the server"],
    [1, "the server, not in full"],
  ])("a summary with %i turns that were not told in full", async (unreportedTurns, counter) => {
    const record = await recordOf({ "summary.json": JSON.stringify({ ...SUMMARY, unreportedTurns }) });
    expect(record).toMatchObject({ ended: "finished", turns: 3, tokens: { ...SUMMARY.usage, counter } });
  });

  test("half a summary has taken what its trace tells of, at least", async () => {
    const record = await recordOf({
      "summary.json": '{"version":1,"end',
      "trace.jsonl": [TURN, RESULT, TURN, CUT].join("\n"),
    });
    const tokens = { input: 1800, output: 40, cached: 1600, counter: "the server, not in full" };
    expect(record).toMatchObject({ ended: "failed", turns: 2, tokens });
  });
});
