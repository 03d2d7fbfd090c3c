import { DateTime, Effect } from "effect"
import { outcomeDeadline } from "../../domain/messages/Message.ts"
import type { IdSource } from "../../ports/process/IdSource.ts"
import { SendLedger } from "../../ports/sends/SendLedger.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { matchSends } from "../inbound/matchSends.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** Maximum intents that a pass expires. */
const batch = 500

/**
 * Expires intents whose process ended before it recorded an outcome (contract C20), except those whose echo is stored
 * (contract C152). Returns the number of expired intents.
 */
export const expireSends = Effect.fnUntraced(function* (): Effect.fn.Return<number, never, IdSource | SendLedger> {
  const ledger = yield* SendLedger
  const now = yield* DateTime.now
  const before = DateTime.subtractDuration(now, outcomeDeadline)
  const overdue = yield* ledger.overdue(before, batch)
  yield* Effect.forEach(
    overdue.filter(({ channel }) => channel !== "messenger"),
    ({ channelAccountId, contactId, createdAt, organizationId, peer }) =>
      matchSends(organizationId, { contactId, channelAccountId, peer, at: createdAt }, before).pipe(
        Effect.catchCause((cause) =>
          logFailure({ level: "Error", text: "an overdue send could not be matched with its echo" }, cause)
        )
      ),
    { discard: true }
  )
  const expired = yield* ledger.expire(before, now, batch)
  if (expired > 0) yield* Effect.logWarning("sends without an outcome were given up", { expired })
  return expired
}, spanned("expireSends"))
