import { Effect } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import { ContactNotFound } from "../../domain/contact/Contact.ts"
import type { MessengerChannel } from "../../domain/conversation/Channel.ts"
import { type Conversation, ConversationOnWhatsApp } from "../../domain/conversation/Conversation.ts"
import type { ConversationId } from "../../domain/Ids.ts"
import { composeReply, type ReplyDraft } from "../../domain/message/composeReply.ts"
import { ChannelAccounts } from "../../ports/stores/ChannelAccounts.ts"
import { ContactStore } from "../../ports/stores/ContactStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { dispatchDirectMessage } from "./directMessages.ts"
import { sendOnce } from "./sendOnce.ts"
import { checkRunning } from "./sendToContact.ts"
import { shownConversation } from "../shownConversation.ts"

/** A conversation that takes replies, and its channel. */
export interface RepliableConversation {
  readonly channel: MessengerChannel
  readonly conversation: Conversation
}

/** The conversation, if the caller may see it and its channel takes replies. */
export const findRepliable = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const conversation = yield* shownConversation(access, id)
  const { channel } = conversation
  if (channel === "whatsapp") return yield* new ConversationOnWhatsApp()
  return { channel, conversation } satisfies RepliableConversation
}, spanned("findRepliable"))

/**
 * Sends to the person of the conversation, from the account that the conversation came over (contract C272). The message
 * belongs to the contact's conversation on the account that is not closed, which is a new one if this one is closed.
 */
export const replyInConversation = Effect.fnUntraced(
  function* (access: SessionAccess, { channel, conversation }: RepliableConversation, reply: ReplyDraft) {
    const { organizationId } = access
    const { channelAccountId, contactId } = conversation
    const from = yield* (yield* ChannelAccounts).byId(organizationId, channelAccountId)
    const known = yield* (yield* ContactStore).identities(organizationId, contactId)
    const person = known.find(({ kind, scope }) => kind === channel && scope === from.account.externalId)
    if (person === undefined) return yield* new ContactNotFound()
    const message = yield* Effect.fromResult(composeReply(channel, person.value, reply))
    yield* checkRunning(access, contactId, channelAccountId)
    return yield* dispatchDirectMessage(from, channel, message)
  },
  (send, { organizationId }) => sendOnce(organizationId, send),
  spanned("replyInConversation")
)
