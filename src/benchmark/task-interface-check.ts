import { z } from "zod";
import type { Caller, ToolOutput } from "../client/caller.ts";
import { pick } from "../network/world.ts";
import type { Task } from "./task.ts";
import { idList, numberIn, rows, textIn, together } from "./task-reading.ts";

/** Percent from which on an interface is saturated, and errors from one reading to the next from which on it fails. */
const SATURATED = 80;
const FAILING = 50;

const answer = z.object({
  saturated: idList("Ids of the interfaces that are saturated"),
  failing: idList("Ids of the interfaces that take errors"),
});

/** Numbers against thresholds, one of them the difference of two readings. */
export const interfaceCheck: Task = {
  name: "interface_check",
  description: "Read the interfaces of a device twice; say which are saturated and which take errors",
  assign(state, random) {
    const { device_id } = pick(state.devices, random);
    const enabled = state.interfaces.filter((each) => each.device_id === device_id && each.enabled);
    return {
      prompt: `Check the interfaces of device ${device_id} that are enabled. Read each of them, then, when you have \
read all of them, read each a second time. One is saturated if utilization_percent is ${SATURATED} or more in the second \
reading; it takes errors if input_errors grew by ${FAILING} or more from the first reading to the second. Report the ids \
of both kinds.`,
      answer,
      run: (caller) => check(caller, device_id),
      writes: [],
      truth: () => ({
        saturated: enabled.filter((each) => each.utilization_percent >= SATURATED).map((each) => each.interface_id),
        failing: enabled.filter((each) => each.errors_per_reading >= FAILING).map((each) => each.interface_id),
      }),
    };
  },
};

async function check(caller: Caller, device_id: string) {
  const listed = rows(await caller.call("list_interfaces", { device_id }), "interfaces");
  const ids = listed.filter((each) => each["enabled"] === true).map((each) => textIn(each, "interface_id"));
  const read = () => together(ids.map((interface_id) => caller.call("get_interface", { interface_id })));
  const before = await read();
  const after = await read();
  const growth = (at: number) => numberIn(after[at] ?? {}, "input_errors") - numberIn(before[at] ?? {}, "input_errors");
  const isSaturated = (reading: ToolOutput | undefined) => numberIn(reading ?? {}, "utilization_percent") >= SATURATED;
  return {
    saturated: ids.filter((_, at) => isSaturated(after[at])),
    failing: ids.filter((_, at) => growth(at) >= FAILING),
  };
}
