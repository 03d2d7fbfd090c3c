import type { Channel } from "../../src/domain/conversations/Channel.ts"

/** Draft of the person: a message, a reply, or an edit. */
export type Draft =
  | { readonly _tag: "Message" }
  | { readonly _tag: "Reply"; readonly messageId: string; readonly preview: string }
  | { readonly _tag: "Edit"; readonly messageId: string; readonly preview: string }

export const plainDraft: Draft = { _tag: "Message" }

/** Request for a text. */
export const textRequest = (draft: Draft, text: string): object => {
  switch (draft._tag) {
    case "Message":
      return { type: "text", text }
    case "Reply":
      return { type: "text", text, replyTo: draft.messageId }
    case "Edit":
      return { type: "edit", messageId: draft.messageId, text }
  }
}

/** Maximum size of a person's file in the emulator, in bytes. */
export const maxFileSize = 512 * 1024

/** A file in the form of the emulator. */
export interface GivenFile {
  readonly mimeType: string
  readonly base64: string
  readonly filename: string
}

/** Message kind for a media type. */
const kindOf = (channel: Channel, mimeType: string): string => {
  const [kind = ""] = mimeType.split("/")
  if (kind === "image" || kind === "video" || kind === "audio") return kind
  return channel === "whatsapp" ? "document" : "file"
}

/** Request for a file, with the text as its caption if the kind has one. */
export const fileRequest = (channel: Channel, draft: Draft, media: GivenFile, text: string): object => {
  const type = kindOf(channel, media.mimeType)
  const reply = draft._tag === "Reply" ? { replyTo: draft.messageId } : {}
  if (text === "") return { type, media, ...reply }
  if (channel !== "whatsapp") return { type, media, text, ...reply }
  return type === "audio" ? { type, media, ...reply } : { type, media, caption: text, ...reply }
}

/** Sample messages that need no input, by the name of their label. */
export type SampleName =
  | "image"
  | "video"
  | "audio"
  | "document"
  | "sticker"
  | "location"
  | "contact"
  | "like"
  | "ownNumber"

const card = {
  name: { formatted_name: "Grace Hopper", first_name: "Grace" },
  phones: [{ phone: "+1 650 555 0199", type: "CELL" }]
}

const location = { latitude: 52.52, longitude: 13.405, name: "Alexanderplatz" }

const files = {
  image: { type: "image" },
  video: { type: "video" },
  audio: { type: "audio" },
  sticker: { type: "sticker" }
}

/** Samples of a channel with their requests. */
export const samplesOf: Readonly<Record<Channel, Readonly<Partial<Record<SampleName, object>>>>> = {
  whatsapp: {
    ...files,
    document: { type: "document" },
    location: { type: "location", location },
    contact: { type: "contacts", contacts: [card] },
    ownNumber: { type: "contact_info", origin: "other" }
  },
  messenger: { ...files, document: { type: "file" }, location: { type: "location", location } },
  instagram: { ...files, document: { type: "file" }, like: { type: "like_heart" } }
}
