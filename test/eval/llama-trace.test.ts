import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { traceText } from "../../eval/llama/trace-text.ts";
import { traceIn } from "../../src/agent/trace.ts";

test("a trace as the agent writes it is shown step by step, what is long by its beginning", async () => {
  const folder = join(await mkdtemp(join(tmpdir(), "trace-")), "new");
  const trace = traceIn(folder);
  const usage = { input: 900, output: 20, cached: 800 };
  const start = { version: 1 as const, at: "2026-11-30T12:00:00.000Z", nodeId: "t.py::t", model: "local x" };
  await trace({ kind: "start", ...start, faultline: false, tools: ["search"], system: "", opening: "Mend it." });
  const calls = [
    { id: "1", name: "search", args: { text: "a" } },
    { id: "2", name: "search", raw: "{" },
  ];
  await trace({ kind: "turn", step: 1, ms: 1234, stop: "tools", text: "Hm.", calls, usage });
  const text = Array.from({ length: 20 }, (_, n) => `line ${n}`).join("\n");
  await trace({ kind: "result", step: 1, ms: 5, callId: "1", name: "search", isError: false, text });
  await trace({ kind: "lost", step: 2, usage: { input: 900, output: 0, cached: 0, unreported: true } });
  await trace({ kind: "turn", step: 2, ms: 10, stop: "length", text: "", calls: [], usage });
  await trace({ kind: "note", step: 2, text: "Call one tool." });
  await trace({ kind: "shortened", step: 2, characters: 4000 });
  await trace({ kind: "end", step: 2, ended: "turns", reason: "not finished in 2 turns" });
  expect(traceText(await readFile(join(folder, "trace.jsonl"), "utf8")).split("\n")).toEqual([
    "local x, tools: search",
    "    Mend it.",
    "1. model: 900 tokens in (800 cached), 20 out, 1.2 s",
    "    Hm.",
    '    calls search {"text":"a"}',
    "    calls search {",
    "1. result (0.0 s):",
    ...Array.from({ length: 12 }, (_, n) => `    line ${n}`),
    "    … 8 more lines",
    "2. an attempt broke off: at least 900 tokens in (0 cached), 0 out",
    "2. model: 900 tokens in (800 cached), 20 out, 0.0 s, cut",
    "2. told: Call one tool.",
    "2. the oldest results were cut by 4000 characters",
    "ended: turns (not finished in 2 turns)",
  ]);
});
