import { Effect } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import { ContactNotFound } from "../../domain/contacts/Contact.ts"
import type { MessengerChannel } from "../../domain/conversations/Channel.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { MediaId } from "../../domain/Ids.ts"
import {
  type PersonalMessage,
  type ReplyDraft,
  composeReply,
  replyFileKind,
  withFile
} from "../../domain/messages/messenger/composeMessenger.ts"
import { FileGivenTwice } from "../../domain/media/SentFile.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { accountOfConversation } from "./chooseSender.ts"
import { dispatchDirectMessage } from "./directMessages.ts"
import { attachFile, uploadToPlatform } from "./uploadToPlatform.ts"
import { withReadReceipt } from "../messages/readReceipts.ts"
import { sendOnce } from "./callOnce.ts"
import { checkRunning } from "./sendToContact.ts"

/** A conversation of the Messenger Platform, and its channel. */
export interface PersonalConversation {
  readonly channel: MessengerChannel
  readonly conversation: Conversation
}

/** A reply that may show an uploaded file. */
export interface ReplyWithFile extends ReplyDraft {
  /** Null without an uploaded file. */
  readonly mediaId: MediaId | null
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
  (send, { organizationId }) => sendOnce(organizationId, send),
  spanned("sendInConversation")
)

/**
 * Sends to the person of the conversation, from the account that the conversation came over (contract: Replies). A
 * closed conversation is opened again, unless the contact has another one on the account that is not closed: the
 * message belongs to that one (contract: Answers in closed conversations).
 */
export const replyInConversation = Effect.fnUntraced(
  function* (access: SessionAccess, { channel, conversation }: PersonalConversation, reply: ReplyWithFile) {
    const { channelAccountId, contactId } = conversation
    const { from, to } = yield* personOf(channel, conversation)
    const { mediaId, ...draft } = reply
    if (mediaId === null) {
      const message = yield* Effect.fromResult(composeReply(channel, to, draft))
      yield* checkRunning(access, contactId, channelAccountId)
      return yield* dispatchDirectMessage(from, channel, message, conversation.id)
    }
    if ((draft.attachmentUrl ?? null) !== null) {
      return yield* new FileGivenTwice({ field: "mediaId", other: "attachmentUrl" })
    }
    const kind = yield* Effect.fromResult(replyFileKind(draft.type ?? "text"))
    yield* checkRunning(access, contactId, channelAccountId)
    const { file, url } = yield* uploadToPlatform(from, { mediaId, contactId, kind })
    const message = yield* Effect.fromResult(composeReply(channel, to, { ...draft, attachmentUrl: url }))
    return yield* dispatchDirectMessage(from, channel, withFile(message, file), conversation.id, (sendId) =>
      attachFile(from, file, sendId)
    )
  },
  (send, { organizationId }) => withReadReceipt(organizationId, sendOnce(organizationId, send)),
  spanned("replyInConversation")
)
