import { Context, DateTime, Effect, Equal, Layer, type Redacted } from "effect"
import { elapsedMillis } from "../../../collections/elapsedMillis.ts"
import { isTokenRefused, type PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import { accountUpdated } from "../../../domain/webhooks/Event.ts"
import { EventId, generated } from "../../../domain/Ids.ts"
import { tokenChanges } from "../../../domain/inbound/AccountChange.ts"
import { truncate } from "../../../domain/text/textLimits.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { ChannelAccounts, type ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { EventLog } from "../../../ports/webhooks/EventLog.ts"
import { Transaction } from "../../../ports/process/Transaction.ts"
import { Meter } from "../../../telemetry/Meter.ts"
import { metrics } from "../../../telemetry/metrics.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** Milliseconds for which a written verdict counts as the stored one. Afterwards it is written again. */
const believedFor = 600_000

/**
 * Milliseconds for which a refusal outlasts successes. Calls in flight at the revocation may still succeed, and a
 * platform with alternating answers must not cost a write per call.
 */
const standsFor = 60_000

/** Maximum number of remembered tokens. Beyond it, all are dropped, which costs one more write per token. */
const maxTokens = 10_000

/** Deadline for writing a verdict. */
const writeDeadline = "2 seconds"

/** Longest text of a refusal to store, in code points. */
const maxMessage = 500

interface Verdict {
  readonly token: Redacted.Redacted
  readonly refused: boolean
  /** In elapsed milliseconds. */
  readonly at: number
}

/** Whether the verdict need not be written. */
const isKnown = (known: Verdict, { at, refused, token }: Verdict): boolean => {
  const age = at - known.at
  if (age >= believedFor || !Equal.equals(known.token, token)) return false
  return known.refused === refused || (known.refused && age < standsFor)
}

/** Derives the health of access tokens from the platforms' answers. */
export class TokenHealth extends Context.Service<
  TokenHealth,
  {
    /**
     * Runs a call that uses the account's token. A `PlatformRejected` that refuses the token marks the account for
     * reconnection before the call ends. Other failures neither set nor clear the mark.
     *
     * A successful call clears the mark, because a platform may refuse a token by mistake. The verdict is written if
     * this process knows another verdict or none, and again after ten minutes. So a mark of another process is cleared
     * too. A write that fails or times out does not fail the call; the next call tries again.
     */
    track<A, E, R>(from: ConnectedAccount, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
  }
>()("effect-parley/adapters/meta/TokenHealth") {}

/** The stores of verdicts and notifications. */
const stores = Effect.gen(function* () {
  return {
    accounts: yield* ChannelAccounts,
    events: yield* EventLog,
    ids: yield* IdSource,
    transaction: yield* Transaction,
    meter: yield* Meter
  }
})

/** Sets or clears the mark, and notifies the organization of the change in the same transaction. */
const write = Effect.fnUntraced(function* (
  { accounts, events, ids, meter, transaction }: Effect.Success<typeof stores>,
  { account, token }: ConnectedAccount,
  refusal: PlatformRejected | null
) {
  const { id, organizationId } = account
  const at = yield* DateTime.now
  const what = refusal === null ? tokenChanges.accepted : tokenChanges.refused
  const message = truncate(refusal?.message ?? "", maxMessage)
  const judged =
    refusal === null
      ? accounts.clearReconnect(organizationId, id, token)
      : accounts.markReconnect(organizationId, id, token, { code: refusal.code, message, at })
  const announced = Effect.flatMap(ids.uuid, (uuid) => {
    const values = refusal === null ? {} : { code: refusal.code, message }
    return events.append(accountUpdated(EventId.make(uuid, generated), { account, key: what, what, values, at }, at))
  })
  const isChanged = yield* transaction.atomically(Effect.tap(judged, (isNew) => (isNew ? announced : Effect.void)))
  if (isChanged) meter.record(metrics.accountChanges, 1, { concern: "token" })
  if (refusal === null) return
  const { code } = refusal
  yield* Effect.logWarning("the platform refuses the account's token; reconnect the account", { code })
})

/** Writes verdicts to the stores. The cached verdicts are those of this process. */
export const layer = Layer.effect(
  TokenHealth,
  Effect.gen(function* () {
    const context = yield* stores
    const verdicts = new Map<string, Verdict>()

    /** Whether the verdict has to be written. The verdict is cached from then on. */
    const isNews = (key: string, verdict: Verdict): boolean => {
      const known = verdicts.get(key)
      if (known !== undefined && isKnown(known, verdict)) return false
      if (verdicts.size >= maxTokens) verdicts.clear()
      verdicts.set(key, verdict)
      return true
    }

    // Fast path: the call succeeds, as the previous one did.
    const note = (from: ConnectedAccount, refusal: PlatformRejected | null): Effect.Effect<void> =>
      Effect.clockWith((clock) => {
        const { id: channelAccountId, organizationId } = from.account
        const key = `${organizationId} ${channelAccountId}`
        const verdict = { token: from.token, refused: refusal !== null, at: elapsedMillis(clock) }
        if (!isNews(key, verdict)) return Effect.void
        return write(context, from, refusal).pipe(
          Effect.timeout(writeDeadline),
          Effect.catchCause((cause) => {
            verdicts.delete(key)
            return logFailure({ level: "Warn", text: "the verdict on a token could not be stored" }, cause)
          }),
          Effect.annotateLogs({ organizationId, channelAccountId })
        )
      })

    return TokenHealth.of({
      track: (from, call) =>
        call.pipe(
          Effect.tap(() => note(from, null)),
          Effect.tapError((failure) => (isTokenRefused(failure) ? note(from, failure) : Effect.void))
        )
    })
  })
)
