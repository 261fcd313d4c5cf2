import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { hookNoise, runSession } from "./support/client.ts";
import { heardAfterEachTurn, heardWithPrompt } from "./support/heard.ts";
import { bash } from "./support/model.ts";
import { isAlive, isThere } from "./support/tools.ts";

// What Faultline takes for granted about the client, seen with small hooks of the tests' own.

/** A folder whose settings run `script` (POSIX sh, payload on stdin, event in $EVENT) for each event. */
async function folderWithHook(
  script: string,
  {
    events = ["PostToolUse", "PostToolUseFailure", "UserPromptSubmit"],
    ...more
  }: { events?: string[]; timeout?: number } = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "facts-"));
  await mkdir(join(folder, ".claude"));
  await writeFile(join(folder, "hook.sh"), script);
  const hook = (event: string) => [
    { hooks: [{ type: "command", command: `EVENT=${event} sh "${folder}/hook.sh"`, ...more }] },
  ];
  const hooks = Object.fromEntries(events.map((event) => [event, hook(event)]));
  await writeFile(join(folder, ".claude/settings.json"), JSON.stringify({ hooks }));
  return folder;
}

const SPEAKING = String.raw`cat >/dev/null
printf '{"hookSpecificOutput":{"hookEventName":"%s","additionalContext":"%s says:\\n  <b> & \\"é\\"\\n\\nlast line"}}' "$EVENT" "$EVENT"
`;
const said = (event: string) => ({ event, text: `${event} says:\n  <b> & "é"\n\nlast line` });

describe("hook texts", () => {
  it.each(["claude-opus-5-5", "claude-sonnet-4-5"])("reach %s word for word", async (model) => {
    const cwd = await folderWithHook(SPEAKING);
    const script = [{ calls: [bash("echo one")] }, { calls: [bash("echo two; exit 3")] }];
    const { requests, strangers, result } = await runSession({ cwd, script, prompt: "Go.", args: ["--model", model] });
    expect(result).toMatchObject({ is_error: false, result: "Done." });
    expect(heardWithPrompt(requests)).toEqual({ prompt: ["Go."], contexts: [said("UserPromptSubmit")] });
    expect(heardAfterEachTurn(requests)).toEqual([
      { results: [{ text: "one", isError: false }], contexts: [said("PostToolUse")], rest: [] },
      { results: [{ text: "Exit code 3\ntwo", isError: true }], contexts: [said("PostToolUseFailure")], rest: [] },
    ]);
    expect(strangers).toEqual([]);
  });

  it.each([
    ["nothing on stdout", "cat >/dev/null", []],
    ["a hook that does not read its input", "exit 0", []],
    ["words on stderr", "cat >/dev/null; echo oops >&2", ["hook_success PostToolUseFailure: oops"]],
    [
      "exit code 1",
      "cat >/dev/null; echo oops >&2; exit 1",
      ["hook_non_blocking_error PostToolUseFailure: Failed with non-blocking status code: oops"],
    ],
    [
      "JSON with a raw line break",
      String.raw`printf '{"hookSpecificOutput":{"hookEventName":"%s","additionalContext":"a\nb"}}' "$EVENT"`,
      [expect.stringContaining("not valid JSON")],
    ],
    [
      "the wrong event",
      `printf '{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"a"}}'`,
      [expect.stringContaining("incorrect event name")],
    ],
  ])("%s: nothing reaches the model", async (_, script, noise) => {
    const cwd = await folderWithHook(script, { events: ["PostToolUseFailure"] });
    const { requests, home } = await runSession({ cwd, script: [{ calls: [bash("echo one; exit 3")] }] });
    expect(heardAfterEachTurn(requests)).toEqual([
      { results: [{ text: "Exit code 3\none", isError: true }], contexts: [], rest: [] },
    ]);
    expect(await hookNoise(home)).toEqual(noise);
  });

  it("over 10,000 characters become a preview and a file", async () => {
    const long = `printf '{"hookSpecificOutput":{"hookEventName":"%s","additionalContext":"%s"}}' "$EVENT" $(printf '%010001d' 0)`;
    const cwd = await folderWithHook(long, { events: ["PostToolUse"] });
    const { requests } = await runSession({ cwd, script: [{ calls: [bash("echo one")] }] });
    const [{ contexts } = { contexts: [] }] = heardAfterEachTurn(requests);
    expect(contexts).toHaveLength(1);
    expect(contexts[0]?.text).toMatch(/^<persisted-output>/);
    expect(contexts[0]?.text.length).toBeLessThan(4000);
  });
});

describe("a hook that takes too long", () => {
  it("is ended with its children at its timeout, and nothing reaches the model", async () => {
    const cwd = await folderWithHook(STUCK, { events: ["PostToolUse"], timeout: 2 });
    const { requests, result } = await runSession({ cwd, script: [{ calls: [bash("echo one")] }] });
    expect(result?.result).toBe("Done.");
    expect(heardAfterEachTurn(requests)).toEqual([
      { results: [{ text: "one", isError: false }], contexts: [], rest: [] },
    ]);
    expect(await childIsAlive(cwd)).toBe(false);
  });

  it("is ended with its children when the client is ended", async () => {
    const cwd = await folderWithHook(STUCK, { events: ["PostToolUse"] });
    const client = new AbortController();
    const session = runSession({ cwd, script: [{ calls: [bash("echo one")] }], signal: client.signal });
    await vi.waitUntil(() => isThere(join(cwd, "hook.sh.pid")), { timeout: 60_000, interval: 50 });
    client.abort();
    expect((await session).process.ended).toBe("cancelled");
    expect(await childIsAlive(cwd)).toBe(false);
  });
});

/** Waits on a child whose id it leaves behind. */
const STUCK = 'cat >/dev/null; sleep 60 & echo $! >"$0.new"; mv "$0.new" "$0.pid"; wait';

async function childIsAlive(folder: string): Promise<boolean> {
  return isAlive(Number(await readFile(join(folder, "hook.sh.pid"), "utf8")));
}

describe("the network of these tests", () => {
  it("is loopback alone: what the client would send elsewhere ends at the scripted model", async () => {
    const cwd = await folderWithHook("exit 0");
    const env = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "" };
    const { strangers, result } = await runSession({ cwd, script: [], env });
    expect(strangers).not.toEqual([]);
    expect(result?.result).toBe("Done.");
  });
});
