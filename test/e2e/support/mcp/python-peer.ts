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

/** The official Python SDK; only its second major knows the newer era. */
export async function pythonPeer(reach: Reach, major: 1 | 2, era: "2025-11-25" | "2026-07-28"): Promise<Peer> {
  const child = execa(await sdkPython(major), ["-I", script, JSON.stringify({ ...reach, era })], {
    stderr: "inherit",
    reject: false,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("the Python client ended");
    return JSON.parse(value) as unknown;
  };
  const ask = async <T>(request: Record<string, unknown>) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    return (await next()) as T;
  };
  return {
    version: (await next()) as string,
    tools: () => ask({ do: "tools" }),
    async call(name, input) {
      const { result, progress } = await ask<{ result: ToolResult; progress: string[] }>({ do: "call", name, input });
      return calledOf(result, progress);
    },
    resources: () => ask({ do: "resources" }),
    read: (uri) => ask({ do: "read", uri }),
    async close() {
      child.stdin.end();
      await child;
    },
  };
}
