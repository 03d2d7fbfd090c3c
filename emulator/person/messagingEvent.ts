import { Effect, type Schema } from "effect"
import { type Inbox, messageId } from "../messenger/Sender.ts"
import type { MessagingRequest } from "./MessagingRequest.ts"
import { storeFile } from "./personFile.ts"

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

/** Content of a share: Messenger shares links, Instagram posts. */
const shareContent = ({ channel, title, url }: OfType<"share">): Schema.JsonObject =>
  channel === "messenger"
    ? attached("fallback", { url, ...(title === undefined ? {} : { title }) })
    : attached("share", { url, ...(title === undefined ? {} : { title }) })

const locationContent = ({ location: { latitude, longitude, name }, text }: OfType<"location">): Schema.JsonObject => ({
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

/** The content of a message without its id (platforms P11, P13). */
const messagingContent = (request: WordsPart): Schema.JsonObject => {
  switch (request.type) {
    case "text":
      return { text: request.text }
    case "like_heart":
      return { attachments: [{ type: "like_heart" }] }
    case "share":
      return shareContent(request)
    case "location":
      return locationContent(request)
    case "quick_reply":
      return { text: request.text, quick_reply: { payload: request.payload } }
    case "unsupported":
      return { is_unsupported: true }
    case "echo":
      return echoed(request)
  }
}

/** The content of a message with a file at the address. */
const messagingFile = (request: FilePart, url: string): Schema.JsonObject => {
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

/** The platform's words for known reactions; all others are `other`. */
const reactions: Readonly<Record<string, string>> = {
  "😆": "smile",
  "😠": "angry",
  "😢": "sad",
  "😮": "wow",
  "❤": "love",
  "👍": "like",
  "👎": "dislike"
}

/** The part `reaction` of a message; without an emoji the reaction is removed. */
const messagingReaction = (mid: string, emoji: string, word: string | undefined): Schema.JsonObject =>
  emoji === ""
    ? { mid, action: "unreact" }
    : { mid, action: "react", emoji, reaction: word ?? reactions[emoji.replace("\ufe0f", "")] ?? "other" }

/** The platform's event for an action of a person. */
export interface MessagingEvent {
  /** The part of the item with the event's content. */
  readonly part: Schema.JsonObject
  /** Null if the event has no id of its own. */
  readonly messageId: string | null
  readonly opensWindow: boolean
  /** The text in the list of conversations; null for an event without text, undefined for one that is not listed. */
  readonly snippet?: string | null
}

/** The kind of the sample file for a request without a file. */
const kindOf = ({ type }: FilePart) => {
  switch (type) {
    case "video":
    case "audio":
    case "sticker":
      return type
    case "file":
      return "document"
    default:
      return "image"
  }
}

const addressOf = (request: FilePart, emulatorUrl: string) =>
  request.url === undefined
    ? Effect.map(storeFile(request.media, kindOf(request), null), ({ id }) => `${emulatorUrl}/_emulator/files/${id}`)
    : Effect.succeed(request.url)

/** The part `message` with its common fields. */
const message = Effect.fnUntraced(function* (
  inbox: Inbox,
  request: FilePart | WordsPart,
  content: Schema.JsonObject
): Effect.fn.Return<MessagingEvent> {
  const mid = yield* messageId(inbox, request.from)
  const replyTo = "replyTo" in request ? request.replyTo : undefined
  const referral = "referral" in request ? request.referral : undefined
  const more = {
    ...(replyTo === undefined ? {} : { reply_to: { mid: replyTo } }),
    ...(referral === undefined ? {} : { referral })
  }
  return {
    part: { message: { mid, ...content, ...more } },
    messageId: mid,
    opensWindow: request.type !== "echo",
    snippet: ("text" in request ? request.text : undefined) ?? null
  }
})

const withoutMessage = (part: Schema.JsonObject): MessagingEvent => ({ part, messageId: null, opensWindow: false })

/** A tap on a button. The payload is withheld in a conversation that another app owns. */
const postback = (
  inbox: Inbox,
  { from, payload, referral, standby = false, title }: Extract<MessagingRequest, { readonly type: "postback" }>
): Effect.Effect<MessagingEvent> =>
  Effect.map(messageId(inbox, from), (mid) => ({
    part: {
      postback: { title, ...(standby ? {} : { payload }), mid, ...(referral === undefined ? {} : { referral }) }
    },
    messageId: mid,
    opensWindow: true,
    snippet: title
  }))

/** The part of a handover: its apps, and the text from the other app. */
const handoverPart = ({ metadata, newApp, previousApp, requestedApp }: OfType<"handover">): Schema.JsonObject => ({
  ...(previousApp === undefined ? {} : { previous_owner_app_id: previousApp }),
  ...(newApp === undefined ? {} : { new_owner_app_id: newApp }),
  ...(requestedApp === undefined ? {} : { requested_owner_app_id: requestedApp }),
  ...(metadata === undefined ? {} : { metadata })
})

/** Builds the platform's event; `emulatorUrl` is the address of stored files. */
export const messagingEvent = (
  inbox: Inbox,
  request: Exclude<MessagingRequest, OfType<"change" | "comment" | "read">>,
  emulatorUrl: string
) => {
  switch (request.type) {
    case "audio":
    case "file":
    case "image":
    case "sticker":
    case "story_mention":
    case "story_reply":
    case "video":
      return Effect.flatMap(addressOf(request, emulatorUrl), (url) =>
        message(inbox, request, messagingFile(request, url))
      )
    case "postback":
      return postback(inbox, request)
    case "reaction": {
      const { emoji, messageId: mid, reaction } = request
      const event = withoutMessage({ reaction: messagingReaction(mid, emoji, reaction) })
      return Effect.succeed({ ...event, opensWindow: emoji !== "" })
    }
    case "edit": {
      const { editNumber = 1, messageId: mid, text } = request
      return Effect.succeed(withoutMessage({ message_edit: { mid, text, num_edit: editNumber } }))
    }
    case "deletion":
      return Effect.succeed(withoutMessage({ message: { mid: request.messageId, is_deleted: true } }))
    case "referral":
      return Effect.succeed(withoutMessage({ referral: request.referral }))
    case "handover":
      return Effect.succeed(withoutMessage({ [request.kind]: handoverPart(request) }))
    case "app_roles":
      return Effect.succeed(withoutMessage({ app_roles: request.roles }))
    case "optin":
      return Effect.succeed(withoutMessage({ optin: request.optin }))
    default:
      return message(inbox, request, messagingContent(request))
  }
}
