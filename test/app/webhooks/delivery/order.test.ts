import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { type Delivery, failuresThatHold } from "../../../../src/domain/webhooks/Delivery.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, type EventId } from "../../../../src/domain/Ids.ts"
import { givenOrganization, uuid } from "../../../../testing/given/given.ts"
import { type Dice, makeDice, seeds } from "./dice.ts"
import { type Behaviour, type Call, delivered, record, type Receiver, scene, startWorker } from "./scene.ts"
import { makeLedger, unruly } from "./unruly.ts"
import { cases } from "../../../support/effort.ts"

/** Mostly well, mostly at once; some deliveries fail some times, a few so often that they hold back nobody any more. */
const moody = (dice: Dice): Receiver => {
  const toFail = new Map<EventId, number>()
  const failuresOf = (id: EventId): number => {
    const known = toFail.get(id)
    if (known !== undefined) return known
    const failures = dice.chance(0.8) ? 0 : dice.chance(0.9) ? 1 + dice.below(2) : 5
    toFail.set(id, failures)
    return failures
  }
  return ({ event }, before): Behaviour => ({
    millis: dice.chance(0.1) ? 3_000 : dice.below(200),
    status: before < failuresOf(event.id) ? 500 : 200
  })
}

/** Watches that nothing is attempted before its turn. */
const watch = (receiver: Receiver, sequences: Map<EventId, readonly [conversation: string, place: number]>) => {
  const ledger = makeLedger()
  const attempted = new Set<EventId>()
  const running = new Map<string, number>()
  const wrong: Array<string> = []
  const look = ({ event }: Delivery) => {
    const [conversation, place] = sequences.get(event.id) ?? ["", 0]
    if (conversation === "") return
    for (const [id, [other, earlier]] of sequences) {
      if (other !== conversation || earlier >= place) continue
      const isOver = ledger.ended.has(id) || (ledger.failures.get(id) ?? 0) >= failuresThatHold
      if (!isOver) wrong.push(`${place} before ${earlier} was over`)
      if (!attempted.has(id)) wrong.push(`${place} before ${earlier} was attempted`)
    }
    if (ledger.ended.has(event.id)) wrong.push(`${place} again, after it had ended`)
    attempted.add(event.id)
  }
  const watching: Receiver = (delivery, before, at) => {
    look(delivery)
    return receiver(delivery, before, at)
  }
  return { ledger, running, watching, wrong }
}

/**
 * Events of some conversations, in bursts of at most so many, through processes that are stopped or killed in the middle,
 * and whose queries take some time and die now and then.
 */
const history = Effect.fnUntraced(function* (seed: number, latencyMillis: number, turns: number, most: number) {
  const dice = makeDice(seed)
  const sequences = new Map<EventId, readonly [string, number]>()
  const { ledger, watching, wrong } = watch(moody(dice), sequences)
  const { calls, layer } = yield* scene(watching)
  const { id } = yield* givenOrganization({ webhook: {} })
  const conversations = yield* Effect.replicateEffect(
    Effect.map(uuid, (one) => ConversationId.make(one)),
    1 + dice.below(4)
  )
  const recorded: Array<EventId> = []
  const recordSome = Effect.gen(function* () {
    for (let burst = dice.below(6); burst > 0; burst--) {
      const conversation = conversations[dice.below(conversations.length)] ?? null
      const isLoose = dice.chance(0.2)
      for (const event of yield* record(id, 1 + dice.below(most), isLoose ? null : conversation)) {
        recorded.push(event)
        if (!isLoose && conversation !== null) sequences.set(event, [conversation, sequences.size])
      }
    }
  })
  const begin = Effect.suspend(() => {
    const steps = dice.chance(0.5) ? 1 + dice.below(150) : undefined
    const life = {
      seed: dice.below(1_000_000),
      latencyMillis,
      diesAfterwards: dice.chance(0.5),
      defects: dice.chance(0.5) ? 0.02 : 0
    }
    return startWorker(unruly(steps === undefined ? life : { ...life, steps }, layer, ledger).layer, [shardOf(id)])
  })
  for (let turn = 0; turn < turns; turn++) {
    const worker = yield* begin
    for (let more = 1 + dice.below(5); more > 0; more--) {
      yield* recordSome
      yield* TestClock.adjust(dice.chance(0.8) ? dice.below(5_000) : dice.below(1_200_000))
    }
    yield* Effect.forkScoped(worker.stop)
    // A process that was stopped may take its patience; nobody else attends to the shard meanwhile.
    yield* TestClock.adjust("10 seconds")
  }
  // Retries take hours; nobody has to watch all of them pass.
  for (let hour = 0; hour < 200 && ledger.ended.size < recorded.length; hour++) {
    const worker = yield* startWorker(unruly({ seed, latencyMillis }, layer, ledger).layer, [shardOf(id)])
    yield* TestClock.adjust("5 minutes")
    yield* Effect.forkScoped(worker.stop)
    yield* TestClock.adjust("55 minutes")
  }
  return { calls, recorded, wrong }
})

const notReceived = (calls: ReadonlyArray<Call>, recorded: ReadonlyArray<EventId>): ReadonlyArray<EventId> => {
  const received = new Set(delivered(calls))
  return recorded.filter((event) => !received.has(event))
}

describe("the order of deliveries", () => {
  it.effect.each(seeds(cases(4, 10)))(
    "is preserved within each conversation, despite crashes of processes (%d)",
    (seed) =>
      Effect.gen(function* () {
        const { calls, recorded, wrong } = yield* history(seed, seed % 3 === 0 ? 0 : 400, 6, 4)
        assert.deepStrictEqual(wrong, [])
        assert.deepStrictEqual(notReceived(calls, recorded), [])
      }).pipe(Effect.provide(Memory.layer()), Random.withSeed(seed))
  )

  it.effect.each(seeds(cases(1, 4)))(
    "is preserved within each conversation if the backlog exceeds the memory (%d)",
    (seed) =>
      Effect.gen(function* () {
        const { calls, recorded, wrong } = yield* history(seed, seed % 3 === 0 ? 0 : 400, 2, 80)
        assert.deepStrictEqual(wrong, [])
        assert.deepStrictEqual(notReceived(calls, recorded), [])
      }).pipe(Effect.provide(Memory.layer()), Random.withSeed(seed))
  )
})
