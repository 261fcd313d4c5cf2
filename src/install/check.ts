/** One thing that the hooks need. */
export interface Check {
  name: string;
  /** `warn`: works, but not as well as it could. */
  status: "ok" | "warn" | "fail";
  /** What was found, in plain words. */
  found: string;
  /** What to do about it; undefined where all is well. */
  mend?: string;
}
