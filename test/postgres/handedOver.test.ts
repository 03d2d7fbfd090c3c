import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { lookMillis } from "../../src/adapters/postgres/ShardHand.ts"
import type { QueuedDelivery } from "../../src/domain/Delivery.ts"
import type { ConversationId } from "../../src/domain/Ids.ts"
import { EventLog } from "../../src/ports/EventLog.ts"
import type { LogSlice } from "../../src/ports/DeliveryQueue.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { givenTalker, someConversation } from "../contract/deliveryQueue/scene.ts"
import { talkEvent } from "../support/givenEvents.ts"
import { attend, idsOf, processes, sequences } from "./attend.ts"

type Talker = Effect.Success<ReturnType<typeof givenTalker>>
type Owner = Effect.Success<ReturnType<typeof attend>>

/** In one process, which attends to the shard of the talker. */
const alone = <A, E, R>(test: (talker: Talker, owner: Owner) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const stores = yield* yield* processes
    return yield* givenTalker().pipe(
      Effect.flatMap((talker) => Effect.flatMap(attend(talker), (owner) => test(talker, owner))),
      Effect.provideContext(stores)
    )
  }).pipe(Effect.scoped)

describe("what a process has recorded itself", () => {
  it.live("is had by who attends to it without reading the log, and not again with what is read next", () =>
    alone(
      Effect.fnUntraced(function* (talker, owner) {
        const conversation = yield* someConversation
        const { result, slice } = yield* owner.brought(talker.sayAtOnce(conversation, 3))
        assert.deepStrictEqual(
          slice.deliveries.map(({ delivery }) => delivery),
          result.map(({ conversationId, data, id, occurredAt, type }, place): QueuedDelivery => ({
            organizationId: talker.id,
            event: { id, type, conversationId, sequence: place + 1, occurredAt, dataJson: JSON.stringify(data) },
            failures: 0,
            isWaiting: false
          }))
        )
        assert.lengthOf(owner.place().seen, 1)
        const { slice: more } = yield* owner.brought(talker.say(conversation))
        assert.deepStrictEqual(sequences(more), [4])
        assert.lengthOf(owner.place().seen, 1)
        yield* Effect.sleep(lookMillis)
        assert.deepStrictEqual((yield* owner.next).deliveries, [])
        assert.deepStrictEqual(owner.place().seen, [])
      })
    )
  )

  it.live("is at hand for who asks nobody, as reading would have given it", () =>
    alone(
      Effect.fnUntraced(function* (talker, owner) {
        const { append } = yield* EventLog
        const { atomically } = yield* Transaction
        const conversation = yield* someConversation
        yield* owner.arrives(talker.sayAtOnce(conversation, 2))
        const given = owner.atHand()
        assert.isNull(owner.atHand(), "it was given")
        const read = yield* owner.next
        const shown = ({ deliveries, hasMore, subscriptions }: LogSlice) => ({
          deliveries: deliveries.map(({ delivery, isHeld }) => ({ delivery, isHeld })),
          hasMore,
          subscriptions
        })
        assert.deepStrictEqual(given === null ? null : shown(given), shown(read))
        assert.lengthOf(read.deliveries, 2)
        yield* owner.arrives(atomically(append(talkEvent(talker.id, conversation, talker.at))))
        assert.isNull(owner.atHand(), "it is to be read")
        assert.deepStrictEqual(sequences(yield* owner.next), [3])
      })
    )
  )

  it.live("is read from the log when it is part of a transaction, and so is what follows it there", () =>
    alone(
      Effect.fnUntraced(function* (talker, owner) {
        const { append } = yield* EventLog
        const { atomically } = yield* Transaction
        const conversation = yield* someConversation
        const event = () => talkEvent(talker.id, conversation, talker.at)
        const [first, second, third] = [event(), event(), event()]
        const waiting = yield* Effect.forkChild(atomically(Effect.andThen(append(first), atomically(append(second)))), {
          startImmediately: true
        })
        yield* append(third)
        yield* Fiber.join(waiting)
        const all: Array<string> = []
        while (all.length < 3) all.push(...idsOf(yield* owner.some))
        const orders = [
          [first, second, third],
          [third, first, second]
        ].map((events) => events.map(({ id }) => id).join())
        assert.include(orders, all.join())
      })
    )
  )

  it.live("does not wait for what has to be read, which comes with the next reading", () =>
    alone(
      Effect.fnUntraced(function* (talker, owner) {
        const { append } = yield* EventLog
        const { atomically } = yield* Transaction
        const [here, there] = yield* Effect.replicateEffect(someConversation, 2)
        if (here === undefined || there === undefined) return assert.fail("no conversation")
        const read = talkEvent(talker.id, there, talker.at)
        const { result, slice } = yield* owner.brought(
          Effect.andThen(atomically(append(read)), talker.sayAtOnce(here, 2))
        )
        assert.deepStrictEqual([idsOf(slice), slice.asksAgain], [result.map(({ id }) => id), true])
        const next = yield* owner.next
        assert.deepStrictEqual([idsOf(next), next.asksAgain], [[read.id], false])
      })
    )
  )

  it.live("is read from the log when it is not known who recorded before it: an older version of the service did", () =>
    alone(
      Effect.fnUntraced(function* (talker, owner) {
        const sql = yield* SqlClient.SqlClient
        const conversation = yield* someConversation
        yield* owner.brought(talker.say(conversation))
        yield* sql`update conversation_sequences set last = last + 1 where conversation_id = ${conversation}::uuid`
        const { slice } = yield* owner.brought(talker.say(conversation))
        assert.deepStrictEqual([sequences(slice), owner.place().seen], [[3], []])
        const { slice: next } = yield* owner.brought(talker.say(conversation))
        assert.deepStrictEqual([sequences(next), owner.place().seen.length], [[4], 1])
      })
    )
  )

  it.live("comes once, and each conversation in its order, however it is recorded", () =>
    alone(
      Effect.fnUntraced(function* (talker, owner) {
        const { append, appendAll } = yield* EventLog
        const { atomically } = yield* Transaction
        const conversations = yield* Effect.replicateEffect(someConversation, 3)
        const writers = 6
        const times = 20
        const said = (conversation: ConversationId) => talkEvent(talker.id, conversation, talker.at)
        const write = Effect.fnUntraced(function* (writer: number) {
          for (let time = 1; time <= times; time++) {
            const conversation = conversations[(writer + time) % conversations.length]
            if (conversation === undefined) return yield* Effect.die("no conversation")
            const two = [said(conversation), said(conversation)]
            const oneByOne = Effect.forEach(two, append, { discard: true })
            if (time % 5 === 0) yield* atomically(oneByOne)
            else yield* time % 2 === 0 ? appendAll(talker.id, two) : oneByOne
          }
        })
        const writing = yield* Effect.forkChild(
          Effect.forEach(Array.range(1, writers), write, { concurrency: "unbounded", discard: true })
        )
        const came: Array<QueuedDelivery> = []
        while (came.length < writers * times * 2) {
          const { deliveries } = yield* Effect.timeout(owner.some, "10 seconds")
          came.push(...deliveries.map(({ delivery }) => delivery))
        }
        yield* Fiber.join(writing)
        assert.strictEqual(new Set(came.map(({ event }) => event.id)).size, came.length)
        for (const conversation of conversations) {
          const numbers = came.filter(({ event }) => event.conversationId === conversation)
          assert.deepStrictEqual(
            numbers.map(({ event }) => event.sequence),
            Array.range(1, numbers.length)
          )
        }
        // And so goes on when it is quiet again, without reading: how much was handed over before is for the machine to say.
        const [again] = conversations
        if (again === undefined) return assert.fail("no conversation")
        const { slice } = yield* owner.brought(talker.say(again))
        assert.deepStrictEqual(sequences(slice), [
          1 + came.filter(({ event }) => event.conversationId === again).length
        ])
        assert.lengthOf(owner.place().seen, 1)
      })
    )
  )
})
