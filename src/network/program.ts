import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { isMissing } from "../kernel/files.ts";
import { createMockServer } from "./mock-server.ts";
import { NetworkState } from "./state.ts";

export interface NetworkProgramOptions {
  seed: number;
  /** File with the state of the network; read if it is there, and written after every answer. */
  stateFile: string | undefined;
  stop: AbortSignal;
  /** Told of what goes wrong on the connection. */
  onError: (line: string) => void;
}

/**
 * Serves the mock network to one MCP client on standard input and output, in the era that it opens with, until it
 * closes standard input or `stop` fires.
 *
 * @throws FaultlineError `bad-request` for a state file that cannot be used
 */
export async function serveNetwork({ seed, stateFile, stop, onError }: NetworkProgramOptions): Promise<void> {
  const start = (stateFile === undefined ? undefined : readState(stateFile)) ?? seed;
  const save = stateFile === undefined ? undefined : (state: NetworkState) => writeState(stateFile, state);
  const server = createMockServer(start, save);
  save?.(server.state());
  const connection = serveStdio(() => server.session(), { onerror: (error) => onError(describeError(error)) });
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
    stop.addEventListener("abort", () => resolve(), { once: true });
    if (stop.aborted) resolve();
  });
  await connection.close();
}

function readState(file: string): NetworkState | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new FaultlineError("bad-request", `--state ${file}: ${describeError(error)}`, { cause: error });
  }
  try {
    return NetworkState.parse(JSON.parse(text));
  } catch (cause) {
    throw new FaultlineError("bad-request", `--state ${file}: it does not hold the state of a network`, { cause });
  }
}

/** By rename, so that a server that is killed leaves a whole file. */
function writeState(file: string, state: NetworkState): void {
  try {
    writeFileSync(`${file}.part`, JSON.stringify(state));
    renameSync(`${file}.part`, file);
  } catch (error) {
    throw new FaultlineError("bad-request", `--state ${file}: ${describeError(error)}`, { cause: error });
  }
}
