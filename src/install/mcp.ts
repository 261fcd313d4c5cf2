import type { Node } from "jsonc-parser";
import { getNodeValue } from "jsonc-parser";
import { article, broken, parseDocument, propertyOf, splitMark, valueAt } from "./document.ts";
import { insertLast, removeChild } from "./edit.ts";
import type { Original } from "./settings.ts";

const NAME = "faultline";

// biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
const PROJECT = "${CLAUDE_PROJECT_DIR:-.}";

const SERVER = { type: "stdio", command: "npx", args: ["-y", NAME, "serve", "--repo", PROJECT] };

/**
 * The text of an `.mcp.json` with Faultline's server in it. A server of that name that is there already stays as it
 * is: somebody wrote it.
 *
 * @throws FaultlineError `broken-config` for JSON that does not parse or `mcpServers` of the wrong shape
 */
export function withServer(file: string, text: string | undefined): string {
  const [mark, rest] = splitMark(text ?? "");
  if (rest.trim() === "") return `${mark}${JSON.stringify({ mcpServers: { [NAME]: SERVER } }, null, 2)}\n`;
  const document = parseDocument(file, rest);
  const servers = valueAt(document.root, "mcpServers");
  if (!servers) return mark + insertLast(rest, document.root, { [NAME]: SERVER }, "mcpServers");
  if (servers.type !== "object") {
    throw broken(file, rest, servers.offset, `"mcpServers" must be an object, it is ${article(servers.type)}`);
  }
  return valueAt(servers, NAME) ? (text ?? "") : mark + insertLast(rest, servers, SERVER, NAME);
}

/** What an `.mcp.json` would be without Faultline's server; undefined where there would be none. */
export function withoutServer(file: string, text: string, original: Original): string | undefined {
  if (original !== "unknown" && withServer(file, original) === text) return original;
  const [mark, rest] = splitMark(text);
  if (rest.trim() === "") return text;
  const document = parseDocument(file, rest);
  const servers = valueAt(document.root, "mcpServers");
  const server = propertyOf(servers, NAME);
  if (!servers || !server || !isOurs(server)) return text;
  const alone = servers.children?.length === 1 && !hadServers(file, original);
  const edited = alone ? removeChild(rest, document.root, servers.parent as Node) : removeChild(rest, servers, server);
  const emptied = /^\s*\{\s*\}\s*$/.test(edited);
  return emptied && (original === undefined || original === "unknown") ? undefined : mark + edited;
}

function hadServers(file: string, original: Original): boolean {
  if (original === "unknown" || !original?.trim()) return false;
  return valueAt(parseDocument(file, splitMark(original)[1]).root, "mcpServers") !== undefined;
}

/** A server of our name that starts something else is the user's. */
function isOurs(server: Node): boolean {
  const value: unknown = server.children?.[1] && getNodeValue(server.children[1]);
  const args = typeof value === "object" && value !== null && "args" in value ? value.args : undefined;
  return Array.isArray(args) && args.includes(NAME) && args.includes("serve");
}
