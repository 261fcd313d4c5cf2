/** One statement that the failing test executed. */
export interface StatementCount {
  /** Absolute. */
  path: string;
  /** 1-based first and last line of the statement; of a compound one, of its head alone. */
  line: number;
  last: number;
  /** Qualified name of the innermost function around; "" at module level. */
  function: string;
  /** First line of that function (of its `def`, not of a decorator); 0 at module level. */
  functionLine: number;
  /** Last line of that function; 0 at module level. */
  functionLast: number;
  /** How many of the failing tests, and of the passing tests, executed it. */
  failing: number;
  passing: number;
}

/** What failing and passing tests executed, seen from the failing ones: statements that none of them executed are left out. */
export interface Spectrum {
  /** How many failing tests it was made from (mostly one), and how many passing ones. */
  failing: number;
  passing: number;
  statements: StatementCount[];
}
