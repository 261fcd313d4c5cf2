import { repoRoot } from "../kernel/repo.ts";
import { repoState } from "../kernel/state.ts";
import { readConfig } from "./config.ts";
import type { PromptEvent } from "./event.ts";
import type { HookDeps } from "./handler.ts";
import { additionalContext, type HookOutput } from "./output.ts";
import { compactCommandHint, isAboutFailingTests } from "./prompt-hint.ts";
import { isSmall, repoSize } from "./repo-size.ts";
import { readMemory, writeMemory } from "./session.ts";

/** Suggests the compact test command when the user speaks of failing tests: once a session, in large repositories. */
export async function onPrompt(event: PromptEvent, deps: HookDeps): Promise<HookOutput | undefined> {
  if (!isAboutFailingTests(event.prompt)) {
    deps.decided("prompt", "not about failing tests");
    return undefined;
  }
  const root = repoRoot(event.cwd);
  const state = repoState(root, deps.env);
  const config = readConfig(deps.installation, root);
  const size = await repoSize(root, state, deps.env, deps.now());
  if (isSmall(size, config)) {
    deps.decided("small-repository", `silence: ${size.files} Python files, ${size.lines} lines`);
    return undefined;
  }
  const memory = readMemory(state, event.session);
  if (memory.hinted) {
    deps.decided("prompt", "already hinted in this session");
    return undefined;
  }
  if (deps.remember) writeMemory(state, event.session, { ...memory, hinted: true });
  deps.decided("prompt", "suggest the compact command");
  return additionalContext(event, compactCommandHint(root, deps.env));
}
