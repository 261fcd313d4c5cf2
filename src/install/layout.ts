import { homedir } from "node:os";
import { join } from "node:path";
import { hookCommand, quoted, type Scope } from "./entries.ts";

/** Where everything of one installation lies; all paths absolute. */
export interface Layout {
  scope: Scope;
  /** The project's or the user's `.claude`. */
  claude: string;
  settings: string;
  /** The files of the hooks: gate, hook.cjs, probe, config.json. */
  files: string;
  /** What belongs to this machine: ignored by git. */
  local: string;
  skill: string;
  /** Command of the hook entries: names no machine in the project's scopes. */
  command: string;
}

/** The layout for a scope. `repo` is absolute; the user's folder follows CLAUDE_CONFIG_DIR, as Claude Code does. */
export function layoutOf(scope: Scope, repo: string, env: NodeJS.ProcessEnv): Layout {
  const claude = scope === "user" ? userFolder(env) : join(repo, ".claude");
  const files = join(claude, "faultline");
  const gate = scope === "user" ? quoted(join(files, "faultline-hook")) : PROJECT_GATE;
  return {
    scope,
    claude,
    settings: join(claude, scope === "local" ? "settings.local.json" : "settings.json"),
    files,
    local: join(files, "local"),
    skill: join(claude, "skills", "faultline"),
    command: hookCommand(gate),
  };
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the client and the shell fill it in
const PROJECT_GATE = "${CLAUDE_PROJECT_DIR}/.claude/faultline/faultline-hook";

/** The user's own `.claude`. */
function userFolder(env: NodeJS.ProcessEnv): string {
  return env["CLAUDE_CONFIG_DIR"] || join(env["HOME"] || homedir(), ".claude");
}

/** The project's list of MCP servers. */
export function mcpFile(repo: string): string {
  return join(repo, ".mcp.json");
}
