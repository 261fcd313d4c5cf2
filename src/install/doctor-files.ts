import { join } from "node:path";
import { readIfThere } from "./changes.ts";
import type { Check } from "./check.ts";
import type { Layout } from "./layout.ts";
import { MANIFEST, readManifest } from "./manifest.ts";
import { readSources } from "./sources.ts";

/** Whether the files of an installation are there, whole, and of this version. */
export async function checkFiles(layout: Layout, packageRoot: string): Promise<Check[]> {
  const sources = await readSources(packageRoot);
  const missing: string[] = [];
  const other: string[] = [];
  for (const file of sources.program) {
    const there = await readIfThere(join(layout.files, file.path));
    if (!there) missing.push(file.path);
    else if (!there.equals(file.bytes)) other.push(file.path);
  }
  const mend = `npx faultline install-claude --repo . --scope ${layout.scope}`;
  const { version } = readManifest((await readIfThere(join(layout.files, MANIFEST)))?.toString());
  return [filesCheck(layout, { missing, other, version, present: sources.version, mend })];
}

interface Findings {
  missing: string[];
  other: string[];
  version: string;
  present: string;
  mend: string;
}

function filesCheck(layout: Layout, { missing, other, version, present, mend }: Findings): Check {
  const name = "hook files";
  if (missing.length > 0) {
    return { name, status: "fail", found: `missing in ${layout.files}: ${shorten(missing)}`, mend };
  }
  if (other.length === 0) return { name, status: "ok", found: `version ${version} in ${layout.files}` };
  const found =
    version === present
      ? `in ${layout.files} not as version ${present} has them: ${shorten(other)}`
      : `version ${version} in ${layout.files}, this is ${present}`;
  return { name, status: "warn", found, mend };
}

/** The limits that a configuration sets, or what is wrong with it. */
export function checkConfig(text: string | undefined): { minFiles: number; minLines: number; problem?: string } {
  const limits = { minFiles: 100, minLines: 10_000 };
  if (text === undefined) return limits;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return { ...limits, problem: "not a JSON object" };
    for (const key of ["minFiles", "minLines"] as const) {
      const set: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
      if (typeof set === "number") limits[key] = set;
      else if (set !== undefined) return { ...limits, problem: `"${key}" must be a number` };
    }
    return limits;
  } catch (error) {
    return { ...limits, problem: `not JSON (${error instanceof Error ? error.message : String(error)})` };
  }
}

function shorten(paths: string[]): string {
  return paths.length > 3 ? `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more` : paths.join(", ");
}
