/** When in a test's life it failed. */
export type Phase = "setup" | "call" | "teardown" | "collection";

/** One entry of a traceback. */
export interface Frame {
  /** As pytest printed it: relative to the folder it ran in, or absolute. */
  path: string;
  /** 1-based. */
  line: number;
  /** Not every style of traceback prints it. */
  function?: string;
  /** The source text of the line (of the whole statement where it was shown), without indentation. */
  code?: string;
}

export interface ExceptionInfo {
  /** The name as printed, dotted where it was printed dotted; "" where it was cut away. */
  type: string;
  /** "" where there is none. May have several lines. */
  message: string;
}

/** An exception that came before the failing one, and how the two are tied. */
export interface ChainLink {
  relation: "cause" | "context";
  exception: ExceptionInfo;
  /** Outermost first. */
  frames: Frame[];
}

/** One leaf of an exception group. */
export interface GroupLeaf {
  exception: ExceptionInfo;
  frames: Frame[];
}

/** Captured output that pytest printed with a failure. */
export interface Section {
  /** Such as "Captured stdout call". */
  name: string;
  text: string;
}

/** One failed test (or one file that could not be collected), as far as it is known. */
export interface Failure {
  /** "" where only an internal error or a crash of the interpreter is known. */
  nodeId: string;
  /** The subtest that failed, as printed: `[msg] (i=0)`. Its test is what can be run again. */
  subtest?: string;
  phase: Phase;
  exception: ExceptionInfo;
  /** Outermost first; the last one raised. Empty where no traceback was printed. */
  frames: Frame[];
  /** The exceptions before this one: oldest first, as pytest prints them. */
  chain: ChainLink[];
  /** Leaves of an exception group, in print order; empty for any other exception. */
  group: GroupLeaf[];
  sections: Section[];
  /** The traceback of this failure is known to be cut, filtered or absent. */
  incomplete: boolean;
}
