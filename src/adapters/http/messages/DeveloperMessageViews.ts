import { DateTime, Schema } from "effect"
import { ChannelAccountId, ContactId, ConversationId, MessageId } from "../../../domain/Ids.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { Direction, PublicMessageStatus, type SettledMessage } from "../../../domain/messages/Message.ts"
import type { QuotedMessage } from "../../../domain/messages/messageContext.ts"
import { messageTimes } from "../../../domain/messages/messageTimes.ts"
import { defaultPageSize, maxPageSize } from "../../../domain/text/Page.ts"
import { visibleParts } from "../../../domain/webhooks/messageEvents.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { entryLimit, timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { instant, Text } from "../interfaces/requestFields.ts"
import { afterwardFields, afterwardsOf, besideFields, besideOf } from "./MessageViews.ts"

const step = (description: string) =>
  Schema.NullOr(timestamp(description)).annotate({
    description: `${description}: ISO 8601, UTC, with milliseconds; null if it did not, or if it is not known`
  })

/** The times of the steps of a message (contract: Times of a message). */
export const timeFields = {
  sentAt: step("When it was sent, and the platform accepted it"),
  deliveredAt: step("When it was delivered"),
  readAt: step("When it was read"),
  failedAt: step("When it failed")
}

/** The values of `timeFields`. */
export const timesOf = (message: SettledMessage) => {
  const { deliveredAt, failedAt, readAt, sentAt } = messageTimes(message)
  return {
    sentAt: timestampOrNull(sentAt),
    deliveredAt: timestampOrNull(deliveredAt),
    readAt: timestampOrNull(readAt),
    failedAt: timestampOrNull(failedAt)
  }
}

/** A message for a backend (contract: Messages for backends). */
const DeveloperMessage = Schema.Struct({
  id: MessageId.annotate({ description: "The message's id" }),
  waMessageId: Schema.String.annotate({ description: "The platform's id of the message; empty when it is not known" }),
  conversationId: ConversationId.annotate({ description: "The conversation that it belongs to" }),
  contactId: ContactId.annotate({ description: "The contact of the conversation" }),
  channel: Channel.annotate({ description: "whatsapp, messenger or instagram" }),
  accountId: ChannelAccountId.annotate({ description: "The number, Page or account that it came over" }),
  direction: Direction.annotate({ description: "inbound or outbound" }),
  person: Schema.String.annotate({
    description: "The other side: phone number, E.164 without +, or the platform's id of the person"
  }),
  type: Schema.String.annotate({ description: "The type of message, as in events" }),
  content: Schema.JsonObject.annotate({ description: "What it says, as in events" }),
  status: PublicMessageStatus.annotate({ description: "sent, delivered, read or failed" }),
  timestamp: timestamp("When it was said"),
  ...timeFields,
  ...besideFields("Developer"),
  ...afterwardFields("Developer")
}).annotate({ identifier: "DeveloperMessage", description: "A message with its status, price and failure" })

export const developerMessage = (
  message: SettledMessage,
  quoted: QuotedMessage | null
): typeof DeveloperMessage.Type => ({
  id: message.id,
  waMessageId: message.platformMessageId ?? "",
  conversationId: message.conversationId,
  contactId: message.contactId,
  channel: message.channel,
  accountId: message.channelAccountId,
  direction: message.direction,
  person: message.peer,
  ...visibleParts(message),
  status: message.status,
  timestamp: DateTime.formatIso(message.createdAt),
  ...timesOf(message),
  ...besideOf(message, quoted ?? undefined),
  ...afterwardsOf(message)
})

const example: typeof DeveloperMessage.Type = {
  id: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d"),
  waMessageId: "wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA",
  conversationId: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
  contactId: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
  channel: "whatsapp",
  accountId: ChannelAccountId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41"),
  direction: "outbound",
  person: "15551234567",
  type: "text",
  content: { text: "See you at eight" },
  status: "read",
  timestamp: "2026-11-20T12:00:00.000Z",
  sentAt: "2026-11-20T12:00:00.000Z",
  deliveredAt: "2026-11-20T12:00:02.000Z",
  readAt: "2026-11-20T12:05:00.000Z",
  failedAt: null,
  pricing: { billable: false, category: "service", model: "PMP", type: "free_customer_service" }
}

export const DeveloperMessageAnswer = Data(DeveloperMessage).annotate({ examples: [ok(example)] })

export const DeveloperMessagePage = Data(
  Schema.Struct({
    messages: Schema.Array(DeveloperMessage).annotate({ description: "The messages, the last one first" }),
    next: Schema.NullOr(MessageId).annotate({
      description: "Give it as before to go on; null after the last page. A page may be empty and have a next one"
    })
  })
).annotate({ examples: [ok({ messages: [example], next: example.id })] })

const uuid = (description: string) =>
  Schema.optionalKey(Schema.String.check(Schema.isGUID()).annotate({ description: `${description}, a UUID` }))

/** Query parameters of the list of messages. */
export const historyQuery = {
  contactId: uuid("Only messages of this contact, in all of their conversations"),
  conversationId: uuid("Only messages of this conversation"),
  since: Schema.optionalKey(instant("Only messages that were said at this time or later")),
  before: uuid("`next` of the previous answer: returns the messages that come after it on the list"),
  limit: Schema.optionalKey(entryLimit(maxPageSize, `Messages on a page, ${defaultPageSize} when left out`))
}

/** A message id of ours or of the platform, in a path. */
export const messageIdParam = {
  messageId: Text.annotate({
    description: "The message's id, or the platform's id of it (`waMessageId`), percent-encoded"
  })
}
