import { Context, DateTime, Effect, type Exit, Option } from "effect"
import {
  type CallAnswered,
  KeyRefused,
  type KeyedCall,
  type RecordedSend,
  type StoredAnswer,
  keyRetention,
  keyVerdict
} from "../../domain/sends/IdempotencyKey.ts"
import type { OrganizationId, PlatformMessageId } from "../../domain/Ids.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { CampaignMark } from "../../domain/messages/Message.ts"
import { SendPaceExceeded } from "../../domain/limits/SendPace.ts"
import { type IdempotencyKeyTaken, IdempotencyKeys } from "../../ports/sends/SendLedger.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { purgeInBatches } from "../purgeInBatches.ts"

/** The end of a call: its answer, no effect at all, or an unknown outcome. */
export type CallEnd = StoredAnswer | "nothing done" | "unknown"

/**
 * Runs work that is no send once per key (contract: Idempotency keys). The key is taken before the work, and `endOf` is
 * stored after it. Nothing interrupts this: a caller who disconnects and repeats the call gets the answer.
 */
export const callOnce = <A, E, R>(
  organizationId: OrganizationId,
  call: KeyedCall,
  work: Effect.Effect<A, E, R>,
  endOf: (exit: Exit.Exit<A, E>) => CallEnd
): Effect.Effect<A, E | KeyRefused | CallAnswered, R | IdempotencyKeys> =>
  Effect.gen(function* () {
    const { release, settle, take } = yield* IdempotencyKeys
    const now = yield* DateTime.now
    const known = yield* take(organizationId, call, now)
    if (Option.isSome(known)) {
      const verdict = keyVerdict(call, known.value, now)
      // The fingerprint of a send is that of no other call.
      if (verdict._tag === "Accepted" || verdict._tag === "Failed") {
        return yield* new KeyRefused({ reason: "outcome unknown" })
      }
      return yield* verdict
    }
    return yield* Effect.onExit(work, (exit) => {
      const end = endOf(exit)
      if (end === "nothing done") return release(organizationId, call)
      return settle(organizationId, call, end === "unknown" ? null : end)
    })
  }).pipe(Effect.uninterruptible, spanned("callOnce"))

/** A call with a key that sends a message. */
export interface SendCall extends KeyedCall {
  /** The recipient of a campaign that the message is sent to. */
  readonly campaign?: CampaignMark
  /** The name of the contact that begins with the send; absent without one. A contact that exists keeps its own. */
  readonly contactName?: string
  /** Runs if the result is that of the first call. */
  readonly onReplay: Effect.Effect<void>
}

/** The send with a key that is being answered; null for all others. `dispatch` takes the key with the reservation. */
export const CurrentCall = Context.Reference<SendCall | null>("effect-parley/app/CurrentCall", {
  defaultValue: () => null
})

/** The result of a send that the platform accepted. */
export interface Sent extends Pick<RecordedSend, "messageId" | "contactId" | "conversationId"> {
  readonly platformMessageId: PlatformMessageId
}

/** A failure of a send. */
export interface Failed {
  readonly _tag: string
}

/** Failures that the record of the send has. */
const recordedTags: ReadonlySet<string> = new Set([
  "PlatformRejected",
  "PlatformNotReached",
  "PlatformOutcomeUnknown"
] satisfies ReadonlyArray<PlatformFailure["_tag"]>)

/** Whether this call took the key with its reservation, nothing was sent, and the caller may try again. */
const freesKey = (failure: Failed): boolean =>
  failure._tag === "MonthlyLimitReached" ||
  failure._tag === "OrganizationSuspended" ||
  (failure instanceof SendPaceExceeded && failure.rejected !== null)

type OwnFailure<E> = Exclude<E, IdempotencyKeyTaken>

const isOwn = <E extends Failed>(failure: E): failure is OwnFailure<E> => failure._tag !== "IdempotencyKeyTaken"

/** The result of the first send with the key, or the reason why it has none. */
const resultOf = Effect.fnUntraced(function* (organizationId: OrganizationId, call: SendCall) {
  const now = yield* DateTime.now
  const known = yield* (yield* IdempotencyKeys).find(organizationId, call, now)
  if (Option.isNone(known)) return null
  const verdict = keyVerdict(call, known.value, now)
  if (verdict._tag === "Failed") return yield* Effect.andThen(call.onReplay, Effect.fail(verdict.failure))
  if (verdict._tag !== "Accepted") return yield* verdict
  yield* call.onReplay
  const { contactId, conversationId, messageId, platformMessageId } = verdict.send
  const sent: Sent = { messageId, platformMessageId, contactId, conversationId }
  return sent
})

/**
 * Runs a send once per key (contract: Idempotency keys). The send itself takes the key with its reservation, so a first
 * call costs no further statement. A call that fails before its reservation, for example because its key is taken, gets
 * the recorded result of the first send, if there is one: the circumstances may have changed since.
 */
export const sendOnce = <A extends Sent, E extends Failed, R>(
  organizationId: OrganizationId,
  send: Effect.Effect<A, E, R>
): Effect.Effect<A | Sent, OwnFailure<E> | PlatformFailure | KeyRefused | CallAnswered, R | IdempotencyKeys> =>
  Effect.withFiber((fiber) => {
    const call = fiber.getRef(CurrentCall)
    return Effect.catch(send, (failure) => {
      const own: Effect.Effect<never, OwnFailure<E> | KeyRefused> = isOwn(failure)
        ? Effect.fail(failure)
        : Effect.fail(new KeyRefused({ reason: "in progress" }))
      if (call === null || recordedTags.has(failure._tag)) return own
      if (freesKey(failure)) {
        return Effect.andThen(
          Effect.flatMap(IdempotencyKeys, ({ release }) => release(organizationId, call)),
          own
        )
      }
      return Effect.flatMap(resultOf(organizationId, call), (sent) => (sent === null ? own : Effect.succeed(sent)))
    })
  })

/** Stores the refusal of a send that reserved nothing, unless another call has the key by now. */
export const storeRefusal = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  call: KeyedCall,
  answer: StoredAnswer
) {
  const { settle, take } = yield* IdempotencyKeys
  if (Option.isNone(yield* take(organizationId, call, yield* DateTime.now))) yield* settle(organizationId, call, answer)
}, spanned("storeRefusal"))

/** Deletes expired keys, and returns how many. */
export const purgeIdempotencyKeys = Effect.fnUntraced(function* () {
  const { purge } = yield* IdempotencyKeys
  const before = DateTime.subtractDuration(yield* DateTime.now, keyRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
}, spanned("purgeIdempotencyKeys"))
