import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { parseDocument, splitMark } from "../../src/install/document.ts";
import { entriesFor, hookCommand, isOurs } from "../../src/install/entries.ts";
import { changeEntries, findEntries, withEntries, withoutEntries } from "../../src/install/settings.ts";

const FILE = "/p/.claude/settings.json";
const command = hookCommand("/p/.claude/faultline/faultline-hook");
const entries = entriesFor(command, false);
const withReport = entriesFor(command, true);
const older = [
  '"$CLAUDE_PROJECT_DIR"/.claude/faultline/faultline-hook',
  "'/home/dev/my project/.claude/faultline/faultline-hook' --old",
];

function install(text: string | undefined): string {
  return withEntries(FILE, text, entries);
}

function found(text: string) {
  return findEntries(parseDocument(FILE, splitMark(text)[1])).map((entry) => [
    entry.event,
    entry.matcher,
    entry.command,
  ]);
}

const all = entries.map((entry) => [entry.event, entry.matcher, entry.command]);

describe("adding the entries", () => {
  it("makes the file where there is none, and takes it away again", () => {
    const made = install(undefined);
    expect(JSON.parse(made)).toEqual({
      hooks: {
        PostToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command, timeout: 60 }] }],
        PostToolUseFailure: [{ matcher: "Bash", hooks: [{ type: "command", command, timeout: 60 }] }],
        UserPromptSubmit: [{ hooks: [{ type: "command", command, timeout: 10 }] }],
      },
    });
    expect(made.endsWith("}\n")).toBe(true);
    expect(withoutEntries(FILE, made, "unknown", entries)).toBeUndefined();
    expect(withoutEntries(FILE, made, undefined, entries)).toBeUndefined();
    expect(withoutEntries(FILE, install("{}\n"), "{}\n", entries)).toBe("{}\n");
  });

  it("keeps comments where they are, with the value they belong to", () => {
    const text =
      '{\n    // who may do what\n    "permissions": { "deny": ["Read(.env)"] }, // never drop this\n    "model": "x" // mine\n    /* end */\n}';
    const installed = install(text);
    expect(installed).toContain(
      '{\n    // who may do what\n    "permissions": { "deny": ["Read(.env)"] }, // never drop this\n    "model": "x", // mine\n    /* end */\n    "hooks": {\n        "PostToolUse"',
    );
    expect(found(installed)).toEqual(all);
    expect(withoutEntries(FILE, installed, "unknown", entries)).toBe(text);
  });

  it("goes behind the hooks of others, which stay first", () => {
    const text =
      '{\r\n\t"hooks": {\r\n\t\t"PostToolUse": [\r\n\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine" }] }\r\n\t\t]\r\n\t}\r\n}\r\n';
    const installed = install(text);
    expect(installed.replaceAll("\r\n", "")).not.toContain("\n");
    expect(parse(installed).hooks.PostToolUse[0].hooks[0].command).toBe("mine");
    expect(found(installed)).toEqual(all);
    expect(withoutEntries(FILE, installed, "unknown", entries)).toBe(text);
  });

  it.each([
    ["one line", '{"model":"x","hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}]}]}}'],
    ["one line with spaces", '{ "model": "x", "env": {} }\n'],
    ["a trailing comma", '{\n  "model": "x",\n}\n'],
    ["a trailing comma and a comment", '{\n  "model": "x", // mine\n}\n'],
    ["a trailing comma in the list", '{\n "hooks": {\n  "PostToolUse": [\n   {"hooks": []},\n  ],\n },\n}'],
    ["a comment in an empty object", "{\n  // nothing yet\n}\n"],
    ["a byte order mark", '\uFEFF{\n  "model": "x"\n}\n'],
  ])("gives back %s without being told what it was", (_what, text) => {
    const installed = install(text);
    expect(found(installed)).toEqual(all);
    expect(withoutEntries(FILE, installed, "unknown", entries)).toBe(text);
  });

  it("takes the last of a key that is there twice, as Claude Code does", () => {
    const installed = install('{"hooks": {"Stop": []}, "hooks": {}}');
    expect(Object.keys(JSON.parse(installed).hooks)).toEqual(entries.map((entry) => entry.event));
  });

  it("brings older entries up to date in their place, once each", () => {
    const group = (text: string) => ({ matcher: "Bash", hooks: [{ type: "command", command: text }] });
    const mine = group("mine");
    const text = JSON.stringify({
      hooks: {
        PostToolUse: [group(older[0] as string), mine, group(older[1] as string)],
        SessionStart: [{ hooks: [{ type: "command", command: older[0] }] }],
        PostToolUseFailure: [{ matcher: "Edit", hooks: [{ type: "command", command: older[0] }] }, mine],
      },
    });
    const installed = JSON.parse(install(text));
    expect(Object.keys(installed.hooks)).toEqual(["PostToolUse", "PostToolUseFailure", "UserPromptSubmit"]);
    expect(installed.hooks.PostToolUse).toEqual([group(command), mine]);
    expect(installed.hooks.PostToolUseFailure[0]).toEqual(mine);
    expect(found(install(text))).toEqual(all);
  });

  it("leaves a timeout or a wider matcher that the user chose", () => {
    const text = install(undefined)
      .replace('"timeout": 60', '"timeout": 120')
      .replace('"matcher": "Bash"', '"matcher": "Bash|Edit"');
    expect(install(text)).toBe(text);
  });

  it("knows its own hooks by the command alone", () => {
    expect([command, ...older].every(isOurs)).toBe(true);
    expect(
      [undefined, 3, "echo faultline", "x/not-faultline-hook", "/a/faultline-hooks", "/a/faultline-hook-2"].some(
        isOurs,
      ),
    ).toBe(false);
  });
});

