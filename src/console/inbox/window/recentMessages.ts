import type { MessagingWindow } from "../../../domain/conversation/MessagingWindow.ts"
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
