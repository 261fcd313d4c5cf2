import { spawn } from "node:child_process";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { type Connection, INITIALIZE, requestOf } from "./connection.ts";
import { cutLines } from "./lines.ts";

/** What begins an answer; the proxy gives the bytes of the server. */
const ID = /^\{"jsonrpc":"2\.0","id":(\d+),"result":/;

interface Waiting {
  bytes: number;
  resolve(): void;
  reject(error: Error): void;
}

/** Starts a server, or the proxy before it, and speaks to it on standard input and output. */
export async function connectStdio(argv: readonly [string, ...string[]]): Promise<Connection> {
  const [program, ...args] = argv;
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, Waiting>();
  child.stdout.on(
    "data",
    cutLines((line) => {
      const id = Number(ID.exec(line.toString("latin1", 0, 64))?.[1]);
      const asked = waiting.get(id);
      waiting.delete(id);
      if (asked && line.length > asked.bytes) asked.resolve();
      else asked?.reject(new FaultlineError("process-failed", `answer ${id} has ${line.length} bytes`));
    }),
  );
  child.once("exit", () => {
    const error = new FaultlineError("process-failed", `${argv.join(" ")} has ended`);
    for (const { reject } of waiting.values()) reject(error);
  });
  const ask = (id: number, line: string, bytes: number) =>
    new Promise<void>((resolve, reject) => {
      waiting.set(id, { bytes, resolve, reject });
      child.stdin.write(`${line}\n`);
    });
  await ask(0, INITIALIZE, 0);
  let last = 0;
  return {
    call(bytes) {
      last++;
      return ask(last, requestOf(last, bytes), bytes);
    },
    async close() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
  };
}
