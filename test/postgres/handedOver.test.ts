import { assert, describe, it } from "@effect/vitest"
import { Array, Context, Effect, Fiber, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/adapters/postgres/Database.ts"
import { DeliveryPlace } from "../../src/adapters/postgres/deliveryPlace.ts"
import { lookMillis } from "../../src/adapters/postgres/ShardHand.ts"
import type { QueuedDelivery } from "../../src/domain/Delivery.ts"
import type { ConversationId } from "../../src/domain/Ids.ts"
import { DeliveryQueue, type LogPlace, type LogSlice } from "../../src/ports/DeliveryQueue.ts"
import { EventLog } from "../../src/ports/EventLog.ts"
import { SendLedger } from "../../src/ports/SendLedger.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { givenTalker, settle, someConversation } from "../contract/deliveryQueue/scene.ts"
import { accepted } from "../support/accepted.ts"
import { talkEvent } from "../support/givenEvents.ts"
import { storesOn } from "../support/postgresStores.ts"
import { serverDatabase } from "../support/serverDatabase.ts"

const placeOf = Schema.decodeSync(Schema.fromJsonString(DeliveryPlace))

/** Processes on one database. */
const processes = Effect.map(serverDatabase(), (url) =>
  Layer.build(Layer.fresh(storesOn(Database.server(Redacted.make(url)))))
)

/** Who attends to the shard of the talker, and knows it: something of it was read, and settled. */
const attend = Effect.fnUntraced(function* (talker: Effect.Success<ReturnType<typeof givenTalker>>) {
  const { arrival, open, read } = yield* DeliveryQueue
  const { at, shard } = talker
  const scope = { _tag: "Shard", shard, except: [] } as const
  let place: LogPlace = yield* open(shard, at)
  const next = Effect.gen(function* () {
    const slice = yield* read(scope, place, 512)
    place = slice.place
    return slice
  })
  /** Reads until something is there. */
  const some: Effect.Effect<LogSlice> = Effect.flatMap(next, (slice) =>
    slice.deliveries.length > 0
      ? Effect.succeed(slice)
      : slice.hasMore
        ? some
        : Effect.andThen(Effect.timeoutOption(arrival(shard), "200 millis"), some)
  )
  yield* talker.say(null)
  for (const { delivery } of (yield* some).deliveries) yield* settle(delivery, { _tag: "Done" }, { at })
  yield* next
  /** Until nothing has arrived for a while: what is told of late has been read. */
  const quiet = Effect.timeoutOption(arrival(shard), "50 millis").pipe(
    Effect.repeat({ until: Option.isNone }),
    Effect.andThen(next)
  )
  /** What the next arrival brings. */
  const brought = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      yield* quiet
      const waiting = yield* Effect.forkChild(arrival(shard), { startImmediately: true })
      const result = yield* effect
      yield* Effect.timeout(Fiber.join(waiting), "5 seconds")
      return { result, slice: yield* next }
    })
  return { brought, next, some, place: () => placeOf(place) }
})

const idsOf = ({ deliveries }: LogSlice) => deliveries.map(({ delivery }) => delivery.event.id)
const sequences = (slice: LogSlice) => slice.deliveries.map(({ delivery }) => delivery.event.sequence)

describe("what a process has recorded itself", () => {
  it.live("is had by who attends to it without reading the log, and not again with what is read next", () =>
    Effect.gen(function* () {
      const stores = yield* yield* processes
      yield* Effect.gen(function* () {
        const talker = yield* givenTalker()
        const owner = yield* attend(talker)
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
      }).pipe(Effect.provideContext(stores))
    }).pipe(Effect.scoped)
  )

  it.live("is read from the log when it is part of a transaction, and so is what follows it there", () =>
    Effect.gen(function* () {
      const stores = yield* yield* processes
      yield* Effect.gen(function* () {
        const talker = yield* givenTalker()
        const { append } = yield* EventLog
        const { atomically } = yield* Transaction
        const owner = yield* attend(talker)
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
      }).pipe(Effect.provideContext(stores))
    }).pipe(Effect.scoped)
  )

  it.live("is read from the log when it is not known who recorded before it: an older version of the service did", () =>
    Effect.gen(function* () {
      const stores = yield* yield* processes
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const talker = yield* givenTalker()
        const owner = yield* attend(talker)
        const conversation = yield* someConversation
        yield* owner.brought(talker.say(conversation))
        yield* sql`update conversation_sequences set last = last + 1 where conversation_id = ${conversation}::uuid`
        const { slice } = yield* owner.brought(talker.say(conversation))
        assert.deepStrictEqual([sequences(slice), owner.place().seen], [[3], []])
        const { slice: next } = yield* owner.brought(talker.say(conversation))
        assert.deepStrictEqual([sequences(next), owner.place().seen.length], [[4], 1])
      }).pipe(Effect.provideContext(stores))
    }).pipe(Effect.scoped)
  )

  it.live("comes once, and each conversation in its order, however it is recorded", () =>
    Effect.gen(function* () {
      const stores = yield* yield* processes
      yield* Effect.gen(function* () {
        const talker = yield* givenTalker()
        const { append, appendAll } = yield* EventLog
        const { atomically } = yield* Transaction
        const owner = yield* attend(talker)
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
      }).pipe(Effect.provideContext(stores))
    }).pipe(Effect.scoped)
  )
})

describe("what another process has recorded", () => {
  it.live("is told to who attends to it, whole when it is little", () =>
    Effect.gen(function* () {
      const instance = yield* processes
      const here = yield* instance
      const there = yield* instance
      yield* Effect.gen(function* () {
        const talker = yield* givenTalker()
        const owner = yield* attend(talker)
        const conversation = yield* someConversation
        const others = Context.get(there, EventLog)
        const say = (count: number) =>
          others.appendAll(
            talker.id,
            Array.makeBy(count, () => talkEvent(talker.id, conversation, talker.at))
          )
        // The first may come before anybody listens.
        yield* say(1)
        yield* owner.some
        const { slice: one } = yield* owner.brought(say(1))
        assert.deepStrictEqual([sequences(one), owner.place().seen.length], [[2], 1])
        // More than a statement tells of, and soon after another.
        const { slice: five } = yield* owner.brought(say(5))
        assert.deepStrictEqual([sequences(five), owner.place().seen.length], [Array.range(3, 7), 1])
        // More than there is room for.
        const { slice: many } = yield* owner.brought(say(60))
        assert.deepStrictEqual(sequences(many), Array.range(8, 67))
        assert.deepStrictEqual(owner.place().seen, [])
      }).pipe(Effect.provideContext(here))
    }).pipe(Effect.scoped)
  )

  it.live("is told with the outcome of a send too", () =>
    Effect.gen(function* () {
      const instance = yield* processes
      const here = yield* instance
      const there = yield* instance
      yield* Effect.gen(function* () {
        const talker = yield* givenTalker({ webhook: { events: ["message.sent"] } })
        const owner = yield* attend(talker)
        const { reserve, settle: settleSend } = Context.get(there, SendLedger)
        const send = Effect.gen(function* () {
          const intent = yield* talker.intent()
          const outcome = yield* accepted(intent, yield* reserve(talker.id, intent))
          yield* settleSend(talker.id, intent.messageId, outcome, talker.at)
          return outcome.event
        })
        yield* send
        yield* owner.some
        const { result, slice } = yield* owner.brought(send)
        assert.deepStrictEqual([idsOf(slice), sequences(slice)], [[result.id], [2]])
        assert.lengthOf(owner.place().seen, 1)
      }).pipe(Effect.provideContext(here))
    }).pipe(Effect.scoped)
  )
})
