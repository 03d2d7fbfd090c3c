import { Schema } from "effect"
import { ContactId, ConversationId, MessageId, PlatformMessageId } from "../../../domain/Ids.ts"
import { WhatsAppContent } from "../../../domain/WhatsAppContent.ts"
import { Data, ok } from "../envelope.ts"
import { optional } from "../optional.ts"
import { RequiredText } from "../Storable.ts"
import { type AskedMessage, messageParts, templateFields, whatsAppTypes } from "../WhatsAppMessage.ts"

/** The request of `POST /api/whatsapp/messages/send` (contract C59; more types are contract C41). */
export const SendMessageRequest = Schema.Struct({
  to: RequiredText.annotate({ description: "Recipient's phone number, E.164 with +; a contact has to have it" }),
  type: RequiredText.annotate({ description: `One of ${whatsAppTypes.join(", ")}` }),
  template: optional(
    Schema.Struct({
      name: templateFields.name,
      language: RequiredText.annotate({ description: "Which of its languages: a code such as en_US" }),
      components: templateFields.components
    }).annotate({ description: "Required for type template" })
  ),
  ...messageParts
}).annotate({
  identifier: "SessionSendMessageRequest",
  description: "A message; what has to be there beside to and type depends on the type",
  examples: [
    { to: "+15551234567", type: "text", text: "See you at eight" },
    {
      to: "+15551234567",
      type: "template",
      template: {
        name: "hello_world",
        language: "en_US",
        components: [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
      }
    },
    { to: "+15551234567", type: "image", image: { url: "https://example.com/table.jpg", caption: "Your table" } }
  ]
})
export type SendMessageRequest = typeof SendMessageRequest.Type

export const SendMessageResponse = Data(
  Schema.Struct({
    vendorMessageId: MessageId.annotate({ description: "The message's id" }),
    waMessageId: PlatformMessageId.annotate({ description: "The platform's id of the message" }),
    status: Schema.Literal("sent").annotate({ description: "The platform has accepted the message" }),
    conversationId: ConversationId.annotate({ description: "The conversation that the message belongs to" }),
    contactId: ContactId.annotate({ description: "The contact that it goes to" })
  })
).annotate({
  examples: [
    ok({
      vendorMessageId: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d"),
      waMessageId: PlatformMessageId.make("wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA"),
      status: "sent" as const,
      conversationId: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
      contactId: ContactId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c")
    })
  ]
})

/** The message that the request asks for. */
export const askedMessage = ({ template, ...asked }: SendMessageRequest): AskedMessage => ({
  ...asked,
  template: template
    ? WhatsAppContent.cases.Template.make({
        name: template.name,
        languageCode: template.language,
        components: template.components ?? null
      })
    : null
})
