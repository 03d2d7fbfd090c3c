import { Context, DateTime, Effect, Equal, Layer, type Redacted } from "effect"
import { elapsedMillis } from "../../../collections/elapsedMillis.ts"
import { isTokenRefused, type PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import { accountUpdated } from "../../../domain/webhooks/Event.ts"
import { EventId, generated } from "../../../domain/Ids.ts"
import { tokenChanges } from "../../../domain/inbound/accountConcern.ts"
import { truncate } from "../../../domain/text/truncate.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { ChannelAccounts, type ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { EventLog } from "../../../ports/webhooks/EventLog.ts"
import { Transaction } from "../../../ports/process/Transaction.ts"
import { Meter } from "../../../telemetry/Meter.ts"
import { metrics } from "../../../telemetry/metrics.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** How long a written state counts as the stored one, in milliseconds. Afterwards it is written again. */
const believedFor = 600_000

/**
 * How long a refusal stands whatever else works, in milliseconds. Calls that were under way when the token was revoked
 * still come back well, and a platform that says one thing and the other must not cost a write for every call.
 */
const standsFor = 60_000

/** Tokens whose health is remembered. With more than that all are forgotten, which costs each of them one more write. */
const maxTokens = 10_000

/** How long a call may have to wait for its verdict to be written. */
const writeDeadline = "2 seconds"

/** Longest text of the platform that is kept of a refusal, in code points. */
const maxMessage = 500

interface Verdict {
  readonly token: Redacted.Redacted
  readonly refused: boolean
  /** In elapsed milliseconds. */
  readonly at: number
}

/** Whether this verdict says nothing that has to be written. */
const isKnown = (known: Verdict, { at, refused, token }: Verdict): boolean => {
  const age = at - known.at
  if (age >= believedFor || !Equal.equals(known.token, token)) return false
  return known.refused === refused || (known.refused && age < standsFor)
}

/** Watches what the platforms' answers say of the tokens they were asked with. */
export class TokenHealth extends Context.Service<
  TokenHealth,
  {
    /**
     * The call, made with the account's token. A `PlatformRejected` that refuses the token marks the account as one to
     * reconnect, before the call ends. No other failure does, and none clears it either.
     *
     * A call that goes well proves the token and clears the mark, since a platform may refuse a token by mistake. The mark
     * is written when this process knows another verdict or none, and again after ten minutes, so that a mark of another
     * process is cleared too. A write that fails or takes too long does not fail the call; the next call tries again.
     */
    watching<A, E, R>(from: ConnectedAccount, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
  }
>()("effect-parley/adapters/meta/TokenHealth") {}

/** Where verdicts are written, and announced to the organization. */
const stores = Effect.gen(function* () {
  return {
    accounts: yield* ChannelAccounts,
    events: yield* EventLog,
    ids: yield* IdSource,
    transaction: yield* Transaction,
    meter: yield* Meter
  }
})

/** Marks the account, or takes the mark away. Announces a change to the organization, with it or not at all. */
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
  yield* Effect.logWarning("the platform refuses the account's token: it has to be reconnected", { code })
})

/** Writes verdicts to the stores. Verdicts in memory are those of this process. */
export const layer = Layer.effect(
  TokenHealth,
  Effect.gen(function* () {
    const written = yield* stores
    const verdicts = new Map<string, Verdict>()

    /** Whether the verdict has to be written. It is known from then on. */
    const isNews = (key: string, verdict: Verdict): boolean => {
      const known = verdicts.get(key)
      if (known !== undefined && isKnown(known, verdict)) return false
      if (verdicts.size >= maxTokens) verdicts.clear()
      verdicts.set(key, verdict)
      return true
    }

    // Nearly every call goes well, as the last one did: that is one step.
    const note = (from: ConnectedAccount, refusal: PlatformRejected | null): Effect.Effect<void> =>
      Effect.clockWith((clock) => {
        const { id: channelAccountId, organizationId } = from.account
        const key = `${organizationId} ${channelAccountId}`
        const verdict = { token: from.token, refused: refusal !== null, at: elapsedMillis(clock) }
        if (!isNews(key, verdict)) return Effect.void
        return write(written, from, refusal).pipe(
          Effect.timeout(writeDeadline),
          Effect.catchCause((cause) => {
            verdicts.delete(key)
            return logFailure({ level: "Warn", text: "what the platform thinks of a token could not be kept" }, cause)
          }),
          Effect.annotateLogs({ organizationId, channelAccountId })
        )
      })

    return TokenHealth.of({
      watching: (from, call) =>
        call.pipe(
          Effect.tap(() => note(from, null)),
          Effect.tapError((failure) => (isTokenRefused(failure) ? note(from, failure) : Effect.void))
        )
    })
  })
)
