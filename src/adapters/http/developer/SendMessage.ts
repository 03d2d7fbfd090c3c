import { Schema } from "effect"
import { ContactId, ConversationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { WhatsAppContent } from "../../../domain/WhatsAppContent.ts"
import { Data, ok } from "../envelope.ts"
import { optional } from "../optional.ts"
import { RequiredText } from "../Storable.ts"
import { type AskedMessage, messageParts, templateFields } from "../WhatsAppMessage.ts"

/** The request of `POST /v1/send-message` (contract C60; the other types are contract C41). */
export const SendMessageRequest = Schema.Struct({
  to: RequiredText.annotate({ description: "Recipient's phone number, E.164 without +" }),
  type: optional(
    Schema.String.annotate({
      description: "template (default), text, image, document, audio, video or location"
    })
  ),
  template: optional(
    Schema.Struct({
      name: templateFields.name,
      language: Schema.Struct({
        code: RequiredText.annotate({ description: "Language code, such as en_US" })
      }).annotate({ description: "Which of its languages" }),
      components: templateFields.components
    }).annotate({ description: "Required for type template" })
  ),
  ...messageParts
}).annotate({
  examples: [
    {
      to: "15551234567",
      template: {
        name: "hello_world",
        language: { code: "en_US" },
        components: [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
      }
    },
    { to: "15551234567", type: "text", text: "See you at eight" }
  ]
})
export type SendMessageRequest = typeof SendMessageRequest.Type

export const SendMessageResponse = Data(
  Schema.Struct({
    waMessageId: PlatformMessageId.annotate({ description: "The platform's id of the message" }),
    status: Schema.Literal("sent").annotate({ description: "The platform has accepted the message" }),
    conversationId: ConversationId.annotate({ description: "The conversation that the message belongs to" }),
    contactId: ContactId.annotate({ description: "The contact that it goes to" })
  })
).annotate({
  examples: [
    ok({
      waMessageId: PlatformMessageId.make("wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA"),
      status: "sent" as const,
      conversationId: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
      contactId: ContactId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c")
    })
  ]
})

/** The message that the request asks for. */
export const askedMessage = ({ template, type, ...parts }: SendMessageRequest): AskedMessage => ({
  ...parts,
  type: type ?? "template",
  template: template
    ? WhatsAppContent.cases.Template.make({
        name: template.name,
        languageCode: template.language.code,
        components: template.components ?? null
      })
    : null
})
