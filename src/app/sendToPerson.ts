import { Effect } from "effect"
import type { PersonalMessage } from "../domain/message/composeMessenger.ts"
import { personIdentity } from "../domain/contact/ContactIdentity.ts"
import type { OrganizationId, PlatformMessageId } from "../domain/Ids.ts"
import { type MessageTag, type MessengerContent, messengerMessage } from "../domain/message/MessengerContent.ts"
import type { PersonalChannel } from "../domain/message/MessengerRules.ts"
import type { PlatformFailure } from "../domain/message/PlatformError.ts"
import { ChannelAccounts, type ConnectedAccount } from "../ports/stores/ChannelAccounts.ts"
import { Instagram } from "../ports/platforms/Instagram.ts"
import { Messenger } from "../ports/platforms/Messenger.ts"
import { spanned } from "../telemetry/spanned.ts"
import { dispatch } from "./dispatch.ts"

/** As much of `Messenger` and `Instagram` as a send needs; they share it. */
interface Platform {
  send(
    from: ConnectedAccount,
    to: string,
    content: MessengerContent,
    tag: MessageTag | null
  ): Effect.Effect<PlatformMessageId, PlatformFailure>
}

const sendOver = Effect.fnUntraced(function* (
  channel: PersonalChannel,
  platform: Platform,
  organizationId: OrganizationId,
  { content, tag, to, type }: PersonalMessage
) {
  const from = yield* (yield* ChannelAccounts).connected(organizationId, channel)
  const message = messengerMessage(content)
  const outgoing = {
    from: from.account,
    identity: personIdentity(channel, from.account, to),
    to,
    recipient: {},
    type,
    kept: message,
    announced: message,
    isMarketing: null
  }
  const callPlatform = Effect.map(platform.send(from, to, content, tag), (platformMessageId) => ({
    platformMessageId,
    waId: null
  }))
  return yield* dispatch(organizationId, outgoing, callPlatform)
})

/** Sends to a person of the organization's Page (contract C61). */
export const sendMessenger = Effect.fnUntraced(function* (organizationId: OrganizationId, message: PersonalMessage) {
  return yield* sendOver("messenger", yield* Messenger, organizationId, message)
}, spanned("sendMessenger"))

/** Sends to a person of the organization's Instagram account (contract C62, C23). */
export const sendInstagram = Effect.fnUntraced(function* (organizationId: OrganizationId, message: PersonalMessage) {
  return yield* sendOver("instagram", yield* Instagram, organizationId, message)
}, spanned("sendInstagram"))
