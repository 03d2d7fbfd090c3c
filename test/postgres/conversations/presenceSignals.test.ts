import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Queue } from "effect"
import { TestClock } from "effect/testing"
import * as RandomIds from "../../../src/adapters/identity/RandomIds.ts"
import * as PgPresenceSignals from "../../../src/adapters/postgres/conversations/PgPresenceSignals.ts"
import { WakeChannel } from "../../../src/adapters/postgres/database/WakeChannel.ts"
import { makePresence, Presence } from "../../../src/app/conversations/Presence.ts"
import { presenceMillis } from "../../../src/domain/conversations/Conversation.ts"
import { ConversationId, OrganizationId, UserId } from "../../../src/domain/Ids.ts"
import { instances } from "../../support/database/instances.ts"
import { channelInMemory } from "../webhooks/channelInMemory.ts"

const uuid = (count: number) => `018f4e2a-7c1b-7d3e-9a56-${String(count).padStart(12, "0")}`
const organizationId = OrganizationId.make(uuid(1))
const conversationId = ConversationId.make(uuid(2))
const member = (count: number, name = "") => ({ userId: UserId.make(uuid(count)), name, state: "viewing" as const })

/** What a process remembers, over its own signals. */
const presence = Layer.effect(Presence, makePresence)

/** Two processes on one channel, and what is sent over it. */
const scene = Effect.gen(function* () {
  const { channel, sent } = yield* channelInMemory
  const signals = Layer.fresh(PgPresenceSignals.layer).pipe(
    Layer.provide([Layer.succeed(WakeChannel, channel), RandomIds.layer])
  )
  const process = Effect.map(Layer.build(Layer.fresh(presence).pipe(Layer.provide(signals))), (context) =>
    Context.get(context, Presence)
  )
  return { here: yield* process, there: yield* process, sent }
})

describe("presence of several processes", () => {
  it.effect("reaches every process for 30 seconds, and a process applies its own signal once", () =>
    Effect.gen(function* () {
      const { here, there } = yield* scene
      const [ada, bob] = [member(3, "Ada"), member(4, "Bob")]
      assert.deepStrictEqual(yield* there.enter(organizationId, conversationId, bob), [])
      assert.deepStrictEqual(yield* here.enter(organizationId, conversationId, ada), [])
      yield* TestClock.adjust(PgPresenceSignals.gatherMillis)
      assert.deepStrictEqual(yield* there.enter(organizationId, conversationId, bob), [ada])
      yield* TestClock.adjust(PgPresenceSignals.gatherMillis)
      assert.deepStrictEqual(yield* here.enter(organizationId, conversationId, { ...ada, state: "typing" }), [bob])
      yield* TestClock.adjust(presenceMillis)
      assert.deepStrictEqual(yield* there.enter(organizationId, conversationId, bob), [{ ...ada, state: "typing" }])
      yield* TestClock.adjust(PgPresenceSignals.gatherMillis)
      assert.deepStrictEqual(yield* there.enter(organizationId, conversationId, bob), [])
    }).pipe(Effect.scoped)
  )

  it.effect("uses few notifications within Postgres' size limit, and keeps the latest of too many members", () =>
    Effect.gen(function* () {
      const { here, sent } = yield* scene
      const name = "\u0001".repeat(500)
      const count = PgPresenceSignals.maxPending + 5
      for (let place = 0; place < count; place++) {
        yield* here.enter(organizationId, ConversationId.make(uuid(place)), member(place, name))
      }
      // Members say what they said before, and are told once.
      yield* here.enter(organizationId, ConversationId.make(uuid(count - 1)), member(count - 1, name))
      yield* TestClock.adjust(2 * PgPresenceSignals.gatherMillis)
      const messages = yield* Queue.takeAll(sent)
      for (const message of messages) assert.isBelow(Buffer.byteLength(JSON.stringify(message)), 8_000)
      const told = messages.flatMap(({ present = [] }) => present.map(({ userId }) => userId))
      assert.lengthOf(messages, PgPresenceSignals.maxPending / PgPresenceSignals.maxSignalled)
      assert.deepStrictEqual(
        told,
        Array.from({ length: PgPresenceSignals.maxPending }, (_, place) => member(place + 5).userId)
      )
      yield* here.enter(organizationId, conversationId, member(1))
      yield* TestClock.adjust(PgPresenceSignals.gatherMillis)
      assert.strictEqual(Queue.sizeUnsafe(sent), 1)
    }).pipe(Effect.scoped)
  )
})

describe("presence of two processes on a server", () => {
  it.live("is visible to both", () =>
    Effect.gen(function* () {
      const on = yield* instances(2)
      const process = (ordinal: number) =>
        Effect.map(Layer.build(Layer.fresh(presence)), (context) => Context.get(context, Presence)).pipe(on(ordinal))
      const [here, there] = [yield* process(0), yield* process(1)]
      const [ada, bob] = [member(3, "Ada"), member(4, "Bob")]
      const looking = Effect.andThen(
        here.enter(organizationId, conversationId, ada),
        Effect.delay(there.enter(organizationId, conversationId, bob), "100 millis")
      )
      assert.deepStrictEqual(yield* Effect.repeat(looking, { until: (others) => others.length > 0 }), [ada])
      const back = Effect.delay(here.enter(organizationId, conversationId, ada), "100 millis")
      assert.deepStrictEqual(yield* Effect.repeat(back, { until: (others) => others.length > 0 }), [bob])
    }).pipe(Effect.scoped)
  )
})
