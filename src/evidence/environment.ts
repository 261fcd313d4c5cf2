import { readdir, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { run } from "../kernel/process.ts";
import { readTextIfThere } from "../kernel/user-files.ts";

/** An interpreter, and the folders in which its distributions are. */
export interface Interpreter {
  path: string;
  /** Such as "3.11.7"; "" where it cannot be told. */
  version: string;
  modified: number;
  folders: string[];
}

const QUESTION = `
import sys, json
folders = [entry for entry in sys.path if entry]
sys.stdout.write("\\n" + json.dumps([".".join(map(str, sys.version_info[:3])), folders]))
`;

const asked = new Map<string, Promise<Pick<Interpreter, "version" | "folders">>>();

/** What is known of an interpreter; a virtual environment tells it by its layout, others are asked, once. */
export async function interpreterOf(path: string, env: NodeJS.ProcessEnv): Promise<Interpreter> {
  const modified = Math.trunc((await stat(path).catch(() => undefined))?.mtimeMs ?? 0);
  const known = isAbsolute(path) ? await fromLayout(dirname(dirname(path))) : undefined;
  if (known) return { path, modified, ...known };
  const key = `${path}\0${modified}\0${env["PYTHONPATH"] ?? ""}`;
  const answer = asked.get(key) ?? ask(path, env);
  asked.set(key, answer);
  return { path, modified, ...(await answer) };
}

/** Undefined for what is no virtual environment, or one that also sees the packages of the interpreter behind it. */
async function fromLayout(root: string): Promise<Pick<Interpreter, "version" | "folders"> | undefined> {
  const settings = await readTextIfThere(join(root, "pyvenv.cfg")).catch(() => undefined);
  if (settings === undefined || /^include-system-site-packages\s*=\s*true/im.test(settings)) return undefined;
  const version = /^version(?:_info)?\s*=\s*(\d+\.\d+\.\d+)/m.exec(settings)?.[1];
  const libraries = await readdir(join(root, "lib")).catch(() => []);
  const folders = libraries.filter((name) => /^(?:python|pypy)3/.test(name));
  if (version === undefined || folders.length !== 1) return undefined;
  return { version, folders: folders.map((name) => join(root, "lib", name, "site-packages")) };
}

async function ask(path: string, env: NodeJS.ProcessEnv): Promise<Pick<Interpreter, "version" | "folders">> {
  const answer = await run({ argv: [path, "-B", "-c", QUESTION], cwd: "/", env, deadline: 10_000 });
  try {
    const [version, folders] = JSON.parse(answer.stdout.split("\n").at(-1) ?? "");
    return { version: String(version), folders: Array.isArray(folders) ? folders.map(String) : [] };
  } catch {
    return { version: "", folders: [] };
  }
}

/**
 * Installed distributions by the names of their metadata folders, in the first folder that has them: normalised name
 * → version, sorted by name.
 */
export async function distributions(folders: readonly string[]): Promise<Record<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.toSorted()) {
      const [, project, version] = /^([^-]+)-([^-]+)(?:-.*)?\.(?:dist-info|egg-info)$/.exec(name) ?? [];
      if (project === undefined || version === undefined) continue;
      const normalised = project.toLowerCase().replace(/[-_.]+/g, "-");
      if (!found.has(normalised)) found.set(normalised, version);
    }
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
