import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failurePayload } from "../../eval/client.ts";

const payloads = join(import.meta.dirname, "..", "fixtures", "hook-payloads");

async function captured(name: string) {
  return JSON.parse(await readFile(join(payloads, `${name}.json`), "utf8"));
}

test("long output of a failed command is cut as the client cuts it", async () => {
  // The same command behind `|| true` shows what the client kept of the output before it cut the failure's text.
  const kept = (await captured("failing-run-big-output-or-true")).tool_response.stdout;
  const real = await captured("failing-run-big-output");
  const ours = failurePayload({ session: "s", cwd: "/", command: "c" }, 1, kept);
  const marker = /\n\n\.\.\. \[\d+ characters truncated\] \.\.\.\n\n/;
  const [head, tail] = real.error.split(marker);
  const [ourHead, ourTail] = ours.error.split(marker);
  expect(ourTail).toBe(tail);
  // The fixture's folder was renamed after the cut, which moves the end of the head by some characters.
  expect(Math.abs((ourHead?.length ?? 0) - head.length)).toBeLessThan(40);
  expect(ourHead?.slice(0, 4900)).toBe(head.slice(0, 4900));
});

test("short output of a failed command arrives whole, after its exit code", async () => {
  const real = await captured("failing-run");
  const ours = failurePayload({ session: "s", cwd: "/", command: "c" }, 1, "1 failed\n");
  expect(ours.error).toBe("Exit code 1\n1 failed");
  expect(Object.keys(real)).toEqual(expect.arrayContaining(Object.keys(ours)));
});

test("a character that the cut at 30,000 bytes goes through is lost, not garbled", () => {
  const { error } = failurePayload({ session: "s", cwd: "/", command: "c" }, 1, `x${"é".repeat(20_000)}`);
  expect(error).not.toContain("\uFFFD");
});
