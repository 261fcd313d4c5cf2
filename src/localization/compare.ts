/** What one frame held when it came to a watched line, or what it returned. */
export interface ObservedValues {
  /** Absolute. */
  path: string;
  line: number;
  function: string;
  when: "line" | "return";
  values: readonly { name: string; type: string; value: string }[];
}

/** A name whose values at one line tell a failing run from a passing one. */
export interface Difference {
  /** Absolute. */
  path: string;
  line: number;
  function: string;
  name: string;
  /** Distinct values in the order of time, at most a few. */
  failing: string[];
  passing: string[];
  /** Where the name was never set, or the line never reached. */
  missing?: "in failing" | "in passing";
}
