import type { Schema } from "effect"
import type { StoredMedia } from "../media/MediaVault.ts"
import type { WhatsAppRequest } from "./WhatsAppRequest.ts"

type OfType<Type extends WhatsAppRequest["type"]> = Extract<WhatsAppRequest, { readonly type: Type }>

/** A message that is a file. */
export type FileRequest = OfType<"audio" | "document" | "image" | "sticker" | "video">

/** Any other item of `messages`. */
export type WordsRequest = Exclude<
  WhatsAppRequest,
  FileRequest | OfType<"echo" | "system" | "template_status" | "user_id_update" | "user_preferences">
>

const unsupported = {
  code: 131051,
  title: "Message type unknown",
  message: "Message type unknown",
  error_data: { details: "Message type is currently not supported." }
}

/** What says of a message without a file what it is, as the platform reports it (platforms P5). */
export const wordsContent = (request: WordsRequest): Schema.JsonObject => {
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

/** What a type of files has beside the file. */
const beside = (request: FileRequest, filename: string): Schema.JsonObject => {
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

/** The same of a message that is this file. */
export const fileContent = (request: FileRequest, file: StoredMedia): Schema.JsonObject => {
  const caption = captionOf(request)
  const content = {
    id: file.id,
    mime_type: file.mimeType,
    sha256: file.sha256,
    ...beside(request, file.filename ?? "document"),
    ...(caption === undefined ? {} : { caption })
  }
  return { [request.type]: content }
}
