import { handleOf, type NewEvidence } from "../evidence/store.ts";
import { type TokenCounter, tokenEncoding } from "../kernel/tokens.ts";
import { type Cut, cutTexts, type Json, memberOf, setMember, withoutMember } from "./json-members.ts";
import type { Layout } from "./packing-layout.ts";
import type { Omitted, TokenUse } from "./reports.ts";

/** Evidence but for the fingerprint, which is the same for all of one answer. */
export type Left = Omit<NewEvidence, "fingerprint">;

/** An answer that fits, and what has to be kept for those who ask for more. */
export interface Fitted {
  answer: Json;
  left: Left[];
}

export interface FitRequest {
  kind: string;
  key: string;
  /** What is kept as the whole answer. */
  body: unknown;
  layout: Layout;
  budget: number;
  count: TokenCounter;
}

/** Bytes of JSON that a text of the head may take, from most to least. */
const textLimits = [4000, 1500, 600, 240, 120, 60, 30, 16];

/** Below this budget one handle for the whole answer serves better than one for each list. */
const smallBudget = 600;

/** Fits the whole answer if possible, else as much of it as possible; undefined where not even its head fits. */
export function fitAnswer(whole: Json, options: FitRequest): Fitted | undefined {
  const { budget } = options;
  const complete = seal({ answer: { ...whole, omitted: [] }, left: [] }, options);
  // Hardly a token is that long: the count of a huge text is not waited for.
  if (JSON.stringify(whole).length <= budget * 32 && used(complete) <= budget) return complete;
  // The head should leave room for what is more valuable than its every word.
  for (const share of [0.5, 0.8]) {
    for (const limit of textLimits) {
      const draft = begin(whole, limit, [], options);
      if (used(assemble(draft, whole, options)) <= budget * share) return fillUp(draft, whole, options);
    }
  }
  return fitWithout(whole, options);
}

/** Leaves out what is optional, as far as need be. */
function fitWithout(whole: Json, options: FitRequest): Fitted | undefined {
  const least = textLimits.at(-1) ?? 0;
  const optional = options.layout.optional.filter((name) => memberOf(whole, name) !== undefined);
  for (let dropped = 0; dropped <= optional.length; dropped++) {
    const draft = begin(whole, least, optional.slice(0, dropped), options);
    if (used(assemble(draft, whole, options)) <= options.budget) return fillUp(draft, whole, options);
  }
  return undefined;
}

/** An answer in the making: its head, with empty lists, and the items that were put into them so far. */
interface Draft {
  limit: number;
  head: Json;
  cuts: Cut[];
  dropped: string[];
  lists: Map<string, Kept[]>;
  /** The lists in the order in which they got their items. */
  order: string[];
}

interface Kept {
  value: unknown;
  cuts: Cut[];
  cost: number;
}

function begin(whole: Json, limit: number, dropped: string[], options: FitRequest): Draft {
  const present = dropped.reduce(withoutMember, whole);
  const names = [...new Set(options.layout.fill.map(([name]) => name))];
  const listed = names.filter((name) => Array.isArray(memberOf(present, name)));
  const emptied = listed.reduce((json, name) => setMember(json, name, []), present);
  const cuts: Cut[] = [];
  const head = cutTexts(emptied, limit, "", cuts) as Json;
  return { limit, head, cuts, dropped, lists: new Map(listed.map((name) => [name, []])), order: [] };
}

/** Puts items into the lists, in the order of the layout, as long as they fit. */
function fillUp(draft: Draft, whole: Json, options: FitRequest): Fitted {
  // The first pass makes room: what is complete needs no handle.
  for (let pass = 0; pass < 2; pass++) addItems(draft, whole, options);
  for (;;) {
    const fitted = assemble(draft, whole, options);
    const last = draft.order.at(-1);
    if (last === undefined || used(fitted) <= options.budget) return fitted;
    // A text costs more or less where it stands than by itself.
    draft.lists.get(last)?.pop();
    draft.order.pop();
  }
}

function addItems(draft: Draft, whole: Json, options: FitRequest): void {
  const full = new Set<string>();
  let room = options.budget - used(assemble(draft, whole, options));
  for (const [name, upTo] of options.layout.fill) {
    const kept = draft.lists.get(name) ?? [];
    const items = draft.lists.has(name) ? listOf(whole, name) : [];
    while (kept.length < Math.min(upTo, items.length) && !full.has(name)) {
      const item = fitting(items[kept.length], room, draft, `${name}.${kept.length}`, options);
      if (item) {
        kept.push(item);
        draft.order.push(name);
        room -= item.cost;
      } else full.add(name);
    }
  }
}

/** One item, its texts cut; the first one of a list is cut short rather than left out. */
function fitting(
  value: unknown,
  room: number,
  draft: Draft,
  at: string,
  { budget, count }: FitRequest,
): Kept | undefined {
  const usual = Math.min(draft.limit, Math.max(40, Math.min(1000, budget / 8)));
  for (const limit of at.endsWith(".0") ? [usual, usual / 2, 40] : [usual]) {
    const cuts: Cut[] = [];
    const cut = cutTexts(value, Math.trunc(limit), at, cuts);
    const cost = count(`${JSON.stringify(cut)},`);
    if (cost <= room) return { value: cut, cuts, cost };
  }
  return undefined;
}

/** What the draft is as an answer: with all that it leaves out, each by its handle. */
function assemble(draft: Draft, whole: Json, options: FitRequest): Fitted {
  const { kind, key, body, budget } = options;
  const left = leftOut(draft, whole);
  const all = left.reduce((sum, { count }) => sum + count, 0);
  const entries = budget < smallBudget && left.length > 1 ? [{ what: "the rest", count: all, body }] : left;
  const evidence = entries.map((entry) => ({
    kind: entry.body === body ? kind : `${kind}: ${entry.what}`,
    key,
    body: entry.body,
  }));
  const omitted = entries.map(
    ({ what, count }, at): Omitted => ({ what, count, handle: handleOf(evidence[at] as Left) }),
  );
  let answer = draft.head;
  for (const [name, kept] of draft.lists)
    answer = setMember(
      answer,
      name,
      kept.map(({ value }) => value),
    );
  return seal({ answer: { ...answer, omitted }, left: evidence }, options);
}

function leftOut(draft: Draft, whole: Json): { what: string; count: number; body: unknown }[] {
  const lists = [...draft.lists].map(([what, kept]) => {
    const rest = listOf(whole, what).slice(kept.length);
    return { what, count: rest.length, body: rest };
  });
  const cuts = [...draft.cuts, ...[...draft.lists.values()].flat().flatMap((item) => item.cuts)];
  return [
    ...draft.dropped.map((what) => ({ what, count: 1, body: memberOf(whole, what) })),
    ...lists,
    { what: "texts", count: cuts.length, body: cuts },
  ].filter(({ count }) => count > 0);
}

/** Adds how many tokens the answer takes, this number included. */
function seal({ answer, left }: Fitted, { budget, count }: FitRequest): Fitted {
  let used = 0;
  for (;;) {
    const sealed = { ...answer, tokens: { budget, used, encoding: tokenEncoding } };
    const counted = count(JSON.stringify(sealed));
    // The number may make the text that it counts longer, never shorter.
    if (counted <= used) return { answer: sealed, left };
    used = counted;
  }
}

function used({ answer }: Fitted): number {
  return (answer["tokens"] as TokenUse).used;
}

function listOf(json: Json, name: string): unknown[] {
  const list = memberOf(json, name);
  return Array.isArray(list) ? list : [];
}
