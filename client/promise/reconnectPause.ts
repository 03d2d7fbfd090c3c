/** The service names the pause of clients that always wait for the same time, in milliseconds, unless it says otherwise. */
export const usualRetry = 2_000

/** The first pause is this part of the one that the service names: most connections are lost for a moment. */
const firstPart = 0.25

/** Each pause is so many times the one before: about a third of the time that the service has been away. */
const growth = 1.5

/** The longest pause, in milliseconds. */
const longestPause = 30_000

/** A connection that stood for this long, in milliseconds, was no failure. */
export const steadyMillis = 10_000

/** Between 0 and 1. */
const chance = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

/**
 * Milliseconds before the next connection, after so many that failed in a row: between the half and the whole of a pause
 * that grows, so that not all clients come at once after a restart of the service (contract C233).
 */
export const reconnectPause = (failures: number, retry: number, share: number = chance()): number =>
  Math.min(longestPause, retry * firstPart * growth ** failures) * (0.5 + share / 2)
