import { DateTime, Effect, Random } from "effect"
import type { ChannelAccount } from "../../domain/conversations/Channel.ts"
import { profileNeeds, takeProfile } from "../../domain/inbound/takeProfile.ts"
import { PlatformNotReached } from "../../domain/messages/PlatformError.ts"
import {
  askAgainAt,
  isProfileRefused,
  type LookupFailure,
  type ProfileLookup
} from "../../domain/inbound/ProfileLookup.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { Inbox } from "../../ports/inbound/Inbox.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { ProfileLookups, Profiles } from "../../ports/inbound/InboundQueue.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { announceAll } from "./announceAll.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** Deadline of a profile look-up. */
const answerDeadline = "30 seconds"

/** How long a claim keeps others away: what the platform may take, and a while to record it. */
const lease = "1 minute"

/** Claims at most `limit` due look-ups. The caller attempts each of them once. */
export const claimLookups = Effect.fn("claimLookups")(function* (limit: number) {
  const now = yield* DateTime.now
  return yield* (yield* ProfileLookups).claim(now, DateTime.addDuration(now, lease), limit)
})

/** Stores the profile name unless a member named the contact, and completes the lookup, in one transaction. */
const record = Effect.fnUntraced(function* (lookup: ProfileLookup, account: ChannelAccount, name: string | null) {
  const { organizationId, personId } = lookup
  const inbox = yield* Inbox
  const lookups = yield* ProfileLookups
  const { atomically } = yield* Transaction

  yield* atomically(
    Effect.gen(function* () {
      const before = yield* inbox.load(organizationId, profileNeeds(account, personId))
      const now = yield* DateTime.now
      const after = takeProfile(before, personId, name, { account, now })
      if (after !== before) {
        // Nothing is added, so no concurrent write can conflict.
        yield* Effect.orDie(inbox.save(organizationId, before, after, now))
        yield* announceAll(organizationId, after)
      }
      yield* lookups.finish(organizationId, lookup)
    })
  )
})

/** Logs a failed lookup without personal data: neither the person nor the platform's answer. */
const logRefusal = (
  { channelAccountId, failures, organizationId }: ProfileLookup,
  failure: LookupFailure,
  isGivenUp: boolean
) =>
  logFailure(
    { level: "Warn", text: "the name of a person was not looked up", subject: channelAccountId },
    {
      organizationId,
      channelAccountId,
      failures: failures + 1,
      reason: failure._tag,
      ...(failure._tag === "PlatformRejected" ? { code: failure.code, subcode: failure.subcode } : {}),
      isGivenUp
    }
  )

/** Returns the account that received the person's messages, and the profile name; null if there is none. */
const ask = Effect.fnUntraced(function* (lookup: ProfileLookup) {
  const { channelAccountId, organizationId, personId } = lookup
  const from = yield* (yield* ChannelAccounts).byId(organizationId, channelAccountId)
  const name = yield* (yield* Profiles).nameOf(from, personId).pipe(
    Effect.timeoutOrElse({
      duration: answerDeadline,
      orElse: () => new PlatformNotReached({ detail: `no answer within ${answerDeadline}` })
    }),
    Effect.catchIf(isProfileRefused, (refusal) => Effect.as(logRefusal(lookup, refusal, true), null))
  )
  return { account: from.account, name }
})

/** Records a failed lookup: only the time of the next attempt is stored. */
const failed = Effect.fnUntraced(function* (lookup: ProfileLookup, failure: LookupFailure) {
  const { failures, organizationId } = lookup
  const lookups = yield* ProfileLookups
  const again = askAgainAt(failures, failure, yield* DateTime.now, yield* Random.next)
  yield* logRefusal(lookup, failure, again === null)
  yield* again === null ? lookups.finish(organizationId, lookup) : lookups.retry(organizationId, lookup, again)
})

/** Attempts a lookup and records its outcome. */
export const lookUpProfile = Effect.fn("lookUpProfile")((lookup: ProfileLookup) =>
  Effect.matchEffect(Effect.andThen(outsideTransaction("lookUpProfile"), ask(lookup)), {
    onSuccess: ({ account, name }) => record(lookup, account, name),
    onFailure: (failure) => failed(lookup, failure)
  })
)
