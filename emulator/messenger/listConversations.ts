import { DateTime, Effect, Option, Result, type Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { ofNobody, tokenOf } from "../graph/authenticate.ts"
import { type NodeType, only, readFields } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { type Destination, sharedEdge } from "../graph/graphEdge.ts"
import { type GraphError, refusal, unknownObject } from "../graph/GraphError.ts"
import { page } from "../graph/page.ts"
import type { Tokens } from "../tokens/Tokens.ts"
import { type Conversation, Conversations } from "./Conversations.ts"
import { conversationId, type Inbox, type Sender } from "./Sender.ts"
import { inWordsOf } from "./platformRefusal.ts"

const defaultFields = ["id", "updated_time", "link"]

/** What can be asked of a conversation; its messages cannot, as no emulated platform keeps them. */
const nodeTypes: Readonly<Record<Inbox["channel"], NodeType>> = {
  messenger: {
    name: "UnifiedThread",
    defaultFields,
    knownFields: new Set([
      ...defaultFields,
      "can_reply",
      "former_participants",
      "is_subscribed",
      "message_count",
      "participants",
      "scoped_thread_key",
      "senders",
      "snippet",
      "unread_count"
    ])
  },
  instagram: {
    name: "UnifiedThread",
    defaultFields,
    knownFields: new Set([...defaultFields, "participants"])
  }
}

/** As the platform writes times: `2021-06-08T08:24:57+0000`. */
const timeText = (time: DateTime.Utc): string => DateTime.formatIso(time).replace(/\.\d+Z$/, "+0000")

const onMessenger = (name: string, id: string) => ({ name, email: `${id}@facebook.com`, id })

const describe = (inbox: Inbox, conversation: Conversation): Schema.JsonObject => {
  const { messageCount, name, person, snippet, unreadCount, updatedAt, username } = conversation
  const id = conversationId(inbox, person)
  const common = { id, link: `/${inbox.id}/inbox/${person}/`, updated_time: timeText(updatedAt) }
  if (inbox.channel === "instagram") {
    const data = [
      { username: inbox.name, id: inbox.id },
      { username: username ?? name, id: person }
    ]
    return { ...common, participants: { data } }
  }
  const people = { data: [onMessenger(name, person), onMessenger(inbox.name, inbox.id)] }
  return {
    ...common,
    message_count: messageCount,
    unread_count: unreadCount,
    ...(snippet === null ? {} : { snippet }),
    can_reply: true,
    is_subscribed: true,
    participants: people,
    senders: people,
    former_participants: { data: [] },
    scoped_thread_key: id
  }
}

const platformOf = ({ params: { platform } }: GraphCall): string | undefined =>
  platform === undefined || platform === "" ? undefined : String(platform).toLowerCase()

/** The inbox of the platform that the call names, or the sender's own. */
const inboxOf = ({ inboxes }: Sender, call: GraphCall): Result.Result<Inbox, GraphError> => {
  const platform = platformOf(call)
  const inbox = platform === undefined ? inboxes[0] : inboxes.find(({ channel }) => channel === platform)
  if (inbox !== undefined) return Result.succeed(inbox)
  return Result.fail(
    refusal(100, {
      message:
        platform === "instagram"
          ? "(#100) Param platform is INSTAGRAM, but no Instagram account is linked to this Page."
          : `(#100) Param platform must be one of {${inboxes.map(({ channel }) => channel.toUpperCase()).join(", ")}}.`
    })
  )
}

/** The documented way to find the conversation with one person. */
const isWith = ({ params: { user_id: wanted } }: GraphCall, { person }: Conversation): boolean =>
  wanted === undefined || String(wanted) === person

const list = (sender: Sender) =>
  Effect.fnUntraced(function* (call: GraphCall) {
    const token = yield* tokenOf(call)
    if (!sender.tokens.includes(token)) return yield* unknownObject(call.method, call.id)
    const inbox = yield* Effect.fromResult(inboxOf(sender, call))
    const fields = yield* Effect.fromResult(readFields(call.params["fields"], nodeTypes[inbox.channel]))
    const conversations = yield* (yield* Conversations).newestFirst(inbox)
    const body = yield* Effect.fromResult(
      page(
        call,
        conversations
          .filter((conversation) => isWith(call, conversation))
          .map((conversation) => only(describe(inbox, conversation), fields))
      )
    )
    return { status: 200, body }
  }, inWordsOf(sender))

const dispatch = Effect.fnUntraced(function* (
  call: GraphCall
): Effect.fn.Return<Destination<Conversations | EmulatorState | Tokens>, never, EmulatorState> {
  const sender = (yield* EmulatorState).sender(call.id, call.token)
  const named = platformOf(call) === "instagram" ? "instagram" : "messenger"
  if (Option.isNone(sender)) return { channel: named, handler: ofNobody }
  const inbox = inboxOf(sender.value, call)
  return { channel: Result.isSuccess(inbox) ? inbox.success.channel : named, handler: list(sender.value) }
})

/** `GET /{page-id | instagram-id}/conversations?platform&fields&limit&after&before&user_id` (platforms P10, P12). */
export const layer = sharedEdge("GET", "/conversations", dispatch)
