import { Clock, Duration, Effect } from "effect"
import { Emulator } from "../../emulator/Emulator.ts"
import { open } from "./look.ts"

/** Maximum wait until all work is done. */
const patience = Duration.seconds(60)

/** How often it has to be quiet, one look after the other: what is done may be what something else begins with. */
const quietLooks = 3

/**
 * Waits until everything that was told has been acted on and passed on; gives what is still open when it takes too long.
 * Nobody waits for what the hostile organization has spoilt itself.
 */
export const settled = Effect.fnUntraced(function* (hostileId: string) {
  const emulator = yield* Emulator
  const begin = yield* Clock.currentTimeMillis
  let quiet = 0
  while (true) {
    yield* Effect.sleep("100 millis")
    const undelivered = yield* emulator.undelivered
    const left = { ...(yield* open(hostileId)), undelivered }
    quiet = Object.values(left).every((count) => count === 0) ? quiet + 1 : 0
    // Repeated webhooks of the platform are not awaited.
    if (quiet === 1) yield* emulator.flush
    if (quiet === quietLooks) return []
    const waited = Duration.millis((yield* Clock.currentTimeMillis) - begin)
    if (Duration.isGreaterThan(waited, patience)) return [`still open: ${JSON.stringify(left)}`]
  }
})
