import { join } from "node:path";
import { onPath } from "../kernel/executable.ts";
import { run } from "../kernel/process.ts";
import { readTextIfThere } from "../kernel/user-files.ts";
import type { Check } from "./check.ts";
import type { Layout } from "./layout.ts";
import { askPython, findPython, forTools, type Interpreter } from "./python.ts";

const DEADLINE = 20_000;
const OLDEST_NODE = 20;

/** The node that the gate takes: the remembered one, else that on PATH. */
export async function checkNode(layout: Layout | undefined, env: NodeJS.ProcessEnv): Promise<Check> {
  const name = "node";
  const remembered = layout && (await readTextIfThere(join(layout.local, "node")))?.trim();
  const stale = remembered !== undefined && (await versionOf(remembered, env)) === undefined;
  const path = remembered && !stale ? remembered : onPath("node", env);
  const version = path && (await versionOf(path, env));
  const again = "npx faultline install-claude --repo . (remembers the node that runs it)";
  if (!path || !version) {
    return {
      name,
      status: "fail",
      found: stale ? `${remembered} does not run, and there is none on PATH` : "none is remembered and none is on PATH",
      mend: `install Node ${OLDEST_NODE} or newer, then ${again}`,
    };
  }
  if (Number.parseInt(version.slice(1), 10) < OLDEST_NODE) {
    return {
      name,
      status: "fail",
      found: `${path} is ${version}, older than ${OLDEST_NODE}`,
      mend: `with a newer node: ${again}`,
    };
  }
  if (path === remembered) return { name, status: "ok", found: `${path} (${version})` };
  return {
    name,
    status: layout ? "warn" : "ok",
    found: `${path} (${version}), from PATH: a client that was not started in a terminal may have another PATH`,
    ...(layout && { mend: again }),
  };
}

async function versionOf(path: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const asked = await run({ argv: [path, "--version"], cwd: "/", env: forTools(env), deadline: DEADLINE });
  return /^v\d+\.\d+/.exec(asked.stdout) ? asked.stdout.trim() : undefined;
}

/** The interpreter that the hook falls back on, and its pytest. */
export async function checkInterpreter(
  layout: Layout | undefined,
  repo: string,
  env: NodeJS.ProcessEnv,
): Promise<{ check: Check; interpreter: Interpreter | undefined }> {
  const name = "interpreter";
  const remembered = layout && (await readTextIfThere(join(layout.local, "python")))?.trim();
  if (remembered) {
    const asked = await askPython({ path: remembered, found: "remembered" }, repo, env);
    if ("pytest" in asked) return { check: checkPytest(asked), interpreter: asked };
    const found = `${remembered} cannot import pytest (${asked.why})`;
    const mend =
      "npx faultline install-claude --repo . --python PATH, with the interpreter of the project's environment";
    return { check: { name, status: "fail", found, mend }, interpreter: undefined };
  }
  const { interpreter } = await findPython(repo, env);
  if (interpreter) return { check: checkPytest(interpreter), interpreter };
  const found = "none with pytest was found; the hook uses the one in the agent's command";
  return {
    check: { name, status: "warn", found, mend: "npx faultline install-claude --repo . --python PATH" },
    interpreter,
  };
}

function checkPytest({ path, python, pytest, found }: Interpreter): Check {
  const [major = 0, minor = 0] = pytest.split(".").map(Number);
  const [, pythonMinor = 0] = python.split(".").map(Number);
  const what = `${path} (Python ${python}, pytest ${pytest}; ${found})`;
  if (major < 6 || (major === 6 && minor < 2)) {
    return { name: "interpreter", status: "fail", found: `${what}: pytest is older than 6.2`, mend: "update pytest" };
  }
  if (!python.startsWith("3.") || pythonMinor < 8) {
    const mend = "use Python 3.8 or newer for the tests";
    return { name: "interpreter", status: "fail", found: `${what}: Python is older than 3.8`, mend };
  }
  if (major > 9) {
    return {
      name: "interpreter",
      status: "warn",
      found: `${what}: newer than pytest 9, which Faultline was made for`,
      mend: "update Faultline",
    };
  }
  return { name: "interpreter", status: "ok", found: what };
}

/** Whether the probe can be imported where it will run. */
export async function checkProbe(python: string, probe: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Check> {
  const asked = await run({
    argv: [python, "-B", "-c", "import faultline_probe; print(faultline_probe.__file__)"],
    cwd,
    env: { ...forTools(env), PYTHONPATH: probe },
    deadline: DEADLINE,
  });
  const file = asked.stdout.trim().split("\n").at(-1) ?? "";
  if (asked.exitCode === 0 && file.startsWith(probe))
    return { name: "probe", status: "ok", found: `imports from ${probe}` };
  const why =
    asked.exitCode === 0
      ? `another faultline_probe is in the way: ${file}`
      : (asked.stderr.trim().split("\n").at(-1) ?? asked.ended);
  return { name: "probe", status: "fail", found: why, mend: "npx faultline install-claude --repo . (copies it anew)" };
}

/** The client, where it can be asked. */
export async function checkClaude(cwd: string, env: NodeJS.ProcessEnv): Promise<Check> {
  const name = "Claude Code";
  const path = onPath("claude", env);
  if (!path) return { name, status: "ok", found: "not on PATH, so its version is not known" };
  const asked = await run({ argv: [path, "--version"], cwd, env: forTools(env), deadline: DEADLINE });
  const version = /\d+\.\d+\.\d+/.exec(asked.stdout)?.[0];
  return version
    ? { name, status: "ok", found: `${version} (${path})` }
    : { name, status: "warn", found: `${path} does not tell its version`, mend: "install Claude Code again" };
}
