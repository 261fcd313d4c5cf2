import { z } from "zod";
import type { Caller } from "../client/caller.ts";
import type { MaintenanceWindow, NetworkState } from "../network/state.ts";
import { HALF_HOUR_MS, halfHour, pick } from "../network/world.ts";
import type { Task } from "./task.ts";
import { rows, textIn } from "./task-reading.ts";

const answer = z.object({
  window_id: z.string().describe("Id of the window that you booked"),
  starts_at: z.string().describe("When it begins, as the server gives it"),
  ends_at: z.string().describe("When it ends, as the server gives it"),
  listed: z.boolean().describe("Whether the window is in the list that you read after booking it"),
  windows: z.number().int().describe("How many windows that list has"),
});

type Span = Pick<MaintenanceWindow, "starts_at" | "ends_at">;

/** Read, write, and read what was written. */
export const maintenanceRoundtrip: Task = {
  name: "maintenance_roundtrip",
  description: "Book the first free maintenance window of a site and find it in the list",
  assign(state, random) {
    const { site_id } = pick(state.sites, random);
    const halfHours = 2 + random.below(3);
    const summary = pick(["Replace line card", "Clean fibre ends", "Upgrade boot loader"], random);
    const windows = windowsOf(state, site_id);
    const span = firstFree(windows, halfHours);
    return {
      prompt: `Book a maintenance window of ${halfHours * 30} minutes at site ${site_id} with the summary "${summary}": \
the earliest one from ${halfHour(0)} on that begins on a full or half hour and overlaps no window of the site (touching \
is fine). Then read the list of the site's windows again. Report the id and times of your window, whether it is in that \
list, and how many windows the list has.`,
      answer,
      run: (caller) => book(caller, site_id, halfHours, summary),
      writes: [{ kind: "window", record: { site_id, ...span, summary } }],
      truth: ([window_id]) => ({ window_id, ...span, listed: true, windows: windows.length + 1 }),
    };
  },
};

async function book(caller: Caller, site_id: string, halfHours: number, summary: string) {
  const windows = rows(await caller.call("list_maintenance_windows", { site_id }), "windows");
  const span = firstFree(
    windows.map((each) => ({ starts_at: textIn(each, "starts_at"), ends_at: textIn(each, "ends_at") })),
    halfHours,
  );
  const booked = await caller.call("create_maintenance_window", { site_id, ...span, summary });
  const window_id = textIn(booked, "window_id");
  const listed = rows(await caller.call("list_maintenance_windows", { site_id }), "windows");
  return {
    window_id,
    starts_at: textIn(booked, "starts_at"),
    ends_at: textIn(booked, "ends_at"),
    listed: listed.some((each) => each["window_id"] === window_id),
    windows: listed.length,
  };
}

/** The earliest span of this length that overlaps none of the others; times that cannot be read overlap nothing. */
function firstFree(taken: readonly Span[], halfHours: number): Span {
  for (let start = 0; ; start += 1) {
    const span = { starts_at: halfHour(start), ends_at: halfHour(start + halfHours) };
    const from = Date.parse(span.starts_at);
    const to = from + halfHours * HALF_HOUR_MS;
    if (!taken.some((other) => Date.parse(other.starts_at) < to && from < Date.parse(other.ends_at))) return span;
  }
}

function windowsOf({ windows }: NetworkState, site_id: string): MaintenanceWindow[] {
  return windows.filter((each) => each.site_id === site_id);
}
