import { type MessengerChannel, textLimits } from "../../conversations/Channel.ts"
import { type TextLimit, notBlank, truncate } from "../../text/textLimits.ts"

/** Code points that the title of a button or quick reply has at most (contract: Developer Messenger, rule 1). */
export const maxTitleLength = 20

/** The title as it is shown, when anything is left of it. */
export const messageTitle = (title: string | null | undefined): string | null =>
  notBlank(truncate(title ?? "", maxTitleLength))

/** The default payload of a quick reply, from the unchanged title (contract: Limits of Messenger messages, rule 2). */
export const defaultPayload = (title: string): string => title.toUpperCase().replaceAll(" ", "_")

const messengerTypes = ["text", "quick_replies", "button_template", "generic_template", "attachment_url"] as const
const instagramTypes = [
  "text",
  "image",
  "video",
  "audio",
  "file",
  "quick_replies",
  "button_template",
  "generic_template"
] as const

/** The names of the types on the interface, of both channels. */
export type PersonalMessageType = (typeof messengerTypes)[number] | (typeof instagramTypes)[number]

const messengerButtons = ["web_url", "postback", "phone_number"] as const

/** Messenger has all of them; the rules of a channel list those that it accepts. */
export type ButtonType = (typeof messengerButtons)[number]

/** Rules that differ between the channels. */
export interface MessengerRules {
  /** The recipient's name among the fields of the interface. */
  readonly recipientField: "recipientId" | "participantId"
  readonly types: ReadonlyArray<PersonalMessageType>
  readonly buttonTypes: ReadonlyArray<ButtonType>
  readonly maxText: TextLimit
}

/** Messages that each channel takes (contract: Developer Messenger; Instagram sends). */
export const messengerRules: Readonly<Record<MessengerChannel, MessengerRules>> = {
  messenger: {
    recipientField: "recipientId",
    types: messengerTypes,
    buttonTypes: messengerButtons,
    maxText: textLimits.messenger
  },
  instagram: {
    recipientField: "participantId",
    types: instagramTypes,
    buttonTypes: ["web_url", "postback"],
    maxText: textLimits.instagram
  }
}

/** On a message or on a card. */
export const maxButtons = 3

/** Cards of a carousel. */
export const maxElements = 10

/** Characters of a person's id; those of the platforms are much shorter. */
export const maxPersonIdLength = 128
