import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openModelUses } from "../../eval/ab/open-model-agent.ts";

test("the calls of an agent that was killed as it wrote are those of its whole lines", async () => {
  const home = await mkdtemp(join(tmpdir(), "ab-home-"));
  await mkdir(join(home, "agent"));
  const calls = [{ id: "1", name: "search", args: { text: "a" } }];
  const usage = { input: 900, output: 20, cached: 800 };
  const lines = [
    { kind: "turn", step: 1, ms: 1, stop: "tools", text: "", calls, usage },
    { kind: "result", step: 1, ms: 1, callId: "1", name: "search", isError: false, text: "a.py:3: a" },
  ].map((line) => JSON.stringify(line));
  const cut = lines[0]?.slice(0, -9);
  await writeFile(join(home, "agent", "trace.jsonl"), [...lines, cut].join("\n"));
  expect(await openModelUses(home)).toEqual([{ tool: "search", input: '{"text":"a"}', output: "a.py:3: a" }]);
});
