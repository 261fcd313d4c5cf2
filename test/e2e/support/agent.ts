import { mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { chatCompletion } from "../../agent/wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "../../agent/wire-server.ts";
import { emptyHome, usualPath } from "./client.ts";
import { pythonEnvironment } from "./project.ts";
import { root } from "./tools.ts";

const FILES = {
  "freight/zones.py":
    'ZONES = {"DE": ("domestic", 1), "FR": ("europe", 3)}\n\n\ndef zone_of(country):\n    return ZONES.get(country)\n',
  "freight/quote.py":
    'from freight.zones import zone_of\n\nBASE = {"domestic": 4.5, "europe": 9.0}\n\n\ndef quote(country):\n    zone = zone_of(country)\n    return BASE[zone[0]]\n',
  "tests/test_quote.py":
    'from freight.quote import quote\n\n\ndef test_domestic():\n    assert quote("DE") == 4.5\n\n\ndef test_lower_case():\n    assert quote("fr") == 9.0\n',
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
};
export const TEST = "tests/test_quote.py::test_lower_case";
/** What mends it. */
export const FIX = { path: "freight/zones.py", old_text: "ZONES.get(country)", new_text: "ZONES.get(country.upper())" };

const servers: WireServer[] = [];
/** Ends the servers of a test. */
export const closeServers = () => Promise.all(servers.splice(0).map((server) => server.close()));

/** A server of the form that llama.cpp has, whose model calls these tools. */
export async function local(...calls: [string, object][]): Promise<WireServer> {
  return serving(
    ...calls.map(([tool, args]) => ({
      stream: chatCompletion({ content: JSON.stringify({ tool, arguments: args }) }, "stop"),
    })),
  );
}

/** Such a server whose answers are these. */
export async function serving(...script: Reply[]): Promise<WireServer> {
  const server = await startWireServer(script);
  servers.push(server);
  return server;
}

/** A small project with a failing test, and where it is worked on. */
export async function freight(): Promise<{ repo: string; out: string; base: string; python: string }> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "agent-")));
  const repo = join(base, "repo");
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(repo, path)), { recursive: true });
    await writeFile(join(repo, path), text);
  }
  return { base, repo, out: join(base, "out"), python: join(await pythonEnvironment(), "bin/python") };
}

export type At = Awaited<ReturnType<typeof freight>>;

/** What goes before a node id, where the model is never asked. */
export async function idle(): Promise<string[]> {
  return ["--provider", "local", "--url", (await serving()).url];
}

/** Lets the agent work in a HOME of its own. */
export async function start(at: At, args: string[], env: Record<string, string> = {}) {
  return launch(at, args, await emptyHome(), env);
}

export function launch(
  { repo, out, base, python }: Omit<At, "out"> & { out?: string },
  args: string[],
  home: string,
  env: Record<string, string> = {},
) {
  const common = ["--repo", repo, "--python", python, ...(out === undefined ? [] : ["--out", out])];
  return execa(process.execPath, [join(root, "dist/cli.js"), "agent", ...common, ...args], {
    cwd: base,
    env: { HOME: home, XDG_STATE_HOME: join(home, "state"), PATH: usualPath().join(":"), ...env },
    extendEnv: false,
    reject: false,
  });
}

/** The lines of its trace. */
export const traceOf = async ({ out }: At) =>
  (await readFile(join(out, "trace.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown> & { text?: string; opening?: string; tools?: string[] });
