import { DateTime, Schema } from "effect"
import { ContactId, ConversationId, MessageId } from "../../../domain/Ids.ts"
import { Direction, type Message, PublicMessageStatus, publicStatus } from "../../../domain/Message.ts"
import { sessionContent } from "../../../domain/sessionContent.ts"
import { timestamp } from "./timestamp.ts"

const known = (what: string) => Schema.String.annotate({ description: `${what}; empty when it is not known` })

const file = { url: known("Address of the file"), mimeType: known("Media type of the file") }
const caption = Schema.String.annotate({ description: "Text below it; empty when there is none" })

const fields = {
  id: MessageId.annotate({ description: "The message's id" }),
  waMessageId: known("The platform's id of the message"),
  conversationId: ConversationId.annotate({ description: "The conversation that it belongs to" }),
  direction: Direction.annotate({ description: "inbound or outbound" }),
  status: PublicMessageStatus.annotate({ description: "sent, delivered, read or failed" }),
  timestamp: timestamp("When it was said"),
  senderId: Schema.NullOr(ContactId).annotate({ description: "The contact who said it; null when it is outbound" })
}

const variant = <Type extends string, Content extends Schema.Struct.Fields>(type: Type, content: Content) =>
  Schema.Struct({
    ...fields,
    type: Schema.Literal(type).annotate({ description: "The type of message, which says what its content is" }),
    content: Schema.Struct(content).annotate({ description: "What it says" })
  }).annotate({ identifier: `SessionMessage_${type}` })

const SessionMessage = Schema.Union([
  variant("text", {
    text: Schema.String.annotate({
      description: "The text; for kinds of messages that the contract does not know, what they say"
    })
  }),
  variant("image", { ...file, caption }),
  variant("document", { ...file, filename: known("Name of the file") }),
  variant("audio", file),
  variant("video", { ...file, caption }),
  variant("location", {
    latitude: Schema.Finite.annotate({ description: "Degrees north" }),
    longitude: Schema.Finite.annotate({ description: "Degrees east" }),
    name: known("Name of the place"),
    address: known("Address of the place")
  })
])

export const messageView = (message: Message): typeof SessionMessage.Type => ({
  id: message.id,
  waMessageId: message.platformMessageId ?? "",
  conversationId: message.conversationId,
  direction: message.direction,
  status: publicStatus(message.status),
  timestamp: DateTime.formatIso(message.createdAt),
  senderId: message.direction === "inbound" ? message.contactId : null,
  ...sessionContent(message)
})

const exampleConversation = ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b")

/** The one success without `success` (contract C49). */
export const MessagePage = Schema.Struct({
  data: Schema.Array(SessionMessage).annotate({ description: "The messages, the newest first" }),
  total: Schema.Int.annotate({ description: "Messages of the conversation" }),
  page: Schema.Int.annotate({ description: "The page that these messages are, for this limit" }),
  hasNext: Schema.Boolean.annotate({ description: "Whether there are older ones" })
}).annotate({
  examples: [
    {
      data: [
        {
          id: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d"),
          waMessageId: "wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA",
          conversationId: exampleConversation,
          direction: "outbound",
          type: "text",
          content: { text: "See you at eight" },
          status: "delivered",
          timestamp: "2026-11-20T12:00:00.000Z",
          senderId: null
        },
        {
          id: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c"),
          waMessageId: "wamid.HBgLMTU1NTEyMzQ1NjcVAgASGBQzQUI5RTlFNzU2QkFDQjJDNzlFRQA=",
          conversationId: exampleConversation,
          direction: "inbound",
          type: "image",
          content: { url: "https://example.com/table.jpg", mimeType: "image/jpeg", caption: "This one?" },
          status: "delivered",
          timestamp: "2026-11-20T11:59:00.000Z",
          senderId: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71")
        }
      ],
      total: 2,
      page: 1,
      hasNext: false
    }
  ]
})
