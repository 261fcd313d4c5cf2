import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { environment, findInterpreters } from "../../../support/pythons.ts";
import { calledOf, type Peer, type Reach, type ToolResult } from "./peer.ts";

const script = fileURLToPath(new URL("mcp_peer.py", import.meta.url));

/** What each major of package `mcp` is tested with; they need Python 3.10. */
const VERSIONS = { 1: "1.30.0", 2: "2.3.0" };

/** The interpreter of an environment with the official Python SDK, made once. */
export async function sdkPython(major: 1 | 2): Promise<string> {
  const interpreters = await findInterpreters();
  const interpreter = interpreters.find(({ version }) => Number(version.split(".")[1]) >= 10);
  if (!interpreter) throw new Error("the Python SDK needs Python 3.10 or newer, and there is none");
  // An environment without pytest would pass for a broken one, and be built anew each time.
  return (await environment(interpreter, `mcp${major}`, [`mcp==${VERSIONS[major]}`, "pytest"])).python;
}

/** Sends one line of JSON and reads one. */
type Ask = (request: unknown) => Promise<unknown>;

/** Processes whose last client has ended: starting one takes longer than most that is done with it. */
const idle: Record<1 | 2, Ask[]> = { 1: [], 2: [] };

/** The official Python SDK; only its second major knows the newer era. */
export async function pythonPeer(reach: Reach, major: 1 | 2, era: "2025-11-25" | "2026-07-28"): Promise<Peer> {
  const ask = idle[major].pop() ?? (await start(major));
  return {
    version: (await ask({ ...reach, era })) as string,
    tools: async () => (await ask({ do: "tools" })) as string[],
    async call(name, input) {
      const called = (await ask({ do: "call", name, input })) as { result: ToolResult; progress: string[] };
      return calledOf(called.result, called.progress);
    },
    resources: async () => (await ask({ do: "resources" })) as string[],
    read: async (uri) => (await ask({ do: "read", uri })) as string,
    async close() {
      await ask(null);
      idle[major].push(ask);
    },
  };
}

/** Starts a process, which ends with this one. */
async function start(major: 1 | 2): Promise<Ask> {
  const child = execa(await sdkPython(major), ["-I", script], { stderr: "inherit", reject: false });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("the Python client ended");
    return JSON.parse(value) as unknown;
  };
}
