/** Where an injection says the bad value was made. */
export interface ShownOrigin {
  /** "partial": the injection itself calls it the last place that is known. */
  status: "found" | "partial";
  /** As printed: relative to the repository. */
  path: string;
  line: number;
  /** It calls the value a None. */
  none: boolean;
}

/** Finds the origin in the text that the hook gave the model; undefined where it names none. */
export function readInjection(text: string): ShownOrigin | undefined {
  const title = /^Origin (\(measured\)|not certain): (.*?) (?:was made|was last seen) at (\S.*?):(\d+) in /m.exec(text);
  if (!title) return undefined;
  const [, certainty, what, path, line] = title;
  return {
    status: certainty === "not certain" ? "partial" : "found",
    path: path ?? "",
    line: Number(line),
    none: what === "the None",
  };
}
