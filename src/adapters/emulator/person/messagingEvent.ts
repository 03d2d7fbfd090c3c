import { Effect, type Schema } from "effect"
import { messageId } from "../messenger/messageId.ts"
import type { Inbox } from "../messenger/Sender.ts"
import { type FilePart, messagingContent, messagingFile, type WordsPart } from "./messagingContent.ts"
import { messagingReaction } from "./messagingReaction.ts"
import type { MessagingRequest } from "./MessagingRequest.ts"
import { keepFile } from "./personFile.ts"

/** What the platform makes of something that a person did. */
export interface MessagingEvent {
  /** The part of the item that says what it was. */
  readonly part: Schema.JsonObject
  /** Null when it has no id of its own. */
  readonly messageId: string | null
  readonly opensWindow: boolean
  /** What the conversation shows of it: a text, null for something without words; undefined for nothing at all. */
  readonly snippet?: string | null
}

/** Of which kind the small file is that a request without one gets. */
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
    ? Effect.map(keepFile(request.media, kindOf(request), null), ({ id }) => `${emulatorUrl}/_emulator/files/${id}`)
    : Effect.succeed(request.url)

/** The part `message`, with what may stand in each of them. */
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

/** What the platform makes of it, with the emulator's own address for the files that it keeps. */
export const messagingEvent = (inbox: Inbox, request: MessagingRequest, emulatorUrl: string) => {
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
    case "optin":
      return Effect.succeed(withoutMessage({ optin: request.optin }))
    default:
      return message(inbox, request, messagingContent(request))
  }
}
