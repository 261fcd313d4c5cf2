import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { COMMON, COMMON_USAGE, type CommonOptions, commonOptions, readArgs } from "../options.ts";

export const USAGE = `usage: npm run eval:context -- [options]

${COMMON_USAGE}  --project NAME   a manifest in eval/cases (default youtube-dl), or "bundled"
  --bugs 8,9       only these
  --review         print each injection in full
`;

export interface Options extends CommonOptions {
  project: string;
  bugs: ReadonlySet<string> | undefined;
  out: string;
  review: boolean;
}

/** Reads the command line; undefined where only help was asked for. */
export function readOptions(args: string[]): Options | undefined {
  const more = { project: { type: "string" }, bugs: { type: "string" }, review: { type: "boolean" } } as const;
  const { values } = readArgs(() => parseArgs({ args, options: { ...COMMON, ...more } }));
  if (values.help) return undefined;
  const project = values.project ?? "youtube-dl";
  if (!/^[\w-]+$/.test(project)) throw new FaultlineError("bad-request", `no such project: ${project}`);
  return {
    ...commonOptions(values),
    project,
    bugs: values.bugs === undefined ? undefined : new Set(values.bugs.split(",").map((id) => id.trim())),
    out: resolve(values.out ?? join("eval", "results", `context-${project}.csv`)),
    review: values.review ?? false,
  };
}
