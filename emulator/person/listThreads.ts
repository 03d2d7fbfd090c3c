import { DateTime, Effect, Option, Struct } from "effect"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { type Account, EmulatorState } from "../EmulatorState.ts"
import { Conversations } from "../messenger/Conversations.ts"
import { type OutcomesById, outcomesById, unreadOf } from "./readThread.ts"
import { signsOf } from "./signs.ts"
import { People } from "./People.ts"
import { type Thread, type ThreadMessage, Threads } from "./Threads.ts"

/** Maximum number of threads in a list, newest ones. */
const maxListed = 200

/** A thread in the list of a page. */
interface ListedThread {
  readonly channel: Channel
  readonly accountId: string
  readonly personId: string
  /** Null while it is unknown. */
  readonly name: string | null
  readonly last: ReturnType<typeof withoutReceipt> | null
  /** Number of the business's messages that the person has not read. */
  readonly unread: number
}

/** A message without the facts of its receipt. */
const withoutReceipt = (message: ThreadMessage) => Struct.omit(message, ["receipt"])

/** Conversations of Messenger and Instagram, which have names, including seeded people without a thread. */
const conversationsOf = Effect.fnUntraced(function* (accounts: ReadonlyArray<Account>) {
  const conversations = yield* Conversations
  const found: Array<ListedThread> = []
  for (const { channel, id, name } of accounts) {
    if (channel === "whatsapp") continue
    for (const conversation of yield* conversations.newestFirst({ channel, id, name })) {
      const { person: personId, username } = conversation
      found.push({ channel, accountId: id, personId, name: username ?? conversation.name, last: null, unread: 0 })
    }
  }
  return found
})

const keyOf = ({ accountId, channel, personId }: ListedThread): string => `${channel} ${accountId} ${personId}`

const listed = (
  { accountId, channel, messages, name, personId }: Thread,
  outcomes: OutcomesById,
  known: ReadonlyMap<string, ListedThread>
): ListedThread => {
  const last = messages.at(-1)
  const thread: ListedThread = {
    channel,
    accountId,
    personId,
    name,
    last: last === undefined ? null : withoutReceipt(last),
    unread: unreadOf(messages, outcomes).length
  }
  return { ...thread, name: name ?? known.get(keyOf(thread))?.name ?? null }
}

const withOutcomes = (message: ThreadMessage, outcomes: OutcomesById) => ({
  ...withoutReceipt(message),
  outcomes: outcomes.get(message.id) ?? []
})

/** The threads of all people: newest first, then conversations without a message. */
export const listThreads = Effect.gen(function* () {
  const { accounts } = yield* EmulatorState
  const outcomes = yield* outcomesById
  const known = new Map((yield* conversationsOf(accounts)).map((thread) => [keyOf(thread), thread]))
  const newest = (yield* (yield* Threads).all).slice(0, maxListed)
  const threads = newest.map((thread) => listed(thread, outcomes, known))
  for (const thread of threads) known.delete(keyOf(thread))
  return [...threads, ...known.values()].slice(0, maxListed)
})

/** The messages of a thread, oldest first. Messages of the business have their reported outcomes. */
export const readThread = Effect.fnUntraced(function* ({
  accountId,
  channel,
  personId
}: Pick<ListedThread, "accountId" | "channel" | "personId">) {
  const business = (yield* EmulatorState).accounts.find((one) => one.channel === channel && one.id === accountId)
  const others =
    channel === "whatsapp" ? yield* (yield* People).idsOf(business?.businessAccountId ?? accountId, personId) : []
  const thread = yield* (yield* Threads).find({ channel, accountId, ids: [personId, ...others] })
  const outcomes = yield* outcomesById
  const { messages, ...signs } = Option.getOrElse(thread, () => ({ messages: [] }))
  return {
    messages: messages.map((message) => withOutcomes(message, outcomes)),
    ...signsOf(signs, yield* DateTime.now)
  }
})
