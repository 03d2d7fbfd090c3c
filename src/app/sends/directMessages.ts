import { Effect } from "effect"
import type { PersonalMessage } from "../../domain/messages/messenger/composeMessenger.ts"
import { personIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import { storedMessengerMessage } from "../../domain/messages/messenger/MessengerContent.ts"
import { announcedPart } from "../../domain/messages/WhatsAppContent.ts"
import type { MessengerChannel } from "../../domain/conversations/Channel.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { DirectMessages } from "../../ports/sends/WhatsApp.ts"
import type { ConnectedAccount } from "../../ports/access/ChannelAccounts.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { chooseAccount, choosePage } from "./chooseSender.ts"
import { dispatch } from "./dispatch.ts"
import { quotedMessage } from "./quotedMessage.ts"
import { sendOnce } from "./callOnce.ts"

/** Sends from the account, on the path that every send takes. `beforeCall` runs each time before the platform is called. */
export const dispatchDirectMessage = Effect.fnUntraced(function* <R = never>(
  from: ConnectedAccount,
  channel: MessengerChannel,
  { content, replyTo: named, tag, to, type }: PersonalMessage,
  answered: ConversationId | null = null,
  beforeCall: ((sendId: MessageId) => Effect.Effect<void, never, R>) | null = null
) {
  const platform = yield* DirectMessages
  const identity = personIdentity(channel, from.account, to)
  const quoted =
    named === undefined
      ? null
      : yield* quotedMessage(from.account.organizationId, { from: from.account, identity }, "replyTo", named)
  const replyTo = quoted?.platformMessageId ?? null
  const stored = storedMessengerMessage(content, replyTo)
  const outgoing = {
    from: from.account,
    identity,
    to,
    recipient: {},
    answered,
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
  return yield* dispatch(from.account.organizationId, outgoing, callPlatform)
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
