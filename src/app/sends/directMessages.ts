import { Effect } from "effect"
import type { PersonalMessage } from "../../domain/message/messenger/composeMessenger.ts"
import { personIdentity } from "../../domain/contact/ContactIdentity.ts"
import type { MessageId, OrganizationId } from "../../domain/Ids.ts"
import { storedMessengerMessage } from "../../domain/message/messenger/MessengerContent.ts"
import { announcedPart } from "../../domain/message/WhatsAppContent.ts"
import type { MessengerChannel } from "../../domain/conversation/Channel.ts"
import { DirectMessages } from "../../ports/platforms/DirectMessages.ts"
import { ChannelAccounts, type ConnectedAccount } from "../../ports/stores/ChannelAccounts.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { dispatch } from "./dispatch.ts"
import { sendOnce } from "./sendOnce.ts"

/** Sends from the account, on the path that every send takes. `beforeCall` runs each time before the platform is called. */
export const dispatchDirectMessage = Effect.fnUntraced(function* <R = never>(
  from: ConnectedAccount,
  channel: MessengerChannel,
  { content, tag, to, type }: PersonalMessage,
  beforeCall: ((sendId: MessageId) => Effect.Effect<void, never, R>) | null = null
) {
  const platform = yield* DirectMessages
  const stored = storedMessengerMessage(content)
  const outgoing = {
    from: from.account,
    identity: personIdentity(channel, from.account, to),
    to,
    recipient: {},
    type,
    kept: stored,
    announced: announcedPart(stored),
    isMarketing: null
  }
  const callPlatform = (sendId: MessageId) => {
    const sent = Effect.map(platform.send(from, to, content, tag, sendId), (platformMessageId) => ({
      platformMessageId,
      waId: null
    }))
    return beforeCall === null ? sent : Effect.andThen(beforeCall(sendId), sent)
  }
  return yield* dispatch(from.account.organizationId, outgoing, callPlatform)
})

/** Sends to a person of the organization's Page or Instagram account (contract C61, C62, C23). */
export const sendDirectMessage = Effect.fnUntraced(
  function* (organizationId: OrganizationId, channel: MessengerChannel, message: PersonalMessage) {
    const from = yield* (yield* ChannelAccounts).connected(organizationId, channel)
    return yield* dispatchDirectMessage(from, channel, message)
  },
  (send, organizationId) => sendOnce(organizationId, send),
  spanned("sendDirectMessage")
)

/** The conversations of the organization's Page or Instagram account, as the platform lists them now (contract C24). */
export const platformConversations = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  channel: MessengerChannel
) {
  const platform = yield* DirectMessages
  return yield* platform.conversations(yield* (yield* ChannelAccounts).connected(organizationId, channel))
}, spanned("platformConversations"))
