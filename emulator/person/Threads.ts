import { Context, Effect, HashMap, Layer, Option, Order, Ref, Schema, Struct } from "effect"
import { Channel } from "../../src/domain/conversations/Channel.ts"
import { Changes } from "../Changes.ts"
import { savedPart, savedPiece, SavedState } from "../SavedState.ts"
import { Recipient } from "../whatsapp/readSend.ts"

/** Maximum number of threads, and of messages of a thread; the oldest are removed first. */
const maxThreads = 1_000
export const maxMessages = 200

/** Maximum number of saved and exported threads. */
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

/** A message as the person's phone stores it. */
const ThreadMessage = Schema.Struct({
  /** The platform's id. */
  id: Schema.String,
  /** ISO 8601, milliseconds, Z. */
  at: Schema.String,
  by: Side,
  /**
   * The platform's format: on WhatsApp `{type, [type]: …}` with `context` and `referral`, on the other channels the
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
  /** Orders threads by their last change. */
  turn: Schema.Int,
  /** The person's message up to which the business has read; absent before the first read receipt. */
  readByBusiness: Schema.optionalKey(Schema.String),
  /** ISO 8601: until when the person sees that the business is typing. */
  typingUntil: Schema.optionalKey(Schema.String),
  /** Oldest first. */
  messages: Schema.Array(ThreadMessage)
})
export type Thread = typeof Thread.Type

/** Identifies a thread. The person is known by any of the ids; a new thread stores the first one. */
export interface ThreadKey {
  readonly channel: Channel
  readonly accountId: string
  readonly ids: readonly [string, ...ReadonlyArray<string>]
}

/** The fields of a new message; the others are empty. */
export type NewMessage = Pick<ThreadMessage, "at" | "by" | "content" | "id"> &
  Partial<Pick<ThreadMessage, "receipt" | "template">>

/** Read receipt and typing indicator of the business, as the person sees them. */
export type ShownSigns = Pick<Thread, "readByBusiness" | "typingUntil">

/** The phones of all people: their messages with the accounts. */
export class Threads extends Context.Service<
  Threads,
  {
    /** Newest first. */
    readonly all: Effect.Effect<ReadonlyArray<Thread>>
    find(key: ThreadKey): Effect.Effect<Option.Option<Thread>>
    /** Adds a message, which may begin the thread. The name, if present, replaces the known one. */
    enter(key: ThreadKey, message: NewMessage, name?: string | null): Effect.Effect<void>
    /** Replaces the content of a message. Here and below, an unknown message has no effect. */
    edit(key: ThreadKey, messageId: string, content: Schema.JsonObject): Effect.Effect<void>
    remove(key: ThreadKey, messageId: string): Effect.Effect<void>
    /** Sets the reaction of a side; an empty emoji removes it. */
    react(key: ThreadKey, messageId: string, by: Side, emoji: string): Effect.Effect<void>
    /** Shows signs of the business. The next message of the business ends the typing. */
    show(key: ThreadKey, signs: ShownSigns): Effect.Effect<void>
  }
>()("emulator/Threads") {}

interface State {
  readonly turn: number
  readonly threads: HashMap.HashMap<string, Thread>
}

const none: State = { turn: 0, threads: HashMap.empty() }

const keyOf = ({ accountId, channel }: Pick<ThreadKey, "accountId" | "channel">, id: string): string =>
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

const found = ({ threads }: State, key: ThreadKey): Option.Option<Thread> =>
  Option.firstSomeOf(key.ids.map((id) => HashMap.get(threads, keyOf(key, id))))

const newWith = ({ accountId, channel, ids: [personId] }: ThreadKey): Thread => ({
  channel,
  accountId,
  personId,
  name: null,
  turn: 0,
  messages: []
})

/** Adds a thread. Old ones are removed in batches, because removal is expensive. */
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
    const change = (key: ThreadKey, messageId: string, how: (message: ThreadMessage) => ThreadMessage) =>
      update((before) =>
        Option.match(found(before, key), {
          onNone: () => before,
          onSome: (thread) =>
            put(before, { ...thread, messages: thread.messages.map((one) => (one.id === messageId ? how(one) : one)) })
        })
      )

    return Threads.of({
      all: Effect.map(Ref.get(state), (now) => newest(now, maxThreads)),
      find: (key) => Effect.map(Ref.get(state), (now) => found(now, key)),
      enter: (key, { receipt = null, template = null, ...fields }, name) =>
        update((before) => {
          const thread = Option.getOrElse(found(before, key), () => newWith(key))
          const message: ThreadMessage = {
            ...fields,
            receipt,
            template,
            reactions: { business: null, person: null },
            isEdited: false,
            isDeleted: false
          }
          const messages = [...thread.messages.slice(1 - maxMessages), message]
          const rest = fields.by === "business" ? Struct.omit(thread, ["typingUntil"]) : thread
          return put(before, { ...rest, name: name ?? thread.name, messages })
        }),
      edit: (key, messageId, content) => change(key, messageId, (message) => ({ ...message, content, isEdited: true })),
      remove: (key, messageId) =>
        change(key, messageId, (message) => ({ ...message, content: {}, template: null, isDeleted: true })),
      show: (key, signs) =>
        update((before) =>
          Option.match(found(before, key), {
            onNone: () => before,
            onSome: (thread) => put(before, { ...thread, ...signs })
          })
        ),
      react: (key, messageId, by, emoji) =>
        change(key, messageId, (message) => ({
          ...message,
          reactions: { ...message.reactions, [by]: emoji === "" ? null : emoji }
        }))
    })
  })
)
