import { Cause, DateTime, Effect } from "effect"
import { EventId, type MessageId, type OrganizationId, generated } from "../../domain/Ids.ts"
import {
  type EchoThread,
  type MatchedEcho,
  type NamedSend,
  isAboutSend,
  matchEchoes,
  toldBy
} from "../../domain/inbound/echoedSends.ts"
import { type SentReaction, sentReaction } from "../../domain/inbound/sentReaction.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { SendLedger } from "../../ports/sends/SendLedger.ts"
import { spanned } from "../../telemetry/spanned.ts"
import type { Message } from "../../domain/messages/Message.ts"

const completeMatched = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { echo, platformMessageId, send }: MatchedEcho,
  now: DateTime.Utc
) {
  const { recordOutcome } = yield* SendLedger
  const { uuid } = yield* IdSource
  const report = { account: null, at: echo.createdAt, person: null, platformMessageId }
  const accepted = toldBy(EventId.make(yield* uuid, generated), send, report, now)
  yield* recordOutcome(organizationId, send.id, { _tag: "Accepted", ...accepted }, now)
  return send.id
})

/**
 * Completes the sends of a thread that stored echoes prove to be accepted (contract: Echoes that name no send). It runs
 * after an echo is stored and after an outcome is unknown, whichever is last. Pending sends from before `overdue` are
 * completed too. Returns the ids of the completed sends.
 */
export const matchSends = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  thread: EchoThread,
  overdue: DateTime.Utc | null = null
): Effect.fn.Return<ReadonlyArray<MessageId>, never, IdSource | SendLedger> {
  const now = yield* DateTime.now
  const unmatched = yield* (yield* SendLedger).unmatched(organizationId, thread)
  return yield* Effect.forEach(matchEchoes(unmatched, overdue), (matched) =>
    completeMatched(organizationId, matched, now)
  )
}, spanned("matchSends"))

/** Outcomes that are recorded at the same time; they share statements. */
const concurrency = 96

/** A report whose send could not be completed. */
export interface UncompletedSend {
  readonly named: NamedSend
  readonly cause: Cause.Cause<never>
}

const complete = Effect.fnUntraced(function* (organizationId: OrganizationId, message: Message, send: NamedSend) {
  const { recordOutcome } = yield* SendLedger
  const { uuid } = yield* IdSource
  const now = yield* DateTime.now
  const acceptance = toldBy(EventId.make(yield* uuid, generated), message, send, now)
  yield* recordOutcome(organizationId, message.id, { _tag: "Accepted", ...acceptance }, now)
  return sentReaction(send.account, message, now)
})

/** Reactions and open sends after a completion. */
export interface CompletedSends {
  /** The reports whose sends could not be completed. */
  readonly uncompleted: ReadonlyArray<UncompletedSend>
  /** The reactions among the completed sends, which change other messages. */
  readonly reactions: ReadonlyArray<SentReaction>
}

/** Returns the sends with the cause if the effect dies, so that one failure does not affect the others. */
const orUncompleted =
  (sends: ReadonlyArray<NamedSend>) =>
  <R>(effect: Effect.Effect<CompletedSends, never, R>): Effect.Effect<CompletedSends, never, R> =>
    Effect.catchCause(effect, (cause) =>
      Cause.hasInterrupts(cause)
        ? Effect.failCause(cause)
        : Effect.succeed({ reactions: [], uncompleted: sends.map((send) => ({ named: send, cause })) })
    )

const nothingLeft: CompletedSends = { uncompleted: [], reactions: [] }

/**
 * Completes the sends without an answer that reports name, since a report of a message shows that the platform accepted
 * it (contract: A report that names its send). The answer and the report are recorded once, whichever comes first.
 *
 * The reports are applied before: they are parked, or the message is there as an echo. The ledger makes parked reports
 * due, and joins the echo with the send.
 */
export const completeSends = (
  organizationId: OrganizationId,
  sends: ReadonlyArray<NamedSend>
): Effect.Effect<CompletedSends, never, IdSource | SendLedger> =>
  Effect.gen(function* () {
    if (sends.length === 0) return nothingLeft
    const open = yield* (yield* SendLedger).unanswered(organizationId, sends)
    const messages = new Map(open.map((message) => [message.id, message]))
    const all = yield* Effect.forEach(
      sends,
      (send) => {
        const message = messages.get(send.sendId)
        return message === undefined || !isAboutSend(message, send)
          ? Effect.succeed(nothingLeft)
          : complete(organizationId, message, send).pipe(
              Effect.map((reaction) => (reaction === null ? nothingLeft : { uncompleted: [], reactions: [reaction] })),
              orUncompleted([send])
            )
      },
      { concurrency }
    )
    return {
      uncompleted: all.flatMap(({ uncompleted }) => uncompleted),
      reactions: all.flatMap(({ reactions }) => reactions)
    }
  }).pipe(orUncompleted(sends))
