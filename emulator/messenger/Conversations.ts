import { Context, DateTime, Effect, HashMap, Layer, Option, Order, Ref, Schema } from "effect"
import type { EmulatorSeed } from "../EmulatorSeed.ts"
import { savedPart, SavedState } from "../SavedState.ts"
import { type Inbox, sendersOf } from "./Sender.ts"

/** How many conversations an inbox has; those that are quiet for longest are forgotten first. */
export const maxConversations = 1_000

const Conversation = Schema.Struct({
  person: Schema.String,
  name: Schema.String,
  /** On Instagram; null while it is the name. */
  username: Schema.NullOr(Schema.String),
  updatedAt: Schema.DateTimeUtc,
  /** Which of two that were updated in one millisecond is the newer. */
  turn: Schema.Int,
  messageCount: Schema.Int,
  unreadCount: Schema.Int,
  /** The last message in either direction. Null for a seeded conversation without messages. */
  snippet: Schema.NullOr(Schema.String)
})
export type Conversation = typeof Conversation.Type

/** The reported parts of a person's profile. */
export interface ReportedProfile {
  readonly name?: string | undefined
  readonly username?: string | undefined
}

/** The conversations of each inbox, by its id. */
export class Conversations extends Context.Service<
  Conversations,
  {
    /** Whether the person has a conversation with the inbox. */
    has(inbox: Inbox, person: string): Effect.Effect<boolean>
    newestFirst(inbox: Inbox): Effect.Effect<ReadonlyArray<Conversation>>
    /** Records a message to the person, which may begin a conversation. The given profile replaces the known one. */
    enter(inbox: Inbox, person: string, snippet: string, told?: ReportedProfile): Effect.Effect<void>
    /**
     * Records an unread message from the person. A null snippet stands for a message without text.
     * The given profile replaces the known one.
     */
    receive(inbox: Inbox, person: string, snippet: string | null, told?: ReportedProfile): Effect.Effect<void>
  }
>()("emulator/Conversations") {}

type ByPerson = HashMap.HashMap<string, Conversation>

const none = (): ByPerson => HashMap.empty()

/** The name of a person without a profile. */
const madeName = ({ channel }: Inbox, person: string): string =>
  channel === "messenger" ? `Person ${person}` : `person_${person}`

const newWith = (inbox: Inbox, person: string, updatedAt: DateTime.Utc): Conversation => ({
  person,
  name: madeName(inbox, person),
  username: null,
  updatedAt,
  turn: 0,
  messageCount: 0,
  unreadCount: 0,
  snippet: null
})

/** A username is a better name than one that was made up. */
const withProfile = (inbox: Inbox, before: Conversation, { name, username }: ReportedProfile = {}): Conversation => ({
  ...before,
  name: name ?? (before.name === madeName(inbox, before.person) ? username : undefined) ?? before.name,
  username: username ?? before.username
})

const newer = Order.combine(
  Order.mapInput(Order.flip(Order.Number), ({ updatedAt }: Conversation) => DateTime.toEpochMillis(updatedAt)),
  Order.mapInput(Order.flip(Order.Number), ({ turn }: Conversation) => turn)
)

const newest = (conversations: ByPerson): ReadonlyArray<Conversation> =>
  HashMap.toValues(conversations).toSorted(newer).slice(0, maxConversations)

/** Adding is cheap, forgetting is not: it waits until as many again are due. */
const add = (conversations: ByPerson, conversation: Conversation): ByPerson => {
  const all = HashMap.set(conversations, conversation.person, conversation)
  return HashMap.size(all) < 2 * maxConversations
    ? all
    : HashMap.fromIterable(newest(all).map((kept) => [kept.person, kept] as const))
}

const seeded = (seed: EmulatorSeed, now: DateTime.Utc): HashMap.HashMap<string, ByPerson> => {
  const inboxes = sendersOf(seed).flatMap((sender) => sender.inboxes)
  return HashMap.fromIterable(
    inboxes.map((inbox) => {
      const conversations = (seed.conversations?.[inbox.id] ?? []).map(
        ({ name, personId, unreadCount = 0, updatedAt = now }, index): Conversation => ({
          person: personId,
          name: name ?? madeName(inbox, personId),
          username: null,
          updatedAt,
          turn: -index,
          messageCount: 1,
          unreadCount,
          snippet: null
        })
      )
      return [inbox.id, conversations.reduce(add, none())] as const
    })
  )
}

const Inboxes = Schema.Struct({
  turn: Schema.Int,
  inboxes: Schema.HashMap(Schema.String, Schema.HashMap(Schema.String, Conversation))
})
const part = savedPart("conversations", Inboxes)

/** The saved conversations, and those of the seed that are not among them. */
const withSeed = (saved: Inboxes["inboxes"], seed: Inboxes["inboxes"]): Inboxes["inboxes"] =>
  HashMap.reduce(seed, saved, (all, conversations, inbox) => {
    const known = Option.getOrElse(HashMap.get(all, inbox), none)
    const missing = HashMap.filter(conversations, (_, person) => !HashMap.has(known, person))
    return HashMap.isEmpty(missing) ? all : HashMap.set(all, inbox, HashMap.union(known, missing))
  })

type Inboxes = typeof Inboxes.Type

const make = Effect.fnUntraced(function* (seed: EmulatorSeed) {
  const state = yield* (yield* SavedState).ref<Inboxes>(part, { turn: 1, inboxes: HashMap.empty() })
  const given = seeded(seed, yield* DateTime.now)
  yield* Ref.update(state, ({ inboxes, turn }) => ({ turn, inboxes: withSeed(inboxes, given) }))
  const ofInbox = ({ id }: Inbox) =>
    Effect.map(Ref.get(state), ({ inboxes }) => Option.getOrElse(HashMap.get(inboxes, id), none))

  /** One message more, after which the conversation is the newest. */
  const advance = Effect.fnUntraced(function* (
    inbox: Inbox,
    person: string,
    change: (before: Conversation) => Conversation
  ) {
    const updatedAt = yield* DateTime.now
    yield* Ref.update(state, ({ inboxes, turn }) => {
      const conversations = Option.getOrElse(HashMap.get(inboxes, inbox.id), none)
      const before = Option.getOrElse(HashMap.get(conversations, person), () => newWith(inbox, person, updatedAt))
      const after = change({ ...before, updatedAt, turn, messageCount: before.messageCount + 1 })
      return { turn: turn + 1, inboxes: HashMap.set(inboxes, inbox.id, add(conversations, after)) }
    })
  })

  return Conversations.of({
    has: (inbox, person) => Effect.map(ofInbox(inbox), (conversations) => HashMap.has(conversations, person)),
    newestFirst: (inbox) => Effect.map(ofInbox(inbox), newest),
    enter: (inbox, person, snippet, told) =>
      advance(inbox, person, (before) => ({ ...withProfile(inbox, before, told), snippet })),
    receive: (inbox, person, snippet, told) =>
      advance(inbox, person, (before) => {
        const named = withProfile(inbox, before, told)
        return {
          ...named,
          unreadCount: before.unreadCount + 1,
          snippet: snippet ?? `${named.name} sent an attachment.`
        }
      })
  })
})

export const layer = (seed: EmulatorSeed): Layer.Layer<Conversations> => Layer.effect(Conversations, make(seed))
