import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Confinement, confine, type Isolation, isolationHere } from "../../eval/ab/confinement.ts";
import { ROOT } from "../../eval/root.ts";
import { type ProcessResult, run } from "../../src/kernel/process.ts";

const env = { PATH: process.env["PATH"], HOME: "/nonexistent" };
const found = await isolationHere(env);
let outside: Server;
let model: Server;
const seen: { url: string | undefined; key: string | undefined }[] = [];

beforeAll(async () => {
  model = await listening((request, response) => {
    seen.push({ url: request.url, key: String(request.headers["x-api-key"]) });
    response.end("the model");
  });
  outside = await listening((_, response) => response.end("the world"));
});

afterAll(() => {
  model.close();
  outside.close();
});

async function listening(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const BRIDGE = join(ROOT, "dist", "eval", "ab-bridge.js");

async function inside(isolation: Isolation, script: (at: Confinement) => string, bridge = BRIDGE) {
  const work = await realpath(await mkdtemp(join(tmpdir(), "walls-")));
  const session = join(work, "sessions", "mine");
  for (const folder of [session, join(work, "sessions", "other"), join(work, "repos")])
    await mkdir(folder, { recursive: true });
  await writeFile(join(work, "repos", "fix"), "the fix");
  await writeFile(join(session, "own"), "my own");
  const walls = {
    hidden: [join(work, "repos"), join(work, "sessions")],
    kept: [session],
    folder: join(session, "run"),
    bridge,
  };
  const at = await confine({ url: urlOf(model), headers: { "x-api-key": "secret" } }, isolation, walls, env);
  const argv = [...at.launcher, process.execPath, "-e", script(at)] as unknown as [string, ...string[]];
  const result = await run({ argv, cwd: session, env: at.env, deadline: 20_000 });
  await at.close();
  return { result, at, work, session };
}

const get = (url: string) => `fetch(${JSON.stringify(url)}).then((r) => r.text(), (e) => e.cause?.code ?? String(e))`;
const printed = ({ stdout, stderr }: ProcessResult) => (stdout === "" ? stderr : stdout).trim();

describe.runIf(found === "namespaces")("in namespaces", () => {
  test("the model is reached, with a key that the agent does not have, and nothing else is", async () => {
    seen.length = 0;
    const { result, at } = await inside(
      "namespaces",
      (at) =>
        `Promise.all([${get(`${at.url}/v1/messages`)}, ${get(urlOf(outside))}]).then((all) => console.log(all.join()))`,
    );
    expect(printed(result)).toBe("the model,ECONNREFUSED");
    expect(seen).toEqual([{ url: "/v1/messages", key: "secret" }]);
    expect(at.asked()).toBe(1);
  });

  test("what is hidden is empty, the session's own folder is there and can be written to", async () => {
    const { result, work, session } = await inside("namespaces", () => {
      return `const fs = require("node:fs");
        fs.writeFileSync("made", "");
        console.log([fs.readdirSync("../../repos"), fs.readdirSync(".."), fs.readFileSync("own", "utf8")].join("|"))`;
    });
    expect(printed(result)).toBe("|mine|my own");
    expect(existsSync(join(session, "made"))).toBe(true);
    expect(existsSync(join(work, "repos", "fix"))).toBe(true);
  });

  test("a way to the model that does not open, as its program is just being built, is a failure that says why", async () => {
    const half = join(await realpath(await mkdtemp(join(tmpdir(), "bridge-"))), "half.js");
    await writeFile(half, 'import { connect } from "node:net";\ncreateServer((inside) => {');
    const { result, at } = await inside("namespaces", () => "console.log(1)", half);
    expect(result).toMatchObject({ ended: "exited", exitCode: 125, stdout: "" });
    expect(result.stderr.trim()).toBe("the way to the model did not open: SyntaxError: Unexpected end of input");
    expect(at.asked()).toBe(0);
  });

  test("the exit status is the program's own", async () => {
    expect((await inside("namespaces", () => "process.exit(7)")).result.exitCode).toBe(7);
  });
});

test("what is sent to the gateway as to a proxy is refused and remembered", async () => {
  const { result, at } = await inside("proxy", (to) => {
    const { hostname, port } = new URL(to.url);
    const options = JSON.stringify({ hostname, port, path: "http://example.org/fix" });
    return `require("node:http").get(${options}, (r) => { console.log(r.statusCode); process.exit(); })`;
  });
  expect(printed(result)).toBe("403");
  expect(at.strangers).toEqual(["http://example.org/fix"]);
});
