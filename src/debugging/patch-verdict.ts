import { redact } from "../kernel/redact.ts";
import type { Edit } from "./patch-edit.ts";
import type { SuiteCheck } from "./patch-suite.ts";
import type { PatchCheck } from "./reports.ts";
import type { TestOutcome } from "./test-outcome.ts";

/** What the verdict is made from. */
export interface PatchFacts {
  now: Pick<TestOutcome, "status" | "problem" | "signature" | "failure">;
  /** Milliseconds that the test had. */
  deadline: number;
  /** How things stood before; undefined where nothing is on record. */
  before: { status: string; signature?: string | undefined; polluters?: readonly string[] | undefined } | undefined;
  edit: Edit;
  /** Undefined where the suite was not run. */
  suite: SuiteCheck | undefined;
}

type Told = Pick<PatchCheck, "verdict" | "summary">;

/** Says what an edit achieved, in one sentence: only what was measured. Pure. */
export function patchVerdict(facts: PatchFacts): Told {
  const { verdict, clauses } = ofTheTest(facts);
  const suite = facts.suite ? suiteClauses(facts.suite) : [];
  const broke = verdict === "fixed" && (facts.suite?.newlyBroken.length ?? 0) > 0;
  return { verdict: broke ? "fixed-but-broke-others" : verdict, summary: `${[...clauses, ...suite].join("; ")}.` };
}

interface Judged {
  verdict: PatchCheck["verdict"];
  clauses: string[];
}

function ofTheTest(facts: PatchFacts): Judged {
  const { now } = facts;
  switch (now.status) {
    case "passed":
      return passing(facts);
    case "failed":
      return failing(facts);
    case "skipped":
      return {
        verdict: "not-verified",
        clauses: [`The test says nothing now: ${now.problem ?? "it was skipped"}`, ...edited(facts)],
      };
    case "deadline":
      return hanging(facts);
    case "not-run":
      return {
        verdict: "not-runnable",
        clauses: [`The test cannot run: ${now.problem ?? "it was not found"}`, ...configured(facts)],
      };
  }
}

function passing(facts: PatchFacts): Judged {
  const { now, before, edit } = facts;
  const after = before?.polluters?.length ? ` after ${before.polluters.join(", ")}, which made it fail` : "";
  const passes = `The test passes${after}${now.problem === undefined ? "" : ` (${now.problem})`}`;
  if (facts.suite?.targetFails) {
    return { verdict: "not-verified", clauses: [`${passes} alone, but fails in the suite`, ...edited(facts)] };
  }
  if (before?.status === "passed") {
    return { verdict: "not-verified", clauses: [`${passes}, as it did when it was last looked at`] };
  }
  if (edit.test === "function") {
    return { verdict: "not-verified", clauses: [`${passes}, but the test itself was edited, so that proves nothing`] };
  }
  if (edit.test === "surroundings" && !edit.sources) {
    return {
      verdict: "not-verified",
      clauses: [`${passes}, but only tests were edited, its file or a conftest of it among them`],
    };
  }
  if (!before || before.status === "skipped") {
    const clauses = [passes, "no earlier failure of it is on record", ...edited(facts)];
    return { verdict: "not-verified", clauses };
  }
  if (edit.files.length === 0 && edit.environment.length === 0) {
    return {
      verdict: "not-verified",
      clauses: [`${passes}, although nothing changed since it failed: it may fail now and then`],
    };
  }
  return { verdict: "fixed", clauses: [passes, ...edited(facts), ...environment(facts)] };
}

function failing(facts: PatchFacts): Judged {
  const { now, before } = facts;
  const how = tellFailure(now);
  if (before?.signature === undefined) {
    const record = before ? statusBefore[before.status] : "no earlier failure of it is on record to compare with";
    const verdict = before ? "new-failure" : "not-verified";
    return { verdict, clauses: [`The test fails${how}`, ...(record === undefined ? [] : [record]), ...edited(facts)] };
  }
  const same = before.signature === now.signature;
  const text = same ? `The test fails as before${how}` : `The test fails in another way than before${how}`;
  return { verdict: same ? "same-failure" : "new-failure", clauses: [text, ...edited(facts)] };
}

/** Of a test that had not failed when it was last looked at. */
const statusBefore: Record<string, string | undefined> = {
  passed: "it passed before",
  skipped: "it was skipped before",
  "not-run": "it could not run before",
  deadline: "it did not come to its end before",
};

function hanging(facts: PatchFacts): Judged {
  const { now, before, deadline } = facts;
  const where = now.problem === undefined ? [] : [now.problem];
  const clauses = [`The test did not end within ${Math.round(deadline / 100) / 10} s`, ...where, ...edited(facts)];
  return { verdict: before?.status === "deadline" ? "same-failure" : "new-failure", clauses };
}

function tellFailure({ failure, problem }: PatchFacts["now"]): string {
  if (!failure) return problem === undefined ? "" : `: ${problem}`;
  const { type, message } = failure.exception;
  const first = redact(message).split("\n", 1)[0] ?? "";
  return ` with ${type}${first === "" ? "" : `: ${first.slice(0, 200)}`}`;
}

function edited({ edit }: PatchFacts): string[] {
  if (edit.test === "function") return ["the test itself was edited"];
  return edit.test === "surroundings" ? ["the test's file or a conftest of it was edited as well"] : [];
}

/** Why a test is no longer selected is often told by what was edited. */
function configured({ edit }: PatchFacts): string[] {
  const told = edit.files.filter((path) =>
    /(?:^|\/)(?:conftest\.py|\.?pytest\.(?:ini|toml)|tox\.ini|setup\.cfg|pyproject\.toml)$/.test(path),
  );
  return told.length > 0 ? [`edited: ${told.slice(0, 3).join(", ")}`] : [];
}

function environment({ edit }: PatchFacts): string[] {
  return edit.environment.slice(0, 2);
}

function suiteClauses(suite: SuiteCheck): string[] {
  const { newlyBroken, failingBefore, failingUnknown, unsteady, gone, problem } = suite;
  const unknown = failingUnknown.length - unsteady.length;
  const clauses = [
    newlyBroken.length > 0 &&
      `${count(newlyBroken.length, "test")} that passed before ${newlyBroken.length === 1 ? "fails" : "fail"} now`,
    unsteady.length > 0 &&
      `${count(unsteady.length, "test")} that passed before ${unsteady.length === 1 ? "fails" : "fail"} in the suite, but not alone`,
    unknown > 0 && `${count(unknown, "other")} ${unknown === 1 ? "fails" : "fail"}, with nothing on record of before`,
    failingBefore.length > 0 && `${failingBefore.length} failed before as well`,
    gone.length > 0 &&
      `${count(gone.length, "test")} that passed before ${gone.length === 1 ? "is" : "are"} gone, such as ${gone[0]}`,
    problem !== undefined && problem,
  ];
  const told = clauses.filter((clause) => clause !== false);
  const { ran, complete } = suite.suite;
  if (told.length > 0) return told;
  return [
    complete
      ? `all ${count(ran, "test")} of the suite were run, and no other fails`
      : `no other of ${count(ran, "related test")} fails`,
  ];
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
