import { type Captured, type ContentBlock, isAgentTurn } from "./model.ts";

/** What the model was told after the calls of one turn. */
export interface Heard {
  /** One for each call, in the order of the calls: the tool's own answer, without what the client put behind it. */
  results: { text: string; isError: boolean }[];
  /** Texts that hooks added, in the order in which they stand. */
  contexts: HookText[];
  /** Every other word that came next to the results, but for the client's counts and news of the shell's folder. */
  rest: string[];
}

/** One `additionalContext` as it reached the model. */
export interface HookText {
  event: string;
  text: string;
}

/**
 * What reached the model after each turn of its script, in order.
 *
 * Depending on the model, the client puts hook texts into a message of role `system` behind the results, or into
 * `<system-reminder>`s at the end of the results themselves. Both read the same here.
 *
 * @param requests all that a session sent
 */
export function heardAfterEachTurn(requests: readonly Captured[]): Heard[] {
  const heard: Heard[] = [];
  for (const { role, content } of lastConversation(requests)) {
    if (role === "assistant") heard.push({ results: [], contexts: [], rest: [] });
    const current = heard.at(-1);
    if (role !== "assistant" && current) for (const block of blocksOf(content)) add(current, block);
  }
  return heard.filter(({ results }) => results.length > 0);
}

/** What hooks added to the user's own prompt, and the prompt itself. */
export function heardWithPrompt(requests: readonly Captured[]): { prompt: string[]; contexts: HookText[] } {
  const messages = lastConversation(requests);
  const end = messages.findIndex(({ role }) => role === "assistant");
  const opening = messages.slice(0, end < 0 ? messages.length : end);
  const texts = opening.flatMap(({ role, content }) => blocksOf(content).map(({ text = "" }) => ({ role, text })));
  return {
    prompt: texts.filter(({ role, text }) => role === "user" && !text.startsWith(REMINDER)).map(({ text }) => text),
    contexts: texts.flatMap(({ text }) => takeApart(text).contexts),
  };
}

function lastConversation(requests: readonly Captured[]): { role: string; content: string | ContentBlock[] }[] {
  return requests.findLast(({ body }) => isAgentTurn(body))?.body?.messages ?? [];
}

function blocksOf(content: string | ContentBlock[]): ContentBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function add(heard: Heard, block: ContentBlock): void {
  if (block.type !== "tool_result") {
    hear(heard, block.text ?? "");
    return;
  }
  const texts = blocksOf(block.content ?? "").map(({ text = "" }) => text);
  const [answer = "", ...reminders] = texts.join("\n").split(`\n\n${REMINDER}`);
  heard.results.push({ text: answer, isError: block.is_error === true });
  for (const reminder of reminders) hear(heard, reminder);
}

function hear(heard: Heard, text: string): void {
  const { contexts, rest } = takeApart(text);
  heard.contexts.push(...contexts);
  if (rest !== "" && !/^(?:<total_tokens>|# Environment update\n)/.test(rest)) heard.rest.push(rest);
}

const REMINDER = "<system-reminder>\n";
const CONTEXT = /(?:^|\n\n)(\w+)(?::\w+)? hook additional context: /g;
/** What the client itself says behind a hook's text: in the opening, and when the shell has moved. */
const CLIENTS_OWN = /\n\n(?:Today's date is |# Environment update\n)[\s\S]*$/;

/** Takes apart what the client made of hook texts: it names the event and puts several behind each other. */
function takeApart(reminder: string): { contexts: HookText[]; rest: string } {
  const text = reminder.replace(REMINDER, "").replace(/\n<\/system-reminder>\s*$/, "");
  const starts = [...text.matchAll(CONTEXT)];
  const contexts = starts.map((start, n) => ({
    event: start[1] ?? "",
    text: text.slice(start.index + start[0].length, starts[n + 1]?.index).replace(CLIENTS_OWN, ""),
  }));
  return { contexts, rest: text.slice(0, starts[0]?.index) };
}
