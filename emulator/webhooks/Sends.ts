import { Chunk, Context, Effect, Layer, Ref, Schema } from "effect"
import { Channel } from "../../src/domain/conversations/Channel.ts"
import { savedPart, savedPiece, SavedState } from "../SavedState.ts"

/** A list that is bounded. Appending is cheap, forgetting is not: it waits until as many again are due. */
export const remember = <A>(all: Chunk.Chunk<A>, one: A, capacity: number): Chunk.Chunk<A> => {
  const more = Chunk.append(all, one)
  return more.length < 2 * capacity ? more : Chunk.fromIterable(newest(more, capacity))
}

/** The newest of the list, which may be longer for a while. */
export const newest = <A>(all: Chunk.Chunk<A>, capacity: number): ReadonlyArray<A> =>
  Chunk.toReadonlyArray(all).slice(-capacity)

/** What the platform reports about a message that it took. */
const Outcome = Schema.Literals(["echo", "sent", "delivered", "read", "failed"])
export type Outcome = typeof Outcome.Type

/** A message that the platform took to send, whether or not the sender heard of it. */
const SentMessage = Schema.Struct({
  /** `wamid.…` or `m_…`. */
  id: Schema.String,
  channel: Channel,
  /** The phone number id, Page or Instagram account that sent it. */
  accountId: Schema.String,
  /** The `wa_id`, the business-scoped user id, or the person's id. */
  to: Schema.String,
  /** ISO 8601, milliseconds, Z. */
  at: Schema.String,
  /** False when the connection was closed in place of the answer. */
  answered: Schema.Boolean,
  /** Everything that is reported of it, in the order in which that happens. */
  outcomes: Schema.Array(Outcome)
})
export type SentMessage = typeof SentMessage.Type

/** How many messages are remembered; the oldest are forgotten first. */
export const sendsCapacity = 30_000

/** The messages that the platform took, and what each of them became; newest last. */
export class Sends extends Context.Service<
  Sends,
  {
    readonly all: Effect.Effect<ReadonlyArray<SentMessage>>
    record(message: SentMessage): Effect.Effect<void>
    /** Adds an outcome that comes later to each of the messages that lacks it. */
    add(ids: ReadonlySet<string>, outcome: Outcome): Effect.Effect<void>
  }
>()("emulator/Sends") {}

/** How many messages survive a restart. */
const savedSends = 1_000

const part = savedPiece(
  savedPart("sends", Schema.Array(SentMessage)),
  (all: Chunk.Chunk<SentMessage>) => newest(all, savedSends),
  Chunk.fromIterable
)

const withOutcome = (message: SentMessage, outcome: Outcome): SentMessage =>
  message.outcomes.includes(outcome) ? message : { ...message, outcomes: [...message.outcomes, outcome] }

export const layer: Layer.Layer<Sends> = Layer.effect(
  Sends,
  Effect.gen(function* () {
    const all = yield* (yield* SavedState).ref<Chunk.Chunk<SentMessage>>(part, Chunk.empty())
    return Sends.of({
      all: Effect.map(Ref.get(all), (entered) => newest(entered, sendsCapacity)),
      record: (message) => Ref.update(all, (entered) => remember(entered, message, sendsCapacity)),
      add: (ids, outcome) =>
        Ref.update(
          all,
          Chunk.map((message) => (ids.has(message.id) ? withOutcome(message, outcome) : message))
        )
    })
  })
)
