import { Effect, Fiber, Layer, Option, Redacted, Schema } from "effect"
import * as Database from "../../src/adapters/postgres/Database.ts"
import { DeliveryPlace } from "../../src/adapters/postgres/deliveryPlace.ts"
import { DeliveryQueue, type LogPlace, type LogSlice } from "../../src/ports/DeliveryQueue.ts"
import { type givenTalker, settle } from "../contract/deliveryQueue/scene.ts"
import { storesOn } from "../support/postgresStores.ts"
import { serverDatabase } from "../support/serverDatabase.ts"

const placeOf = Schema.decodeSync(Schema.fromJsonString(DeliveryPlace))

/** Processes on one database. */
export const processes = Effect.map(serverDatabase(), (url) =>
  Layer.build(Layer.fresh(storesOn(Database.server(Redacted.make(url)))))
)

/** Who attends to the shard of the talker, and knows it: something of it was read, and settled. */
export const attend = Effect.fnUntraced(function* (talker: Effect.Success<ReturnType<typeof givenTalker>>) {
  const { arrival, atHand, open, read } = yield* DeliveryQueue
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
      : slice.hasMore || slice.asksAgain
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
  /** Has something arrive. */
  const arrives = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      yield* quiet
      const waiting = yield* Effect.forkChild(arrival(shard), { startImmediately: true })
      const result = yield* effect
      yield* Effect.timeout(Fiber.join(waiting), "5 seconds")
      return result
    })
  /** What the next arrival brings. */
  const brought = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      return { result: yield* arrives(effect), slice: yield* next }
    })
  return { arrives, atHand: () => atHand(scope, place, 512), brought, next, some, place: () => placeOf(place) }
})

export const idsOf = ({ deliveries }: LogSlice) => deliveries.map(({ delivery }) => delivery.event.id)
export const sequences = (slice: LogSlice) => slice.deliveries.map(({ delivery }) => delivery.event.sequence)
