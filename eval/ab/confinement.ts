import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "../../src/kernel/files.ts";
import { run } from "../../src/kernel/process.ts";
import { quote } from "../shell.ts";
import { type ModelAddress, openGateway } from "./gateway.ts";

/** Where an agent's processes run: they reach its session, the machine's programs, and the model. */
export interface Confinement {
  /** The model's address as the agent sees it. */
  url: string;
  /** The whole environment of the agent's processes. */
  env: NodeJS.ProcessEnv;
  /** Program and arguments that start the agent's program in their turn; none where nothing confines it. */
  launcher: readonly string[];
  /** Addresses besides the model's that were asked for. */
  strangers: readonly string[];
  /** How many requests went to the model so far. */
  asked(): number;
  close(): Promise<void>;
}

/** `namespaces`: it cannot see nor reach anything else. `proxy`: it is only told to go through the gateway. */
export type Isolation = "namespaces" | "proxy";

/** What an agent may see of the folders that are hidden from it. */
interface Walls {
  /** Folders in whose place it finds empty ones; those that are not there do not matter. */
  hidden: readonly string[];
  /** Folders below them that it sees all the same. */
  kept: readonly string[];
  /** A folder for the gateway's socket; one of those that are kept. */
  folder: string;
  /** The program that carries a port inside to that socket (see bridge.ts), built; it lies where the agent may see it. */
  bridge: string;
}

const INSIDE = 8321;
/** How often it is looked whether the way to the model is open, 20 ms or more apart: some ten seconds. */
const ROUNDS = 300;

/** New user, mount, network and process namespaces, as any user can have them on most Linux systems. */
const UNSHARE = [
  "unshare",
  "--user",
  "--map-root-user",
  "--mount",
  "--net",
  "--pid",
  "--fork",
  "--kill-child",
  "--mount-proc",
] as const;

/** Whether this machine lets us make namespaces. */
export async function isolationHere(env: NodeJS.ProcessEnv): Promise<Isolation> {
  const trial = "ip link set lo up && mount -t tmpfs none /mnt";
  const tried = await run({ argv: [...UNSHARE, "sh", "-c", trial], cwd: "/", env, deadline: 10_000 });
  return tried.exitCode === 0 ? "namespaces" : "proxy";
}

/** Opens the way to the model, and closes every other one as far as `isolation` goes. */
export async function confine(
  model: ModelAddress,
  isolation: Isolation,
  walls: Walls,
  env: NodeJS.ProcessEnv,
): Promise<Confinement> {
  const socket = isolation === "namespaces" ? join(walls.folder, "gateway") : undefined;
  if (socket !== undefined) {
    await mkdir(walls.folder, { recursive: true });
    await rm(socket, { force: true });
  }
  const gateway = await openGateway(model, socket);
  const url = `http://127.0.0.1:${gateway.port ?? INSIDE}`;
  return {
    url,
    env: {
      ...env,
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
      http_proxy: url,
      https_proxy: url,
      NO_PROXY: "127.0.0.1,localhost",
    },
    launcher: socket === undefined ? [] : [...UNSHARE, "sh", "-c", wallScript(walls, socket), "session"],
    strangers: gateway.strangers,
    asked: gateway.asked,
    close: gateway.close,
  };
}

/**
 * Shell that builds the walls and then runs its arguments. It stays the first process of its namespace, whose end is the
 * end of all others in there.
 */
function wallScript({ hidden, kept, bridge: program }: Walls, socket: string): string {
  const below = kept.filter((folder) => existsSync(folder) && hidden.some((wall) => isInside(wall, folder)));
  const bridge = [process.execPath, program, String(INSIDE), socket];
  const said = quote(`${socket}.log`);
  // The outermost first, so that none is made again by one that holds it.
  const walls = [...new Set([...hidden, ...below])].toSorted().map((folder) => {
    const at = quote(folder);
    const n = below.indexOf(folder);
    if (n >= 0) return `mkdir -p ${at}; mount --bind /mnt/${n} ${at}`;
    return `if [ -d ${at} ]; then mount -t tmpfs none ${at}; fi`;
  });
  return [
    "set -e; here=$PWD; ip link set lo up; mount -t tmpfs none /mnt",
    ...below.map((folder, n) => `mkdir /mnt/${n}; mount --bind ${quote(folder)} /mnt/${n}`),
    ...walls,
    "umount -l /mnt",
    `${bridge.map(quote).join(" ")} <&- >${said} 2>&1 &`,
    "bridge=$! rounds=0",
    // Until somebody listens at the port (in hex, as the system lists it).
    `until grep -q ':${INSIDE.toString(16).toUpperCase()} ' /proc/net/tcp; do`,
    `kill -0 $bridge 2>/dev/null || { echo "the way to the model did not open: $(grep -m1 Error ${said})" >&2; exit 125; }`,
    `[ $rounds -lt ${ROUNDS} ] || { echo "the way to the model was not open in time" >&2; exit 125; }`,
    "rounds=$((rounds + 1)); sleep 0.02; done",
    'cd "$here"; set +e; "$@"; exit $?',
  ].join("\n");
}