describe("a settings file that cannot be edited is an error that names the place", () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', "3:3: broken JSON (comma expected)"],
    ['{"a": ', "1:7: broken JSON (value expected)"],
    ["// nothing\n", "2:1: broken JSON (value expected)"],
    ['["hooks"]', "1:1: expected an object, found an array"],
    ['{\n  "hooks": []\n}', '2:12: "hooks" must be an object, it is an array'],
    ['{"hooks": null}', '1:11: "hooks" must be an object, it is null'],
    ['{"hooks": {"PostToolUse": {}}}', '1:27: "hooks.PostToolUse" must be an array, it is an object'],
  ])("%j", (text, message) => {
    expect(() => install(text)).toThrowError(
      expect.objectContaining({ code: "broken-config", message: expect.stringContaining(`${FILE}:${message}`) }),
    );
  });
});

describe("taking the entries away", () => {
  it("keeps what the user changed in between", () => {
    const text = '{\n  "model": "x"\n}\n';
    const edited = install(text).replace('"model": "x"', '"model": "y", // changed\n  "env": {}');
    expect(withoutEntries(FILE, edited, text, entries)).toBe('{\n  "model": "y", // changed\n  "env": {}\n}\n');
  });

  it("keeps hooks that the user added to our lists and our groups", () => {
    const installed = JSON.parse(install('{"hooks":{}}'));
    installed.hooks.PostToolUse.push({ matcher: "Edit", hooks: [{ type: "command", command: "a" }] });
    installed.hooks.UserPromptSubmit[0].hooks.unshift({ type: "command", command: "b" });
    const rest = withoutEntries(FILE, JSON.stringify(installed), '{"hooks":{}}', entries);
    expect(JSON.parse(rest ?? "")).toEqual({
      hooks: {
        PostToolUse: [{ matcher: "Edit", hooks: [{ type: "command", command: "a" }] }],
        UserPromptSubmit: [{ hooks: [{ type: "command", command: "b" }] }],
      },
    });
  });

  it("works after the client reformatted the file", () => {
    const reformatted = JSON.stringify(JSON.parse(install('{"model":"x"}')), null, 3);
    expect(withoutEntries(FILE, reformatted, '{"model":"x"}', entries)).toBe('{\n   "model": "x"\n}');
  });

  it("changes nothing in a file without them", () => {
    expect(withoutEntries(FILE, '{ "model": "x" }', "unknown", entries)).toBe('{ "model": "x" }');
    expect(withoutEntries(FILE, "{}", "unknown", entries)).toBe("{}");
  });
});

