import { spawnSync } from "node:child_process";

/** Shells that may be /bin/sh somewhere, as the words in front of a script; those that this machine has. */
export const shells: string[][] = [
  ["dash"],
  ["bash", "--posix"],
  ["busybox", "sh"],
  ["mksh"],
  ["ksh"],
  ["yash"],
  ["zsh", "--emulate", "sh"],
].filter(([program]) => spawnSync(program as string, ["-c", ":"]).error === undefined);
