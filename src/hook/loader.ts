import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { fileName, stateHome, writeState } from "../kernel/state.ts";

/**
 * Starts the hook from V8's code cache: compiling it anew would take about as long as all that a call does besides.
 * The cache lies in the state folder, one file for each installation; it counts only for the very file it was made of.
 * (From Node 22 on this is `module.enableCompileCache`.)
 */
function main(file: string): void {
  const { mtimeMs, size } = statSync(file);
  const stamp = `${process.version} ${size} ${mtimeMs}`;
  const base = join(stateHome(), "code", fileName("hook", file));
  const cachedData = readCache(base, stamp);
  const script = new Script(`(function (require) {${readFileSync(file, "utf8")}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  script.runInThisContext()(createRequire(file));
  if (cachedData && !script.cachedDataRejected) return;
  // At the end, when it holds the functions that a call uses. Should two write at once, a rejected cache is made anew.
  process.once("exit", () => {
    writeState(`${base}.stamp`, "");
    if (writeState(`${base}.cache`, script.createCachedData())) writeState(`${base}.stamp`, stamp);
  });
}

/** A cache that is missing, of another file or out of reach is only made anew. */
function readCache(base: string, stamp: string): Buffer | undefined {
  try {
    return readFileSync(`${base}.stamp`, "utf8") === stamp ? readFileSync(`${base}.cache`) : undefined;
  } catch {
    return undefined;
  }
}

main(join(dirname(process.argv[1] ?? ""), "hook-main.cjs"));
