import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Layer } from "effect"
import * as MetaInboundReader from "../../../src/adapters/meta/inbound/MetaInboundReader.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { processDeliveries } from "../../../src/app/inbound/processInbound.ts"
import { InboundReader } from "../../../src/ports/inbound/InboundQueue.ts"
import { PhoneNumbers } from "../../../src/ports/contacts/ContactStore.ts"
import { phoneOf } from "../../../testing/given/given.ts"
import { ofWhatsApp } from "../../meta/inbound/deliveries.ts"
import { givenInbound, inboundWorld, kept, problemsKept, processed, stamp, taken } from "./scene.ts"

const message = (n: number, extra: Readonly<Record<string, string>> = {}) => ({
  id: `wamid.${n}`,
  from: phoneOf(n),
  timestamp: stamp(5),
  type: "text",
  text: { body: "Hi" },
  ...extra
})

/** A webhook whose message has this many levels of nesting, eight of them around the lists. */
const nested = (levels: number) =>
  JSON.stringify(ofWhatsApp({ messages: [message(1, { extra: "@" })] })).replace(
    '"@"',
    `${"[".repeat(levels - 8)}1${"]".repeat(levels - 8)}`
  )

/** Runs an effect that names items, and counts the distinct items of each turn of the scheduler. */
const itemsPerTurn = Effect.fnUntraced(function* <E, R>(
  run: (name: (item: string) => void) => Effect.Effect<unknown, E, R>
) {
  let turn = 0
  const items = new Map<string, number>()
  const nextTurn = Effect.andThen(
    Effect.yieldNow,
    Effect.sync(() => turn++)
  )
  const counter = Effect.forever(nextTurn, { disableYield: true })
  yield* Effect.raceFirst(
    Effect.yieldNow.pipe(Effect.andThen(run((item) => void items.set(item, items.get(item) ?? turn)))),
    counter
  )
  return Object.values(Array.groupBy(items.values(), String)).map(({ length }) => length)
})

describe("large webhooks", () => {
  it.effect("inbound: a webhook of 1 000 levels of nesting is applied without its deepest parts", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(nested(1_000))
      assert.deepStrictEqual(
        (yield* kept(id)).messages.map(({ platformMessageId }) => String(platformMessageId)),
        ["wamid.1"]
      )
      assert.deepStrictEqual(yield* problemsKept, [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each([1_001, 100_000, 1_400_000])("inbound: a webhook of %d levels of nesting is a failed item", (levels) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(nested(levels), ofWhatsApp({ messages: [message(2)] }))
      assert.deepStrictEqual(
        (yield* problemsKept).map(({ error, reason }) => ({ error, reason })),
        [{ reason: "unreadable", error: "a delivery is nested deeper than 1000 levels" }]
      )
      assert.lengthOf((yield* kept(id)).messages, 1)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("inbound: 2 000 messages of one webhook are applied in turns of at most 50", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* taken(ofWhatsApp({ messages: Array.makeBy(2_000, (n) => message(n)) }))
      const counts = yield* itemsPerTurn((name) =>
        Effect.provide(
          processDeliveries(100),
          Layer.effect(
            PhoneNumbers,
            Effect.map(PhoneNumbers, (numbers) =>
              PhoneNumbers.of({
                ...numbers,
                read: (text, country) => {
                  name(text)
                  return numbers.read(text, country)
                }
              })
            )
          ).pipe(Layer.provide(LibPhoneNumbers.layer))
        )
      )
      assert.isAtMost(Math.max(...counts), 50)
      assert.lengthOf((yield* kept(id)).messages, 2_000)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("inbound: two large webhooks are read in different turns, and small ones together", () =>
    Effect.gen(function* () {
      yield* givenInbound
      const reader = (name: (item: string) => void) =>
        Layer.effect(
          InboundReader,
          Effect.map(InboundReader, ({ read }) => ({
            read: (delivery) => {
              name(delivery.id)
              return read(delivery)
            }
          }))
        ).pipe(Layer.provide(MetaInboundReader.layer))
      const large = ofWhatsApp({ messages: [message(1, { extra: "x".repeat(40_000) })] })
      yield* taken(large, large)
      assert.deepStrictEqual(
        yield* itemsPerTurn((name) => Effect.provide(processDeliveries(100), reader(name))),
        [1, 1]
      )
      yield* taken(...Array.makeBy(100, (n) => ofWhatsApp({ messages: [message(n)] })))
      assert.deepStrictEqual(yield* itemsPerTurn((name) => Effect.provide(processDeliveries(100), reader(name))), [100])
    }).pipe(Effect.provide(inboundWorld))
  )
})
