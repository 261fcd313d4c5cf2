import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/e2e/**"],
    testTimeout: 120_000,
    maxWorkers: 2,
    maxConcurrency: 2,
    hookTimeout: 300_000,
    // Tests must not see the user's own state, config or git identity.
    env: { XDG_STATE_HOME: "/tmp/faultline-test-state", NO_COLOR: "1" },
  },
});
