/** Whether a process is there, whoever it belongs to. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is, as somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
