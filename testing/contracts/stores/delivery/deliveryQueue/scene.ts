import { type DateTime, Effect } from "effect"
import { failuresThatHold, type QueuedDelivery } from "../../../../../src/domain/webhooks/Delivery.ts"
import { DeliveryShard, shardOf } from "../../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId } from "../../../../../src/domain/Ids.ts"
import { type AttemptOutcome, DeliveryQueue } from "../../../../../src/ports/webhooks/DeliveryQueue.ts"
import { EventLog } from "../../../../../src/ports/webhooks/EventLog.ts"
import { seconds } from "../../../../given/era.ts"
import { givenSender, uuid } from "../../../../given/given.ts"
import { attempted, talkEvent, testEvent } from "../../../../given/givenEvents.ts"
import { freshOf } from "../../../../given/seen.ts"

export const someConversation = Effect.map(uuid, (id) => ConversationId.make(id))

/** A different shard. Ids in memory count in tens. */
export const anotherShard = (shard: DeliveryShard) => DeliveryShard.make((shard + 1) % 10)

/** An organization with a subscription, and functions that record events. */
export const givenTalker = Effect.fnUntraced(function* (options: Parameters<typeof givenSender>[0] = {}) {
  const sender = yield* givenSender({ webhook: {}, ...options })
  const { append, appendAll } = yield* EventLog
  return {
    ...sender,
    shard: shardOf(sender.id),
    /** Records this many events of the conversation, or of none, a second apart. */
    say: Effect.fnUntraced(function* (conversationId: ConversationId | null, count = 1) {
      const events = Array.from({ length: count }, (_, later) =>
        conversationId === null
          ? testEvent(sender.id, seconds(sender.at, later))
          : talkEvent(sender.id, conversationId, seconds(sender.at, later))
      )
      yield* Effect.forEach(events, append)
      return events
    }),
    /** Records this many events concurrently. */
    sayAtOnce: Effect.fnUntraced(function* (conversationId: ConversationId, count: number) {
      const events = Array.from({ length: count }, () => talkEvent(sender.id, conversationId, sender.at))
      yield* appendAll(sender.id, events)
      return events
    })
  }
})

/** An organization as in `givenTalker` with three deliveries of a conversation. */
export const givenThree = Effect.fnUntraced(function* (options?: Parameters<typeof givenTalker>[0]) {
  const talker = yield* givenTalker(options)
  const conversationId = yield* someConversation
  yield* talker.say(conversationId, 3)
  const [first, second, third] = (yield* freshOf(talker.id)).map(({ delivery }) => delivery)
  if (first === undefined || second === undefined || third === undefined) return yield* Effect.die("not recorded")
  return { ...talker, conversationId, first, second, third }
})

/** The delivery as it waits after this many failures. */
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

/** Fails the delivery this many times, due again at that time each time; returns it as it waits then. */
export const fail = Effect.fnUntraced(function* (delivery: QueuedDelivery, times: number, at: DateTime.Utc) {
  let waits = delivery
  for (let nth = 0; nth < times; nth++) {
    yield* recordAttempt(waits, { _tag: "Retry", dueAt: at }, { at })
    waits = afterFailures(waits, waits.failures + 1)
  }
  return waits
})

/** Fails the delivery until it blocks no other. */
export const failLong = (delivery: QueuedDelivery, at: DateTime.Utc) =>
  fail(delivery, failuresThatHold - delivery.failures, at)

export const deferAt = Effect.fnUntraced(function* (at: DateTime.Utc, ...deliveries: ReadonlyArray<QueuedDelivery>) {
  yield* (yield* DeliveryQueue).defer(deliveries, at)
})

/** The ids of all recorded deliveries of the organization without an attempt. */
export const freshIds = (organizationId: QueuedDelivery["organizationId"]) =>
  Effect.map(freshOf(organizationId), (found) => found.map(({ delivery }) => delivery.event.id))
