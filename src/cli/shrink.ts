import { writeFile } from "node:fs/promises";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { type Command, type Shell, textOf } from "./shell.ts";

interface Options {
  out?: unknown;
}

export const shrink: Command = (cli, shell) => {
  cli
    .command("shrink <run>", "Find the fewest faults of a failed session that still break the agent, as a profile")
    .option("--out <file>", "Where the profile goes; standard output otherwise")
    .example("  faultline shrink bench/failures/mixed.naive.open_incident.3 --out regression.toml")
    .action((run: unknown, options: Options) => shrinkFolder(textOf(run, "shrink"), options, shell));
};

async function shrinkFolder(folder: string, { out }: Options, shell: Shell): Promise<void> {
  const { readRun } = await import("../benchmark/run-folder.ts");
  const { counted } = await import("../benchmark/markdown.ts");
  const { shrinkRun } = await import("../benchmark/shrink.ts");
  const file = out === undefined ? undefined : textOf(out, "--out");
  const { before, faults, minimal, sessions, profile, result } = await shrinkRun(await readRun(folder));
  if (file === undefined) shell.print(profile.trimEnd());
  else await save(file, profile);
  const { verdict, reason, agent, task, iteration } = result;
  const least = minimal ? "; without any of them it does not" : "";
  shell.progress(
    `faultline: ${faults.length} of ${before.length} faults break the agent${least} (${counted(sessions, "session")})`,
  );
  for (const { call, method, target, kind, rule } of faults) {
    shell.progress(`faultline:   call ${call} of ${target || method}: ${kind} (rule ${rule})`);
  }
  shell.progress(`faultline: ${verdict}: ${reason}`);
  if (file === undefined) return;
  const again = `--profile ${file} --agent ${agent} --task ${task} --iteration ${iteration}`;
  shell.progress(`faultline: repeat it with faultline run ${again}`);
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw new FaultlineError("bad-request", `--out ${file} cannot be written: ${describeError(cause)}`, { cause });
  }
}
