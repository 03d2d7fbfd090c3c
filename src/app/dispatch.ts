import { DateTime, Effect } from "effect"
import type { ChannelAccount } from "../domain/Channel.ts"
import { type Contact, newContact } from "../domain/Contact.ts"
import type { ContactIdentity } from "../domain/ContactIdentity.ts"
import { newConversation } from "../domain/Conversation.ts"
import { messageSent } from "../domain/Event.ts"
import { ContactId, ConversationId, EventId, MessageId, minted, type OrganizationId } from "../domain/Ids.ts"
import type { MessageContent } from "../domain/MessageContent.ts"
import type { MessageFailure } from "../domain/MessageFailure.ts"
import type { PlatformFailure } from "../domain/PlatformError.ts"
import { IdSource } from "../ports/IdSource.ts"
import { SendLedger, type SendIntent } from "../ports/SendLedger.ts"
import type { AcceptedSend } from "../ports/WhatsApp.ts"
import { spanned } from "../telemetry/spanned.ts"

/** A message on its way, whatever the channel. */
export interface Outgoing {
  readonly from: ChannelAccount
  readonly identity: ContactIdentity
  /** The recipient as the platform is told. */
  readonly to: string
  /** What is known of the recipient, should they be new. */
  readonly recipient: Partial<Pick<Contact, "phone" | "countryCode">>
  readonly type: string
  /** What is kept of the content, and what subscribers see of it. */
  readonly kept: MessageContent
  readonly announced: MessageContent
}

/** The intent with everything it may have to create. Ids sort in the order in which the events they name happen. */
const intend = Effect.fnUntraced(function* (organizationId: OrganizationId, outgoing: Outgoing) {
  const ids = yield* IdSource
  const at = yield* DateTime.now
  const { from, identity, kept, recipient, to, type } = outgoing
  const contactId = ContactId.make(yield* ids.uuid, minted)
  const messageId = MessageId.make(yield* ids.uuid, minted)
  const vendorContactId = yield* ids.vendorContactId
  const intent: SendIntent = {
    messageId,
    identity,
    counterpart: to,
    contact: newContact({ id: contactId, vendorContactId, organizationId, source: "api", ...recipient }, at),
    conversation: newConversation(
      {
        id: ConversationId.make(yield* ids.uuid, minted),
        organizationId,
        contactId,
        channel: from.channel,
        channelAccountId: from.id,
        source: "api"
      },
      at
    ),
    type,
    content: kept,
    contactEventId: EventId.make(yield* ids.uuid, minted),
    conversationEventId: EventId.make(yield* ids.uuid, minted),
    at
  }
  return intent
})

/** What is recorded of a send that came to nothing, or to nobody knows what. */
const failureOf = (
  failure: PlatformFailure
): { readonly _tag: "NotSent" | "Unknown"; readonly failure: MessageFailure } => {
  switch (failure._tag) {
    case "PlatformRejected": {
      const { code, message, title } = failure
      return { _tag: "NotSent", failure: { _tag: "Rejected", code, title, message } }
    }
    case "PlatformNotReached":
      return { _tag: "NotSent", failure: { _tag: "NotReached", detail: failure.detail } }
    case "PlatformOutcomeUnknown":
      return { _tag: "Unknown", failure: { _tag: "OutcomeUnknown", detail: `${failure.reason}: ${failure.detail}` } }
  }
}

/**
 * The path that every send takes: the intent is recorded first, then the platform is asked (`handOver`), then its answer
 * is recorded and announced. Somebody who is not known becomes a contact.
 *
 * Once begun it is carried to its end: a caller who goes away in the middle must not leave a message without its
 * outcome. How long that takes is bounded by the deadline of the platform's client.
 */
export const dispatch = Effect.fnUntraced(
  function* <R>(
    organizationId: OrganizationId,
    outgoing: Outgoing,
    handOver: Effect.Effect<AcceptedSend, PlatformFailure, R>
  ) {
    const ledger = yield* SendLedger
    const ids = yield* IdSource
    const intent = yield* intend(organizationId, outgoing)
    const { contactId, conversationId } = yield* ledger.reserve(organizationId, intent)

    const { platformMessageId, waId } = yield* Effect.tapError(handOver, (failure) =>
      Effect.flatMap(DateTime.now, (at) => ledger.settle(organizationId, intent.messageId, failureOf(failure), at))
    )

    const at = yield* DateTime.now
    const event = messageSent(EventId.make(yield* ids.uuid, minted), {
      organizationId,
      conversationId,
      channel: outgoing.from.channel,
      platformMessageId,
      to: outgoing.to,
      type: outgoing.type,
      content: outgoing.announced,
      at
    })
    yield* ledger.settle(organizationId, intent.messageId, { _tag: "Accepted", platformMessageId, waId, event }, at)
    return { messageId: intent.messageId, platformMessageId, contactId, conversationId }
  },
  Effect.uninterruptible,
  spanned("dispatch")
)
