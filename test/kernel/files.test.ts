import { chmod, lstat, mkdtemp, readdir, readFile, realpath, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { isInside, makeFolder, readTextSync } from "../../src/kernel/files.ts";
import { logLine } from "../../src/kernel/log.ts";
import { writeState } from "../../src/kernel/state.ts";
import { readTextIfThere, writeAtomic } from "../../src/kernel/user-files.ts";

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "faultline-files-")));
});

describe("an atomic write", () => {
  test("makes the folders on the way and leaves nothing else behind", async () => {
    await writeAtomic(join(folder, "a", "b.txt"), "text");
    expect(await readdir(join(folder, "a"))).toEqual(["b.txt"]);
  });

  test("keeps the mode of the file it replaces", async () => {
    const file = join(folder, "script");
    await writeFile(file, "old");
    await chmod(file, 0o750);
    await writeAtomic(file, "new");
    expect((await stat(file)).mode & 0o777).toBe(0o750);
    expect(await readFile(file, "utf8")).toBe("new");
  });

  test("follows a symlink instead of replacing it", async () => {
    await writeFile(join(folder, "real"), "old");
    await symlink("real", join(folder, "link"));
    await writeAtomic(join(folder, "link"), "new");
    expect((await lstat(join(folder, "link"))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, "real"), "utf8")).toBe("new");
  });

  test("that fails leaves the old file and no temporary one", async () => {
    await writeFile(join(folder, "file"), "old");
    await expect(writeAtomic(join(folder, "file", "below"), "new")).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["file"]);
    expect(await readFile(join(folder, "file"), "utf8")).toBe("old");
  });

  test("done many times at once leaves one whole content", async () => {
    const file = join(folder, "shared");
    const texts = Array.from({ length: 20 }, (_, at) => String(at).repeat(50_000));
    await Promise.all(texts.map((text) => writeAtomic(file, text)));
    expect(texts).toContain(await readFile(file, "utf8"));
    expect(await readdir(folder)).toEqual(["shared"]);
  });
});

describe("making a folder", () => {
  test("makes those above it, too, with the mode that is asked for", async () => {
    makeFolder(join(folder, "a", "b", "c"), 0o700);
    makeFolder(join(folder, "a", "b", "c"), 0o700);
    for (const path of ["a", "a/b", "a/b/c"]) expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700);
  });

  test.each(["/proc/nope/a/b", "/etc/hostname/a/b"])("ends where none can be made: %s", async (path) => {
    expect(() => makeFolder(path)).toThrow(/ENOENT|ENOTDIR/);
    expect(writeState(join(path, "file"), "text")).toBe(false);
    expect(() => logLine("test", "message", { XDG_STATE_HOME: path })).not.toThrow();
    await expect(writeAtomic(join(path, "file"), "text")).rejects.toThrow(/ENOENT|ENOTDIR/);
  });
});

test("a file that is not there reads as undefined; a folder is an error", async () => {
  expect(await readTextIfThere(join(folder, "none"))).toBeUndefined();
  expect(readTextSync(join(folder, "none"))).toBeUndefined();
  await expect(readTextIfThere(folder)).rejects.toThrow();
});

test.each([
  ["/a/b", "/a/b", true],
  ["/a/b", "/a/b/c", true],
  ["/a/b", "/a/bc", false],
  ["/a/b", "/a", false],
  ["/a/b", "/a/b/../c", false],
  ["/a/b", "/a/b/..c", true],
])("isInside(%s, %s) is %s", (parent, path, expected) => {
  expect(isInside(parent, path)).toBe(expected);
});
