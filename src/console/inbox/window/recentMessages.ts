import { Duration } from "effect"
import type { Channel } from "../../../domain/conversation/Channel.ts"
import {
  humanAgentWindow,
  type MessagingWindow,
  neverOpened,
  openWindow
} from "../../../domain/conversation/MessagingWindow.ts"
import { defineQuery } from "../../api/query.ts"
import type { Message } from "../conversationTypes.ts"
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

/**
 * The window that other conversations of the contact on the account opened. The last updated ones come first, so the search
 * ends at a conversation that changed before the window opened, or before the longest window.
 */
export const otherWindowQuery = defineQuery(
  "window of other conversations",
  async (parley, { accountId, channel, contactId, conversationId }: WindowOwner, signal): Promise<MessagingWindow> => {
    const { conversations } = await parley.conversations.list({ contactId, limit: maxConversations }, { signal })
    const longest = Duration.toMillis(humanAgentWindow)
    let window = neverOpened
    for (const other of conversations) {
      const isSame = other.channel === channel && (other.account?.id ?? null) === accountId
      if (!isSame || other.id === conversationId) continue
      const updatedAt = Date.parse(other.updatedAt)
      const since = window.openedAt?.epochMilliseconds ?? Date.now() - longest
      if (updatedAt <= since) break
      const { data } = await parley.messages.list({ conversationId: other.id, limit: pageSize }, { signal })
      const found = windowOf(data)
      if (found.openedAt !== null) window = openWindow(window, found.openedAt)
    }
    return window
  }
)
