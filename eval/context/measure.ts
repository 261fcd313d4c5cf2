import { randomUUID } from "node:crypto";
import { utf8Bytes } from "../../src/kernel/budget.ts";
import { checkout, fixDiff, type Workshop } from "../checkout.ts";
import { failurePayload } from "../client.ts";
import { callHook } from "../installation.ts";
import { type Bug, testModules } from "../manifest.ts";
import { shell } from "../shell.ts";
import { readInjection, type ShownOrigin } from "./injection.ts";
import { judge, type Verdict } from "./judge.ts";
import type { Bench, Tool } from "./tools.ts";
import { findTruth, type Truth } from "./truth.ts";

/** What one tool showed of one bug. */
export interface Shown {
  text: string;
  /** Of UTF-8. */
  bytes: number;
  verdict: Verdict;
}

/** Everything that was measured of one bug. */
export interface Measured {
  bug: Bug;
  truth: Truth;
  /** By the names of the tools; "faultline" is what the hook added to the first plain run. */
  shown: Record<string, Shown>;
  /** Undefined where the hook was silent or named no origin. */
  origin: ShownOrigin | undefined;
  /** Milliseconds of the first plain run and of the hook call on it. */
  elapsed: { plain: number; hook: number };
  /** Why this bug counts for nothing here, such as a test that does not fail. */
  void: string | undefined;
}

/** Measures one bug on fresh checkouts of both sides. */
export async function measureBug(bug: Bug, bench: Bench, shop: Workshop, installation: string): Promise<Measured> {
  const diff = await fixDiff(bug, shop);
  const fixed = await checkout(bug, "fixed", shop);
  const buggy = await checkout(bug, "buggy", shop);
  const truth = await findTruth(diff, buggy, fixed, { python: bench.python, env: shop.env });
  const command = bench.plain.command(bug.tests, testModules(bug));
  const first = await shell(command, { cwd: buggy, env: bench.plain.env });
  const shown: Record<string, Shown> = { plain: show(first.output, truth) };

  const payload = failurePayload({ session: randomUUID(), cwd: buggy, command }, first.exitCode ?? 1, first.output);
  const call = await callHook(installation, payload, bench.env);
  shown["faultline"] = show(call.injection ?? "", truth);
  for (const tool of bench.others) {
    const said = await sayOf(tool, bug, buggy);
    if (said !== undefined) shown[tool.name] = show(said, truth);
  }
  const repaired = await shell(command, { cwd: fixed, env: bench.plain.env });
  return {
    bug,
    truth,
    shown,
    origin: call.injection === undefined ? undefined : readInjection(call.injection),
    elapsed: { plain: first.elapsed, hook: call.elapsed },
    void: whyVoid(first.exitCode, repaired.exitCode),
  };
}

async function sayOf(tool: Tool, bug: Bug, cwd: string): Promise<string | undefined> {
  if (tool.absent !== undefined) return undefined;
  return (await shell(tool.command(bug.tests, testModules(bug)), { cwd, env: tool.env })).output;
}

function show(text: string, truth: Truth): Shown {
  return { text, bytes: utf8Bytes(text), verdict: judge(text, truth) };
}

function whyVoid(buggy: number | undefined, fixed: number | undefined): string | undefined {
  if (buggy !== 1) return `pytest ends with ${buggy} on the buggy version, not with a failure`;
  if (fixed !== 0) return `pytest ends with ${fixed} on the fixed version`;
  return undefined;
}
