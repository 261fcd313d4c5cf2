import { existsSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { startWireServer } from "../agent/wire-server.ts";
import { closeServers, freight, idle, serving, start, TEST, traceOf } from "./support/agent.ts";
import { pythonEnvironment } from "./support/project.ts";

beforeAll(async () => {
  await pythonEnvironment();
});
afterEach(closeServers);

describe("faultline agent does not begin, or says why it ended", () => {
  test.each([
    ["a test that passes", "tests/test_quote.py::test_domestic", /passes: there is nothing to mend/],
    ["a test that is skipped", "tests/test_quote.py::test_later", /is skipped, or expected to fail: there is nothing/],
    ["a test that is not there", "tests/test_quote.py::test_none", /does not run: .*test_none/],
    ["a file that is not there", "tests/test_none.py::test_none", /names no file/],
    ["a whole file", "tests/test_quote.py", /is a file: name one failing test of it \(such as tests\/test_quote.py::/],
    ["a folder", "tests", /tests names no file/],
    ["no node id", "", /an empty node id names no file/],
  ])("%s: one line, exit status 2, and nothing left", async (_, nodeId, told) => {
    const at = await freight();
    const later = "\n\ndef test_later():\n    import pytest\n\n    pytest.skip('later')\n";
    await appendFile(join(at.repo, "tests/test_quote.py"), later);
    const { exitCode, stderr } = await start(at, [...(await idle()), nodeId]);
    expect(exitCode).toBe(2);
    const lines = stderr.split("\n").filter((line) => !line.startsWith("faultline: running "));
    expect(lines).toEqual([expect.stringMatching(told)]);
    expect(existsSync(at.out)).toBe(false);
  });

  test.each([
    ["no address", ["--provider", "local", "--url", "::1"], /--url ::1 is no address of a server \(such as http/],
    ["no provider", [], /--provider is local or gemini/],
    ["gemini without a model", ["--provider", "gemini"], /gemini wants --model/],
    ["gemini without a key", ["--provider", "gemini", "--model", "gemini-2.5-flash"], /set GEMINI_API_KEY/],
    ["neither on nor off", ["--provider", "local", "--faultline", "maybe"], /--faultline is on or off, not maybe/],
    ["two providers", ["--provider", "local", "--provider", "gemini"], /--provider is given 2 times/],
    ["two limits", ["--provider", "local", "--max-turns", "3", "--max-turns", "4"], /--max-turns is given 2 times/],
  ])("%s: one line, exit status 2", async (_, args, told) => {
    const { exitCode, stderr } = await start(await freight(), [...args, TEST]);
    expect(exitCode).toBe(2);
    expect(stderr.split("\n")).toEqual([expect.stringMatching(told)]);
  });

  test("a place where no trace can be: one line, exit status 2, before anything runs", async () => {
    const at = await freight();
    await writeFile(at.out, "");
    for (const [out, why] of [
      [at.out, "a file is in the way"],
      [join(at.out, "deeper"), "a file is in the way"],
      ["/proc/nowhere", "nothing can be written there"],
    ] as const) {
      const { exitCode, stderr } = await start({ ...at, out }, ["--provider", "local", TEST]);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: `faultline: --out ${out}: ${why} (name another --out)`,
      });
    }
  });

  test("a server that is not there is told of before anything runs: one line, exit status 2, nothing left", async () => {
    const at = await freight();
    const { url, close } = await startWireServer([]);
    await close();
    const { exitCode, stdout, stderr } = await start(at, ["--provider", "local", "--url", url, TEST]);
    const told = `faultline: nothing listens at ${url} (start a llama.cpp server there, or give --url)`;
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: "", stderr: told });
    expect(existsSync(at.out)).toBe(false);
  });

  test("a model that fails: told once, exit status 2, with its trace and summary", async () => {
    const at = await freight();
    const server = await serving({ status: 400, json: { error: { message: "no such template" } } });
    const args = ["--provider", "local", "--url", server.url, "--faultline", "off", TEST];
    const { exitCode, stdout, stderr } = await start(at, args);
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/^not fixed, model-failed: /);
    expect(`${stdout}\n${stderr}`.match(/no such template/g)).toHaveLength(1);
    expect(stderr).toMatch(/\nfaultline: openai-compatible tiny: status 400: .*no such template.*$/);
    expect((await traceOf(at)).map(({ kind }) => kind)).toEqual(["start", "end"]);
  });
});
