import { Duration } from "effect"

// Each list has the wait after the first failure, the second, and so on. Its length sets the number of attempts.

/**
 * Waits of webhook deliveries (contract: Delivery, retries and giving up). After the last one the delivery is given up.
 */
export const retryWaits = [
  "5 seconds",
  "5 minutes",
  "30 minutes",
  "2 hours",
  "5 hours",
  "10 hours",
  "14 hours",
  "20 hours",
  "24 hours"
] as const satisfies ReadonlyArray<Duration.Input>

/** Waits of failed items of platform webhooks. After the last one it is a dead letter: only an operator's replay retries it. */
export const inboundWaits = ["10 seconds", "1 minute", "10 minutes", "1 hour"] as const

/** Waits of reports for a message that is not known. After the last one a report waits until the message comes. */
export const parkedWaits = ["2 seconds", "10 seconds", "1 minute", "10 minutes"] as const

/** Waits of profile look-ups. After the last one the look-up ends. */
export const lookupWaits = [
  "10 seconds",
  "1 minute",
  "10 minutes",
  "1 hour",
  "3 hours"
] as const satisfies ReadonlyArray<Duration.Input>

/**
 * Waits of downloads of files. After the last one the file is given up. The first waits are short because the person
 * expects an answer. All take three days, so that the account can be connected again.
 */
export const downloadWaits = [
  "2 seconds",
  "10 seconds",
  "1 minute",
  "5 minutes",
  "30 minutes",
  "2 hours",
  "6 hours",
  "12 hours",
  "12 hours",
  "12 hours",
  "12 hours",
  "12 hours",
  "12 hours"
] as const satisfies ReadonlyArray<Duration.Input>

/** Waits differ by this share either way, so that what failed together does not come back together. */
const spread = 0.2

/** The shortest wait after a failure that ends when the account is connected again. */
export const shortestWaitForToken = Duration.minutes(5)

/** The wait before the next attempt. `chance` is a number in [0, 1) that places it within its spread. */
export const spreadWait = (wait: Duration.Duration, chance: number): Duration.Duration =>
  Duration.millis(Math.round(Duration.toMillis(wait) * (1 - spread + 2 * spread * chance)))
