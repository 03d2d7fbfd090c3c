import { Schema } from "effect"
import { PlatformMessageId } from "../../../domain/Ids.ts"
import { AttachmentKind, MessageTag } from "../../../domain/messages/messenger/MessengerContent.ts"
import {
  maxButtons,
  maxElements,
  maxTitleLength,
  type MessengerRules,
  messengerRules
} from "../../../domain/messages/messenger/MessengerRules.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { RequiredText, Text, documentedAs, limitText, optional, textWithin } from "../interfaces/requestFields.ts"
import { sendAtField } from "./ScheduledViews.ts"
import { senderField } from "./senderName.ts"

/**
 * An optional text. The domain checks required parts; the schema checks only types (contract: Limits of Messenger
 * messages).
 */
const part = (description: string) => optional(Text.annotate({ description }))
const partOf = (values: ReadonlyArray<string>, description: string) =>
  optional(Text.check(documentedAs(Schema.Literals(values))).annotate({ description }))

const title = part(`Required; the text on it, truncated to ${maxTitleLength} characters`)

const button = (types: ReadonlyArray<string>) =>
  Schema.Struct({
    type: partOf(types, `Required: ${types.join(", ")}`),
    title,
    url: part("Required for type web_url: the page to open"),
    payload: part(
      types.includes("phone_number")
        ? "Required for type postback: the payload of the webhook; for type phone_number: the number to dial"
        : "Required for type postback: the payload of the webhook"
    )
  })

const quickReply = Schema.Struct({
  title,
  payload: part("The payload of the reply; when absent, the title in upper case with underscores for spaces"),
  imageUrl: part("Public address of an icon")
})

const element = (buttons: Schema.$Array<ReturnType<typeof button>>) =>
  Schema.Struct({
    title: part("Required: title of the card"),
    subtitle: part("Text below the title"),
    imageUrl: part("Public address of an image"),
    defaultAction: optional(
      Schema.Struct({ type: partOf(["web_url"], "web_url"), url: part("Required: the page to open") }).annotate({
        description: "What a tap on the card itself does"
      })
    ),
    buttons: optional(buttons.annotate({ description: `Buttons of the card, at most ${maxButtons}` }))
  })

/** Message fields of both channels. Each channel names the recipient and the attachment itself. */
const messageParts = ({ buttonTypes, maxText, types }: MessengerRules) => {
  const buttons = Schema.Array(button(buttonTypes))
  return {
    type: optional(
      Schema.String.check(documentedAs(Schema.Literals(types))).annotate({
        description: `One of ${types.join(", ")}; text when left out`
      })
    ),
    text: optional(
      textWithin(maxText).annotate({
        description: `Required for types text and quick_replies; ${limitText(maxText)}`
      })
    ),
    quickReplies: optional(Schema.Array(quickReply).annotate({ description: "Required for type quick_replies" })),
    buttonTemplateText: part("Required for type button_template: the text above the buttons"),
    buttons: optional(buttons.annotate({ description: `Required for type button_template, at most ${maxButtons}` })),
    elements: optional(
      Schema.Array(element(buttons)).annotate({
        description: `Required for type generic_template: the cards, at most ${maxElements}`
      })
    ),
    tag: partOf(
      MessageTag.literals,
      `${MessageTag.literals.join(", ")}, when a person answers: within 7 days instead of 24 hours`
    )
  }
}

/** The request of `POST /v1/messenger/send-message` (contract: Developer Messenger). */
export const MessengerSendRequest = Schema.Struct({
  recipientId: RequiredText.annotate({ description: "Page-scoped id of the person" }),
  from: senderField("messenger"),
  sendAt: sendAtField,
  ...messageParts(messengerRules.messenger),
  attachmentUrl: part("Required for type attachment_url: public address of the file; the platform fetches it"),
  attachmentType: partOf(
    AttachmentKind.literals,
    `For type attachment_url: ${AttachmentKind.literals.join(", ")}; file when left out`
  )
}).annotate({
  identifier: "MessengerSendRequest",
  description: "A message to a person of the Page; what has to be there beside recipientId depends on the type",
  examples: [
    { recipientId: "5275811702471834", text: "Your table is ready" },
    {
      recipientId: "5275811702471834",
      type: "generic_template",
      elements: [
        {
          title: "Table for two",
          subtitle: "Tonight at 8",
          imageUrl: "https://example.com/table.jpg",
          buttons: [
            { type: "web_url", title: "Menu", url: "https://example.com/menu" },
            { type: "postback", title: "Cancel", payload: "CANCEL" }
          ]
        }
      ]
    }
  ]
})

/** The request of `POST /v1/instagram/send-message` (contract: Instagram sends). */
export const InstagramSendRequest = Schema.Struct({
  participantId: RequiredText.annotate({ description: "Instagram-scoped id of the person" }),
  from: senderField("instagram"),
  sendAt: sendAtField,
  ...messageParts(messengerRules.instagram),
  attachmentUrl: part("Required for types image, video, audio and file: public address; the platform fetches it")
}).annotate({
  identifier: "InstagramSendRequest",
  description: "A direct message; what has to be there beside participantId depends on the type",
  examples: [
    { participantId: "6742963515757843", text: "Thanks for asking! We open at nine." },
    { participantId: "6742963515757843", type: "image", attachmentUrl: "https://example.com/table.jpg" }
  ]
})

/** Response of a send on both channels. `example` is an id of the channel. */
export const messageSentResponse = (example: string) =>
  Data(
    Schema.Struct({ messageId: PlatformMessageId.annotate({ description: "The platform's id of the message" }) })
  ).annotate({ examples: [ok({ messageId: PlatformMessageId.make(example) })] })
