import { constants } from "node:os";

const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Stop {
  /** Fires when the process is asked to end; asked again, in whatever way, it ends at once. */
  signal: AbortSignal;
  /** The exit status that shells know such an end by: 130 for Ctrl-C, 143 for SIGTERM, 129 for a closed terminal. */
  exitStatus(): number;
}

/** Listens for what asks the process to end. */
export function stopSignal(): Stop {
  const controller = new AbortController();
  let status = 128 + constants.signals.SIGINT;
  const stop = (name: NodeJS.Signals) => {
    for (const each of names) process.off(each, stop);
    status = 128 + constants.signals[name];
    controller.abort();
  };
  for (const name of names) process.on(name, stop);
  return { signal: controller.signal, exitStatus: () => status };
}
