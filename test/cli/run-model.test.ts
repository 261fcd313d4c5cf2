import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readRun } from "../../src/benchmark/run-folder.ts";
import { chatCompletion, toolCall } from "../agent/wire-forms.ts";
import { startWireServer } from "../agent/wire-server.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faultline-run-model-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (url: string) =>
  execa(
    process.execPath,
    [resolve("dist/cli.js"), "run", "--profile", "control", "--agent", "llm", "--model", `openai:${url}/v1#m`],
    { cwd: folder, reject: false, stdin: "ignore" },
  );

describe("faultline run with a model", () => {
  test("lets it work with the tools, and keeps what it did", async () => {
    const call = (name: string, args: object) => ({
      stream: chatCompletion({ tool_calls: [toolCall("c", name, JSON.stringify(args))] }, "tool_calls"),
    });
    const server = await startWireServer([call("list_sites", {}), call("report_failure", { reason: "no such site" })]);
    const { exitCode, stdout } = await run(server.url);
    await server.close();
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^the agent reports a failure: no such site$/m);
    expect(stdout).toMatch(/^failed_detected$/m);
    const { attempts } = await readRun(join(folder, "runs/control.llm.open_incident.0"));
    expect(attempts).toMatchObject([{ tool: "list_sites", outcome: "ok" }]);
  });

  test("says in one line that the model is of no use, and judges nothing", async () => {
    const server = await startWireServer([{ status: 404, json: { error: { message: "model m not found" } } }]);
    const { exitCode, stdout, stderr } = await run(server.url);
    await server.close();
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "faultline: openai-compatible m: status 404: model m not found",
    });
    expect(existsSync(join(folder, "runs"))).toBe(false);
  });
});
