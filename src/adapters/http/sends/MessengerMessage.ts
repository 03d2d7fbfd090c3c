import { Schema } from "effect"
import { PlatformMessageId } from "../../../domain/Ids.ts"
import { AttachmentKind, MessageTag } from "../../../domain/messages/messenger/MessengerContent.ts"
import {
  gridButtonTypes,
  maxButtons,
  maxElementTextLength,
  maxElements,
  maxGridImages,
  maxGridTitleLength,
  maxPayloadLength,
  maxQuickReplies,
  maxTemplateTextLength,
  maxTitleLength,
  type MessengerRules,
  messengerRules,
  minGridImages
} from "../../../domain/messages/messenger/MessengerRules.ts"
import { maxCommentIdLength } from "../../../domain/messages/messenger/privateReply.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { Text, documentedAs, limitText, optional, textWithin } from "../interfaces/requestFields.ts"
import { supportedTypes } from "../../../domain/messages/messenger/composeMessenger.ts"
import { developerUploads } from "../media/askedFile.ts"
import { receiptField } from "./ReceiptFields.ts"
import { sendAtField } from "./ScheduledViews.ts"
import { platformParts } from "./WhatsAppParts.ts"
import { agentField, senderField } from "./senderName.ts"
import { uploadedFile } from "./WhatsAppMessage.ts"

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
        ? `Required for type postback: the payload of the webhook, at most ${maxPayloadLength} characters; for type phone_number: the number to dial, with + and country code`
        : `Required for type postback: the payload of the webhook, at most ${maxPayloadLength} characters`
    )
  })

const quickReply = (types: ReadonlyArray<string>) =>
  Schema.Struct({
    contentType: partOf(
      types,
      types.length > 1
        ? `One of ${types.join(", ")}; text when left out. The others offer the phone number or e-mail address that the platform knows, without title and payload`
        : "text, the only one"
    ),
    title,
    payload: part("The payload of the reply; when absent, the title in upper case with underscores for spaces"),
    imageUrl: part("Public address of an icon")
  })

/** The quick replies of a channel. */
export const quickRepliesField = (types: ReadonlyArray<string>) =>
  optional(
    Schema.Array(quickReply(types)).annotate({
      description: `Required for type quick_replies: the replies, at most ${maxQuickReplies}`
    })
  )

const imageUrl = part("Required: public address of the image")

/** The images of a message, of channels without grids. */
export const imagesField = (description: string) =>
  optional(Schema.Array(Schema.Struct({ url: imageUrl })).annotate({ description }))

/** The sticker of a message of Messenger. */
export const stickerField = part(
  "On Messenger required for type sticker: like for the thumb, or the digits of a sticker's id"
)

const gridImages = optional(
  Schema.Array(
    Schema.Struct({
      url: imageUrl,
      isHero: optional(Schema.Boolean.annotate({ description: "For type image_grid: shows this image larger" })),
      action: optional(
        Schema.Struct({
          type: partOf(gridButtonTypes, `Required: ${gridButtonTypes.join(", ")}`),
          url: part("Required for type web_url: the page to open"),
          payload: part("Required for type postback: the payload of the webhook")
        }).annotate({ description: "For type image_grid: what a tap on the image does" })
      )
    })
  ).annotate({
    description: `Required for type images: at most ${messengerRules.messenger.maxImages}; for type image_grid: ${minGridImages} to ${maxGridImages}`
  })
)

const filePart = (name: string) =>
  optional(
    Schema.Struct({
      mediaId: uploadedFile(developerUploads),
      caption: part("Not on this channel: send the text as a message of its own"),
      filename: part("Not on this channel: it shows the name of the upload")
    }).annotate({ description: `For type ${name}: an uploaded file` })
  )

/** The uploaded file of a message, under the name of the type. */
const fileParts = {
  image: filePart("image"),
  video: filePart("video"),
  audio: filePart("audio"),
  document: filePart("document")
}

const element = (buttons: Schema.$Array<ReturnType<typeof button>>) =>
  Schema.Struct({
    title: part(`Required: title of the card, at most ${maxElementTextLength} characters`),
    subtitle: part(`Text below the title, at most ${maxElementTextLength} characters`),
    imageUrl: part("Public address of an image"),
    defaultAction: optional(
      Schema.Struct({ type: partOf(["web_url"], "web_url"), url: part("Required: the page to open") }).annotate({
        description: "What a tap on the card itself does"
      })
    ),
    buttons: optional(buttons.annotate({ description: `Buttons of the card, at most ${maxButtons}` }))
  })

/** Message fields of both channels. Each channel names the recipient and the attachment itself. */
export const messageParts = ({
  buttonTypes,
  maxText,
  quickReplyTypes,
  types
}: Pick<MessengerRules, "buttonTypes" | "maxText" | "quickReplyTypes"> & { readonly types: ReadonlyArray<string> }) => {
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
    quickReplies: quickRepliesField(quickReplyTypes),
    buttonTemplateText: part(
      `Required for type button_template: the text above the buttons, at most ${maxTemplateTextLength} characters`
    ),
    buttons: optional(
      buttons.annotate({
        description: types.includes("image_grid")
          ? `Required for type button_template, at most ${maxButtons}; optional for types image_grid and media_template`
          : `Required for type button_template, at most ${maxButtons}`
      })
    ),
    elements: optional(
      Schema.Array(element(buttons)).annotate({
        description: `Required for type generic_template: the cards, at most ${maxElements}`
      })
    ),
    reaction: platformParts.reaction,
    replyTo: platformParts.replyTo,
    tag: partOf(
      MessageTag.literals,
      `${MessageTag.literals.join(", ")}, when a person answers: within 7 days instead of 24 hours`
    )
  }
}

