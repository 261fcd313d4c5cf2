import { type FailureContext, shownPath } from "../debugging/failure-context.ts";
import { utf8Bytes } from "../kernel/budget.ts";
import { redact, redactSource } from "../kernel/redact.ts";
import { originBlock } from "./origin-text.ts";
import { fitLines, numbered, RANK, type RankedLine, Told } from "./ranked-lines.ts";
import { firstLine, shorten } from "./text.ts";
import { routeBlock, wayBlock } from "./way-text.ts";

/** No injection is longer than this many bytes of UTF-8. */
export const MAX_BYTES = 2048;

const NODE_IDS = 3;
/** A command of more bytes may find no place, so that it cannot stand for the names of the tests. */
const LONGEST_COMMAND = 600;

/**
 * What the model is told of a failure: exception, crash site, where the bad value was made and the way it took,
 * a command to run just these tests. What is certain comes first, and nothing is said twice. At most 2,048 bytes; what
 * is needed least is left out, whole lines at a time. Secrets are left out.
 */
export function injection(context: FailureContext, root: string, rerun: string): string {
  const told = new Told();
  const tests = testsOf(context, rerun);
  const lines = [
    ...head(context),
    ...tests.head,
    ...places(context, root, told),
    ...routeBlock(context, root, told),
    tests.rerun,
  ];
  const shown = lines.map((line) => ({ ...line, text: redactSource(line.text) }));
  return fitLines(shown, MAX_BYTES);
}

function head({ exception, otherFailures, notes }: FailureContext): RankedLine[] {
  const message = firstLine(redact(exception.message));
  return [
    { text: `Faultline: ${exception.type}${message ? `: ${shorten(message, 240)}` : ""}`, rank: RANK.head },
    ...notes.map((note) => ({ text: `Note: ${note}.`, rank: RANK.head })),
    // Not "by another cause": where the output was cut, that is not known.
    ...(otherFailures ? [{ text: `Besides, ${otherFailures} more failed.`, rank: RANK.route }] : []),
  ];
}

/** The tests that fail so; a command that names them does that, too. */
function testsOf({ nodeIds, otherFailures }: FailureContext, rerun: string) {
  const shown = nodeIds.slice(0, NODE_IDS).map((nodeId) => shorten(firstLine(redact(nodeId)), 160));
  const more = nodeIds.length - shown.length;
  const atLeast = otherFailures === undefined ? "at least " : "";
  const count = nodeIds.length > 1 ? ` (${atLeast}${nodeIds.length} tests, one cause)` : "";
  if (more === 0 && utf8Bytes(rerun) <= LONGEST_COMMAND && shown.every((nodeId) => rerun.includes(nodeId)))
    return { head: [], rerun: { text: `Re-run${count}: ${rerun}`, rank: RANK.head } };
  const names = `in ${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}${count}`;
  return { head: [{ text: names, rank: RANK.head }], rerun: { text: `Re-run: ${rerun}`, rank: RANK.rerun } };
}

/**
 * What is certain comes first: an origin that was found, otherwise the crash site. But the fault is seldom in a test:
 * where that crashed, the last known place elsewhere is told first.
 */
function places(context: FailureContext, root: string, told: Told): RankedLine[] {
  const { origin, crash } = context;
  if (!origin || origin.status === "none") return crashBlock(context, root, told);
  if (origin.status === "found" || (crash?.inTest && origin.steps[0]?.path !== crash.path)) {
    const [made, at] = [originBlock(context, origin, root, told), crashBlock(context, root, told)];
    return [...made, ...wayBlock(origin, root, told), ...at];
  }
  return [
    ...crashBlock(context, root, told),
    ...originBlock(context, origin, root, told),
    ...wayBlock(origin, root, told),
  ];
}

function crashBlock({ crash, source, origin }: FailureContext, root: string, told: Told): RankedLine[] {
  if (!crash) return [];
  const place = `${shownPath(root, crash.path)}:${crash.line}${crash.function ? ` in ${crash.function}` : ""}`;
  if (told.has(crash)) return [{ text: `Crash site ${place}, marked above.`, rank: RANK.place, marks: crash }];
  const { path, line } = crash;
  const marked = origin?.steps[0]?.path === path ? origin.steps[0].line : undefined;
  const lines = numbered(source.crash, { path, line, rank: RANK.place, marked, told });
  return [{ text: `Crash site ${place}:`, rank: RANK.place, marks: crash }, ...lines];
}
