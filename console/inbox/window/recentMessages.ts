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

/** Messages per page, and maximum pages to search for the contact's last message. */
const pageSize = 100
const maxPages = 5

/** Facts about the contact in the newest messages of a conversation. */
interface RecentMessages {
  readonly window: MessagingWindow
  /** Their latest referral; null if none of the newest messages has one. */
  readonly referral: NonNullable<Message["referral"]> | null
}

/** Loads the newest messages of a conversation: one page, or more until the last message of the contact. */
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

/** Maximum conversations of a contact to search for their last message. */
const maxConversations = 20

/** A conversation whose window is computed. Contact and account determine it. */
export interface WindowOwner {
  readonly conversationId: string
  readonly contactId: string
  readonly channel: Channel
  /** Null if the organization has one account on the channel. */
  readonly accountId: string | null
}

/** The fields of a conversation that the search for the window needs. */
type Other = Pick<ConversationItem, "id" | "updatedAt">

/**
 * Messaging window that these conversations (last updated first) opened. The search stops at a conversation that
 * changed before the known window opened, or before the longest window.
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

/** Messaging window that other conversations of the contact and account opened. */
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
