import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { FaultlineError } from "../../src/kernel/errors.ts";

export const USAGE = `usage: npm run eval:context -- [options]

  --repos DIR      folder of local clones named after their projects (DIR/youtube-dl); otherwise the network is used
  --project NAME   a manifest in eval/cases (default youtube-dl), or "bundled"
  --bugs 8,9       only these
  --python PATH    interpreter that the test environments are made from (default python3)
  --out FILE       where the CSV goes (default eval/results/context-PROJECT.csv)
  --work DIR       where checkouts and environments go (default a folder in the system's temporary one)
  --review         print each injection in full
`;

export interface Options {
  repos: string | undefined;
  project: string;
  bugs: ReadonlySet<string> | undefined;
  python: string;
  out: string;
  work: string;
  review: boolean;
}

/** Reads the command line; undefined where only help was asked for. */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  const project = values.project ?? "youtube-dl";
  if (!/^[\w-]+$/.test(project)) throw new FaultlineError("bad-request", `no such project: ${project}`);
  return {
    repos: values.repos === undefined ? undefined : resolve(values.repos),
    project,
    bugs: values.bugs === undefined ? undefined : new Set(values.bugs.split(",").map((id) => id.trim())),
    python: values.python ?? "python3",
    out: resolve(values.out ?? join("eval", "results", `context-${project}.csv`)),
    work: resolve(values.work ?? join(tmpdir(), "faultline-eval")),
    review: values.review ?? false,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        repos: { type: "string" },
        project: { type: "string" },
        bugs: { type: "string" },
        python: { type: "string" },
        out: { type: "string" },
        work: { type: "string" },
        review: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (cause) {
    throw new FaultlineError("bad-request", cause instanceof Error ? cause.message : "bad options", { cause });
  }
}
