import { Array, Effect, Fiber } from "effect"
import { DeliveryQueue, type OutboxCursor, type OutboxScope } from "../../../../../src/ports/webhooks/DeliveryQueue.ts"
import { EventLog } from "../../../../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../../../../src/ports/process/Transaction.ts"
import { WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { givenWebhook } from "../../../../given/given.ts"
import { contactEvent, talkEvent } from "../../../../given/givenEvents.ts"
import { freshOf } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { givenTalker, someConversation } from "./scene.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

const numbersOf = (organizationId: Parameters<typeof freshOf>[0]) =>
  Effect.map(freshOf(organizationId), (found) =>
    found.map(({ delivery }) => [delivery.event.conversationId, delivery.event.sequence] as const)
  )

/** The order in which things are recorded. */
export const numbering = (it: Tests<StorePorts>) => {
  it.effect("numbers the deliveries of each conversation from 1, and nothing else", () =>
    Effect.gen(function* () {
      const { at, id, say, sayAtOnce } = yield* givenTalker()
      const [one, other] = [yield* someConversation, yield* someConversation]
      yield* say(one, 2)
      yield* say(null)
      yield* say(other)
      yield* (yield* EventLog).append(yield* contactEvent(id, at))
      yield* sayAtOnce(one, 3)
      yield* say(other)
      assert.deepStrictEqual(yield* numbersOf(id), [
        [one, 1],
        [one, 2],
        [null, 0],
        [other, 1],
        [null, 0],
        [one, 3],
        [one, 4],
        [one, 5],
        [other, 2]
      ])
    })
  )

  it.effect("leaves no gap for unsubscribed events, or failed transactions", () =>
    Effect.gen(function* () {
      const { at, id, say } = yield* givenTalker()
      const { atomically } = yield* Transaction
      const { append } = yield* EventLog
      const conversation = yield* someConversation
      yield* say(conversation)
      yield* givenWebhook(id, { events: ["message.read"] })
      yield* say(conversation)
      yield* givenWebhook(id, { status: "disabled" })
      yield* say(conversation)
      yield* givenWebhook(id)
      yield* Effect.flip(atomically(Effect.andThen(append(talkEvent(id, conversation, at)), Effect.fail("no"))))
      yield* atomically(say(conversation, 2))
      assert.deepStrictEqual(yield* numbersOf(id), [
        [conversation, 1],
        [conversation, 2],
        [conversation, 3]
      ])
    })
  )

  it.effect("goes on counting when another subscription follows", () =>
    Effect.gen(function* () {
      const { id, say } = yield* givenTalker()
      const conversation = yield* someConversation
      yield* say(conversation, 2)
      yield* (yield* WebhookStore).remove(id)
      yield* say(conversation)
      yield* givenWebhook(id)
      yield* say(conversation)
      assert.deepStrictEqual(yield* numbersOf(id), [[conversation, 3]])
    })
  )

  it.effect(
    "misses nothing and repeats nothing of what many record at once, and keeps the order of each conversation",
    () =>
      Effect.gen(function* () {
        const { at, id, shard } = yield* givenTalker()
        const { append, appendAll } = yield* EventLog
        const { atomically } = yield* Transaction
        const { open, read } = yield* DeliveryQueue
        const conversations = yield* Effect.replicateEffect(someConversation, 3)
        const event = (place: number) =>
          Effect.flatMap(Effect.fromNullishOr(conversations[place % 3]), (conversation) =>
            Effect.sync(() => talkEvent(id, conversation, at))
          )
        const slowly = Effect.fnUntraced(function* (place: number) {
          yield* append(yield* event(place))
          yield* Effect.yieldNow
          yield* append(yield* event(place))
          if (place % 4 === 3) return yield* Effect.fail("no")
        })
        const recording = Effect.forEach(
          Array.range(0, 23),
          (place) =>
            place % 2 === 0
              ? Effect.flatMap(Effect.all([event(place), event(place), event(place)]), (events) =>
                  appendAll(id, events)
                )
              : Effect.ignore(atomically(slowly(place))),
          { concurrency: "unbounded" }
        )
        const scope: OutboxScope = { _tag: "Organization", organizationId: id }
        const readOn = Effect.fnUntraced(function* (from: OutboxCursor, isOver: () => boolean) {
          const found: Array<readonly [unknown, number]> = []
          for (let place = from; ;) {
            const over = isOver()
            const slice = yield* read(scope, place, 5)
            found.push(
              ...slice.deliveries.map(({ delivery: { event } }) => [event.conversationId, event.sequence] as const)
            )
            if (over && !slice.hasMore) return found
            place = slice.cursor
            yield* Effect.yieldNow
          }
        })
        let isOver = false
        const reader = yield* Effect.forkChild(
          readOn(yield* open(shard, at), () => isOver),
          { startImmediately: true }
        )
        yield* recording
        isOver = true
        const found = yield* Fiber.join(reader)
        // 12 times three at once, and 6 transactions of two that did not fail.
        assert.strictEqual(found.length, 12 * 3 + 6 * 2)
        for (const conversation of conversations) {
          const numbers = found.flatMap(([of, sequence]) => (of === conversation ? [sequence] : []))
          assert.deepStrictEqual(numbers, Array.range(1, numbers.length))
        }
      })
  )
}
