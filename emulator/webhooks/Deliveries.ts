import { Chunk, Context, Effect, Layer, Option, Ref } from "effect"
import { Changes } from "../Changes.ts"
import { newest, remember } from "./Sends.ts"

/** The parts of an attempt that are known when it begins. */
export interface Attempt {
  /** ISO 8601, milliseconds, Z: when it began. */
  readonly at: string
  readonly url: string
  /** The headers that the emulator sets, signatures included; the HTTP client adds `host` and `connection`. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as it was sent, with its escapes. */
  readonly body: string
  /** The attempt that this one repeats by hand; null for every other attempt. */
  readonly redeliveryOf: number | null
}

/** One attempt to tell the app something. */
export interface Delivery extends Attempt {
  /** Counted from 1 in each process. */
  readonly id: number
  /** The HTTP status of the app's answer; 0 when none came, or when a fault lost the attempt; null while it runs. */
  readonly status: number | null
  /** How long the answer took, in milliseconds; null while the attempt runs. */
  readonly durationMillis: number | null
}

/** How an attempt ended. */
export type Ending = Pick<Delivery, "durationMillis" | "status">

/** How many attempts are remembered; the oldest are forgotten first. */
export const deliveriesCapacity = 30_000

/** The attempts to tell the app something, in the order in which they began. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    readonly all: Effect.Effect<ReadonlyArray<Delivery>>
    readonly clear: Effect.Effect<void>
    find(id: number): Effect.Effect<Option.Option<Delivery>>
    /** Enters an attempt that begins. The result takes its ending. */
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
    const kept = Effect.map(Ref.get(all), (entered) => newest(entered, deliveriesCapacity))
    return Deliveries.of({
      all: Effect.flatMap(kept, Effect.forEach(read)),
      clear: Effect.andThen(Ref.set(all, Chunk.empty()), touch("deliveries")),
      find: (id) =>
        Effect.flatMap(kept, (entered) =>
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
