import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeAtomic } from "../../src/kernel/user-files.ts";
import { progress, readArgs, roundsOf, runMain } from "../options.ts";
import { ROOT } from "../root.ts";
import { type Load, measure } from "./blocks.ts";
import type { Connection } from "./connection.ts";
import { connectHttp, startServed } from "./http-connection.ts";
import { proxyCsv, proxyTable, type Row } from "./report.ts";
import { connectStdio } from "./stdio-connection.ts";

const USAGE = `usage: npm run eval:proxy -- [options]

  --rounds N       pairs of blocks a measurement (default 21)
  --out FILE       where the CSV goes (default eval/results/proxy.csv)
`;

const SERVER = [process.execPath, join(ROOT, "dist", "eval", "proxy-server.js")] as const;
const PROXY = [process.execPath, join(ROOT, "dist", "cli.js"), "proxy"] as const;

/** Blocks are short, so that both of a pair meet the same disturbances. */
const LOADS: readonly Load[] = [
  { bytes: 100, inFlight: 1, calls: 300, warm: 3000 },
  { bytes: 100, inFlight: 64, calls: 1280, warm: 1280 },
  { bytes: 1_000_000, inFlight: 1, calls: 10, warm: 20 },
  { bytes: 1_000_000, inFlight: 64, calls: 128, warm: 64 },
];

/** What the proxy may add to the median call on standard input and output. Milliseconds. */
const LIMIT = 0.1;

/** Rules of many kinds that look at every call and never fire, so that the answers stay what they are. */
const WAITING = [
  ...["timeout", "latency", "error", "malformed", "stale", "duplicate", "reset"].map((kind) => `kind = "${kind}"`),
  'kind = "schema_drift"\nrename_args = { bytes = "size" }',
]
  .map((rule) => `[[faults]]\n${rule}\nafter = 1000000000\n`)
  .join("\n");

async function main(args: string[]): Promise<void> {
  const options = {
    rounds: { type: "string" },
    out: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values } = readArgs(() => parseArgs({ args, options }));
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const rounds = roundsOf(values.rounds, 21);
  const work = await mkdtemp(join(tmpdir(), "faultline-proxy-"));
  const waiting = join(work, "waiting.toml");
  await writeFile(waiting, `name = "waiting"\n${WAITING}`);
  const rows: Row[] = [];
  for (const [profile, config] of [
    ["none", "control"],
    ["8, waiting", waiting],
  ] as const) {
    rows.push(...(await onStdio(profile, config, rounds)), ...(await onHttp(profile, config, rounds)));
  }
  await rm(work, { recursive: true });
  const out = resolve(values.out ?? join("eval", "results", "proxy.csv"));
  await mkdir(join(out, ".."), { recursive: true });
  await writeAtomic(out, proxyCsv(rows));
  process.stdout.write(`${proxyTable(rows)}\n\nMedians of ${rounds} pairs of blocks, taken in turn.\n`);
  progress(`CSV in ${out}`);
}

async function onStdio(profile: string, config: string, rounds: number): Promise<Row[]> {
  const direct = await connectStdio([...SERVER, "stdio"]);
  const proxied = await connectStdio([...PROXY, "--config", config, "--", ...SERVER, "stdio"]);
  const rows = await measureAll({ transport: "stdio", profile }, rounds, direct, proxied);
  await Promise.all([direct.close(), proxied.close()]);
  return rows.map((row) => (row.bytes === 100 && row.inFlight === 1 ? { ...row, limit: LIMIT } : row));
}

async function onHttp(profile: string, config: string, rounds: number): Promise<Row[]> {
  const server = await startServed([...SERVER, "http"]);
  const relay = await startServed([...PROXY, "--config", config, "--upstream", server.url, "--http", "127.0.0.1:0"]);
  const [direct, proxied] = [connectHttp(server.url), connectHttp(relay.url)];
  const rows = await measureAll({ transport: "HTTP", profile }, rounds, direct, proxied);
  await Promise.all([direct.close(), proxied.close(), relay.stop(), server.stop()]);
  return rows;
}

async function measureAll(
  what: Pick<Row, "transport" | "profile">,
  rounds: number,
  direct: Connection,
  proxied: Connection,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const load of LOADS) {
    progress(`${what.transport}, rules: ${what.profile}; ${load.bytes} bytes, ${load.inFlight} in flight`);
    rows.push({ ...what, limit: undefined, ...(await measure(rounds, load, direct, proxied)) });
  }
  return rows;
}

runMain("eval:proxy", main);
