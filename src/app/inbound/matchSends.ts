import { DateTime, Effect } from "effect"
import { EventId, generated, type MessageId, type OrganizationId } from "../../domain/Ids.ts"
import { type EchoThread, type MatchedEcho, matchEchoes, toldBy } from "../../domain/inbound/echoedSends.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { SendLedger } from "../../ports/sends/SendLedger.ts"
import { spanned } from "../../telemetry/spanned.ts"

const complete = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { echo, platformMessageId, send }: MatchedEcho,
  now: DateTime.Utc
) {
  const { recordOutcome } = yield* SendLedger
  const { uuid } = yield* IdSource
  const report = { at: echo.createdAt, person: null, platformMessageId }
  const accepted = toldBy(EventId.make(yield* uuid, generated), send, report, now)
  yield* recordOutcome(organizationId, send.id, { _tag: "Accepted", ...accepted }, now)
  return send.id
})

/**
 * Completes the sends of a thread that stored echoes prove to be accepted (contract C152). It runs after an echo is
 * stored and after an outcome is unknown, whichever is last. Pending sends from before `overdue` are completed too.
 * Returns the ids of the completed sends.
 */
export const matchSends = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  thread: EchoThread,
  overdue: DateTime.Utc | null = null
): Effect.fn.Return<ReadonlyArray<MessageId>, never, IdSource | SendLedger> {
  const now = yield* DateTime.now
  const unmatched = yield* (yield* SendLedger).unmatched(organizationId, thread)
  return yield* Effect.forEach(matchEchoes(unmatched, overdue), (matched) => complete(organizationId, matched, now))
}, spanned("matchSends"))
