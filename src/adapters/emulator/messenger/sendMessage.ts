import { Effect, Option, Schema } from "effect"
import { Faults } from "../Faults.ts"
import { tokenOf } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { suffer } from "../graph/suffer.ts"
import { Conversations } from "./Conversations.ts"
import { messageId } from "./messageId.ts"
import { inWordsOf, platformRefusal } from "./platformRefusal.ts"
import { readSend } from "./readSend.ts"
import type { Inbox, Sender } from "./Sender.ts"

const decodeAddressed = Schema.decodeUnknownOption(
  Schema.Struct({ recipient: Schema.Struct({ id: Schema.Union([Schema.String, Schema.Int]) }) })
)

/** The inbox that a call sends from: over a Page that of Instagram when the recipient is one of its people. */
export const inboxOf = Effect.fnUntraced(function* ({ inboxes }: Sender, { params }: GraphCall) {
  const conversations = yield* Conversations
  const addressed = decodeAddressed(params)
  if (Option.isNone(addressed)) return inboxes[0]
  const person = String(addressed.value.recipient.id)
  for (const inbox of inboxes) {
    if (inbox.channel === "instagram" && (yield* conversations.has(inbox, person))) return inbox
  }
  return inboxes[0]
})

/**
 * Sends of a Page or an Instagram account, and sender actions. A message that a fault fails later is simply accepted:
 * these channels report no failures.
 */
export const sendMessage = (sender: Sender, inbox: Inbox) =>
  Effect.fnUntraced(function* (call: GraphCall) {
    const token = yield* tokenOf(call)
    if (!sender.tokens.includes(token)) return yield* unknownObject(call.method, call.id)
    const { snippet, to } = yield* Effect.fromResult(readSend(inbox.channel, call.params))
    if (snippet === null) return { status: 200, body: { recipient_id: to } }

    const fault = yield* (yield* Faults).take(inbox.channel, [to])
    if (Option.isSome(fault)) {
      yield* suffer(fault.value, (code, subcode) => platformRefusal(inbox.channel, code, subcode))
    }
    yield* (yield* Conversations).enter(inbox, to, snippet)
    return { status: 200, body: { recipient_id: to, message_id: yield* messageId(inbox, to) } }
  }, inWordsOf(sender))
