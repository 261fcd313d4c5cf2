import type { Failure } from "../pytest/failure.ts";
import type { Call, Engine } from "./engine.ts";
import type { OrderDependence } from "./reports.ts";
import type { Target } from "./target.ts";

/** What a search for the tests that make a test fail has found out. */
export interface PolluterSearch {
  /** Undefined where no list of earlier tests makes it fail, or the time was up before one was confirmed. */
  dependence: OrderDependence | undefined;
  /** The failure as it was seen after the polluters. */
  failure: Failure | undefined;
  /** One clause for a person on how far this came. */
  note: string;
}

/**
 * Finds the shortest list of earlier tests after which a test fails that passes alone.
 *
 * @param before tests that ran before it when it failed, in that order, relative to the checkout; undefined where that
 * is not known: then the suite is run once in its own order to see whether the test fails in it
 */
export async function findPolluters(
  _engine: Engine,
  _target: Target,
  _before: readonly string[] | undefined,
  _call: Call,
): Promise<PolluterSearch> {
  return { dependence: undefined, failure: undefined, note: "not searched" };
}
