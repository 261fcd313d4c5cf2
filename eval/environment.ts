import { mkdir, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describeError } from "../src/kernel/errors.ts";
import { makeFolder } from "../src/kernel/files.ts";
import { usableFolder } from "../src/kernel/folder.ts";
import { readTextIfThere } from "../src/kernel/user-files.ts";
import { progress } from "./options.ts";
import { must } from "./shell.ts";

/** A virtual environment. */
export interface Venv {
  folder: string;
  python: string;
  /** The programs in it, such as "rtk"; a package that could not be installed is not there, and this says why. */
  missing: Record<string, string>;
}

/**
 * Makes a virtual environment at `folder` unless it is there already, made from the same. `required` has to install; each
 * of `optional` may fail, and is then listed in `missing`.
 */
export async function venv(
  folder: string,
  python: string,
  required: readonly string[],
  optional: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Venv> {
  const made: Venv = { folder, python: join(folder, "bin", "python"), missing: {} };
  await mkdir(join(folder, ".."), { recursive: true });
  const here = { cwd: join(folder, ".."), env };
  const pip = [made.python, "-m", "pip", "install", "-q", "--disable-pip-version-check"] as const;
  const note = join(folder, "made-from.json");
  const from = JSON.stringify([python, ...required]);
  if ((await readTextIfThere(note)) !== from) {
    progress(`making an environment of ${python} with ${required.join(", ") || "nothing else"}`);
    await rm(folder, { recursive: true, force: true });
    await must([python, "-m", "venv", folder], here);
    await must([...pip, ...required], here);
    await writeFile(note, from);
  }
  for (const name of optional) {
    try {
      await must([made.python, "-m", "pip", "show", "-q", name], here);
    } catch {
      await must([...pip, name], here).catch((error: unknown) => {
        made.missing[name] = describeError(error);
      });
    }
  }
  return made;
}

/** The version of an installed package; undefined where it is not installed. */
export async function versionOf(inside: Venv, name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const code = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))";
  const place = { cwd: inside.folder, env };
  return must([inside.python, "-c", code, name], place).then(
    (text) => text.trim(),
    () => undefined,
  );
}

/** Makes the work folder that the user named, with the home of everything that is measured (see `cleanEnv`). */
export function openWork(work: string): void {
  usableFolder("--work", work);
  makeFolder(join(work, "home"));
}

/**
 * The environment of everything that is measured: only what is named here, so that the caller's own settings
 * (pytest options, bytecode switches, state folders) change nothing.
 */
export function cleanEnv(work: string, first?: Venv): NodeJS.ProcessEnv {
  const system = process.env["PATH"] ?? "/usr/bin:/bin";
  return {
    PATH: first ? [join(first.folder, "bin"), system].join(delimiter) : system,
    HOME: join(work, "home"),
    XDG_STATE_HOME: join(work, "state"),
    LANG: "C.UTF-8",
    TZ: "UTC",
  };
}

/** What tells Python of the folders that a project is imported from; relative to the checkout, where tests are run. */
export function importsOf(suite: { path?: string[] | undefined } | undefined): NodeJS.ProcessEnv {
  return suite?.path === undefined ? {} : { PYTHONPATH: suite.path.join(delimiter) };
}
