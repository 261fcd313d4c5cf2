import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import * as z from "zod";
import { ROOT } from "../root.ts";
import type { Build } from "./build.ts";

/** Of what the package holds, all that a program of it reads, besides the programs themselves. */
const READ = ["hooks", "skills", "templates", ".claude-plugin", "python-probe/src"];
const PARTS = ["package.json", "dist", ...READ];
/** The programs that sessions start. */
const PROGRAMS = ["dist/cli.js", "dist/hook.cjs", "dist/hook-main.cjs", "dist/eval/ab-bridge.js"];

/**
 * Copies the built Faultline, with the programs that sessions need. A run uses its copy from start to end: it measures one
 * Faultline, and a build in the meantime, which writes these files anew, takes nothing away from a session.
 *
 * @param folder where the copy goes; what was there before goes
 */
export async function copyFaultline(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const part of PARTS) {
    await mkdir(dirname(join(folder, part)), { recursive: true });
    await cp(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith("__pycache__"),
    });
  }
}

/** Which Faultline a folder holds, such as `ROOT` or a copy: the same wherever the same was built, whenever that was. */
export async function buildOf(root: string): Promise<Build> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  const hash = createHash("sha256");
  for (const path of [...(await modulesOf(root)), ...(await filesRead(root))].sort()) {
    const content = createHash("sha256").update(await readFile(join(root, path)));
    hash.update(`${path} ${content.digest("hex")}\n`);
  }
  return { version, digest: hash.digest("hex") };
}

/** The programs and all modules that they import: parts of earlier builds, which nothing imports, may lie beside them. */
async function modulesOf(root: string): Promise<Set<string>> {
  const modules = new Set(PROGRAMS);
  // Those that are added are visited as well.
  for (const path of modules) {
    const text = await readFile(join(root, path), "utf8");
    for (const [, other = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?["'`](\.{1,2}\/[\w./-]+\.js)["'`]/g))
      modules.add(join(dirname(path), other));
  }
  return modules;
}

async function filesRead(root: string): Promise<string[]> {
  const folders = READ.map((part) => readdir(join(root, part), { recursive: true, withFileTypes: true }));
  return (await Promise.all(folders))
    .flat()
    .filter((file) => file.isFile() && !file.name.endsWith(".pyc"))
    .map((file) => relative(root, join(file.parentPath, file.name)));
}
