import { DateTime, Effect } from "effect"
import { messageSent } from "../domain/Event.ts"
import { ContactId, ConversationId, EventId, MessageId, type OrganizationId } from "../domain/Ids.ts"
import type { MessageFailure } from "../domain/Message.ts"
import { announcedContent, keptContent, messageType, type WhatsAppContent } from "../domain/WhatsAppContent.ts"
import { ChannelAccounts } from "../ports/ChannelAccounts.ts"
import type { ChannelAccount } from "../domain/Channel.ts"
import { IdSource } from "../ports/IdSource.ts"
import { PhoneNumbers, type ReadPhoneNumber } from "../ports/PhoneNumbers.ts"
import { SendLedger, type SendIntent } from "../ports/SendLedger.ts"
import { WhatsApp } from "../ports/WhatsApp.ts"

/** The intent with everything it may have to create. Ids sort in the order in which the events they name happen. */
const intend = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  from: ChannelAccount,
  to: ReadPhoneNumber,
  content: WhatsAppContent
) {
  const ids = yield* IdSource
  const at = yield* DateTime.now
  const contactId = ContactId.make(yield* ids.uuid)
  const intent: SendIntent = {
    messageId: MessageId.make(yield* ids.uuid),
    contact: {
      id: contactId,
      vendorContactId: yield* ids.vendorContactId,
      organizationId,
      phone: to.phone,
      name: "",
      email: null,
      countryCode: to.countryCode,
      tags: [],
      source: "api",
      createdAt: at
    },
    conversation: {
      id: ConversationId.make(yield* ids.uuid),
      organizationId,
      contactId,
      channel: "whatsapp",
      channelAccountId: from.id,
      status: "open",
      createdAt: at
    },
    type: messageType(content),
    content: keptContent(content),
    contactEventId: EventId.make(yield* ids.uuid),
    conversationEventId: EventId.make(yield* ids.uuid),
    at
  }
  return intent
})

/** Records that the send came to nothing, or to nobody knows what. */
const settleFailed = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  messageId: MessageId,
  result: "NotSent" | "Unknown",
  failure: MessageFailure
) {
  const ledger = yield* SendLedger
  yield* ledger.settle(organizationId, messageId, { _tag: result, failure }, yield* DateTime.now)
})

/**
 * Sends a WhatsApp message to a phone number and records it: the intent first, then the platform is asked, then its
 * answer is recorded and announced. A number that nobody is known by becomes a contact.
 *
 * Once begun it is carried to its end: a caller who goes away in the middle must not leave a message without its
 * outcome. How long that takes is bounded by the deadline of the platform's client.
 */
export const sendWhatsApp = Effect.fn("sendWhatsApp")(function* (
  organizationId: OrganizationId,
  recipient: string,
  content: WhatsAppContent
) {
  const ledger = yield* SendLedger
  const accounts = yield* ChannelAccounts
  const platform = yield* WhatsApp
  const ids = yield* IdSource

  const to = yield* Effect.fromResult((yield* PhoneNumbers).read(recipient))
  const from = yield* accounts.connected(organizationId, "whatsapp")
  const intent = yield* intend(organizationId, from.account, to, content)
  const { contactId, conversationId } = yield* ledger.reserve(organizationId, intent)

  const { platformMessageId, waId } = yield* platform.send(from, to.phone, content).pipe(
    Effect.tapErrorTag("PlatformRejected", ({ code, message, title }) =>
      settleFailed(organizationId, intent.messageId, "NotSent", { _tag: "Rejected", code, title, message })
    ),
    Effect.tapErrorTag("PlatformNotReached", ({ detail }) =>
      settleFailed(organizationId, intent.messageId, "NotSent", { _tag: "NotReached", detail })
    ),
    Effect.tapErrorTag("PlatformOutcomeUnknown", ({ detail, reason }) =>
      settleFailed(organizationId, intent.messageId, "Unknown", {
        _tag: "OutcomeUnknown",
        detail: `${reason}: ${detail}`
      })
    )
  )

  const at = yield* DateTime.now
  const event = messageSent(EventId.make(yield* ids.uuid), {
    organizationId,
    conversationId,
    channel: "whatsapp",
    platformMessageId,
    to: to.phone,
    type: intent.type,
    content: announcedContent(content),
    at
  })
  yield* ledger.settle(organizationId, intent.messageId, { _tag: "Accepted", platformMessageId, waId, event }, at)
  return { platformMessageId, contactId, conversationId }
}, Effect.uninterruptible)