/** The comment that a private reply answers. */
export const commentField = part(
  `In place of the person: the platform's id of a comment, at most ${maxCommentIdLength} characters. Its author gets the message privately (one for each comment, within 7 days of it)`
)

/** The request of `POST /v1/messenger/send-message` (contract: Developer Messenger). */
export const MessengerSendRequest = Schema.Struct({
  agent: agentField,
  recipientId: Schema.optionalKey(Text).annotate({
    description: "Page-scoped id of the person; required without commentId"
  }),
  commentId: commentField,
  from: senderField("messenger"),
  sendAt: sendAtField,
  ...messageParts({ ...messengerRules.messenger, types: supportedTypes("messenger") }),
  ...fileParts,
  attachmentUrl: part(
    "Required for type attachment_url: public address of the file; the platform fetches it. For type media_template, which needs this or attachmentId: address of a photo or video on facebook.com"
  ),
  attachmentType: partOf(
    AttachmentKind.literals,
    `For type attachment_url: ${AttachmentKind.literals.join(", ")}; file when left out. Required for type media_template: image or video`
  ),
  attachmentId: part("For type media_template: the platform's id of an uploaded file"),
  images: gridImages,
  title: part(`For type image_grid: at most ${maxGridTitleLength} characters`),
  subtitle: part(`For type image_grid: at most ${maxElementTextLength} characters`),
  receipt: receiptField,
  stickerId: stickerField
}).annotate({
  identifier: "MessengerSendRequest",
  description: "A message to a person of the Page; what has to be there beside recipientId depends on the type",
  examples: [
    { recipientId: "5275811702471834", text: "Your table is ready" },
    { recipientId: "5275811702471834", text: "At eight", replyTo: "m_qr6G9PHeVXpO" },
    { commentId: "542998526103632_461184817813069", text: "Thanks for asking! We open at nine." },
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
    },
    {
      recipientId: "5275811702471834",
      type: "quick_replies",
      text: "How can we reach you?",
      quickReplies: [
        { title: "Here", payload: "HERE", imageUrl: "https://example.com/here.png" },
        { contentType: "user_phone_number" },
        { contentType: "user_email" }
      ]
    },
    {
      recipientId: "5275811702471834",
      type: "image_grid",
      title: "Tonight's menu",
      images: [
        {
          url: "https://example.com/soup.jpg",
          isHero: true,
          action: { type: "web_url", url: "https://example.com/soup" }
        },
        { url: "https://example.com/fish.jpg", action: { type: "postback", payload: "FISH" } }
      ],
      buttons: [{ type: "web_url", title: "Menu", url: "https://example.com/menu" }]
    },
    {
      recipientId: "5275811702471834",
      type: "receipt_template",
      receipt: {
        recipientName: "Ada Lovelace",
        orderNumber: "1042",
        currency: "EUR",
        paymentMethod: "Visa 2345",
        items: [{ title: "Fish of the day", quantity: 2, price: 18.5 }],
        summary: { totalCost: 37 }
      }
    },
    {
      recipientId: "5275811702471834",
      type: "image",
      image: { mediaId: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e" }
    },
    { recipientId: "5275811702471834", type: "sticker", stickerId: "like" },
    { recipientId: "5275811702471834", type: "reaction", reaction: { messageId: "m_qr6G9PHeVXpO", emoji: "👍" } }
  ]
})

/** The request of `POST /v1/instagram/send-message` (contract: Instagram sends). */
export const InstagramSendRequest = Schema.Struct({
  agent: agentField,
  participantId: Schema.optionalKey(Text).annotate({
    description: "Instagram-scoped id of the person; required without commentId"
  }),
  commentId: commentField,
  from: senderField("instagram"),
  sendAt: sendAtField,
  ...messageParts({ ...messengerRules.instagram, types: supportedTypes("instagram") }),
  ...fileParts,
  attachmentUrl: part(
    "For types image, video, audio and file, which need this or the part with the name of the type: public address; the platform fetches it"
  ),
  images: imagesField(`Required for type images: at most ${messengerRules.instagram.maxImages}`)
}).annotate({
  identifier: "InstagramSendRequest",
  description: "A direct message; what has to be there beside participantId depends on the type",
  examples: [
    { participantId: "6742963515757843", text: "Thanks for asking! We open at nine." },
    { commentId: "17938293749283746", text: "Thanks for asking! We open at nine." },
    { participantId: "6742963515757843", type: "image", attachmentUrl: "https://example.com/table.jpg" },
    {
      participantId: "6742963515757843",
      type: "images",
      images: [{ url: "https://example.com/table.jpg" }, { url: "https://example.com/menu.jpg" }]
    },
    { participantId: "6742963515757843", type: "sticker" },
    {
      participantId: "6742963515757843",
      type: "reaction",
      reaction: { messageId: "aWdfZAG1faXRlbToxOklH", emoji: "❤️" }
    }
  ]
})

/** Response of a send on both channels. `example` is an id of the channel. */
export const messageSentResponse = (example: string) =>
  Data(
    Schema.Struct({ messageId: PlatformMessageId.annotate({ description: "The platform's id of the message" }) })
  ).annotate({ examples: [ok({ messageId: PlatformMessageId.make(example) })] })
