import { run } from "../kernel/process.ts";
import { redactSource } from "../kernel/redact.ts";
import type { Workplace } from "./workplace.ts";

const PARSE = "import ast, sys; ast.parse(sys.stdin.buffer.read(), sys.argv[1])";

/** What the project's Python says against the syntax of a text; undefined where it takes it, or cannot tell. */
export async function syntaxProblem(
  text: string,
  shown: string,
  { python, env, repo, signal }: Workplace,
): Promise<string | undefined> {
  const { exitCode, stderr } = await run({
    argv: [python, "-I", "-W", "ignore", "-c", PARSE, shown],
    cwd: repo,
    env,
    input: text,
    deadline: 20_000,
    signal,
  });
  // Where the line is, and what is wrong with it.
  return exitCode === 1 ? redactSource(stderr.trim().split("\n").slice(-4).join("\n")) : undefined;
}
