import { Array, DateTime, Schema } from "effect"
import { ContactId, ConversationId, MessageId } from "../../../../domain/Ids.ts"
import { errorOf } from "../../../../domain/delivery/messageEvents.ts"
import { Direction, PublicMessageStatus, type SettledMessage } from "../../../../domain/message/Message.ts"
import { standardContent } from "../../../../domain/message/standardContent.ts"
import { timestamp } from "../pages.ts"

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

const Reaction = Schema.Struct({
  emoji: Schema.String.annotate({ description: "The emoji, or the platform's word for it" }),
  from: Schema.NullOr(ContactId).annotate({ description: "The contact who reacted; null for the business" }),
  at: timestamp("When they reacted")
}).annotate({ identifier: "SessionReaction", description: "A reaction to a message" })

const MessageError = Schema.Struct({
  code: Schema.Int.annotate({ description: "The platform's code; 0 when it gave no reason" }),
  title: Schema.String.annotate({ description: "The platform's name of the failure; empty when it gave none" }),
  message: Schema.String.annotate({ description: "The platform's text, or the known outcome" })
}).annotate({ identifier: "SessionMessageError", description: "Why a message failed" })

/** What became of it since. Each field is there only where there is something to tell (contract C125). */
const afterwards = {
  reactions: Schema.optionalKey(
    Schema.NonEmptyArray(Reaction).annotate({ description: "The reactions that stand, one of each side at most" })
  ),
  editedAt: Schema.optionalKey(timestamp("When it was last edited; the content is as edited")),
  deletedAt: Schema.optionalKey(timestamp("When it was deleted; the content is gone")),
  error: Schema.optionalKey(MessageError.annotate({ description: "Why it failed; there for the status failed only" }))
}

const variant = <Type extends string, Content extends Schema.Struct.Fields>(type: Type, content: Content) =>
  Schema.Struct({
    ...fields,
    type: Schema.Literal(type).annotate({ description: "The type of message, which says what its content is" }),
    content: Schema.Struct(content).annotate({ description: "What it says" }),
    ...afterwards
  }).annotate({ identifier: `SessionMessage_${type}`, description: `A message of type ${type}` })

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

const reactionsOf = ({ annotations, contactId }: SettledMessage) =>
  (annotations.reactions ?? []).flatMap(({ at, by, reaction }) =>
    reaction === null
      ? []
      : [{ emoji: reaction, from: by === "contact" ? contactId : null, at: DateTime.formatIso(at) }]
  )

const afterwardsOf = (message: SettledMessage) => {
  const { deletedAt, edit } = message.annotations
  const reactions = reactionsOf(message)
  return {
    ...(Array.isReadonlyArrayNonEmpty(reactions) ? { reactions } : {}),
    ...(edit === undefined ? {} : { editedAt: DateTime.formatIso(edit.at) }),
    ...(deletedAt === undefined ? {} : { deletedAt: DateTime.formatIso(deletedAt) }),
    ...(message.status === "failed" ? { error: errorOf(message.failure) } : {})
  }
}

/** A message as lists show it. */
export const messageView = (message: SettledMessage): typeof SessionMessage.Type => ({
  id: message.id,
  waMessageId: message.platformMessageId ?? "",
  conversationId: message.conversationId,
  direction: message.direction,
  status: message.status,
  timestamp: DateTime.formatIso(message.createdAt),
  senderId: message.direction === "inbound" ? message.contactId : null,
  ...standardContent(message),
  ...afterwardsOf(message)
})

export const exampleConversation = ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b")

/** The one success without `success` (contract C49). */
export const MessagePage = Schema.Struct({
  data: Schema.Array(SessionMessage).annotate({ description: "The messages, the last one first" }),
  total: Schema.Int.annotate({ description: "Messages of the conversation whose outcome is known" }),
  page: Schema.Int.annotate({ description: "The page that these messages are, for this limit" }),
  hasNext: Schema.Boolean.annotate({ description: "Whether there are older ones" }),
  hasPrevious: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether there are newer ones; there with around and after only" })
  )
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
          senderId: null,
          reactions: [
            {
              emoji: "👍",
              from: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
              at: "2026-11-20T12:01:00.000Z"
            }
          ]
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
