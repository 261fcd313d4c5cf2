import { startChild } from "../kernel/child.ts";
import { lineSplitter } from "./line-splitter.ts";
import type { Dial, Link } from "./link.ts";

/** How long a program may take to end after its standard input has. */
const PATIENCE_MS = 5_000;

/**
 * Opens connections to a program that speaks MCP on its standard input and output; each starts it anew.
 *
 * @throws FaultlineError (the dial) `bad-request` where the program cannot be started
 */
export function stdioDial(argv: readonly [string, ...string[]], cwd: string, env: NodeJS.ProcessEnv): Dial {
  return async (listener): Promise<Link> => {
    const child = await startChild({ argv, cwd, env });
    let open = true;
    const feed = lineSplitter(listener.message);
    child.stdout.on("data", (bytes: Buffer) => open && feed(bytes));
    // A program that has ended takes no more; `ended` tells of it.
    child.stdin.on("error", () => undefined);
    const ended = child.ended.then(({ exitCode, signal }) => {
      if (open) listener.closed(`the server ended (${signal ?? `exit status ${exitCode}`})`);
      open = false;
    });
    return {
      send: (message) => open && child.stdin.write(`${message}\n`),
      close: async () => {
        open = false;
        child.stdin.end();
        const kill = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
        await ended;
        clearTimeout(kill);
      },
    };
  };
}
