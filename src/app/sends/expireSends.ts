import { DateTime, Effect } from "effect"
import { outcomeDeadline } from "../../domain/message/Message.ts"
import { SendLedger } from "../../ports/stores/SendLedger.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Most intents that one pass gives up. */
const batch = 500

/** Gives up the intents whose process died before it could record the outcome (contract C20). Returns how many. */
export const expireSends = Effect.fnUntraced(function* () {
  const ledger = yield* SendLedger
  const now = yield* DateTime.now
  const expired = yield* ledger.expire(DateTime.subtractDuration(now, outcomeDeadline), now, batch)
  if (expired > 0) yield* Effect.logWarning("sends without an outcome were given up", { expired })
  return expired
}, spanned("expireSends"))
