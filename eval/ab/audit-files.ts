import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Leak } from "./result.ts";
import type { Secrets } from "./secrets.ts";

/** Larger files are not looked into. */
const LARGEST = 20_000_000;

/** Looks for the answer in all files below some folders. The version control of a checkout is looked into elsewhere. */
export async function auditFiles(folders: readonly string[], secrets: Secrets): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for (const folder of folders) {
    const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const file of files) {
      const path = join(file.parentPath, file.name);
      if (path.includes("/.git/")) continue;
      leaks.push(...packageAt(path, file.name, secrets));
      if (file.isFile()) leaks.push(...(await secretsIn(path, secrets)));
    }
  }
  return leaks;
}

/** Looks for packages of the project among installed ones, without looking into them. */
export async function auditPackages(folder: string, secrets: Secrets): Promise<Leak[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return files.flatMap((file) => packageAt(join(file.parentPath, file.name), file.name, secrets));
}

/** What of the answer a text holds. */
export function answersIn(text: string, secrets: Secrets): Pick<Leak, "kind" | "what">[] {
  const fix = secrets.fix.find((line) => text.includes(line));
  const test = secrets.tests.find((line) => text.includes(line));
  const commit = secrets.commits.find((id) => text.includes(id));
  return [
    ...(fix === undefined ? [] : [{ kind: "fix" as const, what: `a line of the fix: ${fix}` }]),
    ...(test === undefined ? [] : [{ kind: "hidden-test" as const, what: `a line of a hidden test: ${test}` }]),
    ...(commit === undefined ? [] : [{ kind: "history" as const, what: `the id of the fixed commit: ${commit}` }]),
  ];
}

async function secretsIn(path: string, secrets: Secrets): Promise<Leak[]> {
  const info = await stat(path).catch(() => undefined);
  if (!info || info.size > LARGEST) return [];
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const found = answersIn(bytes.toString("latin1"), asBytes(secrets));
  return found.map((leak) => ({ ...leak, how: "open" as const, where: path }));
}

/** Names as pip writes them: a wheel, an archive, an installed package or the notes beside it. */
function packageAt(path: string, name: string, { packages }: Secrets): Leak[] {
  const plain = name.toLowerCase().replaceAll(/[-_.]+/g, "-");
  const held = packages.find((project) => {
    const own = project.toLowerCase().replaceAll(/[-_.]+/g, "-");
    if (plain === own) return basename(dirname(path)) === "site-packages";
    return plain.startsWith(`${own}-`) && /-(whl|tar-(gz|bz2|xz)|zip|dist-info|egg-info|egg-link)$/.test(plain);
  });
  if (held === undefined) return [];
  return [{ kind: "package-cache", how: "open", where: path, what: `a package of ${held}` }];
}

const kept = new WeakMap<Secrets, Secrets>();

/** The same lines as files hold them, read byte by byte. */
function asBytes(secrets: Secrets): Secrets {
  const known = kept.get(secrets);
  if (known) return known;
  const bytes = (lines: readonly string[]) => lines.map((line) => Buffer.from(line).toString("latin1"));
  const made = { ...secrets, fix: bytes(secrets.fix), tests: bytes(secrets.tests) };
  kept.set(secrets, made);
  return made;
}
