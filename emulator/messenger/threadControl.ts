import { Effect, Layer, Option, Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { requireToken, tokenOf } from "../graph/authenticate.ts"
import { decoder } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { type Destination, sharedEdge } from "../graph/graphEdge.ts"
import { takeFault } from "../graph/takeFault.ts"
import { Conversations } from "./Conversations.ts"
import { PersonId, textUpTo } from "./parameters.ts"
import { inWordsOf, platformRefusal } from "./platformRefusal.ts"
import type { Inbox, Sender } from "./Sender.ts"
import { inboxOf } from "./sendMessage.ts"
import { sendWording } from "./wording.ts"

const maxMetadata = 1_000

const person = Schema.Struct({ id: PersonId })
const metadata = Schema.optionalKey(textUpTo(maxMetadata))
const readPerson = decoder(Schema.Struct({ recipient: person, metadata }), "ignored", sendWording)
const readTarget = decoder(
  Schema.Struct({ recipient: person, metadata, target_app_id: PersonId }),
  "ignored",
  sendWording
)

/** Checks the call and answers it. The emulated platform has one app, so no thread changes its owner. */
const changeOwner = (sender: Sender, inbox: Inbox, read: typeof readPerson | typeof readTarget) =>
  Effect.fnUntraced(function* (call: GraphCall) {
    const token = yield* tokenOf(call)
    if (!sender.tokens.includes(token)) return yield* unknownObject(call.method, call.id)
    const { recipient } = yield* Effect.fromResult(read(call.params))
    const to = String(recipient.id)
    yield* takeFault(inbox.channel, [to], (code, subcode) => platformRefusal(inbox.channel, code, subcode))
    const isKnown = yield* (yield* Conversations).has(inbox, to)
    if (!isKnown) return yield* platformRefusal(inbox.channel, 100, 2018001)
    return { status: 200, body: { success: true } }
  }, inWordsOf(sender))

type World =
  | Effect.Services<ReturnType<ReturnType<typeof changeOwner>>>
  | Effect.Services<ReturnType<typeof requireToken>>

const edge = (path: `/${string}`, read: typeof readPerson | typeof readTarget) =>
  sharedEdge(
    "POST",
    path,
    Effect.fnUntraced(function* (
      call: GraphCall
    ): Effect.fn.Return<Destination<World>, never, EmulatorState | Effect.Services<ReturnType<typeof inboxOf>>> {
      const sender = (yield* EmulatorState).sender(call.id, call.token)
      if (Option.isNone(sender)) return { channel: "messenger", handler: requireToken }
      const inbox = yield* inboxOf(sender.value, call)
      return { channel: inbox.channel, handler: changeOwner(sender.value, inbox, read) }
    })
  )

/** `POST /{page-id | instagram-id | me}/{pass | take | release}_thread_control`. */
export const layer = Layer.mergeAll(
  edge("/pass_thread_control", readTarget),
  edge("/take_thread_control", readPerson),
  edge("/release_thread_control", readPerson)
)
