import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { editFile } from "../../src/agent/edit-file.ts";
import { type Outcome, work } from "../../src/agent/loop.ts";
import { runPytest } from "../../src/agent/run-pytest.ts";
import { type AgentTool, defineTool } from "../../src/agent/tool.ts";
import type { Workplace } from "../../src/agent/workplace.ts";
import { makeWorkplace } from "./place.ts";
import { calling, type Scripted, scripted } from "./script.ts";

/** Says something else each time. */
const look: AgentTool = (() => {
  let times = 0;
  return defineTool({
    name: "look",
    description: "",
    args: z.strictObject({ at: z.string().optional() }),
    run: () => `seen ${++times} ${"x".repeat(1000)}`,
  });
})();
const same = defineTool({ name: "same", description: "", args: z.looseObject({}), run: () => "always the same" });

/** Stands in for Python: takes any syntax, and its pytest passes once shop.py is as it should be. */
const PYTHON = `#!/bin/sh
[ "$2" = pytest ] || exit 0
for word; do case $word in --junit-xml=*) report=\${word#*=};; esac; done
echo '<testsuites><testsuite name="pytest" errors="0" skipped="0" tests="1">' > "$report"
grep -q 'X = 2' shop.py && echo "1 passed" && exit 0
echo "1 failed" && exit 1
`;

async function standIn(): Promise<string> {
  const python = join(await mkdtemp(join(tmpdir(), "python-")), "python");
  await writeFile(python, PYTHON);
  await chmod(python, 0o755);
  return python;
}

/** Lets a scripted model work in a small project, in which `X = 2` in shop.py makes the test pass. */
export async function play(script: Scripted[], more: { maxTurns?: number; place?: Partial<Workplace> } = {}) {
  const files = { "shop.py": "X = 1\n", "tests/test_shop.py": "" };
  const workplace = await makeWorkplace(files, { python: await standIn(), ...more.place });
  const provider = scripted(...script);
  const trace: Record<string, unknown>[] = [];
  const outcome: Outcome = await work({
    provider,
    system: "system",
    opening: "opening",
    tools: [look, same, editFile, runPytest],
    workplace,
    trace: async (line) => void trace.push(line),
    maxTurns: more.maxTurns ?? 30,
    maxOutputTokens: 1000,
    progress: () => undefined,
    writing: () => undefined,
  });
  return { outcome, trace, asked: provider.asked, workplace };
}

export const fix = calling("edit_file", { path: "shop.py", old_text: "X = 1", new_text: "X = 2" });
export const finish = (summary = "done") => calling("finish", { summary });
export const lastMessage = (asked: { messages: readonly unknown[] } | undefined) => asked?.messages.at(-1);
