import type { Session } from "./session.ts";

/** One side of the comparison: how a checkout is set up before the agent sees it. */
export interface Arm {
  /** Such as "A" (the agent alone) or "H" (with Faultline). */
  name: string;
  /** For the report, in a few words. */
  what: string;
  /** A sentence that is put behind the prompt, such as a habit that the agent is to follow. */
  habit?: string;
  /** Changes the checkout, and the agent's HOME and environment, before the session begins. */
  prepare(session: Session): Promise<void>;
}
