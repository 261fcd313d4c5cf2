import type { Engine } from "./engine.ts";

/** One test of the checkout, and how pytest is started for it. */
export interface Target {
  /** Relative to the checkout, `/` between folders; as pytest takes it when it is started in `cwd`. */
  nodeId: string;
  /** The file of the test: as in `nodeId`, and absolute. */
  path: string;
  file: string;
  /** Program and words up to pytest's own arguments. */
  argv: [string, ...string[]];
  /** Options of the caller, each from the allow-list. */
  args: string[];
  /** Where pytest is started: the checkout. */
  cwd: string;
}

/**
 * Finds the test that a node id names.
 *
 * @throws FaultlineError "bad-request", one line, where it names no single test of a file below the checkout
 */
export function target(engine: Engine, nodeId: string): Target {
  return {
    nodeId,
    path: nodeId,
    file: nodeId,
    argv: [engine.python, "-m", "pytest"],
    args: [...engine.pytestArgs],
    cwd: engine.repo,
  };
}
