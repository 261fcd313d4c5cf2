import { doctestFailure, isDoctestHeading } from "./doctest.ts";
import type { ChainLink, ExceptionInfo, Frame, GroupLeaf, Phase, Section } from "./failure.ts";
import { isGroupLine, readGroup } from "./group.ts";
import type { Block } from "./regions.ts";
import { type Raised, splitChain } from "./traceback.ts";
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

const XDIST_LINE = /^\[gw\d+\] \w+ -- Python /;
const CRASHED = /^worker '.*' crashed while running ['"](.*)['"]$/s;
const SECTION = /^-+ (Captured [\w -]+|live log \w+|[A-Z][\w ]+ (?:setup|call|teardown)) -+$/;

/** Reads what stands under one heading. */
export function readBlock(block: Block): BlockFailure {
  const { phase, name } = readHeading(block.heading);
  const { body, sections } = splitSections(block.lines);
  const start = body.findIndex((line) => line.trim() !== "" && !XDIST_LINE.test(line));
  const lines = start < 0 ? [] : body.slice(start);
  const crash = CRASHED.exec(lines[0] ?? "");
  if (crash) return workerCrash(crash, name, lines, sections);
  if (name && isDoctestHeading(name)) return { ...doctestFailure(name, lines), sections };
  const raised = readRaised(block.cut ? lines.slice(1) : lines);
  const raw = raised.exception.type === "" && raised.frames.length === 0;
  return {
    name,
    nodeId: phase === "collection" ? name : undefined,
    phase,
    ...(raw && !block.cut ? plainMessage(lines, raised) : raised),
    sections,
    incomplete:
      block.cut || lines.length === 0 || (raised.exception.type === "" && raised.exception.message === "" && !raw),
  };
}

/** A chain of exceptions, the last one raised taken as the failure. */
export function readRaised(lines: readonly string[]): Raised & { chain: ChainLink[]; group: GroupLeaf[] } {
  const parts = splitChain(lines).map((part) => ({ ...readOne(part.lines), relation: part.relation }));
  const last = parts.at(-1);
  // A cycle of causes, and a group with a cause, are printed with one exception twice.
  const once = parts.slice(0, -1).filter((part, at) => !parts.slice(at + 1).some((later) => isSame(part, later)));
  return {
    exception: last?.exception ?? { type: "", message: "" },
    frames: last?.frames ?? [],
    chain: once.map(({ exception, frames, relation }) => ({ relation: relation ?? "context", exception, frames })),
    group: parts.findLast((part) => part.leaves.length > 0)?.leaves ?? [],
  };
}

function isSame(one: Raised, other: Raised): boolean {
  const places = ({ frames }: Raised) => frames.map((frame) => frame.line).join();
  const { type, message } = one.exception;
  return type === other.exception.type && message === other.exception.message && places(one) === places(other);
}

/** One exception in whichever style it was printed. */
function readOne(lines: readonly string[]): Raised & { leaves: GroupLeaf[] } {
  if (lines.some(isGroupLine)) {
    const group = readGroup(lines);
    if (group.exception.type !== "" || group.leaves.length > 0) return group;
  }
  const native = lines.findIndex(isNativeHeader);
  const own = native < 0 ? -1 : lines.findIndex(isPytestEntry);
  const isNative = native >= 0 && (own < 0 || own > native);
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

function workerCrash(
  match: RegExpExecArray,
  name: string | undefined,
  lines: string[],
  sections: Section[],
): BlockFailure {
  return {
    name,
    nodeId: match[1] ?? "",
    phase: "call",
    exception: { type: "WorkerCrash", message: lines[0] ?? "" },
    frames: [],
    chain: [],
    group: [],
    sections,
    incomplete: true,
  };
}

/** `pytest.fail(…, pytrace=False)` and plugins print a text and no traceback. */
function plainMessage(lines: readonly string[], raised: Raised & { chain: ChainLink[]; group: GroupLeaf[] }) {
  return { ...raised, exception: { type: "", message: lines.join("\n").trimEnd() } };
}
