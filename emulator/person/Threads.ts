import { Context, Effect, HashMap, Layer, Option, Order, Ref, Schema } from "effect"
import { Channel } from "../../src/domain/conversations/Channel.ts"
import { Changes } from "../Changes.ts"
import { savedPart, savedPiece, SavedState } from "../SavedState.ts"
import { Recipient } from "../whatsapp/readSend.ts"

/** How many threads are remembered, and how many messages of each; the oldest are forgotten first. */
const maxThreads = 1_000
export const maxMessages = 200

/** How much of that survives a restart, and is exported. */
const savedThreads = 100
const savedMessages = 100

/** The facts that a read receipt of WhatsApp repeats from its message. */
const Receipt = Schema.Struct({
  to: Recipient,
  waId: Schema.String,
  callbackData: Schema.NullOr(Schema.String),
  conversationId: Schema.String,
  category: Schema.NullOr(Schema.String)
})

const Side = Schema.Literals(["business", "person"])
export type Side = typeof Side.Type

/** A message as it lies on the person's phone. */
const ThreadMessage = Schema.Struct({
  /** The platform's id. */
  id: Schema.String,
  /** ISO 8601, milliseconds, Z. */
  at: Schema.String,
  by: Side,
  /**
   * In the platform's words: on WhatsApp `{type, [type]: …}` with `context` and `referral`, on the other channels the
   * object `message`, or `{postback}`. Empty once it is deleted.
   */
  content: Schema.JsonObject,
  /** A template with its values filled in: `{header, body, footer, buttons, cards}`. */
  template: Schema.NullOr(Schema.JsonObject),
  receipt: Schema.NullOr(Receipt),
  /** The emoji of each side. */
  reactions: Schema.Struct({ business: Schema.NullOr(Schema.String), person: Schema.NullOr(Schema.String) }),
  isEdited: Schema.Boolean,
  isDeleted: Schema.Boolean
})
export type ThreadMessage = typeof ThreadMessage.Type

/** The messages of a person and an account. */
const Thread = Schema.Struct({
  channel: Channel,
  accountId: Schema.String,
  /** The `wa_id`, the business-scoped user id, or the person's id with the account. */
  personId: Schema.String,
  name: Schema.NullOr(Schema.String),
  /** Which of two threads changed last. */
  turn: Schema.Int,
  /** The oldest first. */
  messages: Schema.Array(ThreadMessage)
})
export type Thread = typeof Thread.Type

/** Names a thread. The person is known by any of the ids; a new thread takes the first. */
export interface ThreadPlace {
  readonly channel: Channel
  readonly accountId: string
  readonly ids: readonly [string, ...ReadonlyArray<string>]
}

/** The parts of a new message; the others are empty. */
export type NewMessage = Pick<ThreadMessage, "at" | "by" | "content" | "id"> &
  Partial<Pick<ThreadMessage, "receipt" | "template">>

/** The phones of all people: their messages with the accounts. */
export class Threads extends Context.Service<
  Threads,
  {
    /** The newest first. */
    readonly all: Effect.Effect<ReadonlyArray<Thread>>
    find(place: ThreadPlace): Effect.Effect<Option.Option<Thread>>
    /** Adds a message, which may begin the thread. A given name replaces the known one. */
    enter(place: ThreadPlace, message: NewMessage, name?: string | null): Effect.Effect<void>
    /** Replaces the content of a message. An unknown message changes nothing, here and below. */
    edit(place: ThreadPlace, messageId: string, content: Schema.JsonObject): Effect.Effect<void>
    remove(place: ThreadPlace, messageId: string): Effect.Effect<void>
    /** Sets the reaction of a side; an empty emoji takes it back. */
    react(place: ThreadPlace, messageId: string, by: Side, emoji: string): Effect.Effect<void>
  }
>()("emulator/Threads") {}

interface State {
  readonly turn: number
  readonly threads: HashMap.HashMap<string, Thread>
}

const none: State = { turn: 0, threads: HashMap.empty() }

const keyOf = ({ accountId, channel }: Pick<ThreadPlace, "accountId" | "channel">, id: string): string =>
  `${channel} ${accountId} ${id}`

const newestFirst = Order.mapInput(Order.flip(Order.Number), ({ turn }: Thread) => turn)

const newest = ({ threads }: State, capacity: number): ReadonlyArray<Thread> =>
  HashMap.toValues(threads).toSorted(newestFirst).slice(0, capacity)

const stateOf = (threads: ReadonlyArray<Thread>): State => ({
  turn: threads.reduce((last, { turn }) => Math.max(last, turn), 0),
  threads: HashMap.fromIterable(threads.map((thread) => [keyOf(thread, thread.personId), thread] as const))
})

const shortened = (thread: Thread): Thread => ({ ...thread, messages: thread.messages.slice(-savedMessages) })

const part = savedPiece(
  savedPart("threads", Schema.Array(Thread)),
  (state: State) => newest(state, savedThreads).map(shortened),
  stateOf
)

const found = ({ threads }: State, place: ThreadPlace): Option.Option<Thread> =>
  Option.firstSomeOf(place.ids.map((id) => HashMap.get(threads, keyOf(place, id))))

const newWith = ({ accountId, channel, ids: [personId] }: ThreadPlace): Thread => ({
  channel,
  accountId,
  personId,
  name: null,
  turn: 0,
  messages: []
})

/** Adding is cheap, forgetting is not: it waits until as many again are due. */
const put = (state: State, thread: Thread): State => {
  const turn = state.turn + 1
  const threads = HashMap.set(state.threads, keyOf(thread, thread.personId), { ...thread, turn })
  return HashMap.size(threads) < 2 * maxThreads
    ? { turn, threads }
    : { ...stateOf(newest({ turn, threads }, maxThreads)), turn }
}

export const layer: Layer.Layer<Threads> = Layer.effect(
  Threads,
  Effect.gen(function* () {
    const { touch } = yield* Changes
    const state = yield* (yield* SavedState).ref<State>(part, none)
    const update = (how: (before: State) => State) => Effect.andThen(Ref.update(state, how), touch("threads"))
    const change = (place: ThreadPlace, messageId: string, how: (message: ThreadMessage) => ThreadMessage) =>
      update((before) =>
        Option.match(found(before, place), {
          onNone: () => before,
          onSome: (thread) =>
            put(before, { ...thread, messages: thread.messages.map((one) => (one.id === messageId ? how(one) : one)) })
        })
      )

    return Threads.of({
      all: Effect.map(Ref.get(state), (now) => newest(now, maxThreads)),
      find: (place) => Effect.map(Ref.get(state), (now) => found(now, place)),
      enter: (place, { receipt = null, template = null, ...given }, name) =>
        update((before) => {
          const thread = Option.getOrElse(found(before, place), () => newWith(place))
          const message: ThreadMessage = {
            ...given,
            receipt,
            template,
            reactions: { business: null, person: null },
            isEdited: false,
            isDeleted: false
          }
          const messages = [...thread.messages.slice(1 - maxMessages), message]
          return put(before, { ...thread, name: name ?? thread.name, messages })
        }),
      edit: (place, messageId, content) =>
        change(place, messageId, (message) => ({ ...message, content, isEdited: true })),
      remove: (place, messageId) =>
        change(place, messageId, (message) => ({ ...message, content: {}, template: null, isDeleted: true })),
      react: (place, messageId, by, emoji) =>
        change(place, messageId, (message) => ({
          ...message,
          reactions: { ...message.reactions, [by]: emoji === "" ? null : emoji }
        }))
    })
  })
)
