import { Cause, Effect, type Exit } from "effect"
import {
  beginCall,
  type CallEnd,
  CurrentCall,
  endCall,
  keepRefusal,
  KeyDecides
} from "../../../app/sends/keyedCalls.ts"
import type { KeyedCall } from "../../../domain/sends/IdempotencyKey.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { IdempotencyKeys } from "../../../ports/sends/IdempotencyKeys.ts"
import type { DirectAnswer } from "../fastpath/DirectRoute.ts"
import { isOverloaded } from "../shared/overloaded.ts"
import { keyAnswer, replayed } from "./keyAnswers.ts"

/** Statuses of refusals that are stored. The other refusals depend on the body, the caller or the time. */
const finalRefusals: ReadonlySet<number> = new Set([404, 409])

/** Whether repetitions of the call get the same answer (contract C141). */
const isFinal = (status: number): boolean => (status >= 200 && status < 300) || finalRefusals.has(status)

/** Whether the request failed before it had an effect. */
const nothingDone = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.every((reason) => Cause.isFailReason(reason) || (Cause.isDieReason(reason) && isOverloaded(reason.defect)))

const endOf = (exit: Exit.Exit<DirectAnswer, unknown>): CallEnd => {
  if (exit._tag === "Failure") return nothingDone(exit.cause) ? "nothing done" : "unknown"
  const { status, text: body } = exit.value
  return isFinal(status) ? { status, body } : "nothing done"
}

/**
 * Answers a call with a key, other than a send. The key is taken before the work, and the answer is stored after it. Nothing
 * interrupts this: a caller who goes away and repeats the call gets the answer.
 */
export const answerOnce = <E, R>(
  organizationId: OrganizationId,
  call: KeyedCall,
  work: Effect.Effect<DirectAnswer, E, R>
): Effect.Effect<DirectAnswer, E, R | IdempotencyKeys> =>
  Effect.uninterruptible(
    Effect.flatMap(beginCall(organizationId, call), (known) =>
      known === null
        ? Effect.onExit(work, (exit) => endCall(organizationId, call, endOf(exit)))
        : Effect.succeed(keyAnswer(call.api, known))
    )
  )

/** Answers a send with a key. The send takes the key itself, and its record answers repetitions. */
export const answerSendOnce = <E, R>(
  organizationId: OrganizationId,
  call: KeyedCall,
  send: Effect.Effect<DirectAnswer, E, R>
): Effect.Effect<DirectAnswer, E, R | IdempotencyKeys> =>
  Effect.suspend(() => {
    let isRepeated = false
    const repeated = Effect.sync(() => {
      isRepeated = true
    })
    return send.pipe(
      Effect.provideService(CurrentCall, { ...call, repeated }),
      Effect.flatMap((answer) => {
        if (isRepeated) return Effect.succeed({ ...answer, headers: { ...answer.headers, ...replayed } })
        const { status, text: body } = answer
        return finalRefusals.has(status)
          ? Effect.as(keepRefusal(organizationId, call, { status, body }), answer)
          : Effect.succeed(answer)
      }),
      Effect.catchDefect((defect) =>
        defect instanceof KeyDecides ? Effect.succeed(keyAnswer(call.api, defect.answer)) : Effect.die(defect)
      )
    )
  })
