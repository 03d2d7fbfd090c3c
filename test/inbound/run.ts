import { type Array as Arr, Effect, Schema } from "effect"
import { acceptInbound } from "../../src/app/inbound/acceptInbound.ts"
import { processDeliveries, retryParked, retryProblems } from "../../src/app/inbound/processInbound.ts"
import { HandClock } from "./HandClock.ts"
import { beginning, Picks } from "./history.ts"
import { bodiesOf, type Part } from "./parts.ts"
import { type Sending, settled } from "./sends.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** How reports come in: in which order, which of them again, how many at once, and what happens in between. */
export const Arrival = Schema.Struct({
  picks: Picks,
  sizes: Schema.NonEmptyArray(upTo(11)).check(Schema.isMaxLength(5)),
  isMerged: Schema.Boolean,
  /** Seconds that pass after each group; with any, what is parked is tried again. */
  pauses: Schema.NonEmptyArray(Schema.Literals([0, 1, 3])).check(Schema.isMaxLength(5)),
  /** Deliveries that are acted on together after each group; 0: none yet. */
  limits: Schema.NonEmptyArray(Schema.Literals([0, 1, 3, 100])).check(Schema.isMaxLength(5)),
  /** After which group each send is settled. */
  settles: Schema.NonEmptyArray(upTo(12)).check(Schema.isMaxLength(4))
})
export type Arrival = typeof Arrival.Type

/** When reports begin to come in. */
export const today = beginning + 3_600_000

/** Everything in some order, and some of it again. */
export const shuffled = <A extends object>(all: ReadonlyArray<A>, picks: ReadonlyArray<number>): ReadonlyArray<A> => {
  const picked = picks.flatMap((pick) => all[pick % all.length] ?? [])
  return [...picked, ...all.toReversed().filter((one) => !picked.includes(one))]
}

/** Parts in groups of these sizes, which come round. */
const grouped = <A>(all: ReadonlyArray<A>, sizes: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<A>> =>
  all.length === 0
    ? []
    : [
        all.slice(0, (sizes[0] ?? 0) + 1),
        ...grouped(all.slice((sizes[0] ?? 0) + 1), [...sizes.slice(1), ...sizes.slice(0, 1)])
      ]

const round = (all: Arr.NonEmptyReadonlyArray<number>, place: number): number => all[place % all.length] ?? all[0]

/** Acts on all that has come in. */
export const processAll = processDeliveries(100).pipe(Effect.repeat({ until: (count) => count === 0 }))

/** How long things wait for each other at most, in seconds; each time what is due is tried again. */
const waits = [0, 3, 11, 61, 601, 3_601]

/** Tries again whatever waits, until nothing will on its own. */
export const retryAll = Effect.forEach(
  waits,
  (seconds) =>
    Effect.gen(function* () {
      yield* (yield* HandClock).pass(seconds)
      yield* retryProblems(1_000).pipe(Effect.repeat({ until: (count) => count === 0 }))
      yield* retryParked(1_000).pipe(Effect.repeat({ until: (count) => count === 0 }))
    }),
  { discard: true }
)

/** As it happened: everything is delivered by itself, in its order. */
export const runStraight = Effect.fnUntraced(function* (parts: ReadonlyArray<Part>, sendings: ReadonlyArray<Sending>) {
  yield* Effect.forEach(sendings, settled)
  yield* Effect.forEach(
    parts.flatMap((part) => bodiesOf([part], false)),
    acceptInbound
  )
  yield* processAll
  yield* retryAll
})

/** In whichever way it comes in. */
export const runSomehow = Effect.fnUntraced(function* (
  parts: ReadonlyArray<Part>,
  sendings: ReadonlyArray<Sending>,
  { isMerged, limits, pauses, picks, settles, sizes }: Arrival
) {
  const groups = grouped(shuffled(parts, picks), sizes)
  const settledAfter = (place: number) =>
    sendings.filter((_, ordinal) => Math.min(round(settles, ordinal), groups.length) === place)
  for (const [place, group] of groups.entries()) {
    yield* Effect.forEach(settledAfter(place), settled)
    yield* Effect.forEach(bodiesOf(group, isMerged), acceptInbound)
    const limit = round(limits, place)
    if (limit > 0) yield* processDeliveries(limit)
    const pause = round(pauses, place)
    if (pause === 0) continue
    yield* (yield* HandClock).pass(pause)
    yield* retryParked(100)
  }
  yield* Effect.forEach(settledAfter(groups.length), settled)
  yield* processAll
  yield* retryAll
})
