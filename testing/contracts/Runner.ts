/**
 * What the contract suites need of a test runner. `{ describe, it, afterAll }` of Vitest, Jest or Bun fits as it is, and
 * `{ describe, it, afterAll: after }` of `node:test`.
 */
export interface Runner {
  /** Groups tests under a name. */
  describe(name: string, suite: () => void): unknown
  /** A test that is a promise. A runner with a limit of time takes it from the third argument, in milliseconds. */
  it(name: string, test: () => Promise<void>, timeout?: number): unknown
  /** Runs after the tests of the suite around it. */
  afterAll(hook: () => Promise<void>): unknown
}
