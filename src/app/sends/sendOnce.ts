import { DateTime, Effect, Option } from "effect"
import { type KeyVerdict, keyVerdict } from "../../domain/sends/keyVerdict.ts"
import type { RecordedSend } from "../../domain/sends/RecordedSend.ts"
import type { OrganizationId, PlatformMessageId } from "../../domain/Ids.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import { SendPaceExceeded } from "../../domain/limits/SendPace.ts"
import { IdempotencyKeys } from "../../ports/sends/IdempotencyKeys.ts"
import type { IdempotencyKeyTaken } from "../../ports/sends/SendLedger.ts"
import { CurrentCall, KeyDecides } from "./keyedCalls.ts"

/** The result of a send that the platform took. */
export interface Sent extends Pick<RecordedSend, "messageId" | "contactId" | "conversationId"> {
  readonly platformMessageId: PlatformMessageId
}

/** How a send may fail, as far as keys are concerned. */
interface Failed {
  readonly _tag: string
}

/** Failures that the record of the send has. */
const recordedTags: ReadonlySet<string> = new Set([
  "PlatformRejected",
  "PlatformNotReached",
  "PlatformOutcomeUnknown"
] satisfies ReadonlyArray<PlatformFailure["_tag"]>)

/** Whether this call took the key with its reservation, nothing was sent, and the answer asks the caller to try again. */
const freesKey = (failure: Failed): boolean =>
  failure._tag === "MonthlyLimitReached" ||
  failure._tag === "OrganizationSuspended" ||
  (failure instanceof SendPaceExceeded && failure.rejected !== null)

/** The result of the first call. Where it has none, the key decides about the answer, which dies with `KeyDecides`. */
const resultOf = (verdict: KeyVerdict, { repeated }: CurrentCall): Effect.Effect<Sent, PlatformFailure> => {
  switch (verdict._tag) {
    case "Accepted": {
      const { contactId, conversationId, messageId, platformMessageId } = verdict.send
      return Effect.as(repeated, { messageId, platformMessageId, contactId, conversationId })
    }
    case "Failed":
      return Effect.andThen(repeated, Effect.fail(verdict.failure))
    default:
      return Effect.die(new KeyDecides({ answer: verdict }))
  }
}

/** What the caller of a send with a key hears of. */
type Heard<E> = Exclude<E, IdempotencyKeyTaken>

const isHeard = <E extends Failed>(failure: E): failure is Heard<E> => failure._tag !== "IdempotencyKeyTaken"

/**
 * A send with a key happens once (contract C21). The send itself takes the key with its reservation, so a first call costs
 * no further statement. A call that fails before its reservation, for example because its key is taken, is answered by the
 * record of the send that has the key, if there is one: the circumstances may have changed since.
 */
export const sendOnce = <A extends Sent, E extends Failed, R>(
  organizationId: OrganizationId,
  send: Effect.Effect<A, E, R>
): Effect.Effect<A | Sent, Heard<E> | PlatformFailure, R | IdempotencyKeys> =>
  Effect.withFiber((fiber) => {
    const call = fiber.getRef(CurrentCall)
    return Effect.catch(send, (failure) => {
      const refused: Effect.Effect<never, Heard<E>> = isHeard(failure)
        ? Effect.fail(failure)
        : Effect.die(new KeyDecides({ answer: { _tag: "Running" } }))
      if (call === null || recordedTags.has(failure._tag)) return refused
      return Effect.flatMap(IdempotencyKeys, ({ find, release }) => {
        if (freesKey(failure)) return Effect.andThen(release(organizationId, call), refused)
        return Effect.flatMap(DateTime.now, (now) =>
          Effect.flatMap(find(organizationId, call, now), (known): Effect.Effect<Sent, Heard<E> | PlatformFailure> =>
            Option.isNone(known) ? refused : resultOf(keyVerdict(call, known.value, now), call)
          )
        )
      })
    })
  })
