import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bugsOf, COMMON, COMMON_USAGE, type CommonOptions, commonOptions, readArgs } from "../options.ts";

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
  const which = bugsOf(values);
  return {
    ...commonOptions(values),
    ...which,
    out: resolve(values.out ?? join("eval", "results", `context-${which.project}.csv`)),
    review: values.review ?? false,
  };
}
