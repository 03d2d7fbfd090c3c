import { Chunk, Context, Effect, Layer, Option, Ref } from "effect"
import { Changes } from "../Changes.ts"
import { newest, remember } from "./Sends.ts"

/** The facts of an attempt that are known at its start. */
export interface Attempt {
  /** Start time in ISO 8601, milliseconds, Z. */
  readonly at: string
  readonly url: string
  /** The headers that the emulator sets, signatures included; the HTTP client adds `host` and `connection`. */
  readonly headers: Readonly<Record<string, string>>
  /** The sent body, with its escapes. */
  readonly body: string
  /** The attempt that this one repeats manually; null for every other attempt. */
  readonly redeliveryOf: number | null
}

/** An attempt to deliver a webhook to the app. */
export interface Delivery extends Attempt {
  /** Counts from 1 in each process. */
  readonly id: number
  /** The HTTP status of the app's answer; 0 without an answer or if a fault lost the attempt; null while it runs. */
  readonly status: number | null
  /** Duration until the answer in milliseconds; null while the attempt runs. */
  readonly durationMillis: number | null
}

/** The result of an attempt. */
export type Ending = Pick<Delivery, "durationMillis" | "status">

/** Maximum number of stored attempts; the oldest are removed first. */
export const deliveriesCapacity = 30_000

/** The delivery attempts, in the order of their start. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    readonly all: Effect.Effect<ReadonlyArray<Delivery>>
    readonly clear: Effect.Effect<void>
    find(id: number): Effect.Effect<Option.Option<Delivery>>
    /** Records a started attempt. The returned function records its result. */
    begin(attempt: Attempt): Effect.Effect<(ending: Ending) => Effect.Effect<void>>
  }
>()("emulator/Deliveries") {}

interface Running extends Attempt {
  readonly id: number
  readonly ending: Ref.Ref<Ending>
}

const read = ({ ending, ...attempt }: Running): Effect.Effect<Delivery> =>
  Effect.map(Ref.get(ending), (known) => ({ ...attempt, ...known }))

const running: Ending = { status: null, durationMillis: null }

export const layer: Layer.Layer<Deliveries> = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const all = yield* Ref.make(Chunk.empty<Running>())
    const last = yield* Ref.make(0)
    const { touch } = yield* Changes
    const recent = Effect.map(Ref.get(all), (entered) => newest(entered, deliveriesCapacity))
    return Deliveries.of({
      all: Effect.flatMap(recent, Effect.forEach(read)),
      clear: Effect.andThen(Ref.set(all, Chunk.empty()), touch("deliveries")),
      find: (id) =>
        Effect.flatMap(recent, (entered) =>
          Option.match(Option.fromUndefinedOr(entered.find((one) => one.id === id)), {
            onNone: () => Effect.succeedNone,
            onSome: (one) => Effect.asSome(read(one))
          })
        ),
      begin: Effect.fnUntraced(function* (attempt) {
        const ending = yield* Ref.make(running)
        const id = yield* Ref.updateAndGet(last, (count) => count + 1)
        yield* Ref.update(all, (entered) => remember(entered, { ...attempt, id, ending }, deliveriesCapacity))
        yield* touch("deliveries")
        return (ended) => Effect.andThen(Ref.set(ending, ended), touch("deliveries"))
      })
    })
  })
)
