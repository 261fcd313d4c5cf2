const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Fires when the process is asked to end; asked again, in whatever way, it ends at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    for (const name of names) process.off(name, stop);
    controller.abort();
  };
  for (const name of names) process.on(name, stop);
  return controller.signal;
}
