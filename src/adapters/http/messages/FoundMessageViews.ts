import { DateTime, Schema, SchemaIssue } from "effect"
import { ContactId, ConversationId, MessageId, UserId } from "../../../domain/Ids.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { ConversationStatus } from "../../../domain/conversations/Conversation.ts"
import { Direction } from "../../../domain/messages/Message.ts"
import { maxExaminedMessages, maxExcerptLength, maxFragmentLength } from "../../../domain/messages/messageSearch.ts"
import { defaultPageSize, maxPageSize } from "../../../domain/text/Page.ts"
import type { FoundMessage, FoundMessages } from "../../../ports/messages/MessageStore.ts"
import { shownPhone } from "../contacts/SessionContactViews.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { entryLimit, timestamp } from "../interfaces/pagination.ts"
import { Text } from "../interfaces/requestFields.ts"

const fragment = Text.check(
  Schema.makeFilter((text) => text.trim() !== "" || new SchemaIssue.MissingKey(undefined), {
    toJsonSchema: () => [{ minLength: 1, pattern: String.raw`\S` }, true]
  }),
  Schema.makeFilter((text) => text.length <= maxFragmentLength || `Expected at most ${maxFragmentLength} characters`, {
    toJsonSchema: () => [{ maxLength: maxFragmentLength }, true]
  })
).annotate({
  description: `The part of a text to search for, at most ${maxFragmentLength} characters, in capitals or small letters`
})

/** Query parameters of a search. */
export const searchQuery = {
  q: fragment,
  limit: Schema.optionalKey(entryLimit(maxPageSize, `How many, ${defaultPageSize} when left out`)),
  before: Schema.optionalKey(
    Schema.String.check(Schema.isGUID()).annotate({
      description: "`next` of the previous answer. Returns only messages that the service recorded earlier"
    })
  )
}

const FoundMessageView = Schema.Struct({
  id: MessageId.annotate({ description: "The message's id" }),
  direction: Direction.annotate({ description: "inbound or outbound" }),
  timestamp: timestamp("When it was said"),
  excerpt: Schema.String.annotate({
    description: `The part of the text around the first match, at most ${maxExcerptLength} characters; … marks omitted text`
  }),
  conversation: Schema.Struct({
    id: ConversationId.annotate({ description: "The conversation's id" }),
    channel: Channel.annotate({ description: "whatsapp, messenger or instagram" }),
    status: ConversationStatus.annotate({ description: "open, ai_handling, escalated or closed" }),
    assigneeId: Schema.NullOr(UserId).annotate({ description: "The assigned user; null when unassigned" }),
    contact: Schema.Struct({
      id: ContactId.annotate({ description: "The contact's id" }),
      name: Schema.String.annotate({ description: "Name; empty when it is not known" }),
      phone: Schema.String.annotate({ description: "Phone number, E.164 with +; empty when there is none" })
    }).annotate({ description: "The contact of the conversation" })
  }).annotate({ description: "The conversation that it belongs to" })
}).annotate({ identifier: "SessionFoundMessage", description: "A message that a search found" })

const asView = ({ contact, conversation, excerpt, message }: FoundMessage): typeof FoundMessageView.Type => ({
  id: message.id,
  direction: message.direction,
  timestamp: DateTime.formatIso(message.createdAt),
  excerpt,
  conversation: { ...conversation, contact: { ...contact, phone: shownPhone(contact.phone) } }
})

/** Response of a search. */
export const foundMessages = ({ next, rows }: FoundMessages) => ok({ messages: rows.map(asView), next })

/** Response schema of a search (contract: Searching messages). */
export const FoundMessagePage = Data(
  Schema.Struct({
    messages: Schema.Array(FoundMessageView),
    next: Schema.NullOr(MessageId).annotate({
      description: `Give it as before to go on; null once every message was examined. One search examines at most ${maxExaminedMessages} messages, so there may be more even if it found none`
    })
  })
).annotate({
  examples: [
    ok({
      messages: [
        {
          id: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d"),
          direction: "outbound" as const,
          timestamp: "2026-11-20T12:00:00.000Z",
          excerpt: "See you at eight",
          conversation: {
            id: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
            channel: "whatsapp" as const,
            status: "open" as const,
            assigneeId: null,
            contact: {
              id: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
              name: "Ada Lovelace",
              phone: "+15551234567"
            }
          }
        }
      ],
      next: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d")
    })
  ]
})
