import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { entriesFor, hookCommand } from "../../src/install/entries.ts";
import { withEntries } from "../../src/install/settings.ts";

const root = join(import.meta.dirname, "../..");

function json(path: string) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

describe("the plugin", () => {
  it("has the same entries as an installation, with the plugin's folder in the place of the project's", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
    const entries = entriesFor(hookCommand("${CLAUDE_PLUGIN_ROOT}/hooks/faultline-hook"), false);
    expect(json("hooks/hooks.json").hooks).toEqual(JSON.parse(withEntries("x", undefined, entries)).hooks);
  });

  it("has the version of the package, and lies where the marketplace says", () => {
    expect(json(".claude-plugin/plugin.json").version).toBe(json("package.json").version);
    const [plugin] = json(".claude-plugin/marketplace.json").plugins;
    expect(plugin.name).toBe(json(".claude-plugin/plugin.json").name);
    expect(existsSync(join(root, plugin.source, ".claude-plugin/plugin.json"))).toBe(true);
  });

  it("is packed as a whole, and its gate can be executed", () => {
    expect(json("package.json").files).toEqual(
      expect.arrayContaining(["hooks", "skills", ".claude-plugin", "dist", "python-probe/src"]),
    );
    expect(statSync(join(root, "hooks/faultline-hook")).mode & 0o111).toBe(0o111);
  });

  it("has a skill whose listing fits: description at most 1,536 characters, body short", () => {
    const text = readFileSync(join(root, "skills/faultline/SKILL.md"), "utf8");
    const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    expect(front).toMatch(/^name: faultline$/m);
    expect(/^description: (.*)$/m.exec(front)?.[1]?.length).toBeLessThan(400);
    expect(body.length).toBeLessThan(4000);
  });

  it("has the template of a configuration that every installation begins with", () => {
    expect(json("templates/config.json")).toEqual({
      minFiles: 100,
      minLines: 10_000,
      rerun: true,
      rerunDeadlineSeconds: 20,
      rerunExclude: [],
      rerunExcludeMarkers: [],
      disabledSilenceRules: [],
    });
  });
});
