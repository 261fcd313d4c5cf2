import { doctestFailure, isDoctestHeading } from "./doctest.ts";
import { exceptionFrom, trimEnd } from "./exception-text.ts";
import type { ChainLink, ExceptionInfo, Frame, GroupLeaf, Phase, Section } from "./failure.ts";
import { isGroupLine, readGroup } from "./group.ts";
import type { Block } from "./regions.ts";
import { frame, type Raised, splitChain } from "./traceback.ts";
import { isNativeHeader, readNative } from "./traceback-native.ts";
import { isPytestEntry, readPytest } from "./traceback-pytest.ts";

/** A failure as its block tells it, not yet with the node id. */
export interface BlockFailure {
  /** The name above the traceback, without what it says of the phase; undefined where it was cut away. */
  name: string | undefined;
  /** The node id where the block itself prints it. */
  nodeId: string | undefined;
  phase: Phase;
  exception: ExceptionInfo;
  frames: Frame[];
  chain: ChainLink[];
  group: GroupLeaf[];
  sections: Section[];
  incomplete: boolean;
}

/** Stands for the type of the exception where a process of xdist died. */
export const WORKER_CRASH = "WorkerCrash";
const XDIST_LINE = /^\[gw\d+\] \w+ -- Python /;
/** Lines between the place of a function and its `def`. */
const MOST_DECORATORS = 30;
const FIXTURE_PLACE = /^file (.+), line (\d+)$/;
const CRASHED = /^worker '.*' crashed while running ['"](.*)['"]$/s;
const SECTION = /^-+ (Captured [\w -]+|live log \w+|[A-Z][\w ]+ (?:setup|call|teardown)) -+$/;

/** Reads what stands under one heading. */
export function readBlock(block: Block): BlockFailure {
  const { phase, name } = readHeading(block.heading);
  const { body, sections } = splitSections(block.lines);
  const start = body.findIndex((line) => line.trim() !== "" && !XDIST_LINE.test(line));
  const lines = start < 0 ? [] : body.slice(start + (block.halfLine ? 1 : 0));
  const common = { name, nodeId: phase === "collection" ? name : undefined, phase, chain: [], group: [], sections };
  const crash = CRASHED.exec(lines[0] ?? "");
  if (crash) {
    const exception = { type: WORKER_CRASH, message: lines[0] ?? "" };
    return { ...common, nodeId: crash[1], exception, frames: [], incomplete: true };
  }
  if (name && isDoctestHeading(name)) return { ...common, ...doctestFailure(name, lines), sections };
  const raised = missingFixture(lines) ?? fromCollector(readRaised(lines));
  const { type, message } = raised.exception;
  if (type === "" && message === "" && raised.frames.length === 0 && block.heading !== undefined) {
    // `pytest.fail(…, pytrace=False)` and plugins print a text and no traceback.
    const exception = { type: "", message: trimEnd(lines).join("\n") };
    return { ...common, exception, frames: [], incomplete: block.cut || lines.length === 0 };
  }
  return { ...common, ...raised, incomplete: block.cut || type === "" || !hasFrames(raised) };
}

function hasFrames({ frames, chain, group }: Raised & { chain: ChainLink[]; group: GroupLeaf[] }): boolean {
  return [{ frames }, ...chain, ...group].some((one) => one.frames.length > 0);
}

/** A test asks for a fixture that does not exist: the places of the test and of the fixtures that led there. */
function missingFixture(lines: readonly string[]): (Raised & { chain: ChainLink[]; group: GroupLeaf[] }) | undefined {
  if (!FIXTURE_PLACE.test(lines[0] ?? "")) return undefined;
  const frames = lines.flatMap((line, at) => {
    const match = FIXTURE_PLACE.exec(line);
    const next =
      lines
        .slice(at + 1, at + MOST_DECORATORS)
        .find((text) => FIXTURE_PLACE.test(text) || /^ {2}(?:async )?def /.test(text)) ?? "";
    return match ? [frame(match[1] ?? "", Number(match[2]), /^ {2}(?:async )?def ([^\s(]+)/.exec(next)?.[1], "")] : [];
  });
  const message = lines.filter((line) => /^E(?: |$)/.test(line)).map((line) => line.slice(1).trim());
  return { exception: { type: "FixtureLookupError", message: message.join("\n") }, frames, chain: [], group: [] };
}

/** With `--full-trace` pytest shows how its own collector wrapped what a test file raised. */
function fromCollector(raised: Raised & { chain: ChainLink[]; group: GroupLeaf[] }) {
  const cause = /(?:^|\.)CollectError$/.test(raised.exception.type) ? raised.chain.at(-1) : undefined;
  if (!cause) return raised;
  return { exception: cause.exception, frames: cause.frames, chain: raised.chain.slice(0, -1), group: raised.group };
}

/** A chain of exceptions, the last one raised taken as the failure. */
export function readRaised(lines: readonly string[]): Raised & { chain: ChainLink[]; group: GroupLeaf[] } {
  const pieces = splitChain(lines);
  const parts = pieces.map(({ lines: own, relation }) => ({ ...readOne(own, pieces.length > 1), relation }));
  const last = parts.at(-1);
  // A cycle of causes, and a group with a cause, are printed with one exception twice.
  const later = new Map(parts.map((part, at) => [fingerprint(part), at]));
  const once = parts.slice(0, -1).filter((part, at) => later.get(fingerprint(part)) === at);
  return {
    exception: last?.exception ?? { type: "", message: "" },
    frames: last?.frames ?? [],
    chain: once.map(({ exception, frames, relation }) => ({ relation: relation ?? "context", exception, frames })),
    group: parts.findLast((part) => part.leaves.length > 0)?.leaves ?? [],
  };
}

function fingerprint({ exception, frames }: Raised): string {
  return JSON.stringify([exception.type, exception.message, frames.map((frame) => frame.line)]);
}

/** One exception in whichever style it was printed. In a chain it may stand without a traceback. */
function readOne(lines: readonly string[], chained: boolean): Raised & { leaves: GroupLeaf[] } {
  if (lines.some(isGroupLine)) {
    const group = readGroup(lines);
    if (group.exception.type !== "" || group.leaves.length > 0) return group;
  }
  const native = lines.findIndex(isNativeHeader);
  const own = native < 0 ? -1 : lines.findIndex(isPytestEntry);
  const isNative = native >= 0 && (own < 0 || own > native);
  const bare = lines.filter((line) => line.trim() !== "");
  if (chained && native < 0 && !bare.some(isPytestEntry))
    return { exception: exceptionFrom(bare), frames: [], leaves: [] };
  return { ...(isNative ? readNative(lines.slice(native)) : readPytest(lines)), leaves: [] };
}

function readHeading(heading: string | undefined): { phase: Phase; name: string | undefined } {
  const match = heading === undefined ? null : /^ERROR (?:at (setup|teardown) of|(collecting)) (.+)$/s.exec(heading);
  if (!match) return { phase: "call", name: heading };
  const phase = match[2] ? "collection" : match[1] === "setup" ? "setup" : "teardown";
  return { phase, name: match[3] };
}

function splitSections(lines: readonly string[]): { body: string[]; sections: Section[] } {
  const body: string[] = [];
  const sections: Section[] = [];
  let text: string[] | undefined;
  const close = () => {
    const last = sections.at(-1);
    if (last && text) last.text = text.join("\n").trimEnd();
  };
  for (const line of lines) {
    const name = line.startsWith("-") ? SECTION.exec(line)?.[1] : undefined;
    if (name) {
      close();
      sections.push({ name, text: "" });
      text = [];
    } else {
      (text ?? body).push(line);
    }
  }
  close();
  return { body, sections };
}
