import { didYouMean } from "./nearest.ts";

/** The requests of both eras of the protocol, 2025-11-25 and 2026-07-28, of either side. */
const REQUESTS = [
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "subscriptions/listen",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "sampling/createMessage",
  "elicitation/create",
  "roots/list",
  "tasks/get",
  "tasks/list",
  "tasks/result",
  "tasks/update",
  "tasks/cancel",
];

/**
 * Why a glob on methods looks like a mistake: it is a word that is nearly a request of the protocol, or a notification.
 * Undefined otherwise; servers have methods of their own.
 */
export function methodMistake(glob: string): string | undefined {
  const method = glob.replace(/^!/, "");
  if (method.startsWith("notifications/")) return "is a notification; faults meet requests";
  if (REQUESTS.includes(method) || /[*?[\]{}()+@|\\]/.test(method)) return undefined;
  const meant = didYouMean(method, REQUESTS);
  const own = `[${method.charAt(0)}]${method.slice(1)}`;
  return meant === "" ? undefined : `is no request of the protocol${meant} A method of your own goes as '${own}'`;
}
