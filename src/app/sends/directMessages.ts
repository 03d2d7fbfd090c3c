import { DateTime, Effect } from "effect"
import {
  composeFile,
  fileKindOf,
  type PersonalFile,
  type PersonalMessage
} from "../../domain/messages/messenger/composeMessenger.ts"
import { personIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { ContactId, ConversationId, MessageId, OrganizationId, PlatformMessageId } from "../../domain/Ids.ts"
import type { SentFile } from "../../domain/media/SentFile.ts"
import { sentReaction } from "../../domain/inbound/sentReaction.ts"
import { type MessengerContent, storedMessengerMessage } from "../../domain/messages/messenger/MessengerContent.ts"
import { type PrivateReply, storedPrivateReply } from "../../domain/messages/messenger/privateReply.ts"
import { announcedPart } from "../../domain/messages/WhatsAppContent.ts"
import type { MessengerChannel } from "../../domain/conversations/Channel.ts"
import { applyReaction } from "../inbound/applyReaction.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { DirectMessages } from "../../ports/sends/WhatsApp.ts"
import type { ConnectedAccount } from "../../ports/access/ChannelAccounts.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { chooseAccount, choosePage } from "./chooseSender.ts"
import { dispatch } from "./dispatch.ts"
import { contactOf, refusedFile, untakenFile } from "./namedFiles.ts"
import { quotedMessage } from "./quotedMessage.ts"
import { sendOnce } from "./callOnce.ts"
import { callWithFiles, uploadToPlatform } from "./uploadToPlatform.ts"

/** The message that the send refers to: the dotted name of the field, and the id there; null if there is none. */
const referenceOf = (content: MessengerContent, replyTo: string | undefined) => {
  if (content._tag === "Reaction") return { field: "reaction.messageId", id: content.messageId }
  return replyTo === undefined ? null : { field: "replyTo", id: replyTo }
}

/** The content, and the message that it answers, with the platform's id of the message that was found. */
const withReference = (content: MessengerContent, id: PlatformMessageId | null) =>
  content._tag === "Reaction" && id !== null
    ? { content: { ...content, messageId: id }, replyTo: null }
    : { content, replyTo: id }

/**
 * Sends from the account, on the path that every send takes. A message that it answers or reacts to is looked up first
 * (contract: Answers to a message). `files` are those that it shows, which the platform has.
 */
export const dispatchDirectMessage = Effect.fnUntraced(function* (
  from: ConnectedAccount,
  channel: MessengerChannel,
  { content: requested, replyTo: answeredId, tag, to, type }: PersonalMessage,
  answered: ConversationId | null = null,
  files: ReadonlyArray<SentFile> = []
) {
  const platform = yield* DirectMessages
  const { account } = from
  const identity = personIdentity(channel, account, to)
  const reference = referenceOf(requested, answeredId)
  const quoted =
    reference === null
      ? null
      : yield* quotedMessage(account.organizationId, { from: account, identity }, reference.field, reference.id)
  const { content, replyTo } = withReference(requested, quoted?.platformMessageId ?? null)
  const stored = storedMessengerMessage(content, replyTo)
  const outgoing = {
    from: account,
    identity,
    to,
    recipient: {},
    answered: answered ?? (content._tag === "Reaction" ? (quoted?.conversationId ?? null) : null),
    type,
    kept: stored,
    announced: announcedPart(stored),
    isMarketing: null
  }
  const callPlatform = (sendId: MessageId) => {
    const sent = Effect.map(platform.send(from, to, { content, tag, replyTo }, sendId), (platformMessageId) => ({
      platformMessageId,
      waId: null
    }))
    return files.length === 0 ? sent : callWithFiles(from, files, sendId, sent)
  }
  const sent = dispatch(account.organizationId, outgoing, callPlatform)
  if (content._tag !== "Reaction") return yield* sent
  return yield* Effect.uninterruptible(
    Effect.tap(sent, ({ messageId }) =>
      Effect.gen(function* () {
        const message = { id: messageId, peer: to, type, content: stored }
        const reaction = sentReaction(account, message, yield* DateTime.now)
        if (reaction !== null) yield* applyReaction(account.organizationId, reaction)
      })
    )
  )
})

/** Sends an uploaded file to the person, once the platform has it. */
export const dispatchFile = Effect.fnUntraced(function* (
  from: ConnectedAccount,
  channel: MessengerChannel,
  contactId: ContactId | null,
  message: PersonalFile,
  answered: ConversationId | null = null
) {
  const { mediaId, type } = message
  const atPlatform = yield* uploadToPlatform(from, { mediaId, contactId, kind: fileKindOf(type) })
  return yield* dispatchDirectMessage(from, channel, composeFile(channel, message, atPlatform), answered, [
    atPlatform.file
  ])
})

/**
 * Sends to a person of one of the organization's Pages or Instagram accounts (contract: Developer Messenger; Developer
 * Instagram; Instagram sends). `from` names it; null: `choosePage` decides.
 */
export const sendDirectMessage = Effect.fnUntraced(
  function* (
    organizationId: OrganizationId,
    channel: MessengerChannel,
    message: PersonalMessage | PersonalFile,
    from: string | null = null
  ) {
    const account = yield* choosePage(organizationId, channel, from, (account) =>
      personIdentity(channel, account, message.to)
    )
    if (!("mediaId" in message)) return yield* dispatchDirectMessage(account, channel, message)
    const contactId = yield* contactOf(organizationId, personIdentity(channel, account.account, message.to))
    return yield* Effect.catchTags(dispatchFile(account, channel, contactId, message), {
      ...refusedFile(`${fileKindOf(message.type)}.mediaId`),
      ...untakenFile
    })
  },
  (send, organizationId) => sendOnce(organizationId, send),
  spanned("sendDirectMessage")
)

/**
 * Sends a private reply to a comment (contract: Private replies). The platform's answer names the author, who becomes the
 * contact of the message with its outcome. `from` names the Page or account below whose post the comment is; null: the one
 * connected first.
 */
export const sendPrivateReply = Effect.fnUntraced(
  function* (
    organizationId: OrganizationId,
    channel: MessengerChannel,
    reply: PrivateReply,
    from: string | null = null
  ) {
    const sender = yield* chooseAccount(organizationId, channel, from)
    const { account } = sender
    const { replyToComment } = yield* DirectMessages
    const { commentId, content, type } = reply
    const stored = storedPrivateReply(reply)
    const outgoing = {
      from: account,
      identity: null,
      to: commentId,
      recipient: {},
      answered: null,
      type,
      kept: stored,
      announced: announcedPart(stored),
      isMarketing: null
    }
    return yield* dispatch(organizationId, outgoing, (sendId) =>
      Effect.map(replyToComment(sender, commentId, content, sendId), ({ personId, platformMessageId }) => ({
        platformMessageId,
        waId: null,
        person: { identity: personIdentity(channel, account, personId), peer: personId }
      }))
    )
  },
  (send, organizationId) => sendOnce(organizationId, send),
  spanned("sendPrivateReply")
)

/**
 * The conversations of a Page or Instagram account of the organization, as the platform lists them now (contract:
 * Instagram conversations).
 * `from` names it; null: the one connected first.
 */
export const platformConversations = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  channel: MessengerChannel,
  from: string | null = null
) {
  yield* outsideTransaction("platformConversations")
  const platform = yield* DirectMessages
  return yield* platform.conversations(yield* chooseAccount(organizationId, channel, from))
}, spanned("platformConversations"))
