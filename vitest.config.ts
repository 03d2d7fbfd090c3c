import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Loading Effect takes half a second of processor time, in each file if they were apart: a quarter of all there is.
    isolate: false,
    // One more than there are cores on a small machine: tests with processes of their own mostly wait for them.
    maxWorkers: 3
  }
})
