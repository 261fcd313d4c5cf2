import type { Truth } from "../context/truth.ts";
import type { Bug } from "../manifest.ts";
import type { AgentRecord } from "./result.ts";
import type { Session } from "./session.ts";

/** An agent that works by itself. */
interface RealAgent {
  name: string;
  simulated: false;
  /** Address of the server that its model is asked at. */
  server?: string;
  run(session: Session): Promise<AgentRecord>;
}

/** A scripted policy: it knows the fix, and what it is measured by is what it does before it may apply it. */
interface SimulatedAgent {
  name: string;
  simulated: true;
  /** Its rules in one or two sentences, for the report. */
  policy: string;
  run(session: Session, known: Known): Promise<AgentRecord>;
}

export type DebuggingAgent = RealAgent | SimulatedAgent;

/** What is known of a case, and what only a simulated agent gets. */
export interface Known {
  bug: Bug;
  /** Lines and functions that the real fix touches. */
  truth: Truth;
  /** What the fix makes of each file that is no test: its path in the checkout, and its text; undefined where it removes it. */
  fixed: ReadonlyMap<string, string | undefined>;
}
