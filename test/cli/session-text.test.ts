import { expect, test } from "vitest";
import { runSession } from "../../src/benchmark/session.ts";
import { sessionText } from "../../src/cli/session-text.ts";
import { paper } from "../../src/cli/terminal-text.ts";
import { parseProfile } from "../../src/faults/profile.ts";

test("a session that was given up tells of the failure, and of which attempt it was", async () => {
  const text = await shown(
    'kind = "error"\nname = "down"\ntools = ["list_incidents"]\nmessage = "Backend unavailable"',
    "retry-only",
  );
  expect(text).toMatch(/^ {3}\d\.\d{3} s {2}2 again \(5\) +list_incidents \{"site_id":"[a-z]{3}-\d"\}$/m);
  expect(text).toMatch(/^ {26}fault: error \(down\)$/m);
  expect(text).toMatch(/^ {26}protocol_error: .*Backend unavailable/m);
  expect(text).toMatch(/^the agent reports a failure: .*Backend unavailable/m);
  expect(text).toMatch(/^failed_detected$/m);
  expect(text).toContain("1 retry storm");
});

test("a fault that hit what is no call of a tool is shown as well", async () => {
  const text = await shown('kind = "error"\nname = "down"\nmethods = ["tools/list"]', "naive");
  expect(text).toMatch(/^ {26}fault: error \(down\), on tools\/list$/m);
  expect(text).toMatch(/^failed_detected$/m);
});

test("a session that met no fault says that it shows nothing", async () => {
  const text = await shown('kind = "reset"\ntools = ["no_such_tool"]', "naive");
  expect(text).toMatch(/^success$/m);
  expect(text).toContain("0 faults (void: the session shows nothing)");
});

test("what a server says cannot write to the terminal", async () => {
  const text = await shown('kind = "error"\nmessage = "\\u001b[2J\\u0007 gone"', "naive");
  expect(text).toContain("\\x1b[2J\\x07 gone");
  expect(text).not.toMatch(/[^\P{C}\n]/u);
});

async function shown(rule: string, agent: string): Promise<string> {
  const read = parseProfile(`name = "test"\n[[faults]]\n${rule}\n`, "test.toml");
  if (!("profile" in read)) throw new Error(JSON.stringify(read.mistakes));
  const request = { profile: read.profile, agent, task: "open_incident", iteration: 0, over: "memory" } as const;
  return sessionText(await runSession(request), paper(160, false));
}
