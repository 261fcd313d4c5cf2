import { quote, shell } from "../shell.ts";

/** How a project's tests are run. */
export interface Runner {
  /** The interpreter of the test environment. */
  python: string;
  env: NodeJS.ProcessEnv;
}

/** What a run of tests said. */
export interface TestRun {
  exitCode: number | undefined;
  /** Node ids. */
  passed: readonly string[];
  /** Node ids, with the reason behind them. */
  failed: readonly string[];
  /** The line that sums it up. */
  summary: string;
}

/** Runs tests, named as files or node ids, in a checkout, and leaves nothing behind there. */
export async function runTests(repo: string, wanted: readonly string[], runner: Runner): Promise<TestRun> {
  const words = ["-m", "pytest", "-q", "-rA", "--tb=no", "-W", "ignore", "-p", "no:cacheprovider", ...wanted];
  const env = { ...runner.env, PYTHONDONTWRITEBYTECODE: "1" };
  const { exitCode, output, overtime } = await shell([runner.python, ...words].map(quote).join(" "), {
    cwd: repo,
    env,
  });
  const lines = output.trim().split("\n");
  // Such as a test that is not there; the last line only says that none was run.
  const refused = lines.find((line) => line.startsWith("ERROR: "))?.slice("ERROR: ".length);
  const said = refused?.replaceAll(`${repo}/`, "") ?? lines.at(-1) ?? "";
  const named = (word: string) => lines.flatMap((line) => (line.startsWith(word) ? [line.slice(word.length)] : []));
  return {
    exitCode,
    passed: named("PASSED "),
    failed: [...named("FAILED "), ...named("ERROR ")],
    summary: overtime ? "ended after five minutes" : said.replace(/^=+ | =+$/g, ""),
  };
}

/** Whether a test, or all tests of a file or function, were run and passed. */
export function passes({ passed, failed }: TestRun, test: string): boolean {
  const isOf = (line: string) => line === test || [" - ", "::", "["].some((end) => line.startsWith(test + end));
  return passed.some(isOf) && !failed.some(isOf);
}

/** The node id of a test without the parameters of one run of it. */
export function withoutParameters(nodeId: string): string {
  return nodeId.replace(/\[.*\]$/s, "");
}