/** Settings as people write them: any layout, comments between any two tokens, hooks of others. */
const space = fc.constantFrom(
  "",
  " ",
  "\n",
  "\r\n",
  "\t",
  "  ",
  "\n    ",
  " // c, {\n",
  "/* , } */",
  "\r\n  // Ünïcode 😀\r\n",
);

const otherHook = fc.record({
  type: fc.constant("command"),
  command: fc.constantFrom("a", "b faultline", 'x/hook "y"'),
});
const otherGroup = fc.record(
  { matcher: fc.constantFrom("Bash", "*", "Edit|Write"), hooks: fc.array(otherHook, { maxLength: 2 }) },
  { requiredKeys: ["hooks"] },
);
const eventName = fc.constantFrom(
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "UserPromptSubmit",
  "Stop",
  "SessionStart",
);
const settingsValue = fc.record(
  {
    permissions: fc.record({
      deny: fc.array(fc.string({ unit: "grapheme" })),
      allow: fc.array(fc.constant("Bash(npm:*)")),
    }),
    hooks: fc.dictionary(eventName, fc.array(otherGroup, { maxLength: 3 })),
    env: fc.dictionary(fc.string(), fc.string({ unit: "grapheme" }), { maxKeys: 3 }),
    model: fc.string(),
    n: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
);

/** Writes a value out with what `pick` gives between the tokens, and trailing commas where `comma` says so. */
function write(value: unknown, pick: () => string, comma: () => boolean): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => write(item, pick, comma))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}${pick()}:${pick()}${write(item, pick, comma)}`,
      );
  const inner =
    items.map((item) => pick() + item + pick()).join(",") +
    (items.length > 0 && comma() ? `,${pick()}` : items.length > 0 ? "" : pick());
  return Array.isArray(value) ? `[${inner}]` : `{${inner}}`;
}

const scattered = fc
  .tuple(
    settingsValue,
    fc.infiniteStream(space),
    fc.infiniteStream(fc.boolean()),
    fc.constantFrom("", "\uFEFF"),
    fc.boolean(),
  )
  .map(([value, spaces, commas, mark, trailing]) => {
    const pick = () => spaces.next().value as string;
    const comma = () => trailing && (commas.next().value as boolean);
    return mark + pick() + write(value, pick, comma) + pick();
  });

const indented = fc
  .tuple(
    settingsValue,
    fc.constantFrom(1, 2, 3, 4, "\t", undefined),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\n"),
  )
  .map(([value, unit, eol, end]) => (JSON.stringify(value, null, unit) + end).replaceAll("\n", eol));

describe("for any settings", () => {
  it("install, install, uninstall gives back the original bytes", () => {
    fc.assert(
      fc.property(fc.oneof(scattered, indented), fc.constantFrom(entries, withReport), (text, chosen) => {
        const once = withEntries(FILE, text, chosen);
        expect(withEntries(FILE, once, chosen)).toBe(once);
        expect(withoutEntries(FILE, once, text, chosen)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("install, install with reports, install without, is to the byte the first installation; and the other way round", () => {
    fc.assert(
      fc.property(fc.oneof(scattered, indented), fc.boolean(), (text, first) => {
        const [here, there] = first ? [entries, withReport] : [withReport, entries];
        const once = withEntries(FILE, text, here);
        const switched = changeEntries(FILE, once, text, { from: here, to: there });
        expect(switched).toBe(withEntries(FILE, text, there));
        expect(changeEntries(FILE, switched, text, { from: there, to: here })).toBe(once);
        expect(withoutEntries(FILE, switched, text, there)).toBe(text);
      }),
    );
  });

  it("without a memory of the original, switching reports on and off leaves every entry once and nothing of theirs", () => {
    fc.assert(
      fc.property(indented, (text) => {
        const on = changeEntries(FILE, install(text), "unknown", { from: entries, to: withReport });
        expect(found(on)).toEqual(expect.arrayContaining([["SessionStart", undefined, command]]));
        const off = changeEntries(FILE, on, "unknown", { from: withReport, to: entries });
        expect(
          found(off)
            .map(([event]) => event)
            .sort(),
        ).toEqual(entries.map(({ event }) => event).sort());
        fc.pre(!/[[{]\s*[\]}]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""')));
        expect(off).toBe(install(text));
      }),
    );
  });

  it("an installed file parses as before plus every entry once, and keeps every byte in order", () => {
    fc.assert(
      fc.property(fc.oneof(scattered, indented), (text) => {
        const installed = install(text);
        expect(found(installed)).toHaveLength(3);
        expect(new Set(found(installed).map(([event]) => event)).size).toBe(3);
        expect(isSubsequence(text, installed)).toBe(true);
        const expected = parse(splitMark(text)[1]) as { hooks?: Record<string, unknown[]> };
        const now = parse(splitMark(installed)[1]) as { hooks: Record<string, unknown[]> };
        for (const entry of entries) now.hooks[entry.event]?.pop();
        for (const entry of entries) if (!expected.hooks?.[entry.event]) delete now.hooks[entry.event];
        expect({ ...now, hooks: now.hooks }).toEqual({ ...expected, hooks: expected.hooks ?? {} });
      }),
      { numRuns: 500 },
    );
  });

  it("strict JSON stays strict JSON", () => {
    fc.assert(
      fc.property(indented, (text) => {
        JSON.parse(install(text));
      }),
    );
  });

  it("without a memory of the original, uninstall gives back conventional files to the byte, but for lists left empty", () => {
    fc.assert(
      fc.property(indented, (text) => {
        fc.pre(!/[[{]\s*[\]}]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""')));
        expect(withoutEntries(FILE, install(text), "unknown", entries)).toBe(text);
      }),
    );
  });

  it("an edit elsewhere is kept, and ours are gone", () => {
    fc.assert(
      fc.property(fc.oneof(scattered, indented), fc.string(), (text, name) => {
        const mark = splitMark(text)[0];
        const edited = install(text).replace("{", () => `{ "edited": ${JSON.stringify(name)}, `);
        fc.pre(parse(splitMark(edited)[1]).edited === name && parsesStrictly(edited));
        const rest = withoutEntries(FILE, edited, text, entries) ?? "";
        expect(rest.startsWith(mark)).toBe(true);
        const expected = parse(splitMark(text)[1]);
        expect(parse(splitMark(rest)[1])).toEqual({ edited: name, ...expected });
      }),
    );
  });

  it("older entries anywhere become the present ones, each once", () => {
    fc.assert(
      fc.property(indented, fc.array(fc.tuple(eventName, fc.constantFrom(...older))), (text, extra) => {
        const value = JSON.parse(text) as { hooks?: Record<string, unknown[]> };
        value.hooks ??= {};
        for (const [event, old] of extra) {
          value.hooks[event] = [...(value.hooks[event] ?? []), { hooks: [{ type: "command", command: old }] }];
        }
        const installed = install(JSON.stringify(value, null, 2));
        expect(
          found(installed)
            .map(([event, , line]) => [event, line])
            .sort(),
        ).toEqual(all.map(([event, , line]) => [event, line]).sort());
      }),
    );
  });
});

function parsesStrictly(text: string): boolean {
  try {
    parseDocument(FILE, splitMark(text)[1]);
    return true;
  } catch {
    return false;
  }
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const char of part) {
    const next = whole.indexOf(char, at);
    if (next < 0) return false;
    at = next + char.length;
  }
  return true;
}
