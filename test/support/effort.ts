import { inject } from "vitest"

/**
 * Number of generated cases: `npm test` runs the first number, and `npm run thorough` the second one. Use it where a case
 * takes more than ten milliseconds.
 */
export const cases = (short: number, thorough: number): number => (inject("effort") === "thorough" ? thorough : short)
