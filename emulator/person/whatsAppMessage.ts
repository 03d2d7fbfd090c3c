import { DateTime, Effect, type Schema } from "effect"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { digitsOf } from "../EmulatorState.ts"
import { messageKey } from "../graph/randomIds.ts"
import type { StoredMedia } from "../media/MediaVault.ts"
import type { ReportBody } from "../webhooks/PlatformReport.ts"
import { wamidOfPerson } from "../whatsapp/wamid.ts"
import type { WhatsAppRequest } from "./WhatsAppRequest.ts"
import { BadInbound } from "./personFields.ts"
import { storeFile, knownFile } from "./personFile.ts"
import { contactOf, fromOf, idsOf, nameOf, type PersonalRequest, type WhatsAppSender } from "./whatsAppSender.ts"

type OfType<Type extends WhatsAppRequest["type"]> = Extract<WhatsAppRequest, { readonly type: Type }>

/** A message that is a file. */
export type FileRequest = OfType<"audio" | "document" | "image" | "sticker" | "video">

/** Any other item of `messages`. */
export type WordsRequest = Exclude<
  WhatsAppRequest,
  | FileRequest
  | OfType<"call" | "change" | "echo" | "handover" | "history" | "read" | "state_sync">
  | OfType<"system" | "template_quality" | "template_status" | "user_id_update" | "user_preferences">
>

const unsupported = {
  code: 131051,
  title: "Message type unknown",
  message: "Message type unknown",
  error_data: { details: "Message type is currently not supported." }
}

/** The content of a message without a file, as the platform reports it (platforms P5). */
const wordsContent = (request: Exclude<WordsRequest, OfType<"contact_info">>): Schema.JsonObject => {
  switch (request.type) {
    case "text":
      return { text: { body: request.text } }
    case "location":
      return { location: request.location }
    case "contacts":
      return { contacts: request.contacts }
    case "reaction":
      return { reaction: { message_id: request.messageId, emoji: request.emoji } }
    case "button":
      return { button: { text: request.text, payload: request.payload ?? request.text } }
    case "interactive":
      return { interactive: request.interactive }
    case "order":
      return { order: { ...request.order, text: request.order.text ?? "" } }
    case "unsupported":
      return {
        errors: [unsupported],
        ...(request.kind === undefined ? {} : { unsupported: { type: request.kind } })
      }
    case "request_welcome":
      return {}
    case "edit": {
      const message = request.message ?? { type: "text", text: { body: request.text ?? "" } }
      return { edit: { original_message_id: request.messageId, message } }
    }
    case "revoke":
      return { revoke: { original_message_id: request.messageId } }
  }
}

/** The fields of a file message besides the file. */
const fieldsBesideFile = (request: FileRequest, filename: string): Schema.JsonObject => {
  switch (request.type) {
    case "audio":
      return { voice: request.voice ?? true }
    case "sticker":
      return { animated: request.animated ?? false }
    case "document":
      return { filename: request.filename ?? filename }
    default:
      return {}
  }
}

const captionOf = (request: FileRequest): string | undefined =>
  ("caption" in request ? request.caption : undefined) ?? request.media?.caption

/** The content of a file message. */
const fileContent = (request: FileRequest, file: StoredMedia): Schema.JsonObject => {
  const caption = captionOf(request)
  const content = {
    id: file.id,
    mime_type: file.mimeType,
    sha256: file.sha256,
    ...fieldsBesideFile(request, file.filename ?? "document"),
    ...(caption === undefined ? {} : { caption })
  }
  return { [request.type]: content }
}

/** An action of a person towards a number. */
export interface WhatsAppAction<Request extends PersonalRequest = PersonalRequest> {
  readonly number: SeededPhoneNumber
  readonly sender: WhatsAppSender
  readonly at: DateTime.Utc
  readonly request: Request
}

/** The platform's report of an action. */
export interface Reported {
  readonly body: ReportBody
  /** Null for a report without an id of its own. */
  readonly messageId: string | null
  readonly opensWindow: boolean
}

export const secondsOf = (at: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(at) / 1000)

export const metadataOf = ({ displayPhoneNumber, id }: SeededPhoneNumber) => ({
  display_phone_number: digitsOf(displayPhoneNumber),
  phone_number_id: id
})

/** The id of a message from the person. */
export const newMessageId = ({ sender }: WhatsAppAction): Effect.Effect<string> =>
  Effect.map(messageKey, (key) => wamidOfPerson(idsOf(sender.person)[0] ?? "", key))

/** Whether the action opens the messaging window (contract: The platform decides about messaging windows). */
const opensWindow = (request: FileRequest | WordsRequest): boolean => {
  switch (request.type) {
    case "edit":
    case "revoke":
    case "request_welcome":
      return false
    case "reaction":
      return request.emoji !== ""
    default:
      return true
  }
}

/** The context of a reply. The quoted message is assumed to be one of the business, as most are. */
const contextOf = ({ number, request }: WhatsAppAction<FileRequest | WordsRequest>): Schema.JsonObject => {
  if (!("replyTo" in request || "context" in request)) return {}
  const { context, replyTo } = request
  const reply = replyTo === undefined ? {} : { from: digitsOf(number.displayPhoneNumber), id: replyTo }
  return { context: { ...reply, ...context } }
}

const fileOf = ({ media, mediaId, type }: FileRequest, { id }: SeededPhoneNumber) =>
  mediaId === undefined ? storeFile(media, type, id) : knownFile(mediaId)

/** The card with the person's number; a requested card has no vCard (platforms P5). */
const numberCard = Effect.fnUntraced(function* (
  { origin = "contact_request", phone }: OfType<"contact_info">,
  { person }: WhatsAppSender
) {
  const waId = phone === undefined ? person.waId : digitsOf(phone)
  if (waId === null) {
    return yield* new BadInbound({ reason: "phone: is required, as the platform does not know this person's number" })
  }
  const name = nameOf(person)
  const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;TYPE=CELL:+${waId}\nEND:VCARD`
  const [first_name = name] = name.split(" ")
  const card = {
    origin,
    name: { formatted_name: name, first_name },
    phones: [{ phone: `+${waId}`, wa_id: waId, type: "CELL" }],
    ...(origin === "other" ? { vcard } : {})
  }
  return { contacts: [card] }
})

const contentOf = ({ number, request, sender }: WhatsAppAction<FileRequest | WordsRequest>) => {
  switch (request.type) {
    case "contact_info":
      return numberCard(request, sender)
    case "audio":
    case "document":
    case "image":
    case "sticker":
    case "video":
      return Effect.map(fileOf(request, number), (file) => fileContent(request, file))
    default:
      return Effect.succeed(wordsContent(request))
  }
}

/** An item of `messages` with the fields common to all of them. */
export const whatsAppMessage = Effect.fnUntraced(function* (action: WhatsAppAction<FileRequest | WordsRequest>) {
  const { at, number, request, sender } = action
  const content = yield* contentOf(action)
  const id = yield* newMessageId(action)
  const referral = "referral" in request ? request.referral : undefined
  const reported: Reported = {
    body: {
      _tag: "OfNumber",
      field: "messages",
      list: "messages",
      metadata: metadataOf(number),
      contact: contactOf(sender),
      item: {
        ...contextOf(action),
        ...(referral === undefined ? {} : { referral }),
        ...fromOf(sender),
        id,
        timestamp: String(secondsOf(at)),
        type: request.type === "contact_info" ? "contacts" : request.type,
        ...content
      }
    },
    messageId: id,
    opensWindow: opensWindow(request)
  }
  return reported
})
