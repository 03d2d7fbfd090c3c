import type { Schema } from "effect"
import type { MessagingRequest } from "./MessagingRequest.ts"

type OfType<Type extends MessagingRequest["type"]> = Extract<MessagingRequest, { readonly type: Type }>

/** A message with a file, or with a story of another account. */
export type FilePart = OfType<"audio" | "file" | "image" | "sticker" | "story_mention" | "story_reply" | "video">

/** A message of another kind. */
export type WordsPart = OfType<"echo" | "like_heart" | "location" | "quick_reply" | "share" | "text" | "unsupported">

/** The default story of the account. */
const usualStory = "17900000000000001"

/** The platform's own inbox, which is an app like others. */
const pageInbox = 263_902_037_430_900

const attached = (type: string, payload: Schema.JsonObject, more: Schema.JsonObject = {}): Schema.JsonObject => ({
  attachments: [{ type, ...more, payload }]
})

const words = (text: string | undefined): Schema.JsonObject => (text === undefined ? {} : { text })

/** Messenger knows links that people share, Instagram posts. */
const shared = ({ channel, title, url }: OfType<"share">): Schema.JsonObject =>
  channel === "messenger"
    ? attached("fallback", { url, ...(title === undefined ? {} : { title }) })
    : attached("share", { url, ...(title === undefined ? {} : { title }) })

const place = ({ location: { latitude, longitude, name }, text }: OfType<"location">): Schema.JsonObject => ({
  ...words(text),
  ...attached(
    "location",
    { coordinates: { lat: latitude, long: longitude } },
    name === undefined ? {} : { title: name }
  )
})

const echoed = ({ appId = pageInbox, channel, metadata, text }: OfType<"echo">): Schema.JsonObject => ({
  is_echo: true,
  ...(channel === "messenger" ? { app_id: appId } : {}),
  ...(metadata === undefined ? {} : { metadata }),
  text
})

/** What says what a message is, beside its id (platforms P11, P13). */
export const messagingContent = (request: WordsPart): Schema.JsonObject => {
  switch (request.type) {
    case "text":
      return { text: request.text }
    case "like_heart":
      return { attachments: [{ type: "like_heart" }] }
    case "share":
      return shared(request)
    case "location":
      return place(request)
    case "quick_reply":
      return { text: request.text, quick_reply: { payload: request.payload } }
    case "unsupported":
      return { is_unsupported: true }
    case "echo":
      return echoed(request)
  }
}

/** The same of a message with a file, which is at the address. */
export const messagingFile = (request: FilePart, url: string): Schema.JsonObject => {
  switch (request.type) {
    case "sticker":
      return attached("sticker", { url, ...(request.stickerId === undefined ? {} : { sticker_id: request.stickerId }) })
    case "story_mention":
      return attached("story_mention", { url })
    case "story_reply":
      return {
        text: request.text,
        reply_to: { story: { id: request.storyId ?? usualStory, url } }
      }
    default:
      return { ...words(request.text), ...attached(request.type, { url }) }
  }
}
