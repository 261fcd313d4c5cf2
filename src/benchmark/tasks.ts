import { FaultlineError } from "../kernel/errors.ts";
import type { Task } from "./task.ts";
import { interfaceCheck } from "./task-interface-check.ts";
import { maintenanceRoundtrip } from "./task-maintenance.ts";
import { openIncident } from "./task-open-incident.ts";
import { siteTriage } from "./task-site-triage.ts";

const TASKS: readonly Task[] = [siteTriage, interfaceCheck, maintenanceRoundtrip, openIncident];

/** Names of all tasks. */
export const TASK_NAMES: readonly string[] = TASKS.map(({ name }) => name);

/**
 * The task of this name.
 *
 * @throws FaultlineError `bad-request` where there is none
 */
export function taskNamed(name: string): Task {
  const task = TASKS.find((each) => each.name === name);
  if (task) return task;
  throw new FaultlineError("bad-request", `no task ${name}: there are ${TASK_NAMES.join(", ")}`);
}
