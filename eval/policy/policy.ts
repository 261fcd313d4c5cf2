/** Where a policy takes from what it opens next. */
export type Source = "context" | "output" | "search";

/**
 * A scripted way to debug, as data. It decides nothing by chance, and it is the same with and without Faultline:
 * what differs is what it is told.
 */
export interface Policy {
  name: string;
  /** How the failing tests are run first, as a shell line: TESTS stands for their node ids, FILES for the files that they are in. */
  run: string;
  /** Whether the failing test's own code is opened before all else. */
  testFirst: boolean;
  /** What is opened next, by where it was named; what is left out is never heeded. */
  leads: readonly Source[];
  /** Where a line that the fix changes has to be seen before the fault is known: anywhere, or in a file that was opened. */
  knows: "shown" | "opened";
  /** In which order frames of a traceback are opened. */
  frames: "deepest-first" | "outermost-first";
  /** Lines that are opened around a place. */
  window: { before: number; after: number };
  /** Places that are opened in one turn. */
  atOnce: number;
  /** Names that are looked up in one search; one that is defined in more than `definitions` places is left alone. */
  names: number;
  definitions: number;
  /** After so many searches it reads through the files that the test run named instead. */
  searches: number;
  /** After so many places the tests are run once more, to no new end. */
  runAgainAfter?: number;
  /** Shell lines that are run after the fix; RERUN is one: the command that the context gave, or `python -m pytest -q TESTS`. */
  verify: readonly string[];
}

const ORDINARY: Policy = {
  name: "ordinary",
  run: "python -m pytest TESTS",
  testFirst: true,
  leads: ["context", "output", "search"],
  knows: "shown",
  frames: "deepest-first",
  window: { before: 40, after: 60 },
  atOnce: 2,
  names: 4,
  definitions: 3,
  searches: 8,
  verify: ["RERUN", "python -m pytest -q FILES 2>&1 | tail -20"],
};

/**
 * The policies, from careful to wasteful; the ordinary one again that believes only what it has opened itself; and one
 * that never heeds what Faultline says.
 */
export const POLICIES: readonly Policy[] = [
  {
    name: "careful",
    run: "python -m pytest -q --tb=short -W ignore TESTS",
    testFirst: false,
    leads: ["context", "output", "search"],
    knows: "shown",
    frames: "deepest-first",
    window: { before: 30, after: 40 },
    atOnce: 1,
    names: 3,
    definitions: 2,
    searches: 8,
    verify: ["RERUN"],
  },
  ORDINARY,
  {
    name: "wasteful",
    run: "python -m pytest -v FILES",
    testFirst: true,
    leads: ["context", "output", "search"],
    knows: "shown",
    frames: "outermost-first",
    window: { before: 150, after: 350 },
    atOnce: 1,
    names: 8,
    definitions: 6,
    searches: 8,
    runAgainAfter: 4,
    verify: ["python -m pytest TESTS", "python -m pytest -v FILES"],
  },
  { ...ORDINARY, name: "doubtful", knows: "opened" },
  {
    ...ORDINARY,
    name: "heedless",
    leads: ["output", "search"],
    verify: ["python -m pytest TESTS", "python -m pytest -q FILES 2>&1 | tail -20"],
  },
];

const SOURCES: Record<Source, string> = {
  context: "places that a hook's context names, in its order",
  output: "places that the test run names",
  search: "definitions of what is used around the places opened so far, nearest first",
};

/** A policy's rules in words. */
export function rulesOf(policy: Policy): string {
  const { window, leads, frames, verify } = policy;
  const order = leads.map((source) => `${SOURCES[source]}${source === "output" ? `, ${frames}` : ""}`);
  return [
    `Runs \`${policy.run}\`, or as the prompt${leads.includes("context") ? " or a hook" : ""} says.`,
    policy.testFirst ? "Opens the failing test." : "",
    `Opens ${window.before} lines before to ${window.after} after a place, ${policy.atOnce} in a turn:`,
    `${order.join("; then ")} (${policy.names} names a search, defined in at most ${policy.definitions} places each).`,
    `After ${policy.searches} searches reads through the files that the test run named.`,
    leads.includes("context") ? "" : "Never heeds what hooks say.",
    policy.runAgainAfter === undefined ? "" : `Runs the tests again after every ${policy.runAgainAfter} places.`,
    policy.knows === "shown"
      ? "Knows the fault as soon as one line that the real fix changes is shown, in a file, a test run or a context;"
      : "Knows the fault as soon as it has opened one line that the real fix changes, whatever it was shown before;",
    `opens the places that the fix changes, applies it, and runs ${verify.map((line) => `\`${line}\``).join(" and ")}.`,
    "Does not think, and writes one short sentence a turn.",
  ]
    .filter((part) => part !== "")
    .join(" ");
}
