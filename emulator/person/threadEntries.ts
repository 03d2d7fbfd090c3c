import { DateTime, Effect, Option, Schema } from "effect"
import type { MessagingEvent } from "./messagingEvent.ts"
import type { MessagingRequest } from "./MessagingRequest.ts"
import { type ThreadKey, Threads } from "./Threads.ts"
import type { Reported } from "./whatsAppMessage.ts"
import type { PersonalRequest } from "./whatsAppSender.ts"

const isObject = Schema.is(Schema.JsonObject)

/** Fields of an item that are not part of the content. */
const besideContent: ReadonlySet<string> = new Set([
  "from",
  "from_user_id",
  "id",
  "mid",
  "timestamp",
  "to",
  "to_user_id"
])

const contentOf = (item: Schema.JsonObject): Schema.JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !besideContent.has(name)))

/** Adds a reported message, reaction, edit or deletion to the thread. Notices about the person are not added. */
export const enterWhatsApp = Effect.fnUntraced(function* (
  key: ThreadKey,
  request: PersonalRequest,
  { body, messageId }: Reported,
  name: string,
  at: DateTime.Utc
) {
  const threads = yield* Threads
  if (body._tag !== "OfNumber") return
  switch (request.type) {
    case "reaction":
      return yield* threads.react(key, request.messageId, "person", request.emoji)
    case "edit": {
      const edit = body.item["edit"]
      const message = isObject(edit) ? edit["message"] : undefined
      return isObject(message) ? yield* threads.edit(key, request.messageId, message) : undefined
    }
    case "revoke":
      return yield* threads.remove(key, request.messageId)
    case "request_welcome":
    case "system":
      return
    default: {
      if (messageId === null) return
      const by = request.type === "echo" ? "business" : "person"
      const content = contentOf(body.item)
      yield* threads.enter(key, { id: messageId, at: DateTime.formatIso(at), by, content }, name)
    }
  }
})

/** The message, or the tap on a button. */
const messageOf = ({ part }: MessagingEvent): Option.Option<Schema.JsonObject> => {
  const { message, postback } = part
  if (isObject(message)) return Option.some(contentOf(message))
  return isObject(postback) ? Option.some({ postback: contentOf(postback) }) : Option.none()
}

/** Adds a message, reaction, edit or deletion of Messenger or Instagram to the thread. */
export const enterMessaging = Effect.fnUntraced(function* (
  key: ThreadKey,
  request: MessagingRequest,
  event: MessagingEvent,
  at: DateTime.Utc
) {
  const threads = yield* Threads
  switch (request.type) {
    case "reaction":
      return yield* threads.react(key, request.messageId, "person", request.emoji)
    case "edit":
      return yield* threads.edit(key, request.messageId, { text: request.text })
    case "deletion":
      return yield* threads.remove(key, request.messageId)
    default: {
      const content = messageOf(event)
      if (event.messageId === null || Option.isNone(content)) return
      const by = request.type === "echo" ? "business" : "person"
      const message = { id: event.messageId, at: DateTime.formatIso(at), by, content: content.value } as const
      yield* threads.enter(key, message, request.username ?? request.name ?? null)
    }
  }
})
