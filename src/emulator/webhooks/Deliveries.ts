import { Chunk, Context, Effect, Layer, Ref } from "effect"
import { newest, remember } from "./Sends.ts"

/** One attempt to tell the app something. */
export interface Delivery {
  /** ISO 8601, milliseconds, Z: when it began. */
  readonly at: string
  /** The body as it was sent, with its escapes. */
  readonly body: string
  /** The HTTP status of the app's answer; 0 when none came, or when a fault lost the attempt; null while it runs. */
  readonly status: number | null
}

/** How many attempts are remembered; the oldest are forgotten first. */
export const deliveriesCapacity = 30_000

/** The attempts to tell the app something, in the order in which they began. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    readonly all: Effect.Effect<ReadonlyArray<Delivery>>
    readonly clear: Effect.Effect<void>
    /** Enters an attempt that begins; what this gives is to be told the status in the end. */
    begin(at: string, body: string): Effect.Effect<(status: number) => Effect.Effect<void>>
  }
>()("emulator/Deliveries") {}

interface Running extends Omit<Delivery, "status"> {
  readonly status: Ref.Ref<number | null>
}

const read = ({ status, ...rest }: Running): Effect.Effect<Delivery> =>
  Effect.map(Ref.get(status), (known) => ({ ...rest, status: known }))

export const layer: Layer.Layer<Deliveries> = Layer.effect(
  Deliveries,
  Effect.map(Ref.make(Chunk.empty<Running>()), (all) =>
    Deliveries.of({
      all: Effect.flatMap(Ref.get(all), (entered) => Effect.forEach(newest(entered, deliveriesCapacity), read)),
      clear: Ref.set(all, Chunk.empty()),
      begin: Effect.fnUntraced(function* (at, body) {
        const status = yield* Ref.make<number | null>(null)
        yield* Ref.update(all, (entered) => remember(entered, { at, body, status }, deliveriesCapacity))
        return (known) => Ref.set(status, known)
      })
    })
  )
)
