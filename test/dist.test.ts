import { readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, resolve } from "node:path";
import { execa } from "execa";
import { type InputOptions, rolldown } from "rolldown";
import { describe, expect, test } from "vitest";

describe("the bundle of the hook path", () => {
  test("is made of our hook rooms and small libraries: no SDK, no YAML, no zod classic, no command line", async () => {
    const { default: config }: { default: InputOptions[] } = await import(resolve("rolldown.config.js"));
    const hook = config.find(({ input }) => input === "src/hook/main.ts");
    const bundle = await rolldown(hook as InputOptions);
    const { output } = await bundle.generate({ codeSplitting: false });
    expect(output).toHaveLength(1);
    const modules = output[0].moduleIds;
    expect(modules.length).toBeGreaterThan(20);
    const packages = new Set(modules.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
    expect([...packages].filter((name) => name?.startsWith("@modelcontextprotocol/"))).toEqual([]);
    for (const banned of ["yaml", "cac", "fs-extra", "jsonc-parser", "gpt-tokenizer"]) {
      expect(packages).not.toContain(banned);
    }
    expect(modules.filter((path) => path.includes("zod/v4/classic"))).toEqual([]);
    await bundle.close();
  });

  test.each(["dist/hook.cjs", "dist/hook-main.cjs"])("%s needs nothing but node, and is small", (file) => {
    const code = readFileSync(file, "utf8");
    const imported = [...code.matchAll(/(?:require|import)\(["'`]([^"'`]+)["'`]\)/g)].map((match) => match[1] ?? "");
    expect(imported).toContain("node:fs");
    expect(imported.filter((name) => !builtinModules.includes(name.replace(/^node:/, "")))).toEqual([]);
    expect(statSync(file).size).toBeLessThan(200_000);
  });

  test("leaves no import() to code that comes from a cache, which cannot have one", () => {
    expect(readFileSync("dist/hook-main.cjs", "utf8")).not.toMatch(/\bimport\(/);
  });

  test("loads nothing at its start that only a re-run needs", async () => {
    const spy = `const module = require("node:module"), load = module._load, seen = [];
      module._load = function (name) { seen.push(name); return load.apply(this, arguments); };
      process.on("exit", () => console.log(JSON.stringify(seen)));
      require("./dist/hook-main.cjs");`;
    const { stdout } = await execa(process.execPath, ["-e", spy], { input: "{}" });
    const loaded: string[] = JSON.parse(stdout);
    expect(loaded).toContain("node:fs");
    for (const costly of ["child_process", "crypto", "fs/promises", "stream", "http"]) {
      expect(loaded).not.toContain(`node:${costly}`);
    }
  });
});

describe("the bundle of the command line", () => {
  test("loads the table of tokens, and other large parts, only where they are needed", () => {
    const loaded = new Set<string>();
    const load = (file: string) => {
      if (loaded.has(file)) return;
      loaded.add(file);
      const code = readFileSync(file, "utf8");
      for (const [, name] of code.matchAll(
        /(?:^|[;}])(?:import|export)\s*(?:[^"'`;()]*?from\s*)?["'`](\.[^"'`]+)["'`]/gm,
      )) {
        load(resolve(dirname(file), name ?? ""));
      }
    };
    load(resolve("dist/cli.js"));
    expect(loaded.size).toBeGreaterThan(1);
    const sizes = [...loaded].map((file) => statSync(file).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(300_000);
    expect(readdirSync("dist/chunks").filter((name) => statSync(`dist/chunks/${name}`).size > 1_000_000)).toHaveLength(
      1,
    );
  });
});
