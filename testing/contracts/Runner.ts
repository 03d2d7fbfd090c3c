/**
 * The interface of a test runner that the contract suites require. `{ describe, it, afterAll }` of Vitest, Jest or Bun
 * matches as it is, and `{ describe, it, afterAll: after }` of `node:test`.
 */
export interface Runner {
  /** Groups tests under a name. */
  describe(name: string, suite: () => void): unknown
  /** Declares an asynchronous test. A runner with a time limit takes it from the third argument, in milliseconds. */
  it(name: string, test: () => Promise<void>, timeout?: number): unknown
  /** Runs after the tests of the surrounding suite. */
  afterAll(hook: () => Promise<void>): unknown
}
