import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bugsOf, COMMON, COMMON_USAGE, type CommonOptions, commonOptions, readArgs } from "../options.ts";

export const USAGE = `usage: npm run eval:localisation -- [options]

${COMMON_USAGE}  --project NAME   a manifest in eval/cases (default youtube-dl)
  --bugs 8,9       only these
  --again          score what earlier runs with the same --work have measured; run only what is missing
  --json FILE      every rank of every order
  --study DIR      a clone of the study's replication package: its results for the same bugs beside ours
`;

export interface Options extends CommonOptions {
  project: string;
  bugs: ReadonlySet<string> | undefined;
  again: boolean;
  out: string;
  json: string | undefined;
  study: string | undefined;
}

/** Reads the command line; undefined where only help was asked for. */
export function readOptions(args: string[]): Options | undefined {
  const more = {
    project: { type: "string" },
    bugs: { type: "string" },
    again: { type: "boolean" },
    json: { type: "string" },
    study: { type: "string" },
  } as const;
  const { values } = readArgs(() => parseArgs({ args, options: { ...COMMON, ...more } }));
  if (values.help) return undefined;
  const which = bugsOf(values);
  return {
    ...commonOptions(values),
    ...which,
    again: values.again ?? false,
    out: resolve(values.out ?? join("eval", "results", `localisation-${which.project}.csv`)),
    json: values.json === undefined ? undefined : resolve(values.json),
    study: values.study === undefined ? undefined : resolve(values.study),
  };
}
