import type { Message } from "./provider.ts";

/** Characters of an old result that stay. */
const KEPT = 160;
/** The results of the last turns are what the model works with. */
const LATEST = 2;
/** A result that is not much longer than what is left of it stays as it is. */
const LEAST = 2 * KEPT;

/**
 * Makes room in a conversation that is too long for its model: the oldest results of tools are cut down to their
 * beginnings, until about half of all that tools said is gone.
 *
 * @returns characters that are gone; 0 where nothing is left to cut
 */
export function shorten(messages: Message[]): number {
  const results = messages.flatMap((message, at) => (message.role === "tool" ? [{ message, at }] : []));
  const total = results.reduce((sum, { message }) => sum + message.text.length, 0);
  const old = results.slice(0, Math.max(0, results.length - LATEST));
  let gone = 0;
  // Where the old ones are short already, the latest are all that is left.
  for (const { message, at } of [...old, ...results.slice(old.length)]) {
    if (gone >= total / 2) break;
    if (message.text.length <= LEAST) continue;
    const text = `${message.text.slice(0, KEPT)}\n… shortened: call ${message.name} again if you need the rest.`;
    gone += message.text.length - text.length;
    messages[at] = { ...message, text };
  }
  return gone;
}
