import { mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { type Called, calledOf } from "./support/mcp/peer.ts";
import { type Faults, faults, throughProxy } from "./support/mcp/proxy.ts";
import { filesystemOnStdio } from "./support/mcp/reference-servers.ts";
import { connectClient } from "./support/mcp/typescript-peers.ts";

const OLD = "2025-11-25";

describe("the reference server for files, behind the proxy", () => {
  it("without faults does all that it does without the proxy, and asks the client for its roots", async () => {
    const [direct, proxied] = await Promise.all([use(undefined), use(await faults())]);
    expect(proxied).toEqual(direct);
    expect(proxied.tools.length).toBeGreaterThan(10);
    expect(proxied.asked).toBeGreaterThan(0);
    expect(proxied.file).toBe("one\nthree 🌍\n");
  });

  it("does not write what an error answers, and has written what a dropped response was about", async () => {
    const rules = await faults(`
      [[faults]]
      kind = "error"
      tools = ["write_*"]
      calls = [1]
      message = "EIO: i/o error, write"

      [[faults]]
      kind = "timeout"
      tools = ["write_*"]
      calls = [2]`);
    const { client, folder } = await open(rules);
    const write = (name: string) =>
      client.callTool({ name: "write_file", arguments: { path: join(folder, name), content: "x" } }, { timeout: 700 });
    await expect(write("first")).rejects.toThrow(/EIO: i\/o error, write/);
    await expect(readFile(join(folder, "first"))).rejects.toThrow(/ENOENT/);
    await expect(write("second")).rejects.toThrow(/timed out/i);
    expect(await readFile(join(folder, "second"), "utf8")).toBe("x");
    await client.close();
    expect(await rules.met()).toMatchObject([
      { rule: "error", kind: "error", target: "write_file", call: 1, landed: true },
      { rule: "timeout", kind: "timeout", target: "write_file", call: 2, landed: true },
    ]);
  });

  it("reads what was there before an edit where an answer is stale", async () => {
    const rules = await faults('[[faults]]\nkind = "stale"\ntools = ["read_text_file"]\ncalls = [2]');
    const { client, call, folder } = await open(rules);
    const path = join(folder, "notes.txt");
    const read = async () => (await call("read_text_file", { path })).text;
    expect(await read()).toBe("one\ntwo\n");
    await call("edit_file", { path, edits: [{ oldText: "two", newText: "three" }] });
    expect(await read()).toBe("one\ntwo\n");
    expect(await read()).toBe("one\nthree\n");
    await client.close();
    expect(await rules.met()).toMatchObject([{ kind: "stale", target: "read_text_file", call: 2, landed: true }]);
  });
});

/** What a client sees of a session, with its folder called the same in each. */
async function use(through: Faults | undefined) {
  const { client, call, folder, roots } = await open(through);
  const path = join(folder, "notes.txt");
  const answers = [
    await call("list_allowed_directories", {}),
    await call("read_text_file", { path }),
    await call("edit_file", { path, edits: [{ oldText: "two", newText: "three 🌍" }] }),
    await call("read_text_file", { path }),
    await call("read_text_file", { path: "/etc/hostname" }),
    await call("directory_tree", { path: folder }),
  ];
  const { tools } = await client.listTools();
  await client.close();
  const told = JSON.parse(JSON.stringify({ answers, tools }).replaceAll(folder, "FOLDER")) as {
    answers: Called[];
    tools: unknown[];
  };
  return { ...told, asked: roots(), file: await readFile(path, "utf8") };
}

async function open(through: Faults | undefined) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "files-")));
  await writeFile(join(folder, "notes.txt"), "one\ntwo\n");
  const direct = await filesystemOnStdio(folder);
  let asked = 0;
  const client = await connectClient(through ? throughProxy(direct, through) : direct, OLD, (made) => {
    made.registerCapabilities({ roots: {} });
    made.setRequestHandler("roots/list", () => {
      asked++;
      return { roots: [{ uri: pathToFileURL(folder).href, name: "files" }] };
    });
  });
  const call = async (name: string, input: Record<string, unknown>) =>
    calledOf(await client.callTool({ name, arguments: input }), undefined);
  return { client, call, folder, roots: () => asked };
}
