import { defineConfig } from "vitest/config";

// The real client and real installations: `npm run test:e2e`.
export default defineConfig({
  test: {
    globalSetup: "test/e2e/support/setup.ts",
    include: ["test/e2e/**/*.test.ts"],
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // One client takes a core by itself.
    maxWorkers: 2,
  },
});
