import { Effect } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import { ContactNotFound } from "../../domain/contacts/Contact.ts"
import type { MessengerChannel } from "../../domain/conversations/Channel.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { PersonalMessage } from "../../domain/messages/messenger/composeMessenger.ts"
import { composedReply, type ReplyToRecord } from "../../domain/sends/pendingContent.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { accountOfConversation } from "./chooseSender.ts"
import { dispatchDirectMessage, dispatchFile } from "./directMessages.ts"
import { afterReply, withReplyAssignment } from "./afterReply.ts"
import { sendOnce } from "./callOnce.ts"
import { checkRunning } from "./sendToContact.ts"

/** A conversation of the Messenger Platform, and its channel. */
export interface PersonalConversation {
  readonly channel: MessengerChannel
  readonly conversation: Conversation
}

/** The account of the conversation, and the person as it knows them. */
export const personOf = Effect.fnUntraced(function* (channel: MessengerChannel, conversation: Conversation) {
  const from = yield* accountOfConversation(conversation)
  const known = yield* (yield* ContactStore).identities(conversation.organizationId, conversation.contactId)
  const person = known.find(({ kind, scope }) => kind === channel && scope === from.account.externalId)
  if (person === undefined) return yield* new ContactNotFound()
  return { from, to: person.value }
})

/** Sends a composed message to the person of the conversation, as `replyInConversation` does. */
export const sendInConversation = Effect.fnUntraced(
  function* (
    access: SessionAccess,
    { channel, conversation }: PersonalConversation,
    message: Omit<PersonalMessage, "to">
  ) {
    const { from, to } = yield* personOf(channel, conversation)
    yield* checkRunning(access, conversation.contactId, conversation.channelAccountId)
    return yield* dispatchDirectMessage(from, channel, { ...message, to }, conversation.id)
  },
  (send, access) => withReplyAssignment(access, sendOnce(access.organizationId, send)),
  spanned("sendInConversation")
)

/**
 * Sends to the person of the conversation, from the account that the conversation came over (contract: Replies). A
 * closed conversation is opened again, unless the contact has another one on the account that is not closed: the
 * message belongs to that one (contract: Answers in closed conversations).
 */
export const replyInConversation = Effect.fnUntraced(
  function* (access: SessionAccess, { channel, conversation }: PersonalConversation, reply: ReplyToRecord) {
    const { channelAccountId, contactId, id } = conversation
    const { from, to } = yield* personOf(channel, conversation)
    const message = yield* Effect.fromResult(composedReply(channel, to, reply))
    yield* checkRunning(access, contactId, channelAccountId)
    return "mediaId" in message
      ? yield* dispatchFile(from, channel, contactId, { ...message, to }, id)
      : yield* dispatchDirectMessage(from, channel, { ...message, to }, id)
  },
  (send, access) => afterReply(access, sendOnce(access.organizationId, send)),
  spanned("replyInConversation")
)
