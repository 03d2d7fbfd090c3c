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

/** The order of recorded deliveries. */
export const numbering = (it: Tests<StorePorts>) => {
  it.effect("delivery order: deliveries of each conversation are numbered from 1, and only these", () =>
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

  it.effect("delivery order: unsubscribed events and failed transactions leave no gap", () =>
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

  it.effect("delivery order: numbers continue with another subscription", () =>
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

  it.effect("delivery order: concurrent events are read once, in order within each conversation", () =>
    Effect.gen(function* () {
      const { at, id, shard } = yield* givenTalker()
      const { append, appendAll } = yield* EventLog
      const { atomically } = yield* Transaction
      const { open, read } = yield* DeliveryQueue
      const conversations = yield* Effect.replicateEffect(someConversation, 3)
      const event = (index: number) =>
        Effect.flatMap(Effect.fromNullishOr(conversations[index % 3]), (conversation) =>
          Effect.sync(() => talkEvent(id, conversation, at))
        )
      const slowly = Effect.fnUntraced(function* (index: number) {
        yield* append(yield* event(index))
        yield* Effect.yieldNow
        yield* append(yield* event(index))
        if (index % 4 === 3) return yield* Effect.fail("no")
      })
      const recording = Effect.forEach(
        Array.range(0, 23),
        (index) =>
          index % 2 === 0
            ? Effect.flatMap(Effect.all([event(index), event(index), event(index)]), (events) => appendAll(id, events))
            : Effect.ignore(atomically(slowly(index))),
        { concurrency: "unbounded" }
      )
      const scope: OutboxScope = { _tag: "Organization", organizationId: id }
      const readOn = Effect.fnUntraced(function* (from: OutboxCursor, isOver: () => boolean) {
        const found: Array<readonly [unknown, number]> = []
        for (let cursor = from; ;) {
          const over = isOver()
          const slice = yield* read(scope, cursor, 5)
          found.push(
            ...slice.deliveries.map(({ delivery: { event } }) => [event.conversationId, event.sequence] as const)
          )
          if (over && !slice.hasMore) return found
          cursor = slice.cursor
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
      // 12 fibers with three events each, and 6 successful transactions of two.
      assert.strictEqual(found.length, 12 * 3 + 6 * 2)
      for (const conversation of conversations) {
        const numbers = found.flatMap(([of, sequence]) => (of === conversation ? [sequence] : []))
        assert.deepStrictEqual(numbers, Array.range(1, numbers.length))
      }
    })
  )
}
