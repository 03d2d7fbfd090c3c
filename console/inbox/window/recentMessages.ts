import { Duration } from "effect"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import {
  humanAgentWindow,
  type MessagingWindow,
  neverOpened,
  openWindow
} from "../../../src/domain/conversations/MessagingWindow.ts"
import { defineQuery } from "../../api/query.ts"
import type { ConversationItem, Message } from "../conversationTypes.ts"
import { type WindowMessage, windowOf } from "./windowState.ts"

/** Messages of one page, and pages that are searched for the last one of the person. */
const pageSize = 100
const maxPages = 5

/** What the newest messages of a conversation say of the person. */
interface RecentMessages {
  readonly window: MessagingWindow
  /** Where they came from the last time; null if no such message is among the newest ones. */
  readonly referral: NonNullable<Message["referral"]> | null
}

/** The newest messages of a conversation: a page, and back to the last one that the person wrote. */
export const recentMessagesQuery = defineQuery(
  "recent messages",
  async (parley, conversationId: string, signal): Promise<RecentMessages> => {
    const found: Array<WindowMessage> = []
    let referral: RecentMessages["referral"] = null
    let hasWritten = false
    for await (const message of parley.messages.all({ conversationId, limit: pageSize }, { signal })) {
      found.push(message)
      referral ??= message.referral ?? null
      hasWritten ||= message.direction === "inbound"
      const isPageEnd = found.length % pageSize === 0
      if (isPageEnd && (hasWritten || found.length === pageSize * maxPages)) break
    }
    return { window: windowOf(found), referral }
  }
)

/** Conversations of a contact that are searched for the last message of the person. */
const maxConversations = 20

/** A conversation whose window is wanted: the contact and the account decide. */
export interface WindowOwner {
  readonly conversationId: string
  readonly contactId: string
  readonly channel: Channel
  /** Null where the organization has one account on the channel. */
  readonly accountId: string | null
}

/** A conversation as the search for the window needs it. */
type Other = Pick<ConversationItem, "id" | "updatedAt">

/**
 * The window that these conversations opened, the last updated first. The search ends at a conversation that changed
 * before the known window opened, or before the longest window.
 */
const windowIn = async (
  [next, ...others]: ReadonlyArray<Other>,
  known: MessagingWindow,
  messagesOf: (conversationId: string) => Promise<ReadonlyArray<WindowMessage>>
): Promise<MessagingWindow> => {
  const since = known.openedAt?.epochMilliseconds ?? Date.now() - Duration.toMillis(humanAgentWindow)
  if (next === undefined || Date.parse(next.updatedAt) <= since) return known
  const { openedAt } = windowOf(await messagesOf(next.id))
  return windowIn(others, openedAt === null ? known : openWindow(known, openedAt), messagesOf)
}

/** The window that other conversations of the contact on the account opened. */
export const otherWindowQuery = defineQuery(
  "window of other conversations",
  async (parley, { accountId, channel, contactId, conversationId }: WindowOwner, signal): Promise<MessagingWindow> => {
    const { conversations } = await parley.conversations.list({ contactId, limit: maxConversations }, { signal })
    const others = conversations.filter(
      ({ account, channel: itsChannel, id }) =>
        id !== conversationId && itsChannel === channel && (account?.id ?? null) === accountId
    )
    return windowIn(others, neverOpened, async (id) => {
      const { data } = await parley.messages.list({ conversationId: id, limit: pageSize }, { signal })
      return data
    })
  }
)
