import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { readSources } from "../../src/install/sources.ts";
import { zipOf } from "../../src/install/wheel.ts";
import { readReports } from "../../src/probe/reports.ts";
import { findOlderPytests, findPythons } from "../support/pythons.ts";
import { makePackage } from "./package-root.ts";

let work: string;

beforeEach(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), "faultline wheel-")));
  return () => rm(work, { recursive: true, force: true });
});

describe("a zip of ours", () => {
  it("is read by Python's zipfile as what was put in: any names, any bytes", async () => {
    const [{ python } = { python: "" }] = await findPythons();
    const file = fc.record({
      path: fc.string({ unit: fc.constantFrom("a", "b", "-", "_", "."), minLength: 1, maxLength: 9 }),
      bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    });
    const archives = fc.sample(fc.uniqueArray(file, { maxLength: 5, selector: ({ path }) => path }), 40);
    await Promise.all(archives.map((files, at) => writeFile(join(work, `${at}.zip`), zipOf(files))));
    const read =
      "import json,sys,zipfile; print(json.dumps([[[i.filename, z.read(i).hex()] for i in z.infolist()] for z in map(zipfile.ZipFile, sys.argv[1:])]))";
    const { stdout } = await execa(python, ["-c", read, ...archives.map((_, at) => join(work, `${at}.zip`))]);
    expect(JSON.parse(stdout)).toEqual(
      archives.map((files) => files.map(({ path, bytes }) => [path, bytes.toString("hex")])),
    );
  });
});

describe("the wheel of report mode", () => {
  it("is found by every pytest and by no pip, and leaves the output and the project as they are", async () => {
    const wheel = await placeWheel();
    const project = join(work, "project");
    await mkdir(project);
    await writeFile(join(project, "test_a.py"), "def test_fails():\n    None.attribute\n");
    const all = [...(await findPythons()), ...(await findOlderPytests())];
    for (const [at, { python, version }] of all.entries()) {
      const side = join(work, `reports-${at}`);
      const run = (args: string[], env: NodeJS.ProcessEnv) =>
        execa(python, args, {
          cwd: project,
          env: {
            PATH: process.env["PATH"],
            HOME: work,
            PYTHONDONTWRITEBYTECODE: "1",
            FAULTLINE_REPORT_DIR: side,
            ...env,
          },
          extendEnv: false,
          reject: false,
          all: true,
        });
      const pytest = async (env: NodeJS.ProcessEnv) => {
        const { all: text, exitCode } = await run(["-m", "pytest", "-p", "no:cacheprovider", "-v"], env);
        return [exitCode, text.replaceAll(/\d+\.\d+s/g, "?s")];
      };
      const reported = await pytest({ PYTHONPATH: wheel });
      const [{ record } = { record: undefined }] = await readReports(side, 0);
      expect(
        record?.failures.map(({ nodeId }) => nodeId),
        version,
      ).toEqual(["test_a.py::test_fails"]);
      expect(reported).toEqual(await pytest({}));
      expect(await readdir(project)).toEqual(["test_a.py"]);
      const freeze = ["-m", "pip", "--disable-pip-version-check", "freeze", "--all"];
      const packages = await run(freeze, { PYTHONPATH: wheel });
      expect([packages.exitCode, packages.all], version).toEqual([0, (await run(freeze, {})).all]);
    }
  });

  it("is the same for the same package", async () => {
    const wheel = await placeWheel();
    const first = await readFile(wheel);
    await rm(join(work, "probe"), { recursive: true });
    expect((await readFile(await placeWheel())).equals(first)).toBe(true);
  });
});

/** The wheel as an installation has it, beside the probe. */
async function placeWheel(): Promise<string> {
  const packageRoot = makePackage();
  try {
    const { program } = await readSources(packageRoot);
    const found = program.find(({ path }) => path.endsWith(".whl"));
    if (!found) throw new Error("no wheel among the files");
    const wheel = join(work, found.path);
    await mkdir(join(work, "probe"));
    await symlink(
      join(import.meta.dirname, "../../python-probe/src/faultline_probe"),
      join(work, "probe/faultline_probe"),
    );
    await writeFile(wheel, found.bytes);
    return wheel;
  } finally {
    await rm(packageRoot, { recursive: true });
  }
}
