/** Fires when the process is asked to end; asked again, it ends at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
