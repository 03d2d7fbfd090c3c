import type { PhoneRefusal } from "../../../../domain/contacts/PhoneNumber.ts"

/** Hints for the fields that callers forget, by their dotted names (contract: Developer errors). */
const hints: Readonly<Record<string, string>> = {
  to: "Add the recipient's phone number in E.164 without +, for example 15551234567",
  "template.name": 'Add the name of an approved template, for example "template": {"name": "hello_world", …}',
  "template.language.code": 'Add the template\'s language code, for example "language": {"code": "en_US"}',
  text: "Add the text of the message",
  phone: "Add the contact's phone number in E.164 without +, for example 15551234567",
  recipientId: "Add the page-scoped id of the person",
  participantId: "Add the Instagram-scoped id of the person",
  commentId: "Add the platform's id of the comment",
  quickReplies: 'Add at least one quick reply, for example "quickReplies": [{"title": "Yes"}]',
  buttonTemplateText: "Add the text above the buttons",
  buttons: 'Add 1 to 3 buttons, for example [{"type": "postback", "title": "Yes", "payload": "YES"}]',
  elements: 'Add 1 to 10 cards, for example [{"title": "Table for two", "subtitle": "Tonight at 8"}]',
  attachmentUrl: "Add the public address of the file",
  images: 'Add the images, for example [{"url": "https://example.com/table.jpg"}]',
  receipt: "Add the receipt: recipientName, orderNumber, currency, paymentMethod and summary.totalCost",
  stickerId: "Add like for the thumb, or the digits of a sticker's id",
  url: "Add the HTTPS address that events are sent to",
  events: 'Add the events to be sent, for example ["message.received", "message.sent"]'
}

/** The `fix` for a missing field. */
export const fixFor = (name: string): string => hints[name] ?? `Add ${name} to the request body`

/** The `fix` for a text that cannot be a phone number. */
const fixForNumber = "Give the number in E.164 without +, for example 15551234567"

/** The `fix` for digits without a country code. */
const fixForCountry = "Write the number with + and its country code, for example +15551234567"

/** The `fix` for a rejected phone number. */
export const fixForPhone = (reason: PhoneRefusal): string =>
  reason === "no country code" ? fixForCountry : fixForNumber

/** The `fix` for a WhatsApp recipient in an unknown form (contract: Sends to a business-scoped user id). */
export const fixForTo = (reason: PhoneRefusal): string =>
  `${fixForPhone(reason)}, or the user id that WhatsApp reports, for example US.13491208655302741918`
