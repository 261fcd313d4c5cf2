import { mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runSession } from "./support/client.ts";
import { heardAfterEachTurn } from "./support/heard.ts";
import { faults, throughProxy } from "./support/mcp/proxy.ts";
import { filesystemOnStdio } from "./support/mcp/reference-servers.ts";

const READ = "mcp__files__read_text_file";
/** As the client shows structured content. */
const TEXT = JSON.stringify({ content: "one\ntwo\n" });

it("Claude Code meets an error, then a slow answer, then a right one, in the tools of a server behind the proxy", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "files-")));
  const path = join(folder, "notes.txt");
  await writeFile(path, "one\ntwo\n");
  const rules = await faults(`
    [[faults]]
    kind = "error"
    tools = ["read_*"]
    calls = [1]
    message = "EIO: i/o error, read"

    [[faults]]
    kind = "latency"
    tools = ["read_*"]
    calls = [2]
    delay_s = 1.5`);
  const { stdio, env } = throughProxy(await filesystemOnStdio(folder), rules);
  const [command, ...args] = stdio;
  const config = join(folder, "mcp.json");
  await writeFile(config, JSON.stringify({ mcpServers: { files: { command, args, env } } }));
  const read = { calls: [{ name: READ, input: { path } }] };
  const { requests, result, strangers } = await runSession({
    cwd: folder,
    prompt: "Read the notes.",
    // The client loads tools when they are looked for.
    script: [{ calls: [{ name: "ToolSearch", input: { query: `select:${READ}` } }] }, read, read, read],
    args: ["--mcp-config", config, "--strict-mcp-config", "--allowedTools", READ],
  });
  expect(strangers).toEqual([]);
  expect(result).toMatchObject({ is_error: false });
  const [, ...answers] = heardAfterEachTurn(requests).map(({ results }) => results[0]);
  expect(answers).toEqual([
    { isError: true, text: expect.stringContaining("EIO: i/o error, read") },
    { isError: false, text: TEXT },
    { isError: false, text: TEXT },
  ]);
  expect(await rules.met()).toMatchObject([
    { kind: "error", target: "read_text_file", call: 1, landed: true },
    { kind: "latency", target: "read_text_file", call: 2, landed: true, fault: { delayMs: 1500 } },
  ]);
});
