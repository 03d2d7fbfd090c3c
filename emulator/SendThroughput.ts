import { Clock, Context, Effect, Layer, Ref } from "effect"
import { refusal, type GraphError } from "./graph/GraphError.ts"
import { newestOf } from "./person/Windows.ts"

/** Send rates of a number (platforms P22). An absent rate is unlimited. */
export interface SendLimits {
  /** Maximum messages of a number per second. */
  readonly numberPerSecond?: number
  /** Burst of messages of a number to one person; each message adds 6 seconds to the recovery time. */
  readonly pairBurst?: number
}

const second = 1_000

/** Recovery time of a pair per message, in milliseconds. */
const pairMillis = 6_000

/** Maximum number of stored pairs; the least recently used are removed first. */
const maxPairs = 10_000

/** Refuses sends above the rate, like the platform. */
export class SendThroughput extends Context.Service<
  SendThroughput,
  {
    /** Counts a message of the number to the person, or refuses one above the rate. Refused messages do not count. */
    count(numberId: string, personId: string): Effect.Effect<void, GraphError>
  }
>()("emulator/SendThroughput") {}

interface Counted {
  /** Send times of each number in the last second, in milliseconds. */
  readonly sent: ReadonlyMap<string, ReadonlyArray<number>>
  /** Time at which each pair has recovered its burst, in milliseconds. */
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

/** Counts nothing without limits. */
export const layer = (limits: SendLimits = {}): Layer.Layer<SendThroughput> =>
  limits.numberPerSecond === undefined && limits.pairBurst === undefined
    ? Layer.succeed(SendThroughput, { count: () => Effect.void })
    : Layer.effect(SendThroughput, make(limits))
