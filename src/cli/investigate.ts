import { limits } from "../debugging/limits.ts";
import type { Investigation } from "../debugging/reports.ts";
import { makeEngine } from "./engine.ts";
import { startProgress } from "./progress.ts";
import { type Command, numberOf, type Shell, textOf } from "./shell.ts";
import { stopSignal } from "./stop-signal.ts";

interface Options {
  repo: unknown;
  python?: unknown;
  budgetTokens: unknown;
  deadlineSeconds: unknown;
  json?: boolean;
}

export const investigate: Command = (cli, shell) => {
  cli
    .command("investigate <nodeid>", "Say where the fault behind a failing test is, by running it and its neighbours")
    .usage(
      "investigate [options] <nodeid>\n\n" +
        "  Runs the test alone, then the suite under coverage, and compares it with a test that passes.\n" +
        "  Prints a report on a terminal, else one line of JSON. Exit status: 0 a failure was investigated,\n" +
        "  1 there is none (the test passes, is skipped, or did not end in time), 2 the request cannot be met, or the\n" +
        "  test cannot run: there is none of that name, or it could not be collected (the report says why).",
    )
    .option("--repo <dir>", "Folder of the project; the node id is relative to it", { default: "." })
    .option("--python <path>", "The project's interpreter; otherwise it is found")
    .option("--budget-tokens <n>", "Size of the JSON at most; what is left out can be fetched", { default: 4000 })
    .option("--deadline-seconds <s>", "When to stop, and tell what is known by then", { default: 120 })
    .option("--json", "Print JSON on a terminal, too")
    .example("  faultline investigate tests/test_shop.py::TestCart::test_total")
    .example("  faultline investigate --repo ~/work/shop --budget-tokens 1500 'tests/test_tax.py::test_rate[de-19 %]'")
    .action((nodeId: string, options: Options) => run(nodeId, options, shell));
};

async function run(nodeId: string, options: Options, shell: Shell): Promise<number> {
  const budgetTokens = numberOf(options.budgetTokens, "--budget-tokens", limits.budgetTokens);
  const seconds = numberOf(options.deadlineSeconds, "--deadline-seconds", limits.deadlineSeconds);
  const folder = textOf(options.repo, "--repo");
  const python = options.python === undefined ? undefined : textOf(options.python, "--python");
  const { investigate } = await import("../debugging/investigate.ts");
  const { signal, exitStatus } = stopSignal();
  const progress = startProgress(shell.errors);
  progress.step({ message: "looking at the project's Python" });
  const call = { deadline: seconds * 1000, budgetTokens, progress: progress.step, signal };
  const answer = await makeEngine(shell, folder, python, shell.env)
    .then((engine) => investigate(engine, { nodeId }, call))
    .catch((error) => {
      if (!signal.aborted) throw error;
    })
    .finally(progress.end);
  if (!answer) {
    shell.progress("faultline: cancelled");
    return exitStatus();
  }
  shell.print(options.json || shell.columns === undefined ? JSON.stringify(answer) : await view(answer, folder, shell));
  if (answer.status !== "not-run") return answer.failure ? 0 : 1;
  shell.progress(`faultline: ${answer.problem ?? "the test could not run"}`);
  return 2;
}

async function view(answer: Investigation, folder: string, shell: Shell): Promise<string> {
  const { terminalView } = await import("./terminal-view.ts");
  const { paper } = await import("./terminal-text.ts");
  const { quoteWord } = await import("../pytest/shell-words.ts");
  const where = folder === "." ? "" : ` --repo ${quoteWord(folder)}`;
  return terminalView(
    answer,
    paper(shell.columns ?? 80, shell.color),
    (handle) => `faultline evidence${where} ${handle}`,
  );
}
