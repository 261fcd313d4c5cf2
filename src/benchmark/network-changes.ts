import { canonical } from "../kernel/canonical.ts";
import type { Incident, MaintenanceWindow, NetworkState } from "../network/state.ts";
import type { ExpectedWrite } from "./task.ts";

/** What a session did to the network, held against what it was to do. */
export interface Changes {
  /** Id of the record made for each expected write, in their order; undefined: it was never made. */
  ids: (string | undefined)[];
  /** Records that say the same as another one made in the session. */
  duplicates: number;
  /** Everything else that is not as it must be, one line each. */
  wrong: string[];
}

/** Compares the network before and after a session with what the session was to write. */
export function changesOf(before: NetworkState, after: NetworkState, expected: readonly ExpectedWrite[]): Changes {
  const left = [...madeRecords(before, after)];
  const take = (write: string) => {
    const at = left.findIndex((made) => made.content === write);
    return at < 0 ? undefined : left.splice(at, 1)[0]?.id;
  };
  const wanted = expected.map(({ kind, record }) => canonical([kind, record]));
  const ids = wanted.map(take);
  const made = new Set(wanted.filter((_, at) => ids[at] !== undefined));
  const wrong: string[] = [];
  let duplicates = 0;
  for (const { id, kind, content } of left) {
    if (made.has(content)) duplicates += 1;
    else wrong.push(`${kind} ${id} was not asked for`);
    made.add(content);
  }
  const missing = expected.filter((_, at) => ids[at] === undefined).map(({ kind }) => `no such ${kind} was made`);
  return { ids, duplicates, wrong: [...missing, ...wrong, ...tampered(before, after)] };
}

interface Made {
  id: string;
  kind: ExpectedWrite["kind"];
  /** All of it but its id. */
  content: string;
}

function madeRecords(before: NetworkState, after: NetworkState): Made[] {
  const had = new Set([...before.windows.map(windowId), ...before.incidents.map(incidentId)]);
  const windows = after.windows.map(({ window_id: id, ...record }) => ({ id, kind: "window" as const, record }));
  const incidents = after.incidents.map(({ incident_id: id, ...record }) => ({
    id,
    kind: "incident" as const,
    record,
  }));
  return [...windows, ...incidents]
    .filter(({ id }) => !had.has(id))
    .map(({ id, kind, record }) => ({ id, kind, content: canonical([kind, record]) }));
}

/** What was there before must be there as it was; readings, revision and keys are nobody's data. */
function tampered(before: NetworkState, after: NetworkState): string[] {
  const now = new Set(lasting(after).map(({ content }) => content));
  return lasting(before)
    .filter(({ content }) => !now.has(content))
    .map(({ id }) => `${id} is not as it was`);
}

function lasting({ sites, devices, interfaces, windows, incidents }: NetworkState): { id: string; content: string }[] {
  const still = [...devices, ...interfaces].map(({ readings: _, ...rest }) => rest);
  return [...sites, ...still, ...windows, ...incidents].map((record) => ({
    id: String(Object.values(record)[0]),
    content: canonical(record),
  }));
}

const windowId = (each: MaintenanceWindow) => each.window_id;
const incidentId = (each: Incident) => each.incident_id;
