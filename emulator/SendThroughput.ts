import { Clock, Context, Effect, Layer, Ref } from "effect"
import { refusal, type GraphError } from "./graph/GraphError.ts"
import { newestOf } from "./person/Windows.ts"

/** How fast a number may send (platforms P22). An absent number is no limit. */
export interface SendLimits {
  /** Messages of a number in any second. */
  readonly numberPerSecond?: number
  /** Messages of a number to one person at once; each of them is paid back with 6 seconds. */
  readonly pairBurst?: number
}

const second = 1_000

/** Milliseconds of each message of a pair. */
const pairMillis = 6_000

/** How many pairs are remembered; those that were written to least recently are forgotten first. */
const maxPairs = 10_000

/** Refuses sends that are too fast, as the platform does. */
export class SendThroughput extends Context.Service<
  SendThroughput,
  {
    /** Counts a message of the number to the person, unless it is too fast: then it is refused and does not count. */
    count(numberId: string, personId: string): Effect.Effect<void, GraphError>
  }
>()("emulator/SendThroughput") {}

interface Counted {
  /** When each number sent in the last second, in milliseconds. */
  readonly sent: ReadonlyMap<string, ReadonlyArray<number>>
  /** When each pair has paid back what it borrowed, in milliseconds. */
  readonly paidAt: ReadonlyMap<string, number>
}

const make = Effect.fnUntraced(function* ({ numberPerSecond, pairBurst }: SendLimits) {
  const state = yield* Ref.make<Counted>({ sent: new Map(), paidAt: new Map() })
  return SendThroughput.of({
    count: Effect.fnUntraced(function* (numberId, personId) {
      const at = yield* Clock.currentTimeMillis
      const code = yield* Ref.modify(state, ({ paidAt, sent }): readonly [number | null, Counted] => {
        const recent = (sent.get(numberId) ?? []).filter((one) => at - one < second)
        const pair = `${numberId} ${personId}`
        const owed = Math.max(at, paidAt.get(pair) ?? 0) + pairMillis
        if (pairBurst !== undefined && owed - at > pairBurst * pairMillis) return [131_056, { paidAt, sent }]
        if (numberPerSecond !== undefined && recent.length >= numberPerSecond) return [130_429, { paidAt, sent }]
        const borrowed = new Map(paidAt)
        borrowed.delete(pair)
        return [
          null,
          {
            sent: new Map(sent).set(numberId, [...recent, at]),
            paidAt: newestOf(borrowed.set(pair, owed), maxPairs)
          }
        ]
      })
      if (code !== null) return yield* refusal(code)
    })
  })
})

/** Without limits nothing is counted. */
export const layer = (limits: SendLimits = {}): Layer.Layer<SendThroughput> =>
  limits.numberPerSecond === undefined && limits.pairBurst === undefined
    ? Layer.succeed(SendThroughput, { count: () => Effect.void })
    : Layer.effect(SendThroughput, make(limits))
