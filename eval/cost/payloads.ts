import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { failurePayload, successPayload } from "../client.ts";
import { installHooks } from "../installation.ts";
import { quote, shell } from "../shell.ts";
import type { Calls } from "./calls.ts";

/** A checkout to run commands in, and what they see. */
export interface Ground {
  cwd: string;
  env: NodeJS.ProcessEnv;
  python: string;
  work: string;
}

/** Calls after which the hook has to be silent, with the output of real commands. */
export async function silentCalls(ground: Ground, tests: readonly string[]): Promise<Calls[]> {
  const installation = await installHooks(join(ground.work, "installation-silent"), ground.python, {});
  const files = [...new Set(tests.map((test) => test.split("::", 1)[0] ?? test))].map(quote).join(" ");
  const commands: [name: string, command: string][] = [
    ["a command that is no test run", "git log --stat -3"],
    ["a passing run", `python -m pytest -q -W ignore ${files}`],
    ["a command that prints 20 KB", "cat README.md | head -c 20000"],
  ];
  const all: Calls[] = [];
  for (const [name, command] of commands) {
    const { output, exitCode } = await shell(command, ground);
    if (exitCode !== 0) throw new FaultlineError("process-failed", `${command} ended with ${exitCode}`);
    const payload = (session: string) => successPayload({ session, cwd: ground.cwd, command }, output);
    all.push({ group: "silent hook call", name, installation, payload, expect: "silence", limit: 0.06 });
  }
  return all;
}

/** A call on a failure that is explained from its output alone. */
export async function injectingCall(ground: Ground): Promise<Calls> {
  const installation = await installHooks(join(ground.work, "installation-inject"), ground.python, { rerun: false });
  // A failure made on the spot: the checkout's own tests pass.
  const file = join(ground.cwd, "youtube_dl", "jsinterp.py");
  await appendFile(file, "\n\ndef broken(code):\n    return JSInterpreter(code).call_function(None).strip()\n");
  const test = join(ground.cwd, "test", "test_broken.py");
  await appendFile(
    test,
    "from youtube_dl.jsinterp import broken\n\n\ndef test_broken():\n    assert broken('') == ''\n",
  );
  const command = "python -m pytest test/test_broken.py";
  const { output, exitCode } = await shell(command, ground);
  if (exitCode !== 1) throw new FaultlineError("process-failed", `${command} ended with ${exitCode}`);
  return {
    group: "hook call that injects",
    name: "no re-run",
    installation,
    payload: (session) => failurePayload({ session, cwd: ground.cwd, command }, 1, output),
    expect: "injection",
    limit: 1.5,
  };
}
