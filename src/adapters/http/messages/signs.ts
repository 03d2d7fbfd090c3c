import { Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { MessageId } from "../../../domain/Ids.ts"
import type { SettledMessage } from "../../../domain/messages/Message.ts"
import type { Signs } from "../../../domain/messages/senderAction.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { optional } from "../interfaces/requestFields.ts"

/** The request of a read receipt, in both interfaces (contract: Read receipts and typing). */
export const ReadRequest = Schema.Struct({
  typing: optional(Schema.Boolean).annotate({
    description: "Whether the contact also sees that the business is typing; false when left out"
  })
}).annotate({
  identifier: "ReadMessageRequest",
  description: "May be left out as a whole",
  examples: [{ typing: true }]
})

/** Marks the body as optional; the generator marks every body as required. */
export const withOptionalBody: OpenApi.Transform["Service"] = ({ requestBody, ...operation }) => ({
  ...operation,
  requestBody: { ...requestBody, required: false }
})

/** The signs that the contact sees. */
export const SignsAnswer = Data(
  Schema.Struct({
    id: MessageId.annotate({ description: "The message's id" }),
    waMessageId: Schema.String.annotate({ description: "The platform's id of the message" }),
    read: Schema.Boolean.annotate({ description: "Whether the contact now sees their message as read" }),
    typing: Schema.Boolean.annotate({ description: "Whether the contact now sees that the business is typing" })
  })
).annotate({
  examples: [
    ok({
      id: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c"),
      waMessageId: "wamid.HBgLMTU1NTEyMzQ1NjcVAgASGBQzQUI5RTlFNzU2QkFDQjJDNzlFRQA=",
      read: true,
      typing: true
    })
  ]
})

export const signsAnswer = ({ id, platformMessageId }: SettledMessage, { read, typing }: Signs) =>
  ok({ id, waMessageId: platformMessageId ?? "", read, typing })

export const readDescription =
  "The contact sees their message, and those before it, as read. With typing they also see that the business is typing, for at most 25 seconds or until the next message. If the message is the last one of the conversation, its unread count becomes 0. This is no send: it counts against the tier of sends only, and is tried once. To repeat it changes nothing."

export const typingDescription =
  "The contact who wrote the message sees that the business is typing, for at most 25 seconds or until the next message. WhatsApp also marks the message as read, which has the same effect as a read receipt."
