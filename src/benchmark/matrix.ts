/** One session of the matrix; profile, task and iteration decide its faults, so that all agents meet the same ones. */
export interface Job {
  profile: string;
  agent: string;
  task: string;
  /** From 0. */
  iteration: number;
}

/** What is run: every agent does every task under every profile, `iterations` times. */
export interface Matrix {
  profiles: readonly string[];
  agents: readonly string[];
  tasks: readonly string[];
  iterations: number;
}

/** The sessions of a matrix, in the order in which results are written. */
export function jobsOf({ profiles, agents, tasks, iterations }: Matrix): Job[] {
  return profiles.flatMap((profile) =>
    agents.flatMap((agent) =>
      tasks.flatMap((task) =>
        Array.from({ length: iterations }, (_, iteration) => ({ profile, agent, task, iteration })),
      ),
    ),
  );
}

/** The same in the order in which they are run: all first iterations first, so that what is done by Ctrl-C is even. */
export function inRounds(matrix: Matrix): Job[] {
  return jobsOf(matrix).toSorted((one, other) => one.iteration - other.iteration);
}

/** The name of a session; no two of a matrix share it. */
export function keyOf({ profile, agent, task, iteration }: Job): string {
  return JSON.stringify([profile, agent, task, iteration]);
}
