import { chmodSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { usableFolder } from "../../src/kernel/folder.ts";

const place = () => mkdtempSync(join(tmpdir(), "folder-"));

test("a folder that the user named is made, with those above it, and holds nothing", () => {
  const path = join(place(), "a", "b");
  usableFolder("--out", path);
  expect(readdirSync(path)).toEqual([]);
});

test.each([
  ["a file", "a file is in the way", (at: string) => at],
  ["below a file", "a file is in the way", (at: string) => join(at, "runs", "ab")],
  // Where node's own recursive mkdir never ends.
  ["below /proc", "nothing can be written there", () => "/proc/nope/ab"],
  ["one of /proc", "nothing can be written there", () => "/proc/self"],
])("%s: one line that names the option", (_, reason, of) => {
  const file = join(place(), "notes");
  writeFileSync(file, "");
  const path = of(file);
  expect(() => usableFolder("--work", path)).toThrow(
    expect.objectContaining({ code: "bad-request", message: `--work ${path}: ${reason}`, hint: "name another --work" }),
  );
});

test.skipIf(process.getuid?.() === 0)("a folder that only others may write to", () => {
  const path = place();
  chmodSync(path, 0o500);
  expect(() => usableFolder("--out", path)).toThrow(`--out ${path}: nothing can be written there`);
  expect(existsSync(path)).toBe(true);
});
