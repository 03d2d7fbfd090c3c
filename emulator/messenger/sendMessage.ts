import { DateTime, Effect, Option, Schema } from "effect"
import type { FaultRule } from "../FaultRule.ts"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { takeFault } from "../graph/takeFault.ts"
import { showAction } from "../person/signs.ts"
import { type ThreadKey, Threads } from "../person/Threads.ts"
import { Windows } from "../person/Windows.ts"
import { type AcceptedSend, Followups } from "../webhooks/Followups.ts"
import { Comments } from "./Comments.ts"
import { Conversations } from "./Conversations.ts"
import { type Inbox, messageId, type Sender } from "./Sender.ts"
import { type AcceptedMessage, deliveredReport, echoReport, readReport } from "./messagingReports.ts"
import { inWordsOf, platformRefusal } from "./platformRefusal.ts"
import { readSend } from "./readSend.ts"

const decodeAddressed = Schema.decodeUnknownOption(
  Schema.Struct({ recipient: Schema.Struct({ id: Schema.Union([Schema.String, Schema.Int]) }) })
)

const decodeCommented = Schema.decodeUnknownOption(
  Schema.Struct({ recipient: Schema.Struct({ comment_id: Schema.String }) })
)

/**
 * The inbox of a send. Over a Page, it is the linked Instagram inbox if the recipient is one of its people, or a comment
 * below one of its posts.
 */
export const inboxOf = Effect.fnUntraced(function* ({ inboxes }: Sender, { params }: GraphCall) {
  const conversations = yield* Conversations
  const comments = yield* Comments
  const commented = decodeCommented(params)
  if (Option.isSome(commented)) {
    for (const inbox of inboxes) if (yield* comments.has(inbox, commented.value.recipient.comment_id)) return inbox
    return inboxes[0]
  }
  const addressed = decodeAddressed(params)
  if (Option.isNone(addressed)) return inboxes[0]
  const person = String(addressed.value.recipient.id)
  for (const inbox of inboxes) {
    if (inbox.channel === "instagram" && (yield* conversations.has(inbox, person))) return inbox
  }
  return inboxes[0]
})

/** The subcode of each channel for a message outside the window. */
const outsideWindow: Readonly<Record<Inbox["channel"], number>> = { messenger: 2018278, instagram: 2534022 }

const checkWindow = Effect.fnUntraced(function* ({ channel, id }: Inbox, to: string, tag: Schema.Json | undefined) {
  const use = { tag: typeof tag === "string" ? tag : null }
  const isOpen = yield* (yield* Windows).check(channel, id, to, use, yield* DateTime.now)
  if (!isOpen) return yield* platformRefusal(channel, 10, outsideWindow[channel])
})

const isObject = Schema.is(Schema.JsonObject)

const placeOf = ({ channel, id }: Inbox, to: string): ThreadKey => ({ channel, accountId: id, ids: [to] })

const decodeReaction = Schema.decodeUnknownOption(
  Schema.Struct({
    sender_action: Schema.String,
    payload: Schema.Struct({ message_id: Schema.String, reaction: Schema.optionalKey(Schema.String) })
  })
)

/** Emojis of the reactions that are sent as words. */
const emojis: Readonly<Record<string, string>> = {
  smile: "😆",
  angry: "😠",
  sad: "😢",
  wow: "😮",
  love: "❤",
  like: "👍",
  dislike: "👎"
}

/** Shows a sender action on the person's phone. */
const act = Effect.fnUntraced(function* (inbox: Inbox, to: string, params: Schema.JsonObject) {
  const action = decodeReaction(params)
  if (Option.isNone(action)) {
    return yield* showAction(placeOf(inbox, to), String(params["sender_action"]).toLowerCase())
  }
  const { payload, sender_action } = action.value
  const { message_id, reaction = "" } = payload
  const emoji = sender_action.toLowerCase() === "unreact" ? "" : (emojis[reaction] ?? reaction)
  yield* (yield* Threads).react(placeOf(inbox, to), message_id, "business", emoji)
})

/** Schedules the reports of the message. These channels have no failure reports. */
const follow = Effect.fnUntraced(function* (
  message: AcceptedMessage,
  { fault, isEchoTaken }: { readonly fault: Option.Option<FaultRule>; readonly isEchoTaken: boolean }
) {
  const { id, inbox, to } = message
  const isMessenger = inbox.channel === "messenger"
  const send: AcceptedSend = {
    id,
    channel: inbox.channel,
    accountId: inbox.id,
    to,
    recipients: [to],
    sent: null,
    delivered: isMessenger ? (at) => deliveredReport(message, at) : null,
    read: (at) => readReport(message, at),
    failed: null,
    echo: (at) => echoReport(message, at),
    isEchoed: !isMessenger,
    isEchoTaken
  }
  const fails = Option.exists(fault, ({ mode }) => mode === "async")
  if (!fails) {
    const content = isObject(message.content) ? message.content : {}
    const at = DateTime.formatIso(yield* DateTime.now)
    yield* (yield* Threads).enter(placeOf(inbox, to), { id, at, by: "business", content })
  }
  yield* (yield* Followups).follow(send, fails, fault)
})

/**
 * Sends of a Page or an Instagram account, and sender actions. A message with a later fault is simply accepted: these
 * channels report no failures.
 */
export const sendMessage = (sender: Sender, inbox: Inbox) =>
  Effect.fnUntraced(function* (call: GraphCall) {
    const token = yield* tokenOf(call)
    if (!sender.tokens.includes(token)) return yield* unknownObject(call.method, call.id)
    const { isToComment, replyTo, snippet, to: named } = yield* Effect.fromResult(readSend(inbox.channel, call.params))
    const comments = yield* Comments
    const to = isToComment ? yield* comments.author(inbox, named) : named
    if (snippet === null) {
      yield* act(inbox, to, call.params)
      return { status: 200, body: { recipient_id: to } }
    }
    if (!isToComment) yield* checkWindow(inbox, to, call.params["tag"])

    const fault = yield* takeFault(inbox.channel, [to], (code, subcode) =>
      platformRefusal(inbox.channel, code, subcode)
    )
    if (isToComment) yield* comments.answered(inbox, named)
    yield* (yield* Conversations).enter(inbox, to, snippet)
    const id = yield* messageId(inbox, to)
    yield* follow({ inbox, to, id, content: call.params["message"] ?? null, replyTo }, fault)
    return { status: 200, body: { recipient_id: to, message_id: id } }
  }, inWordsOf(sender))
