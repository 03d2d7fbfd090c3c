import { DateTime, Effect } from "effect"
import type { PersonalMessage } from "../../domain/messages/messenger/composeMessenger.ts"
import { personIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { ConversationId, MessageId, OrganizationId, PlatformMessageId } from "../../domain/Ids.ts"
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
import { quotedMessage } from "./quotedMessage.ts"
import { sendOnce } from "./callOnce.ts"

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
 * (contract: Answers to a message). `beforeCall` runs each time before the platform is called.
 */
export const dispatchDirectMessage = Effect.fnUntraced(function* <R = never>(
  from: ConnectedAccount,
  channel: MessengerChannel,
  { content: requested, replyTo: answeredId, tag, to, type }: PersonalMessage,
  answered: ConversationId | null = null,
  beforeCall: ((sendId: MessageId) => Effect.Effect<void, never, R>) | null = null
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
    return beforeCall === null ? sent : Effect.andThen(beforeCall(sendId), sent)
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

/**
 * Sends to a person of one of the organization's Pages or Instagram accounts (contract: Developer Messenger; Developer
 * Instagram; Instagram sends). `from` names it; null: `choosePage` decides.
 */
export const sendDirectMessage = Effect.fnUntraced(
  function* (
    organizationId: OrganizationId,
    channel: MessengerChannel,
    message: PersonalMessage,
    from: string | null = null
  ) {
    const account = yield* choosePage(organizationId, channel, from, (account) =>
      personIdentity(channel, account, message.to)
    )
    return yield* dispatchDirectMessage(account, channel, message)
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
