import { DateTime, Effect, Option, Schema } from "effect"
import type { MessagingEvent } from "./messagingEvent.ts"
import type { MessagingRequest } from "./MessagingRequest.ts"
import { type ThreadPlace, Threads } from "./Threads.ts"
import type { Reported } from "./whatsAppMessage.ts"
import type { PersonalRequest } from "./whatsAppSender.ts"

const isObject = Schema.is(Schema.JsonObject)

/** Facts of an item that the thread has beside the content. */
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

/** Enters a reported message, reaction, edit or deletion into the thread. Notices about the person enter nothing. */
export const enterWhatsApp = Effect.fnUntraced(function* (
  place: ThreadPlace,
  request: PersonalRequest,
  { body, messageId }: Reported,
  name: string,
  at: DateTime.Utc
) {
  const threads = yield* Threads
  if (body._tag !== "OfNumber") return
  switch (request.type) {
    case "reaction":
      return yield* threads.react(place, request.messageId, "person", request.emoji)
    case "edit": {
      const edit = body.item["edit"]
      const message = isObject(edit) ? edit["message"] : undefined
      return isObject(message) ? yield* threads.edit(place, request.messageId, message) : undefined
    }
    case "revoke":
      return yield* threads.remove(place, request.messageId)
    case "request_welcome":
    case "system":
      return
    default: {
      if (messageId === null) return
      const by = request.type === "echo" ? "business" : "person"
      const content = contentOf(body.item)
      yield* threads.enter(place, { id: messageId, at: DateTime.formatIso(at), by, content }, name)
    }
  }
})

/** The message, or the tap on a button. */
const messageOf = ({ part }: MessagingEvent): Option.Option<Schema.JsonObject> => {
  const { message, postback } = part
  if (isObject(message)) return Option.some(contentOf(message))
  return isObject(postback) ? Option.some({ postback: contentOf(postback) }) : Option.none()
}

/** The same of Messenger and Instagram. */
export const enterMessaging = Effect.fnUntraced(function* (
  place: ThreadPlace,
  request: MessagingRequest,
  event: MessagingEvent,
  at: DateTime.Utc
) {
  const threads = yield* Threads
  switch (request.type) {
    case "reaction":
      return yield* threads.react(place, request.messageId, "person", request.emoji)
    case "edit":
      return yield* threads.edit(place, request.messageId, { text: request.text })
    case "deletion":
      return yield* threads.remove(place, request.messageId)
    default: {
      const content = messageOf(event)
      if (event.messageId === null || Option.isNone(content)) return
      const by = request.type === "echo" ? "business" : "person"
      const message = { id: event.messageId, at: DateTime.formatIso(at), by, content: content.value } as const
      yield* threads.enter(place, message, request.username ?? request.name ?? null)
    }
  }
})
