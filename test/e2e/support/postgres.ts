import { chownSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { execa, execaSync } from "execa";

/** A PostgreSQL server of the test's own, on a free port of this machine. */
export interface Postgres {
  url: string;
  /** The first row that a statement gives, its columns with | between them. */
  row(sql: string): Promise<string>;
  /** Ends the server as a crash would, and starts it again after that time. */
  crash(awayMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Debian keeps the server's programs away from the PATH. */
const PATH = [
  process.env["PATH"],
  ...[18, 17, 16, 15, 14, 13].map((version) => `/usr/lib/postgresql/${version}/bin`),
].join(delimiter);

const [maker, server, client] = ["initdb", "postgres", "psql"] as const;

/** Whether the machine has the server's programs. */
export function hasPostgres(): boolean {
  return !execaSync(maker, ["--version"], { env: { PATH }, reject: false }).failed;
}

export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join("/tmp", "faultline-postgres-"));
  // The server refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid) chownSync(folder, user.uid, user.gid);
  const common = { env: { PATH, LC_ALL: "C" }, cwd: folder, ...user };
  await execa(maker, ["-D", "data", "-U", "bench", "--auth=trust", "--no-sync"], common);
  const port = await freePort();
  const start = () => {
    const options = ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${folder}`, "-c", "fsync=off"];
    return execa(server, ["-D", "data", "-p", String(port), ...options], {
      ...common,
      reject: false,
      stdio: "ignore",
    });
  };
  const url = `postgres://bench:hunter2@127.0.0.1:${port}/postgres`;
  const row = async (sql: string) => (await execa(client, [url, "-XAtc", sql], { env: { PATH } })).stdout;
  let running = start();
  await answers(row);
  return {
    url,
    row,
    crash: async (awayMs) => {
      running.kill("SIGQUIT");
      await running;
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      running = start();
      await answers(row);
    },
    stop: async () => {
      running.kill("SIGQUIT");
      await running;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(row: Postgres["row"]): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await row("select 1").catch(() => "")) === "1") return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("PostgreSQL does not answer");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
