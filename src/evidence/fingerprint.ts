import { isAbsolute, join, relative, resolve } from "node:path";
import { isInside } from "../kernel/files.ts";
import { walkPython } from "../kernel/repo.ts";
import { digestFiles, digestOf } from "./digest.ts";
import { distributions, type Interpreter, interpreterOf } from "./environment.ts";
import { configurationFiles, lockFiles } from "./project-settings.ts";

/** What a piece of evidence depends on, as it was when the evidence was made. Digests are SHA-256 in hexadecimal. */
export interface Fingerprint {
  /** Files that the evidence was made from: path relative to the checkout → digest; "" for one that is not there. */
  files: Record<string, string>;
  /** All Python files of the project together. */
  project: { files: number; digest: string };
  /** Installed distributions: normalised name → version. */
  dependencies: Record<string, string>;
  /** Lock and requirements files: relative path → digest. */
  locks: Record<string, string>;
  /** `modified` in milliseconds since the epoch; 0 where the file is gone. */
  interpreter: { path: string; version: string; modified: number };
  /** Configuration files of pytest, its options, variables that it reads: name → digest. */
  settings: Record<string, string>;
}

export interface FingerprintRequest {
  /** Real path of the checkout. */
  repo: string;
  python: string;
  env: NodeJS.ProcessEnv;
  /** Files that the evidence depends on, absolute or relative to the checkout; those outside of it are left out. */
  files: readonly string[];
  pytestArgs: readonly string[];
}

/** Variables that decide what a test run does; their values are kept as digests only. */
const variables =
  /^(?:PYTEST_(?:ADDOPTS|PLUGINS|DISABLE_PLUGIN_AUTOLOAD)|PYTHON(?:PATH|HASHSEED|WARNINGS|OPTIMIZE|UTF8|DEVMODE)|DJANGO_SETTINGS_MODULE|TZ|LANG|LC_ALL)$/;

/** Takes the fingerprint of a checkout and its environment, now. Never throws for what is missing or unreadable. */
export async function fingerprint(request: FingerprintRequest): Promise<Fingerprint> {
  const { repo } = request;
  const named = relativePaths(repo, request.files);
  const python = relativePaths(repo, walkPython(repo)).toSorted();
  const configuration = configurationFiles(repo, named, python);
  const locks = lockFiles(repo);
  const digests = await digestFiles(repo, [...named, ...python, ...configuration, ...locks]);
  const interpreter = await interpreterOf(request.python, request.env);
  return {
    files: pick(digests, named),
    project: {
      files: python.length,
      digest: digestOf(python.map((path) => `${path}\0${digests.get(path)}\n`).join("")),
    },
    dependencies: await distributions(interpreter.folders),
    locks: pick(digests, locks),
    interpreter: facts(interpreter),
    settings: { ...pick(digests, configuration), ...optionsOf(request) },
  };
}

function facts({ path, version, modified }: Interpreter): Fingerprint["interpreter"] {
  return { path, version, modified };
}

function optionsOf({ env, pytestArgs }: FingerprintRequest): Record<string, string> {
  const set = Object.entries(env).filter(([name, value]) => variables.test(name) && value !== undefined);
  return {
    ...Object.fromEntries(set.map(([name, value]) => [`$${name}`, digestOf(value ?? "")])),
    ...(pytestArgs.length > 0 && { "pytest options": digestOf(JSON.stringify(pytestArgs)) }),
  };
}

function relativePaths(repo: string, paths: Iterable<string>): string[] {
  const inside = [...paths].map((path) => (isAbsolute(path) ? path : resolve(repo, path)));
  return [...new Set(inside.filter((path) => isInside(repo, path)).map((path) => relative(repo, join(path))))];
}

function pick(digests: ReadonlyMap<string, string>, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, digests.get(path) ?? ""]));
}
