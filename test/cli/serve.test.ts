import { resolve } from "node:path";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { connectClient } from "../e2e/support/mcp/typescript-peers.ts";

const cli = resolve("dist/cli.js");

describe("faultline serve", () => {
  test.each([
    [["--repo", "/no/such/folder"], "/no/such/folder: no such folder"],
    [["--python", "/no/such/python"], "--python /no/such/python: no such program"],
    [["--http", "0.0.0.0:7337"], "--http 0.0.0.0:7337: only addresses of this machine are served"],
    [["--http", "localhost:x"], "--http localhost:x: not HOST:PORT"],
  ])("%j is refused in one line", async (args, message) => {
    const { exitCode, stdout, stderr } = await serve(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^faultline: [^\n]*$/);
    expect(stderr).toContain(message);
  });

  test("a token that is too short is refused and not shown", async () => {
    const { exitCode, stderr } = await serve(["--http", "0"], { FAULTLINE_TOKEN: "swordfish" });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^faultline: FAULTLINE_TOKEN is shorter/);
    expect(stderr).not.toContain("swordfish");
  });

  test("over HTTP prints, once, the configuration with which a client gets in", async () => {
    const server = serve(["--http", "0"]);
    const configuration = await new Promise<string>((settle) => {
      let told = "";
      server.stderr.on("data", (chunk) => {
        told += String(chunk);
        if (told.endsWith("\n}\n")) settle(told.slice(told.indexOf("{")));
      });
    });
    const { faultline } = JSON.parse(configuration).mcpServers;
    const token = faultline.headers.Authorization.replace("Bearer ", "");
    const client = await connectClient({ url: faultline.url, token }, "2026-07-28");
    expect((await client.listTools()).tools).toHaveLength(7);
    await client.close();
    server.kill("SIGTERM");
    const { exitCode, stdout, stderr } = await server;
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
    expect(stderr.split(token)).toHaveLength(2);
  });

  test("without input ends at once, and well", async () => {
    expect(await serve([])).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("answers what is no protocol with nothing but protocol", async () => {
    const { exitCode, stdout } = await serve([], {}, 'hello\n{"jsonrpc":"2.0","id":1,"method":"nothing/known"}\n');
    expect(exitCode).toBe(0);
    for (const line of stdout.split("\n").filter(Boolean)) expect(JSON.parse(line)).toHaveProperty("jsonrpc", "2.0");
  });
});

function serve(args: string[], env: Record<string, string> = {}, input = "") {
  const { PATH, HOME, XDG_STATE_HOME } = process.env;
  return execa(process.execPath, [cli, "serve", ...args], {
    env: { PATH, HOME, XDG_STATE_HOME, ...env },
    extendEnv: false,
    input,
    reject: false,
  });
}
