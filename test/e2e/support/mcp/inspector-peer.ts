import { tmpdir } from "node:os";
import { run } from "../../../../src/kernel/process.ts";
import { emptyHome } from "../client.ts";
import { calledOf, type Peer, type Reach, type ToolResult } from "./peer.ts";
import { toolbox } from "./toolbox.ts";

/** Its exit status for an answer with `isError`, which it prints as any other. */
const TOOL_ERROR = 5;

/** The MCP Inspector's command line, which makes a connection of its own for each request. */
export async function inspectorPeer(reach: Reach): Promise<Peer> {
  const { node, inspector } = await toolbox();
  const home = await emptyHome();
  const target =
    "url" in reach
      ? [reach.url, "--transport", "http", "--header", `Authorization: Bearer ${reach.token}`]
      : [...Object.entries(reach.env).flatMap(([name, value]) => ["-e", `${name}=${value}`]), "--", ...reach.stdio];
  const ask = async <T>(method: string, ...args: string[]): Promise<T> => {
    const own = ["--method", method, ...args];
    // Options come before what starts a server, and behind an address.
    const words = "url" in reach ? [...target, ...own] : [...own, ...target];
    const ended = await run({
      argv: [node, inspector, "--cli", ...words],
      cwd: home,
      env: { HOME: home, PATH: process.env["PATH"], TMPDIR: tmpdir(), NO_COLOR: "1" },
      deadline: 120_000,
    });
    if (ended.exitCode !== 0 && ended.exitCode !== TOOL_ERROR) throw new Error(ended.stdout + ended.stderr);
    return JSON.parse(ended.stdout) as T;
  };
  return {
    version: undefined,
    tools: async () => (await ask<{ tools: { name: string }[] }>("tools/list")).tools.map(({ name }) => name),
    async call(name, input) {
      const pairs = Object.entries(input).map(
        ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
      );
      const args = ["--tool-name", name, ...pairs.flatMap((pair) => ["--tool-arg", pair])];
      return calledOf(await ask<ToolResult>("tools/call", ...args), undefined);
    },
    resources: async () =>
      (await ask<{ resources: { uri: string }[] }>("resources/list")).resources.map(({ uri }) => uri),
    read: async (uri) => (await ask<{ contents: [{ text: string }] }>("resources/read", "--uri", uri)).contents[0].text,
    close: async () => undefined,
  };
}
