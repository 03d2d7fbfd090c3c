import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { EmulatorState, me } from "./EmulatorState.ts"
import type { Faults } from "./Faults.ts"
import { requireToken } from "./graph/authenticate.ts"
import type { GraphCall } from "./graph/GraphCall.ts"
import { type Destination, sharedEdge } from "./graph/graphEdge.ts"
import type { MediaVault } from "./media/MediaVault.ts"
import type { Conversations } from "./messenger/Conversations.ts"
import * as Messenger from "./messenger/sendMessage.ts"
import type { NumberRecords } from "./numbers/NumberRecords.ts"
import type { People } from "./person/People.ts"
import type { Threads } from "./person/Threads.ts"
import type { Comments } from "./messenger/Comments.ts"
import type { Windows } from "./person/Windows.ts"
import type { SendThroughput } from "./SendThroughput.ts"
import type { Templates } from "./templates/Templates.ts"
import type { Tokens } from "./tokens/Tokens.ts"
import type { Followups } from "./webhooks/Followups.ts"
import * as WhatsApp from "./whatsapp/sendMessage.ts"

type World =
  | Conversations
  | EmulatorState
  | Faults
  | Followups
  | HttpServerRequest.HttpServerRequest
  | MediaVault
  | NumberRecords
  | People
  | SendThroughput
  | Templates
  | Threads
  | Tokens
  | Comments
  | Windows

/**
 * The handler of the sender. The id names the sender; for `me` the token does, which never belongs to a number. An
 * unknown id is treated as one of WhatsApp.
 */
const dispatch = Effect.fnUntraced(function* (
  call: GraphCall
): Effect.fn.Return<Destination<World>, never, Comments | Conversations | EmulatorState> {
  const sender = (yield* EmulatorState).sender(call.id, call.token)
  if (Option.isSome(sender)) {
    const inbox = yield* Messenger.inboxOf(sender.value, call)
    return { channel: inbox.channel, handler: Messenger.sendMessage(sender.value, inbox) }
  }
  return call.id === me
    ? { channel: "messenger", handler: requireToken }
    : { channel: "whatsapp", handler: WhatsApp.sendMessage }
})

/** `POST /{phone-number-id | page-id | instagram-id | me}/messages`. */
export const layer = sharedEdge("POST", "/messages", dispatch)
