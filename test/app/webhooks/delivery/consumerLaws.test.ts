import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Random, Semaphore } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { ConversationId, type EventId } from "../../../../src/domain/Ids.ts"
import { failuresThatHold, type QueuedDelivery } from "../../../../src/domain/webhooks/Delivery.ts"
import { EventLog } from "../../../../src/ports/webhooks/EventLog.ts"
import { talkEvent } from "../../../../testing/given/givenEvents.ts"
import { EventConsumers } from "../../../../src/ports/webhooks/EventConsumers.ts"
import { givenOrganization, uuid } from "../../../../testing/given/given.ts"
import { startConsumer, unsteady } from "./consumerScene.ts"
import { cases } from "../../../support/effort.ts"
import { type Dice, makeDice, seeds } from "./dice.ts"

/** Calls of a handler that sometimes fails and sometimes is slow, and what was wrong about their order. */
const watch = (dice: Dice) => {
  const toFail = new Map<EventId, number>()
  const failures = new Map<EventId, number>()
  const handled = new Set<EventId>()
  const running = new Map<ConversationId | null, EventId>()
  const positions = new Map<EventId, readonly [ConversationId, number]>()
  const wrong: Array<string> = []
  const isOver = (id: EventId) => handled.has(id) || (failures.get(id) ?? 0) >= failuresThatHold
  const begin = ({ event: { conversationId, id } }: QueuedDelivery) => {
    const [conversation, position] = positions.get(id) ?? [null, 0]
    for (const [other, [itsConversation, itsPosition]] of positions) {
      if (itsConversation !== conversation || itsPosition >= position || isOver(other)) continue
      wrong.push(`event ${position} before event ${itsPosition} was over`)
    }
    if (running.has(conversationId)) wrong.push(`event ${position} beside another of its conversation`)
    running.set(conversationId, id)
  }
  const handler = (delivery: QueuedDelivery) =>
    Effect.suspend(() => {
      const { conversationId, id } = delivery.event
      begin(delivery)
      if (!toFail.has(id))
        toFail.set(id, dice.chance(0.8) ? 0 : dice.chance(0.9) ? 1 + dice.below(2) : failuresThatHold)
      const end = Effect.suspend(() => {
        const before = failures.get(id) ?? 0
        if (before < (toFail.get(id) ?? 0)) {
          failures.set(id, before + 1)
          return dice.chance(0.5) ? Effect.fail("no") : Effect.die("a bug")
        }
        handled.add(id)
        return Effect.void
      })
      return Effect.sleep(dice.chance(0.1) ? 20_000 : dice.below(500)).pipe(
        Effect.andThen(end),
        Effect.ensuring(Effect.sync(() => void running.delete(conversationId)))
      )
    })
  return { handled, handler, positions, wrong }
}

/** Events in bursts, through processes that stop or crash, on a store that is slow and fails now and then. */
const history = Effect.fnUntraced(function* (seed: number, most: number) {
  const dice = makeDice(seed)
  const { handled, handler, positions, wrong } = watch(dice)
  const { id } = yield* givenOrganization()
  const conversations = yield* Effect.replicateEffect(
    Effect.map(uuid, (one) => ConversationId.make(one)),
    1 + dice.below(4)
  )
  const { append } = yield* EventLog
  const turn = yield* Semaphore.make(1)
  /** Events arrive while others of their conversation are handled. */
  const recordSome = Effect.gen(function* () {
    for (let burst = dice.below(8); burst > 0; burst -= 1) {
      const conversation = conversations[dice.below(conversations.length)]
      if (conversation === undefined) continue
      const at = yield* DateTime.now
      for (let count = 1 + dice.below(most); count > 0; count -= 1) {
        const event = talkEvent(id, conversation, at)
        const recorded = Effect.suspend(() => {
          positions.set(event.id, [conversation, positions.size])
          return append(event)
        })
        yield* turn.withPermit(recorded)
      }
      yield* Effect.sleep(dice.below(400))
    }
  })
  const store = yield* EventConsumers
  const starting = (defects: number, pollInterval = 2_000) =>
    Effect.gen(function* () {
      const slow = yield* unsteady(dice, seed % 3 === 0 ? 0 : 300, defects)
      return yield* startConsumer(handler, {
        concurrency: 1 + dice.below(8),
        pollInterval,
        shutdownPatience: dice.chance(0.5) ? 0 : 8_000
      }).pipe(Effect.provideService(EventConsumers, slow))
    }).pipe(Effect.provideService(EventConsumers, store))
  for (let turn = 0; turn < 6; turn += 1) {
    const process = yield* starting(dice.chance(0.5) ? 0.02 : 0)
    for (let more = 1 + dice.below(5); more > 0; more -= 1) {
      yield* Effect.forkScoped(recordSome)
      yield* TestClock.adjust(dice.chance(0.8) ? dice.below(5_000) : dice.below(1_200_000))
    }
    yield* Effect.forkScoped(process.stop)
    yield* TestClock.adjust("20 seconds")
  }
  yield* starting(0, Number.POSITIVE_INFINITY)
  for (let hour = 0; hour < 100 && handled.size < positions.size; hour += 1) yield* TestClock.adjust("1 hour")
  return { handled, positions, wrong }
})

describe("a consumer of events", () => {
  it.effect.each(seeds(cases(3, 12)))(
    "handles every event in the order of its conversation, despite any failure (%d)",
    (seed) =>
      Effect.gen(function* () {
        const { handled, positions, wrong } = yield* history(seed, seed % 4 === 0 ? cases(12, 30) : 4)
        assert.deepStrictEqual(wrong, [])
        assert.deepStrictEqual(
          [...positions.keys()].filter((event) => !handled.has(event)),
          []
        )
      }).pipe(Effect.provide(Memory.layer()), Random.withSeed(seed))
  )
})
