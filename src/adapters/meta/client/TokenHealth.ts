import { Context, DateTime, Effect, Equal, Layer, type Redacted } from "effect"
import { elapsedMillis } from "../../../collections/elapsedMillis.ts"
import { isTokenRefused, type PlatformRejected } from "../../../domain/message/PlatformError.ts"
import { truncate } from "../../../domain/text/truncate.ts"
import { ChannelAccounts, type ConnectedAccount } from "../../../ports/stores/ChannelAccounts.ts"

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
     * A token does not heal, but a platform may have refused it by mistake, so a call that goes well clears the mark: it
     * proves the token. Whether there is a mark is not looked up for that. What this process knows decides, and of what
     * it does not know it writes that all is well, once in ten minutes; so a mark that a process has left behind goes too.
     * Writing is never the call's problem: when it takes too long or goes wrong, the next call tries again.
     */
    watching<A, E, R>(from: ConnectedAccount, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
  }
>()("effect-parley/adapters/meta/TokenHealth") {}

const write = Effect.fnUntraced(function* (
  accounts: ChannelAccounts["Service"],
  { account, token }: ConnectedAccount,
  refusal: PlatformRejected | null
) {
  const { id, organizationId } = account
  if (refusal === null) return yield* accounts.clearReconnect(organizationId, id, token)
  const { code, message } = refusal
  const problem = { code, message: truncate(message, maxMessage), at: yield* DateTime.now }
  yield* accounts.markReconnect(organizationId, id, token, problem)
  yield* Effect.logWarning("the platform refuses the account's token: it has to be reconnected", { code })
})

export const layer = Layer.effect(
  TokenHealth,
  Effect.gen(function* () {
    const accounts = yield* ChannelAccounts
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
        return write(accounts, from, refusal).pipe(
          Effect.timeout(writeDeadline),
          Effect.catchCause((cause) => {
            verdicts.delete(key)
            return Effect.logWarning("what the platform thinks of a token could not be kept", cause)
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
