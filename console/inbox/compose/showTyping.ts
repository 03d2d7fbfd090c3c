import type { ParleySession } from "../../../client/promise/createParley.ts"
import { defineQuery } from "../../api/query.ts"
import { lastInboundIn } from "./outgoingMessages.ts"

/** Settings of the organization. */
export const settingsQuery = defineQuery("settings", (parley, _: null, signal) => parley.settings.get({ signal }))

/** Milliseconds between two signs of typing: the platforms show one for 20 to 25 seconds. */
export const typingPause = 20_000

/** Whether typing is shown again, after it was shown at `last` in the conversation. */
export const isDue = (
  last: { readonly conversationId: string; readonly at: number } | null,
  conversationId: string,
  now: number
): boolean => last === null || last.conversationId !== conversationId || now - last.at >= typingPause

let last: { readonly conversationId: string; readonly at: number } | null = null

/**
 * Shows the contact that the member is typing, beside their newest message. The setting of read receipts allows it,
 * because WhatsApp marks the message as read. A failure is ignored: the sign is optional.
 */
export const showTyping = (parley: ParleySession, conversationId: string): void => {
  const messageId = lastInboundIn(conversationId)
  if (messageId === null || !isDue(last, conversationId, Date.now())) return
  last = { conversationId, at: Date.now() }
  parley.message.typing(messageId).catch(() => undefined)
}

/** The next key press shows typing again, since a message ends the sign. */
export const typingEnded = (): void => {
  last = null
}
