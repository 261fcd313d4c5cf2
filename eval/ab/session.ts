import type { Confinement } from "./confinement.ts";
import type { ModelAddress } from "./gateway.ts";
import type { SessionKey } from "./result.ts";

/** What an agent gets: failing tests in a fresh checkout. */
export interface Session {
  key: SessionKey;
  /** The checkout: the agent's working folder. */
  repo: string;
  /** The interpreter of the project's test environment. */
  python: string;
  /** Node ids of the tests that the agent is told of. */
  tests: readonly string[];
  prompt: string;
  /** The agent's HOME, with nothing in it but what the arm has put there. */
  home: string;
  /** The whole environment of the agent's processes: PATH with the test environment first, HOME, XDG_STATE_HOME, TMPDIR. */
  env: NodeJS.ProcessEnv;
  /** Where records of the session are kept, out of the agent's reach. */
  records: string;
  /** Decides whatever an agent leaves to chance. */
  seed: number;
  limits: { seconds: number; turns: number };
  /** The program `faultline` that is measured. */
  faultline: string;
  /**
   * Opens the way to the model. An agent starts all its programs with the launcher, environment and address that it
   * gets here, and closes it in the end.
   */
  confine(model: ModelAddress): Promise<Confinement>;
  /** Ends the session early. */
  signal: AbortSignal;
}
