import { DateTime, Effect, Option, type Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { Comments } from "../messenger/Comments.ts"
import { Conversations } from "../messenger/Conversations.ts"
import type { Inbox } from "../messenger/Sender.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { BadInbound } from "./personFields.ts"
import { messagingEvent, type MessagingEvent } from "./messagingEvent.ts"
import type { MessagingRequest } from "./MessagingRequest.ts"
import { readMessaging } from "./readThread.ts"
import { enterMessaging } from "./threadEntries.ts"
import type { ThreadKey } from "./Threads.ts"
import { Windows } from "./Windows.ts"

/** An action with a person; a change of another field may have none. */
export type PersonalRequest = Exclude<MessagingRequest, { readonly type: "change" | "comment" }>

const objects = { messenger: "page", instagram: "instagram" } as const

const senderNames = { messenger: "Page", instagram: "Instagram account" } as const

const inboxOf = Effect.fnUntraced(function* ({ channel, to, username }: MessagingRequest) {
  if (channel === "messenger" && username !== undefined) {
    return yield* new BadInbound({ reason: "username: people of Messenger have none" })
  }
  const found = (yield* EmulatorState).inboxOf(channel, to)
  if (Option.isNone(found))
    return yield* new BadInbound({ reason: `to: names no ${senderNames[channel]} of the platform` })
  return found.value
})

/** Adds a message to the conversation, and updates the person's profile. */
const enter = Effect.fnUntraced(function* (
  inbox: Inbox,
  { from, name, type, username }: PersonalRequest,
  { snippet }: MessagingEvent
) {
  const conversations = yield* Conversations
  if (snippet === undefined) return
  yield* type === "echo"
    ? conversations.enter(inbox, from, snippet ?? "", { name, username })
    : conversations.receive(inbox, from, snippet, { name, username })
})

const itemOf = (
  inbox: Inbox,
  { from, type }: PersonalRequest,
  at: DateTime.Utc,
  part: Schema.JsonObject
): Schema.JsonObject => {
  // The platform reports the roles of apps without a person.
  if (type === "app_roles") return { recipient: { id: inbox.id }, timestamp: DateTime.toEpochMillis(at), ...part }
  const [sender, recipient] = type === "echo" ? [inbox.id, from] : [from, inbox.id]
  return {
    sender: { id: sender },
    recipient: { id: recipient },
    timestamp: DateTime.toEpochMillis(at),
    ...part
  }
}

/** Performs an action of a person on Messenger or Instagram. */
export const messagingInbound = Effect.fnUntraced(function* (request: MessagingRequest, emulatorUrl: string) {
  const now = yield* DateTime.now
  const at = request.timestamp ?? now
  const inbox = yield* inboxOf(request)
  if (request.type === "change") {
    const { field, value } = request
    yield* (yield* Webhooks).report({
      object: objects[inbox.channel],
      entryId: inbox.id,
      at: now,
      body: { _tag: "Change", field, value }
    })
    return { messageId: null }
  }
  if (request.type === "comment") {
    return { messageId: yield* (yield* Comments).add(inbox, request.from, at, request.commentId) }
  }
  const key: ThreadKey = { channel: inbox.channel, accountId: inbox.id, ids: [request.from] }
  if (request.type === "read") {
    yield* readMessaging(key, inbox, request.messageId, at)
    return { messageId: null }
  }
  const event = yield* messagingEvent(inbox, request, emulatorUrl)
  if (event.opensWindow) yield* (yield* Windows).opened(inbox.channel, inbox.id, request.from, at)
  yield* enter(inbox, request, event)
  yield* enterMessaging(key, request, event, at)
  const list = request.standby === true ? "standby" : "messaging"
  yield* (yield* Webhooks).report({
    object: objects[inbox.channel],
    entryId: inbox.id,
    at: now,
    body: { _tag: "Messaging", list, item: itemOf(inbox, request, at, event.part) }
  })
  return { messageId: event.messageId }
})
