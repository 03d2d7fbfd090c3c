import { Duration } from "effect"

/** Waits differ by this share either way, so that what failed together does not come back together. */
const spread = 0.2

/** The shortest wait after a failure that ends when the account is connected again. */
export const shortestWaitForToken = Duration.minutes(5)

/** The wait before the next attempt. `chance` is a number in [0, 1) that places it within its spread. */
export const spreadWait = (wait: Duration.Duration, chance: number): Duration.Duration =>
  Duration.millis(Math.round(Duration.toMillis(wait) * (1 - spread + 2 * spread * chance)))
