import { appendFile, mkdir, mkdtemp, readdir, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { noteMeasured, readMeasured } from "../../eval/ab/build.ts";
import { buildOf } from "../../eval/ab/faultline-copy.ts";

/** A package with a program that imports two modules, and everything else that sessions use. */
const PACKAGE = {
  "package.json": '{"version":"0.1.0","scripts":{}}',
  "dist/cli.js": 'import{a}from"./chunks/a.js";await import(`./chunks/b.js`)',
  "dist/chunks/a.js": "export const a=1",
  "dist/chunks/b.js": 'import"./c.js"',
  "dist/chunks/c.js": "",
  "dist/hook.cjs": "1",
  "dist/hook-main.cjs": "1",
  "dist/eval/ab-bridge.js": "1",
  "hooks/hooks.json": "{}",
  "skills/fix/SKILL.md": "Fix it.",
  "templates/note.md": "",
  ".claude-plugin/plugin.json": "{}",
  "python-probe/src/probe/__init__.py": "",
};

async function packageWith(more: Record<string, string> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "ab-build-"));
  for (const [path, text] of Object.entries({ ...PACKAGE, ...more })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

describe("a build", () => {
  test.each([
    "dist/cli.js",
    "dist/chunks/a.js",
    "dist/chunks/c.js",
    "dist/hook-main.cjs",
    "dist/eval/ab-bridge.js",
    "hooks/hooks.json",
    "skills/fix/SKILL.md",
    "python-probe/src/probe/__init__.py",
  ])("is another one with another %s", async (path) => {
    const root = await packageWith();
    const before = await buildOf(root);
    await appendFile(join(root, path), "\n");
    expect((await buildOf(root)).digest).not.toBe(before.digest);
  });

  test("is the same elsewhere and later, beside parts of earlier ones, and with another report of eval:ab", async () => {
    const other = await packageWith({
      "dist/chunks/old.js": "1",
      "dist/eval/ab.js": "1",
      "python-probe/src/probe/__pycache__/a.pyc": "1",
    });
    await utimes(join(other, "dist/cli.js"), 1, 1);
    expect(await buildOf(other)).toEqual(await buildOf(await packageWith()));
    expect((await buildOf(other)).version).toBe("0.1.0");
  });
});

describe("the folder of a run", () => {
  const build = { version: "0.1.0", digest: "a".repeat(64) };
  const other = { ...build, digest: "b".repeat(64) };
  const folder = () => mkdtemp(join(tmpdir(), "ab-"));

  test("goes on with the build of its results, and with no other one", async () => {
    const out = await folder();
    await noteMeasured(out, build, 0);
    await noteMeasured(out, build, 3);
    await expect(noteMeasured(out, other, 3)).rejects.toMatchObject({
      code: "bad-request",
      message: `the results in ${out} are of Faultline 0.1.0, build aaaaaaaaaaaa, and this is Faultline 0.1.0, build bbbbbbbbbbbb`,
      hint: expect.stringContaining("name another --out"),
    });
    expect(await readMeasured(out)).toEqual({ ...build, unknown: 0 });
  });

  test("takes any build while it has no results", async () => {
    const out = await folder();
    await noteMeasured(out, build, 0);
    await noteMeasured(out, other, 0);
    expect(await readMeasured(out)).toEqual({ ...other, unknown: 0 });
  });

  test("with results of before builds were noted notes the one that goes on with them, and of how many it does not know", async () => {
    const out = await folder();
    await noteMeasured(out, build, 30);
    await noteMeasured(out, build, 40);
    expect(await readMeasured(out)).toEqual({ ...build, unknown: 30 });
    await expect(noteMeasured(out, other, 40)).rejects.toThrow("and this is Faultline 0.1.0, build bbbb");
  });

  test("whose note is none is told of in one line", async () => {
    const out = await folder();
    expect(await readMeasured(out)).toBeUndefined();
    await writeFile(join(out, "faultline.json"), "{");
    await expect(readMeasured(out)).rejects.toThrow(
      /^.*faultline\.json does not say which Faultline the results are of/,
    );
    expect(await readdir(out)).toEqual(["faultline.json"]);
  });
});
