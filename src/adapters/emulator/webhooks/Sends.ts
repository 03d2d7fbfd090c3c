import { Chunk, Context, Effect, Layer, Ref } from "effect"
import type { Channel } from "../../../domain/Channel.ts"
import { newest, remember } from "./remember.ts"

/** What the platform reports about a message that it took. */
export type Outcome = "echo" | "sent" | "delivered" | "read" | "failed"

/** A message that the platform took to send, whether or not the sender heard of it. */
export interface SentMessage {
  /** `wamid.…` or `m_…`. */
  readonly id: string
  readonly channel: Channel
  /** The phone number id, Page or Instagram account that sent it. */
  readonly accountId: string
  /** The `wa_id`, the business-scoped user id, or the person's id. */
  readonly to: string
  /** ISO 8601, milliseconds, Z. */
  readonly at: string
  /** False when the connection was closed in place of the answer. */
  readonly answered: boolean
  /** Everything that is reported of it, in the order in which that happens. */
  readonly outcomes: ReadonlyArray<Outcome>
}

/** How many messages are remembered; the oldest are forgotten first. */
export const sendsCapacity = 30_000

/** The messages that the platform took, and what each of them became; newest last. */
export class Sends extends Context.Service<
  Sends,
  {
    readonly all: Effect.Effect<ReadonlyArray<SentMessage>>
    record(message: SentMessage): Effect.Effect<void>
  }
>()("emulator/Sends") {}

export const layer: Layer.Layer<Sends> = Layer.effect(
  Sends,
  Effect.map(Ref.make(Chunk.empty<SentMessage>()), (all) =>
    Sends.of({
      all: Effect.map(Ref.get(all), (entered) => newest(entered, sendsCapacity)),
      record: (message) => Ref.update(all, (entered) => remember(entered, message, sendsCapacity))
    })
  )
)
