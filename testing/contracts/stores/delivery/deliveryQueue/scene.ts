import { type DateTime, Effect } from "effect"
import { failuresThatHold, type QueuedDelivery } from "../../../../../src/domain/webhooks/Delivery.ts"
import { DeliveryShard, shardOf } from "../../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId } from "../../../../../src/domain/Ids.ts"
import { DeliveryQueue, type AttemptOutcome } from "../../../../../src/ports/webhooks/DeliveryQueue.ts"
import { EventLog } from "../../../../../src/ports/webhooks/EventLog.ts"
import { seconds } from "../../../../given/era.ts"
import { givenSender, uuid } from "../../../../given/given.ts"
import { attempted, talkEvent, testEvent } from "../../../../given/givenEvents.ts"
import { freshOf } from "../../../../given/seen.ts"

export const someConversation = Effect.map(uuid, (id) => ConversationId.make(id))

/** Ids that are made in memory count in tens. */
export const anotherShard = (shard: DeliveryShard) => DeliveryShard.make((shard + 1) % 10)

/** An organization with a subscription, and what happens there. */
export const givenTalker = Effect.fnUntraced(function* (options: Parameters<typeof givenSender>[0] = {}) {
  const sender = yield* givenSender({ webhook: {}, ...options })
  const { append, appendAll } = yield* EventLog
  return {
    ...sender,
    shard: shardOf(sender.id),
    /** So many events of the conversation, or of none, one after the other, a second between them. */
    say: Effect.fnUntraced(function* (conversationId: ConversationId | null, count = 1) {
      const events = Array.from({ length: count }, (_, later) =>
        conversationId === null
          ? testEvent(sender.id, seconds(sender.at, later))
          : talkEvent(sender.id, conversationId, seconds(sender.at, later))
      )
      yield* Effect.forEach(events, append)
      return events
    }),
    /** The same, all at once. */
    sayAtOnce: Effect.fnUntraced(function* (conversationId: ConversationId, count: number) {
      const events = Array.from({ length: count }, () => talkEvent(sender.id, conversationId, sender.at))
      yield* appendAll(sender.id, events)
      return events
    })
  }
})

/** Such an organization, and three deliveries of a conversation of it. */
export const givenThree = Effect.fnUntraced(function* (options?: Parameters<typeof givenTalker>[0]) {
  const talker = yield* givenTalker(options)
  const conversationId = yield* someConversation
  yield* talker.say(conversationId, 3)
  const [first, second, third] = (yield* freshOf(talker.id)).map(({ delivery }) => delivery)
  if (first === undefined || second === undefined || third === undefined) return yield* Effect.die("not recorded")
  return { ...talker, conversationId, first, second, third }
})

/** The delivery when it waits after so many failures. */
export const afterFailures = (delivery: QueuedDelivery, failures: number): QueuedDelivery => ({
  ...delivery,
  failures,
  isDeferred: true
})

export const recordAttempt = Effect.fnUntraced(function* (
  delivery: QueuedDelivery,
  next: AttemptOutcome["next"],
  changes: Partial<AttemptOutcome> & Pick<AttemptOutcome, "at">
) {
  yield* (yield* DeliveryQueue).recordAttempt(attempted(delivery, next, changes))
})

/** The delivery fails so often, and is due again at the instant each time; gives back how it waits then. */
export const fail = Effect.fnUntraced(function* (delivery: QueuedDelivery, times: number, at: DateTime.Utc) {
  let waits = delivery
  for (let nth = 0; nth < times; nth++) {
    yield* recordAttempt(waits, { _tag: "Retry", dueAt: at }, { at })
    waits = afterFailures(waits, waits.failures + 1)
  }
  return waits
})

/** The delivery fails until it holds back no other. */
export const failLong = (delivery: QueuedDelivery, at: DateTime.Utc) =>
  fail(delivery, failuresThatHold - delivery.failures, at)

export const deferAt = Effect.fnUntraced(function* (at: DateTime.Utc, ...deliveries: ReadonlyArray<QueuedDelivery>) {
  yield* (yield* DeliveryQueue).defer(deliveries, at)
})

/** Everything that was recorded for the organization and not attempted, without more about it. */
export const freshIds = (organizationId: QueuedDelivery["organizationId"]) =>
  Effect.map(freshOf(organizationId), (found) => found.map(({ delivery }) => delivery.event.id))
