import { afterAll, describe, it } from "vitest"
import type { Runner } from "../../testing/contracts/Runner.ts"

/** The runner of our own tests, for contract suites and laws. */
export const runner: Runner = { describe, it, afterAll }
