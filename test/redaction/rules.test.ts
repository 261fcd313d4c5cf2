import { execa } from "execa";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { isSecretName, redact, redactSource } from "../../src/kernel/redact.ts";
import { probeDir } from "../probe/support.ts";
import { findPythons } from "../support/pythons.ts";
import { contexts, harmlessCode, harmlessNames, harmlessTexts, names, shapes } from "./corpus.ts";

const secret = "hunter2.Qx81";

/** What stands around a credential that is known by its look. */
const surroundings = ["X", "before X after", "'X'", "{'a': ['X']}", "value=X, other=1", "https://x.org/?a=X", "b'X'"];

describe("a credential of well-known shape is not shown", () => {
  test.each(Object.entries(shapes))("%s", (_what, credential) => {
    for (const around of surroundings) {
      const text = around.replace("X", () => credential);
      for (const result of [redact(text), redactSource(text), redact(text.replaceAll("\n", "\\n"))]) {
        expect(result).toContain("<redacted>");
        for (const line of credential.split("\n")) expect(result).not.toContain(line);
      }
    }
  });
});

describe("a secret that is known by where it stands is not shown", () => {
  test.each(Object.entries(contexts))("%s", (_what, context) => {
    const text = context.replaceAll("SECRET'", `${secret}'`).replaceAll(/(?<![A-Z_])SECRET(?![A-Z_])/g, secret);
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toContain("<redacted>");
    // The same as a literal in code.
    const code = `    text = ${JSON.stringify(text)}`;
    expect(redactSource(code)).not.toContain(secret);
  });
});

describe("what only looks like a secret is shown", () => {
  test.each(harmlessTexts)("in text: %s", (text) => expect(redact(text)).toBe(text));
  test.each([...harmlessTexts, ...harmlessCode])("in code: %s", (code) => expect(redactSource(code)).toBe(code));
});

test("no path is taken for a name, but two words with a slash, or a comment, are", () => {
  expect(redact("/etc/passwd: swordfish")).toBe("/etc/passwd: swordfish");
  for (const text of [
    "user/password: X",
    "//password: X",
    "login (/password: X)",
    '"user/password: X"',
    "a/b/token: X",
    "/shop/db/password=X",
  ]) {
    expect(redact(text.replace("X", "swordfish"))).toBe(text.replace("X", "<redacted>"));
  }
});

test("names of secrets are told from names that only sound like it", () => {
  expect(names.filter((name) => !isSecretName(name))).toEqual([]);
  expect(harmlessNames.filter((name) => isSecretName(name))).toEqual([]);
});

test("each name hides what it is given, in each way of writing", () => {
  for (const name of names) {
    for (const text of [
      `${name}='${secret}'`,
      `"${name}": "${secret}"`,
      `${name}=${secret}`,
      `${name} = b"${secret}"`,
    ]) {
      expect(redact(text), text).not.toContain(secret);
    }
    expect(redactSource(`${name} = "${secret}"`), name).not.toContain(secret);
    expect(redactSource(`x = {"${name}": "${secret}", '${name}': '${secret}'}`), name).not.toContain(secret);
    expect(redactSource(`call(x, ${name}='${secret}')`), name).not.toContain(secret);
    expect(redactSource(`call("${name}", '${secret}')`), name).not.toContain(secret);
  }
});

test("lines of code stay where they are", () => {
  const key = shapes["private key"] ?? "";
  const code = `a = 1\nKEY = """${key}"""\nb = 2\n`;
  expect(redactSource(code)).toBe('a = 1\nKEY = """<redacted>\n\n\n"""\nb = 2\n');
});

test("what was redacted stays as it is when it is redacted again", () => {
  const texts = [...Object.values(contexts), ...Object.values(shapes), ...harmlessTexts];
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.constantFrom(...texts), (one, other) => {
      const once = redact(`${one} ${other}`);
      expect(redact(once)).toBe(once);
    }),
  );
});

describe("the probe has the same rules", () => {
  let python: string;
  beforeAll(async () => {
    python = (await findPythons()).at(-1)?.python ?? "";
  });

  const program = `import json, sys
from faultline_probe._redact import redact, redact_source
from faultline_probe._secrets import is_secret_name
texts, names = json.load(sys.stdin)
print(json.dumps([[[redact(text), redact_source(text)] for text in texts], [is_secret_name(name) for name in names]]))`;

  async function byProbe(texts: string[], asked: string[]): Promise<unknown> {
    const input = JSON.stringify([texts, asked]);
    const { stdout } = await execa(python, ["-c", program], { input, env: { PYTHONPATH: probeDir } });
    return JSON.parse(stdout);
  }

  function byUs(texts: string[], asked: string[]): unknown {
    return [texts.map((text) => [redact(text), redactSource(text)]), asked.map((name) => isSecretName(name))];
  }

  test("over the corpus, and over what is put together from its pieces", async () => {
    const whole = [...Object.values(contexts), ...Object.values(shapes), ...harmlessTexts, ...harmlessCode];
    const pieces = [...new Set(whole.flatMap((text) => text.match(/\w+|\s+|[^\w\s]+/g) ?? []))];
    const mixedUp = fc.sample(
      fc.array(fc.constantFrom(...pieces, ...names, "'", '"', "\\", "\n", " = ", ": ", "=", "--"), { maxLength: 30 }),
      2_000,
    );
    const texts = [...whole, ...mixedUp.map((parts) => parts.join(""))];
    const asked = [...names, ...harmlessNames, ...pieces.filter((piece) => piece.length < 60)];
    expect(await byProbe(texts, asked)).toEqual(byUs(texts, asked));
  });
});
