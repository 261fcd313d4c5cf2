import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { runProbe } from "../../src/probe/run.ts";
import { inPairs, summarize } from "../pairs.ts";
import { ROOT } from "../root.ts";
import { quote, shell } from "../shell.ts";
import type { Row } from "./row.ts";

const PROBE = join(ROOT, "python-probe", "src");

/** The traced re-run of one test as a whole process, as the hook does it, against a plain run of that test. */
export async function tracedRerun(
  test: string,
  place: { cwd: string; env: NodeJS.ProcessEnv; python: string },
  rounds: number,
): Promise<Row> {
  const line = `${quote(place.python)} -m pytest ${quote(test)}`;
  const plain = async () => {
    const ran = await shell(line, place);
    if (ran.exitCode !== 0) throw new FaultlineError("process-failed", `${test} does not pass: exit ${ran.exitCode}`);
    return ran.elapsed;
  };
  const traced = async () => {
    const started = performance.now();
    const ran = await runProbe({
      argv: [place.python, "-m", "pytest"],
      args: [],
      nodeIds: [test],
      cwd: place.cwd,
      env: place.env,
      mode: "trace",
      probeDir: PROBE,
      deadline: 120_000,
    });
    const elapsed = performance.now() - started;
    const passed = ran.record?.outcomes.some((one) => one.phase === "call" && one.outcome === "passed");
    if (!passed) throw new FaultlineError("probe-failed", `${test} traced: ${ran.problem ?? "it did not pass"}`);
    return elapsed;
  };
  const name = test.split("::").at(-1) ?? test;
  const summary = summarize(await inPairs(rounds, plain, traced));
  return { group: "traced re-run", name, against: "plain run", limit: 2, ...summary };
}
