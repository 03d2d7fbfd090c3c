import { type MessengerChannel, textLimits } from "../../conversations/Channel.ts"
import { type TextLimit, notBlank, truncate } from "../../text/textLimits.ts"

/** Code points that the title of a button or quick reply has at most (contract: Developer Messenger, rule 1). */
export const maxTitleLength = 20

/** The title as it is shown, when anything is left of it. */
export const messageTitle = (title: string | null | undefined): string | null =>
  notBlank(truncate(title ?? "", maxTitleLength))

/** The default payload of a quick reply, from the unchanged title (contract: Limits of Messenger messages, rule 2). */
export const defaultPayload = (title: string): string => title.toUpperCase().replaceAll(" ", "_")

const messengerTypes = [
  "text",
  "quick_replies",
  "button_template",
  "generic_template",
  "attachment_url",
  "images",
  "image_grid",
  "media_template",
  "receipt_template",
  "sticker",
  "reaction"
] as const
const instagramTypes = [
  "text",
  "image",
  "video",
  "audio",
  "file",
  "quick_replies",
  "button_template",
  "generic_template",
  "images",
  "sticker",
  "reaction"
] as const

/** The names of the types on the interface, of both channels. */
export type PersonalMessageType = (typeof messengerTypes)[number] | (typeof instagramTypes)[number]

const messengerButtons = ["web_url", "postback", "phone_number"] as const

/** Messenger has all of them; the rules of a channel list those that it accepts. */
export type ButtonType = (typeof messengerButtons)[number]

const contentTypes = ["text", "user_phone_number", "user_email"] as const

/** The kind of a quick reply: its own text, or what the platform knows of the person. */
export type QuickReplyType = (typeof contentTypes)[number]

/** Rules that differ between the channels. */
export interface MessengerRules {
  /** The recipient's name among the fields of the interface. */
  readonly recipientField: "recipientId" | "participantId"
  readonly types: ReadonlyArray<PersonalMessageType>
  readonly buttonTypes: ReadonlyArray<ButtonType>
  readonly quickReplyTypes: ReadonlyArray<QuickReplyType>
  readonly maxText: TextLimit
  /** Images of one message. */
  readonly maxImages: number
  /** Whether the channel has a catalogue of stickers; otherwise it has one sticker, a heart. */
  readonly hasStickers: boolean
  /** The emojis of reactions; null for any. */
  readonly reactions: ReadonlyArray<string> | null
}

const heart = "❤️"

/** Messages that each channel takes (contract: Developer Messenger; Instagram sends). */
export const messengerRules: Readonly<Record<MessengerChannel, MessengerRules>> = {
  messenger: {
    recipientField: "recipientId",
    types: messengerTypes,
    buttonTypes: messengerButtons,
    quickReplyTypes: contentTypes,
    maxText: textLimits.messenger,
    maxImages: 30,
    hasStickers: true,
    reactions: null
  },
  instagram: {
    recipientField: "participantId",
    types: instagramTypes,
    buttonTypes: ["web_url", "postback"],
    quickReplyTypes: ["text"],
    maxText: textLimits.instagram,
    maxImages: 10,
    hasStickers: false,
    reactions: [heart]
  }
}

/** Most and fewest parts of a message (platforms P8). */
export const maxQuickReplies = 13
/** On a message or on a card. */
export const maxButtons = 3
/** Cards of a carousel. */
export const maxElements = 10
export const minGridImages = 2
export const maxGridImages = 6
export const maxReceiptItems = 100

/** Code points of texts and payloads. */
export const maxTemplateTextLength = 640
export const maxElementTextLength = 80
export const maxGridTitleLength = 45
export const maxPayloadLength = 1_000

/** The sticker of Messenger's thumb, by its name on the interface: `like`. */
export const likeStickerId = "369239263222822"

/** Types of buttons below a grid, and of a tap on one of its images. */
export const gridButtonTypes = ["web_url", "postback"] as const satisfies ReadonlyArray<ButtonType>

/** Characters of a person's id; those of the platforms are much shorter. */
export const maxPersonIdLength = 128
