/** Default of the `retry` that the service sends, in milliseconds: the pause of clients that always wait equally long. */
export const usualRetry = 2_000

/** First pause as a share of `retry`. It is short because most connections are lost only for a moment. */
const firstPart = 0.25

/** Growth of the pause per failure. Each pause is about a third of the outage so far. */
const growth = 1.5

/** Longest pause in milliseconds. */
const longestPause = 30_000

/** Milliseconds after which an open connection resets the count of failures. */
export const steadyMillis = 10_000

/** Random number between 0 and 1. */
const chance = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

/**
 * Milliseconds before the next connection after a number of successive failures: a random time between half of a
 * growing pause and the whole, so that clients do not all reconnect at once after a restart (contract: Reconnection).
 */
export const reconnectPause = (failures: number, retry: number, share: number = chance()): number =>
  Math.min(longestPause, retry * firstPart * growth ** failures) * (0.5 + share / 2)
