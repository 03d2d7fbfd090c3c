import { Chunk, Context, Effect, Layer, Ref, Schema } from "effect"
import { Channel } from "../../src/domain/conversations/Channel.ts"
import { savedPart, savedPiece, SavedState } from "../SavedState.ts"

/** Adds an entry to a bounded list. Old entries are removed in batches, because removal is expensive. */
export const remember = <A>(all: Chunk.Chunk<A>, one: A, capacity: number): Chunk.Chunk<A> => {
  const more = Chunk.append(all, one)
  return more.length < 2 * capacity ? more : Chunk.fromIterable(newest(more, capacity))
}

/** The newest entries of the list, which may temporarily be longer. */
export const newest = <A>(all: Chunk.Chunk<A>, capacity: number): ReadonlyArray<A> =>
  Chunk.toReadonlyArray(all).slice(-capacity)

/** The platform's reports about an accepted message. */
const Outcome = Schema.Literals(["echo", "sent", "delivered", "read", "failed"])
export type Outcome = typeof Outcome.Type

/** A message that the platform accepted, even if the sender received no answer. */
const SentMessage = Schema.Struct({
  /** `wamid.…` or `m_…`. */
  id: Schema.String,
  channel: Channel,
  /** The phone number id, Page or Instagram account of the sender. */
  accountId: Schema.String,
  /** The `wa_id`, the business-scoped user id, or the person's id. */
  to: Schema.String,
  /** ISO 8601, milliseconds, Z. */
  at: Schema.String,
  /** False if the connection was closed instead of an answer. */
  answered: Schema.Boolean,
  /** All reported outcomes, in order. */
  outcomes: Schema.Array(Outcome)
})
export type SentMessage = typeof SentMessage.Type

/** Maximum number of stored messages; the oldest are removed first. */
export const sendsCapacity = 30_000

/** The accepted messages with their outcomes, newest last. */
export class Sends extends Context.Service<
  Sends,
  {
    readonly all: Effect.Effect<ReadonlyArray<SentMessage>>
    record(message: SentMessage): Effect.Effect<void>
    /** Adds a later outcome to each of the messages that lacks it. */
    add(ids: ReadonlySet<string>, outcome: Outcome): Effect.Effect<void>
  }
>()("emulator/Sends") {}

/** Maximum number of saved messages. */
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
