import { fingerprint } from "../evidence/fingerprint.ts";
import { staleness } from "../evidence/freshness.ts";
import { isHandle, noEvidence, readEvidence, type Stored } from "../evidence/store.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { redact } from "../kernel/redact.ts";
import { loadTokenCounter, type TokenCounter, tokenEncoding } from "../kernel/tokens.ts";
import type { Call, Engine } from "./engine.ts";
import { pageEnd } from "./page-end.ts";
import type { EvidencePage, TokenUse } from "./reports.ts";

/** A page that holds less of a text than these characters is not worth its frame. */
const minimumPage = 16;

/**
 * One page of stored evidence, as large as the budget allows; it ends between two items where it can. All pages
 * together are the JSON text of the evidence.
 *
 * @param request `from` is the `next` of the page before
 * @throws FaultlineError `not-found` for a handle behind which there is nothing, `bad-request` for what is no handle,
 *   for an offset that no page gave, and for a budget that is too small for a page
 */
export async function getEvidence(
  engine: Engine,
  request: { handle: string; from?: number },
  call: Call,
): Promise<EvidencePage> {
  const { handle, from = 0 } = request;
  if (!isHandle(handle)) {
    throw new FaultlineError("bad-request", `not a handle: ${redact(handle).slice(0, 40)}`, {
      hint: "such as ev_1f2e3d4c5b6a",
    });
  }
  const stored = await readEvidence(engine.state, handle);
  if (!stored) {
    throw noEvidence(engine.state, handle, "it may be too old, or of another checkout; investigate the test again");
  }
  const text = JSON.stringify(stored.body);
  if (!Number.isInteger(from) || from < 0 || from >= text.length || insidePair(text, from)) {
    throw new FaultlineError("bad-request", `no page of ${handle} begins at ${from}`, {
      hint: "begin without an offset, then go on at the `next` of the page before",
    });
  }
  const stale = staleness(stored.fingerprint, await fingerprintNow(engine, stored));
  return page(stored, text, from, stale, call.budgetTokens, await loadTokenCounter());
}

function fingerprintNow({ repo, python, env, pytestArgs }: Engine, { fingerprint: then }: Stored) {
  return fingerprint({ repo, python, env, pytestArgs, files: Object.keys(then.files) });
}

/** The longest part of the text with which the page keeps to the budget, by bisection. */
function page(
  { handle, kind, madeAt }: Stored,
  text: string,
  from: number,
  stale: string[],
  budget: number,
  count: TokenCounter,
): EvidencePage {
  const upTo = (end: number): EvidencePage => {
    const next = end < text.length ? { next: end } : {};
    const tokens: TokenUse = { budget, used: 0, encoding: tokenEncoding };
    const made = { handle, kind, madeAt, stale, text: text.slice(from, end), ...next, omitted: [], tokens };
    // The number itself takes tokens: it is counted as if it were as long as it can be.
    const used = count(JSON.stringify({ ...made, tokens: { ...tokens, used: budget } }));
    return { ...made, tokens: { ...tokens, used } };
  };
  // JSON has some three characters to a token: a text is not counted far beyond its page.
  let [fits, tooLong] = [from, Math.min(text.length, from + budget * 8) + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (upTo(middle).tokens.used <= budget) fits = middle;
    else tooLong = middle;
  }
  const end = insidePair(text, fits) ? fits - 1 : fits;
  if (end < Math.min(text.length, from + minimumPage)) {
    throw new FaultlineError("bad-request", `a budget of ${budget} tokens is too small for a page of ${handle}`);
  }
  const between = pageEnd(text, from, end);
  return upTo(between < from + minimumPage ? end : between);
}

/** Whether an offset is between the two halves of one character. */
function insidePair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
