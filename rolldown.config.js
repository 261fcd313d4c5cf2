import { defineConfig } from "rolldown";

// jsonc-parser's main is a UMD build that no bundler can follow; its module build is fine.
const common = { platform: "node", tsconfig: false, resolve: { mainFields: ["module", "main"] } };

export default defineConfig([
  {
    ...common,
    // A thread of the benchmark is a program of its own.
    input: { cli: "src/cli.ts", "session-thread": "src/benchmark/session-thread.ts" },
    output: {
      dir: "dist",
      chunkFileNames: "chunks/[name].js",
      minify: { mangle: false, compress: true, codegen: true },
    },
  },
  {
    // The hook path is one file, so that it can be copied into a project's .claude/; .cjs, so that no package.json
    // around it decides how node reads it, and since node starts it sooner than a module.
    ...common,
    input: "src/hook/main.ts",
    // Annotations are for bundlers. No import() is left in it: code that comes from V8's code cache cannot have one.
    output: {
      file: "dist/hook-main.cjs",
      format: "cjs",
      codeSplitting: false,
      dynamicImportInCjs: false,
      comments: { annotation: false },
      minify: true,
    },
  },
  {
    // What starts it.
    ...common,
    input: "src/hook/loader.ts",
    output: { file: "dist/hook.cjs", format: "cjs", codeSplitting: false, minify: true },
  },
  {
    // Benchmarks of this repository; not part of the package.
    ...common,
    input: {
      context: "eval/context/main.ts",
      cost: "eval/cost/main.ts",
      spectrum: "eval/spectrum/main.ts",
      localisation: "eval/localisation/main.ts",
      soak: "eval/soak/main.ts",
      llama: "eval/llama/main.ts",
      proxy: "eval/proxy/main.ts",
      "proxy-server": "eval/proxy/server.ts",
      ab: "eval/ab/main.ts",
      "ab-bridge": "eval/ab/bridge.ts",
    },
    output: { dir: "dist/eval", chunkFileNames: "chunks/[name].js" },
  },
]);
