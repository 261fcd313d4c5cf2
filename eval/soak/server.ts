import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { FaultlineError } from "../../src/kernel/errors.ts";

/** What the server weighs once its garbage is collected. Bytes. */
export interface Weight {
  rss: number;
  heap: number;
  descriptors: number;
}

const Message = z.looseObject({
  id: z.number().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});
const Memory = z.object({ rss: z.number(), heapUsed: z.number() });

/** Collects garbage on a signal and tells what is left, since nothing else makes two measurements comparable. */
const weigher = (file: string) => `import { writeFileSync, renameSync } from "node:fs";
process.on("SIGUSR2", () => {
  for (let round = 0; round < 3; round++) globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  writeFileSync(${JSON.stringify(`${file}.tmp`)}, JSON.stringify({ rss, heapUsed }));
  renameSync(${JSON.stringify(`${file}.tmp`)}, ${JSON.stringify(file)});
});
`;

/** The built server on standard input and output, as an MCP client starts it. */
export class Server {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, (message: z.infer<typeof Message>) => void>();
  readonly #weightFile: string;
  #last = 0;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>, weightFile: string) {
    this.#child = child;
    this.#weightFile = weightFile;
    createInterface({ input: child.stdout }).on("line", (line) => this.#take(line));
    child.once("exit", () => {
      for (const answer of this.#waiting.values()) answer({ error: { message: "the server has ended" } });
    });
  }

  static async start(request: {
    cli: string;
    repo: string;
    python: string;
    env: NodeJS.ProcessEnv;
    work: string;
  }): Promise<Server> {
    const weightFile = join(request.work, "weight.json");
    const preload = join(request.work, "weigher.mjs");
    await writeFile(preload, weigher(weightFile));
    const words = ["serve", "--repo", request.repo, "--python", request.python];
    const child = spawn(process.execPath, ["--expose-gc", "--import", preload, request.cli, ...words], {
      cwd: request.work,
      env: request.env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const server = new Server(child, weightFile);
    await server.#request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "soak", version: "1" },
    });
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    return server;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Calls a tool and gives back what it answers as structure. */
  async call(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    const result = await this.#request("tools/call", { name, arguments: input });
    if (result["isError"]) throw new FaultlineError("process-failed", `${name}: ${JSON.stringify(result["content"])}`);
    return z.looseObject({}).parse(result["structuredContent"]);
  }

  async weigh(): Promise<Weight> {
    await rm(this.#weightFile, { force: true });
    process.kill(this.pid, "SIGUSR2");
    for (;;) {
      const text = await readFile(this.#weightFile, "utf8").catch(() => undefined);
      const descriptors = (await readdir(`/proc/${this.pid}/fd`).catch(() => [])).length;
      if (text === undefined) await sleep(20);
      else {
        const { rss, heapUsed } = Memory.parse(JSON.parse(text));
        return { rss, heap: heapUsed, descriptors };
      }
    }
  }

  /** Ends as clients end a server: by closing its input. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin.end();
    await ended;
  }

  async #request(method: string, params: unknown): Promise<Record<string, unknown>> {
    const id = ++this.#last;
    const answered = new Promise<z.infer<typeof Message>>((resolve) => this.#waiting.set(id, resolve));
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const { result, error } = await answered;
    if (error) throw new FaultlineError("process-failed", `${method}: ${error.message}`);
    return result ?? {};
  }

  #take(line: string): void {
    const message = Message.parse(JSON.parse(line));
    if (message.id === undefined) return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}
