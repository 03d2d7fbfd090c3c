import { Chunk, Context, Effect, Layer, Ref } from "effect"
import type { Channel } from "../../domain/conversation/Channel.ts"

/** A list that is bounded. Appending is cheap, forgetting is not: it waits until as many again are due. */
export const remember = <A>(all: Chunk.Chunk<A>, one: A, capacity: number): Chunk.Chunk<A> => {
  const more = Chunk.append(all, one)
  return more.length < 2 * capacity ? more : Chunk.fromIterable(newest(more, capacity))
}

/** The newest of the list, which may be longer for a while. */
export const newest = <A>(all: Chunk.Chunk<A>, capacity: number): ReadonlyArray<A> =>
  Chunk.toReadonlyArray(all).slice(-capacity)

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
