import { type Block, blocksOf, type MessagesRequest } from "./messages.ts";

/** What the model was told after the calls of one turn. */
export interface Heard {
  /** The tools' own answers by the ids of the calls, without what the client put behind them. */
  results: Map<string, { text: string; isError: boolean }>;
  /** What hooks added. */
  contexts: string[];
}

/** A conversation as the model sees it. */
export interface Transcript {
  /** What hooks added to the prompt. */
  opening: string[];
  /** One for each turn of the model. */
  turns: Heard[];
}

/**
 * Reads the conversation that a request holds.
 *
 * Depending on the model, the client puts hook texts into a message of role `system` behind the results, or into
 * `<system-reminder>`s at the end of the results themselves. Both read the same here.
 */
export function readTranscript({ messages }: MessagesRequest): Transcript {
  const transcript: Transcript = { opening: [], turns: [] };
  for (const { role, content } of messages) {
    const blocks = blocksOf(content);
    if (role === "assistant") transcript.turns.push({ results: new Map(), contexts: [] });
    else for (const block of blocks) hear(transcript, block);
  }
  return transcript;
}

/** UTF-8 bytes that hooks added to a conversation. */
export function injectedBytes({ opening, turns }: Transcript): number {
  const texts = [...opening, ...turns.flatMap(({ contexts }) => contexts)];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function hear(transcript: Transcript, block: Block): void {
  const turn = transcript.turns.at(-1);
  const contexts = turn?.contexts ?? transcript.opening;
  if (block.type !== "tool_result") {
    contexts.push(...contextsIn(block.text ?? ""));
    return;
  }
  const text = blocksOf(block.content)
    .map((inner) => inner.text ?? "")
    .join("\n");
  const [answer = "", ...reminders] = text.split(`\n\n${REMINDER}`);
  turn?.results.set(block.tool_use_id ?? "", { text: answer, isError: block.is_error === true });
  for (const reminder of reminders) contexts.push(...contextsIn(reminder));
}

const REMINDER = "<system-reminder>\n";
const CONTEXT = /(?:^|\n\n)\w+(?::\w+)? hook additional context: /g;
/** What the client itself says behind a hook's text: in the opening, and when the shell has moved. */
const CLIENTS_OWN = /\n\n(?:Today's date is |# Environment update\n)[\s\S]*$/;

/** Takes apart what the client made of hook texts: it names the event and puts several behind each other. */
function contextsIn(reminder: string): string[] {
  const text = reminder.replace(REMINDER, "").replace(/\n<\/system-reminder>\s*$/, "");
  const starts = [...text.matchAll(CONTEXT)];
  return starts.map((start, n) =>
    text.slice(start.index + start[0].length, starts[n + 1]?.index).replace(CLIENTS_OWN, ""),
  );
}
