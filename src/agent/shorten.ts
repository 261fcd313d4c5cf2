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
  const half = results.reduce((sum, { message }) => sum + message.text.length, 0) / 2;
  const cut = (which: typeof results) => {
    let gone = 0;
    for (const { message, at } of which) {
      if (gone >= half) break;
      if (message.text.length <= LEAST) continue;
      const text = `${message.text.slice(0, KEPT)}\n… shortened: call ${message.name} again if you need the rest.`;
      gone += message.text.length - text.length;
      messages[at] = { ...message, text };
    }
    return gone;
  };
  // Only where the old ones are short already, the latest are cut.
  return cut(results.slice(0, -LATEST)) || cut(results.slice(-LATEST));
}
