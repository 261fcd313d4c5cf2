import { judge } from "../context/judge.ts";
import { quote } from "../shell.ts";
import type { NumberedLine, Place } from "./leads.ts";
import { type Move, openMove, runMove, searchMove } from "./moves.ts";
import { isOpened, leadsOf, openedIn, type Past, unreadIn, unsearched } from "./past.ts";
import type { Policy } from "./policy.ts";
import type { Task } from "./task.ts";

/** What a policy does next; without moves it is the end. */
export interface NextTurn {
  say: string;
  moves: Move[];
}

/** Decides what a policy does, from all that was done and told so far. */
export function nextTurn(policy: Policy, task: Task, past: Past): NextTurn {
  if (past.done.length === 0) {
    return {
      say: "I'll run the failing test first.",
      moves: [runMove(filled(policy.run, policy, task, past), "first")],
    };
  }
  if (past.done.some(({ move }) => move.kind === "edit")) return verification(policy, task, past);
  const opened = openedIn(past);
  return hasSeen(policy, task, past, opened) ? repair(policy, task, past, opened) : look(policy, task, past, opened);
}

/** Whether a line that the fix changes was opened or, where that is enough, shown by a tool or a hook that is heeded. */
function hasSeen(policy: Policy, task: Task, past: Past, opened: Map<string, NumberedLine[]>): boolean {
  const isOpen = ({ path, line }: Place) => opened.get(path)?.some((known) => known.line === line) === true;
  if (task.sites.some(isOpen)) return true;
  if (policy.knows === "opened") return task.truth.lines.some(isOpen);
  const told = [...past.done.map(({ text }) => text), ...(policy.leads.includes("context") ? past.contexts : [])];
  return told.some((text) => judge(text, task.truth).line !== undefined);
}

function look(policy: Policy, task: Task, past: Past, opened: Map<string, NumberedLine[]>): NextTurn {
  const { runAgainAfter: often } = policy;
  const openings = past.done.filter(({ move }) => move.kind === "open").length;
  if (often !== undefined && openings > 0 && openings % often === 0 && past.done.at(-1)?.move.kind === "open") {
    return { say: "Let me run it once more.", moves: [runMove(filled(policy.run, policy, task, past), "again")] };
  }
  const leads = leadsOf(policy, task, past).filter((place) => !isOpened(past, opened, place));
  if (leads.length > 0) return opening(task, apart(leads, policy).slice(0, policy.atOnce), policy);
  const searches = past.done.filter(({ move }) => move.kind === "search").length;
  const search = searches < policy.searches ? unsearched(policy, task, past, opened) : undefined;
  if (search) {
    const say = `Looking for ${search.names.join(", ")}.`;
    return { say, moves: [searchMove(task.root, search.from, search.names)] };
  }
  const pages = unreadIn(policy, task, past, opened);
  if (pages.length > 0) return opening(task, pages.slice(0, policy.atOnce), policy);
  return { say: "I could not find the cause.", moves: [] };
}

function repair(policy: Policy, task: Task, past: Past, opened: Map<string, NumberedLine[]>): NextTurn {
  const missing = task.sites.filter((site) => !isOpened(past, opened, site));
  if (missing.length > 0) return opening(task, apart(missing, policy), policy);
  return { say: "I see the fault and fix it.", moves: [...task.fix] };
}

function verification(policy: Policy, task: Task, past: Past): NextTurn {
  const runs = past.done.filter(({ move }) => move.kind === "run" && move.why === "verify").length;
  const line = policy.verify[runs];
  if (line === undefined) return { say: "The failing test is fixed.", moves: [] };
  return { say: "Let me check that it passes.", moves: [runMove(filled(line, policy, task, past), "verify")] };
}

function opening(task: Task, places: readonly Place[], policy: Policy): NextTurn {
  const names = places.map(({ path, line }) => `${path}:${line}`);
  return { say: `Reading ${names.join(", ")}.`, moves: places.map((at) => openMove(task.root, at, policy.window)) };
}

/** Places without those that lie in what is opened around an earlier one. */
function apart(places: readonly Place[], { window }: Policy): Place[] {
  const kept: Place[] = [];
  for (const { path, line } of places) {
    const isIn = kept.some(
      (other) => other.path === path && other.line - window.before <= line && line <= other.line + window.after,
    );
    if (!isIn) kept.push({ path, line });
  }
  return kept;
}

function filled(line: string, policy: Policy, task: Task, past: Past): string {
  const tests = task.tests.map(quote).join(" ");
  const files = [...new Set(task.tests.map((test) => test.split("::")[0] ?? ""))].map(quote).join(" ");
  const rerun = past.contexts.flatMap((text) => /^Re-run(?: \([^)]*\))?: (.+)$/m.exec(text)?.[1] ?? []).at(-1);
  const habit = task.habit ?? (policy.leads.includes("context") ? hinted(past) : undefined);
  const own = habit === undefined ? line : line.replace(/^python -m pytest\b.*?(?=TESTS|FILES)/, `${habit} `);
  const usual = `${habit ?? "python -m pytest -q"} ${tests}`;
  const words: Record<string, string> = { TESTS: tests, FILES: files, RERUN: rerun ?? usual };
  return own.replace(/\b(?:TESTS|FILES|RERUN)\b/g, (word) => words[word] ?? word);
}

/** How a hook says that tests are best run here. */
function hinted({ contexts }: Past): string | undefined {
  return contexts.flatMap((text) => /for short test output in this repository run\n\s+(.+)$/m.exec(text)?.[1] ?? [])[0];
}
