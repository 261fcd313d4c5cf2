import { handleOf, type NewEvidence } from "../evidence/store.ts";
import { type TokenCounter, tokenEncoding } from "../kernel/tokens.ts";
import { mark } from "./cut-text.ts";
import { type Cut, cutTexts, type Json, memberOf, setMember, type TextLimits, withoutMember } from "./json-members.ts";
import type { Layout } from "./packing-layout.ts";
import type { Omitted, TokenUse } from "./reports.ts";

/** Evidence but for the fingerprint, which is the same for all of one answer. */
type Left = Omit<NewEvidence, "fingerprint">;

/** An answer that fits, and what has to be kept for those who ask for more. */
export interface Fitted {
  answer: Json;
  left: Left[];
}

export interface FitRequest {
  kind: string;
  key: string;
  layout: Layout;
  budget: number;
  count: TokenCounter;
  /** Whether what is left out can be kept. */
  handles: boolean;
}

/** One entry of `omitted` takes some twenty-five tokens, and all together should not take more than a tenth. */
const tokensPerEntry = 250;

/** Node ids and paths are seldom longer. */
const nameLimit = 240;

/**
 * How the head of an answer may be: with texts of so many bytes at most (in JSON), where it then takes so much of the
 * budget at most. It should leave room for what is more valuable than its every word.
 */
const heads: readonly (readonly [share: number, limits: readonly number[]])[] = [
  [0.5, [4000, 1500, 600, 240]],
  [0.85, [600, 240, 120]],
];

/** Fits the whole answer if possible, else as much of it as possible; undefined where not even its head fits. */
export function fitAnswer(whole: Json, request: FitRequest): Fitted | undefined {
  const { budget } = request;
  // Hardly a token is that long: the count of a huge text is not waited for.
  if (JSON.stringify(whole).length <= budget * 32) {
    const complete = seal({ answer: { ...whole, omitted: [] }, left: [] }, request);
    if (used(complete) <= budget) return complete;
  }
  for (const [share, limits] of heads) {
    for (const limit of limits) {
      const draft = begin(whole, { text: limit, name: Math.max(limit, nameLimit) }, [], request);
      if (used(assemble(draft, request)) > budget * share) continue;
      const filled = fillUp(draft, request);
      if (hasFirst(filled, whole, request)) return filled;
    }
  }
  return fitLess(whole, request);
}

/** The list whose first item an answer must have. */
function firstList(whole: Json, { layout }: FitRequest): string | undefined {
  return layout.first.find((list) => listOf(whole, list).length > 0);
}

/** Whether an answer has the one item that it must have. */
function hasFirst({ answer }: Fitted, whole: Json, request: FitRequest): boolean {
  const list = firstList(whole, request);
  return list === undefined || listOf(answer, list).length > 0;
}

/** Leaves out what is optional and cuts texts to a few words, as far as need be. */
function fitLess(whole: Json, request: FitRequest): Fitted | undefined {
  const must = firstList(whole, request);
  const spare = request.layout.spare.filter((name) => !must?.startsWith(`${name}.`));
  const { facts } = request.layout;
  const attempts = [
    ...prefixes(spare).map((dropped) => ({ text: 60, name: nameLimit, dropped })),
    ...[nameLimit, 120, 80].map((name) => ({ text: 40, name, dropped: spare })),
    ...prefixes(facts).map((dropped) => ({ text: 30, name: 80, dropped: [...spare, ...dropped] })),
    ...prefixes(facts).map((dropped) => ({ text: 16, name: 16, dropped: [...spare, ...dropped] })),
  ];
  let best: Fitted | undefined;
  for (const { dropped, ...limits } of attempts) {
    const present = dropped.filter((name) => memberOf(whole, name) !== undefined);
    const draft = begin(whole, limits, present, request);
    if (used(assemble(draft, request)) > request.budget) continue;
    const filled = fillUp(draft, request);
    if (hasFirst(filled, whole, request)) return filled;
    best ??= filled;
  }
  return best;
}

function prefixes<T>(list: readonly T[]): T[][] {
  return [...list, undefined].map((_, length) => list.slice(0, length));
}

