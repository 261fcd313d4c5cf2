import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { COMMON, type CommonOptions, commonOptions, readArgs, roundsOf } from "../options.ts";

export const USAGE = `usage: npm run eval:ab -- [run|report|export|worker] [options]

  run              (the default) runs what has no result yet, then reports
  report           only the report, of the results that are there
  export           all sessions as CSV, on standard output
  worker           takes sessions of a run with --queue until it is stopped

  --out DIR        folder of the run: results.jsonl, report.md, pictures, records (default runs/ab)
  --cases LIST     manifests in eval/cases, or "injected" and "bundled", each as it is or with bugs after a colon
                   (default youtube-dl,injected,bundled); youtube-dl:8+16
  --agents LIST    policies, or one in particular as policy:NAME; claude:MODEL with $ANTHROPIC_API_KEY;
                   local[:MODEL]; gemini:MODEL with $GEMINI_API_KEY (default policies)
  --arms LIST      A, H, short, rtk, receptor (default A,H); all are compared with the first
  --rounds N       repetitions (default 1: a policy does the same each time)
  --parallel N     sessions at a time (default 2)
  --model-url URL  address of a local model's server, or of another one that speaks an API
  --queue URL      lets workers elsewhere run the sessions: postgres://USER:PASSWORD@HOST:5432/DATABASE
  --seed N         of the intervals, and of whatever agents leave to chance (default 1)
  --repos DIR      folder of local clones named after their projects (DIR/youtube-dl); otherwise the network is used
  --python PATH    interpreter that the test environments are made from (default python3), once for each version; one that
                   a manifest wants and that is not named is looked for on the PATH, in pyenv and in uv
  --work DIR       where checkouts and environments go (default a folder in the system's temporary one)
`;

export interface Options extends CommonOptions {
  command: "run" | "report" | "export" | "worker";
  out: string;
  cases: string[];
  agents: string[];
  arms: string[];
  rounds: number;
  parallel: number;
  modelUrl: string | undefined;
  queue: string | undefined;
  seed: number;
}

const MORE = {
  cases: { type: "string" },
  agents: { type: "string" },
  arms: { type: "string" },
  rounds: { type: "string" },
  parallel: { type: "string" },
  "model-url": { type: "string" },
  queue: { type: "string" },
  seed: { type: "string" },
} as const;

/** Reads the command line; undefined where only help was asked for. */
export function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = readArgs(() =>
    parseArgs({ args, options: { ...COMMON, ...MORE }, allowPositionals: true }),
  );
  if (values.help) return undefined;
  const [command = "run", ...rest] = positionals;
  if (rest.length > 0 || !isCommand(command))
    throw new FaultlineError("bad-request", `unknown command: ${positionals.join(" ")}`, { hint: "--help" });
  return {
    ...commonOptions(values),
    command,
    out: resolve(values.out ?? join("runs", "ab")),
    cases: listOf(values.cases, "youtube-dl,injected,bundled"),
    agents: listOf(values.agents, "policies"),
    arms: listOf(values.arms, "A,H"),
    rounds: roundsOf(values.rounds, 1),
    parallel: wholeNumber(values.parallel ?? "2", "--parallel"),
    modelUrl: addressOf(values["model-url"]),
    queue: values.queue,
    seed: wholeNumber(values.seed ?? "1", "--seed"),
  };
}

function isCommand(word: string): word is Options["command"] {
  return ["run", "report", "export", "worker"].includes(word);
}

function listOf(text: string | undefined, usual: string): string[] {
  return (text ?? usual).split(",").map((word) => word.trim());
}

function addressOf(url: string | undefined): string | undefined {
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url;
  throw new FaultlineError("bad-request", `--model-url wants an address such as http://127.0.0.1:8080, not ${url}`);
}

function wholeNumber(text: string, option: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new FaultlineError("bad-request", `${option} wants a whole number from 1 on, not ${text}`);
}
