import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type BenchRequest, runBench } from "../../src/benchmark/bench.ts";
import { runOnThreads } from "../../src/benchmark/run-on-threads.ts";
import { runOverQueue } from "../../src/benchmark/run-over-queue.ts";
import { loadProfile, profileText } from "../../src/cli/load-profile.ts";
import { hasPostgres, type Postgres, startPostgres } from "./support/postgres.ts";

const root = resolve(".");
const cli = join(root, "dist", "cli.js");
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const names = ["stale", "malformed", "schema_drift"];

/** Seconds after which a session counts as lost with its worker. */
const sessionSeconds = 3;

describe.skipIf(!hasPostgres())("sessions over a queue (skipped where the machine has no PostgreSQL server)", () => {
  let postgres: Postgres;
  let folder: string;
  const told: string[] = [];
  const workers = new Set<ReturnType<typeof start>>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "faultline-queue-"));
    postgres = await startPostgres();
  });
  afterEach(async () => {
    for (const each of workers) each.kill("SIGKILL");
    await Promise.all(workers);
    workers.clear();
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true });
  });

  const start = () => execa("node", [cli, "bench-worker", "--queue", postgres.url], { reject: false });
  const worker = () => {
    const started = start();
    workers.add(started);
    return started;
  };

  function request(out: string, change: Partial<BenchRequest> = {}): BenchRequest {
    const tell = (line: string) => told.push(line);
    return {
      version,
      matrix: {
        profiles: names,
        agents: ["naive", "resilient"],
        tasks: ["site_triage", "open_incident"],
        iterations: 7,
      },
      profiles: names.map((given) => ({ given, profile: loadProfile(given, root), source: profileText(given, root) })),
      model: undefined,
      runSessions: runOverQueue({ url: postgres.url, version, sessionSeconds, tell }),
      folder: join(folder, out),
      signal: new AbortController().signal,
      progress: () => undefined,
      ...change,
    };
  }

  /** What is otherwise than without a queue: file and line, since whole files would fill the screen. */
  function differences(out: string): string[] {
    const [spread, alone] = [linesOf(out), linesOf("alone")];
    return [...new Set([...spread, ...alone])].filter((line) => !spread.has(line) || !alone.has(line)).slice(0, 5);
  }

  function linesOf(out: string): Set<string> {
    const files = readdirSync(join(folder, out), { recursive: true, withFileTypes: true });
    const paths = files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return new Set(
      paths.flatMap((path) =>
        readFileSync(path, "utf8")
          .split("\n")
          .map((line, at) => `${path.slice(join(folder, out).length)}:${at + 1}: ${line}`),
      ),
    );
  }

  /** Waits until a worker has ended its first sessions. */
  async function works(started: ReturnType<typeof start>): Promise<void> {
    let seen = "";
    started.stderr.on("data", (chunk) => (seen += chunk));
    await expect.poll(() => seen, { timeout: 30_000 }).toMatch(/working for .*\n(.*\n)*.*sessions, [1-9]/);
  }

  /** Runs `act` once, when so many sessions are done; the run waits for nothing. */
  function atCount(wanted: number, act: () => Promise<void>) {
    let acting: Promise<void> | undefined;
    const stop = new AbortController();
    return {
      signal: stop.signal,
      progress: (done: number) => {
        if (done < wanted || acting) return;
        acting = act();
        acting.catch(() => stop.abort());
      },
      acted: async () => {
        expect(acting).toBeDefined();
        await acting;
      },
    };
  }

  test("workers that are killed, paused or sent away half-way lose and double nothing", async () => {
    const alone = runOnThreads(join(root, "dist", "session-thread.js"), 2);
    await runBench(request("alone", { runSessions: alone }));

    const first = [worker(), worker()];
    let orphaned = 0;
    const chaos = atCount(5, async () => {
      for (const each of first) each.kill("SIGKILL");
      await Promise.all(first);
      orphaned = Number(await postgres.row("select count(*) from faultline.job where state = 'active'"));
      const [paused, leaving] = [worker(), worker()];
      await Promise.all([works(paused), works(leaving)]);
      paused.kill("SIGSTOP");
      leaving.kill("SIGTERM");
      expect((await leaving).exitCode).toBe(0);
      worker();
      // Long enough for its sessions to be given to others; then it delivers them, too.
      setTimeout(() => paused.kill("SIGCONT"), (sessionSeconds + 1) * 1000);
    });
    await runBench(request("spread", chaos));
    await chaos.acted();
    expect(orphaned).toBeGreaterThan(0);
    expect(differences("spread")).toEqual([]);
  });

  test("a database that goes away and comes back loses and doubles nothing", async () => {
    worker();
    const away = atCount(20, () => postgres.crash(1000));
    await runBench(request("crashed", away));
    await away.acted();
    expect(differences("crashed")).toEqual([]);
  });

  test("two benchmarks at once share the workers, and each gets its own results", async () => {
    worker();
    await Promise.all([runBench(request("one")), runBench(request("other"))]);
    expect([differences("one"), differences("other")]).toEqual([[], []]);
  });

  test("a benchmark that is called off leaves nothing in the queue", async () => {
    worker();
    told.length = 0;
    const stop = new AbortController();
    const off = atCount(10, async () => stop.abort());
    const summary = await runBench(request("off", { progress: off.progress, signal: stop.signal }));
    expect(summary.missing).toBeGreaterThan(0);
    expect(told).toEqual([]);
    expect(await postgres.row("select name, state, count(*) from faultline.job group by 1, 2")).toBe("");
  });

  test("a session that no worker ends is given up, and is no failure of the agent", async () => {
    const tell = () => undefined;
    const runSessions = runOverQueue({ url: postgres.url, version: "0.0.0-nobody", sessionSeconds: 1, tell });
    const matrix = { profiles: names, agents: ["naive"], tasks: ["site_triage"], iterations: 1 };
    const taking = setInterval(async () => {
      // As a worker that takes sessions and dies, again and again.
      await postgres
        .row(
          "update faultline.job set state = 'active', started_on = now() - interval '1 hour', retry_count = retry_limit where state < 'active' and name = 'sessions-0.0.0-nobody'",
        )
        .catch(() => undefined);
    }, 100);
    const summary = await runBench(request("given-up", { matrix, runSessions })).finally(() => clearInterval(taking));
    expect(summary.problems.map(({ problem }) => problem)).toEqual(
      names.map(() => "given up: 11 workers did not end it"),
    );
  });
});