/** An answer in the making: its head, with empty lists, and the items that were put into them so far. */
interface Draft {
  whole: Json;
  limits: TextLimits;
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

function begin(whole: Json, limits: TextLimits, dropped: string[], request: FitRequest): Draft {
  const present = dropped.reduce(withoutMember, whole);
  const names = [...new Set(request.layout.fill.map(([name]) => name))];
  const listed = names.filter((name) => Array.isArray(memberOf(present, name)));
  const emptied = listed.reduce((json, name) => setMember(json, name, []), present);
  const cuts: Cut[] = [];
  const head = cutTexts(emptied, limits, "", cuts) as Json;
  return { whole, limits, head, cuts, dropped, lists: new Map(listed.map((name) => [name, []])), order: [] };
}

/** Puts items into the lists, in the order of the layout, as long as they fit. */
function fillUp(draft: Draft, request: FitRequest): Fitted {
  // The first pass makes room: what is complete needs no handle.
  for (let pass = 0; pass < 2; pass++) addItems(draft, request);
  for (;;) {
    const fitted = assemble(draft, request, handleOf);
    const last = draft.order.at(-1);
    if (last === undefined || used(fitted) <= request.budget) return fitted;
    // A text costs more or less where it stands than by itself.
    draft.lists.get(last)?.pop();
    draft.order.pop();
  }
}

function addItems(draft: Draft, request: FitRequest): void {
  const full = new Set<string>();
  let room = request.budget - used(assemble(draft, request));
  for (const [name, upTo] of request.layout.fill) {
    const kept = draft.lists.get(name) ?? [];
    const items = draft.lists.has(name) ? listOf(draft.whole, name) : [];
    while (kept.length < Math.min(upTo, items.length) && !full.has(name)) {
      const item = fitting(items[kept.length], room, draft, `${name}.${kept.length}`, request);
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
  const usual = Math.min(draft.limits.text, Math.max(40, Math.min(1000, budget / 8)));
  for (const limit of at.endsWith(".0") ? [usual, usual / 2, 40] : [usual]) {
    const cuts: Cut[] = [];
    const cut = cutTexts(value, { ...draft.limits, text: Math.trunc(limit) }, at, cuts);
    // What is nothing but a name is whole or not in the list.
    if (cut === mark && value !== mark) return undefined;
    const cost = count(`${JSON.stringify(cut)},`);
    if (cost <= room) return { value: cut, cuts, cost };
  }
  return undefined;
}

/** Takes no less tokens than any handle. Making the real ones takes a digest of all that is left out. */
const placeholder = () => "ev_1a2b3c4d5e6f";

/** What the draft is as an answer: with all that it leaves out, each by its handle. */
function assemble(draft: Draft, request: FitRequest, handle: (left: Left) => string = placeholder): Fitted {
  const { kind, key, budget, handles } = request;
  const entries = grouped(leftOut(draft), Math.max(1, Math.floor(budget / tokensPerEntry)));
  const evidence: Left[] = entries.map(({ what, body }) => ({ kind: `${kind}: ${what}`, key, body }));
  const omitted = entries.map(({ what, count }, at): Omitted => {
    return { what, count, ...(handles && { handle: handle(evidence[at] as Left) }) };
  });
  let answer = draft.head;
  for (const [name, kept] of draft.lists) answer = setMember(answer, name, kept.map(itemOf));
  return seal({ answer: { ...answer, omitted }, left: evidence }, request);
}

function itemOf({ value }: Kept): unknown {
  return value;
}

interface Entry {
  what: string;
  count: number;
  body: unknown;
}

/** At most so many entries: what is least valuable goes together. */
function grouped(entries: Entry[], most: number): Entry[] {
  if (entries.length <= most) return entries;
  const rest = entries.slice(most - 1);
  const body = Object.fromEntries(rest.map((entry) => [entry.what, entry.body]));
  const count = rest.reduce((sum, entry) => sum + entry.count, 0);
  return [...entries.slice(0, most - 1), { what: "the rest", count, body }];
}

function leftOut(draft: Draft): Entry[] {
  const lists = [...draft.lists].map(([what, kept]) => {
    const rest = listOf(draft.whole, what).slice(kept.length);
    return { what, count: rest.length, body: rest };
  });
  const cuts = [...draft.cuts, ...[...draft.lists.values()].flat().flatMap((item) => item.cuts)];
  return [
    ...draft.dropped.map((what) => ({ what, count: 1, body: memberOf(draft.whole, what) })),
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
