import { Effect, Option, Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { ofNobody, tokenOf } from "../graph/authenticate.ts"
import { decoder } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { type Destination, sharedEdge } from "../graph/graphEdge.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { oneOf } from "../graph/parameters.ts"
import { mediaId } from "../graph/randomIds.ts"
import { readMedia } from "../messenger/messageSchemas.ts"
import { inWordsOf } from "../messenger/platformRefusal.ts"
import type { Sender } from "../messenger/Sender.ts"
import { sendWording } from "../messenger/wording.ts"
import type { Tokens } from "../tokens/Tokens.ts"
import { MediaVault } from "./MediaVault.ts"

const readAttachment = decoder(
  Schema.Struct({
    message: Schema.Struct({
      attachment: Schema.Struct({
        type: oneOf(["audio", "file", "image", "video"]),
        payload: Schema.optionalKey(Schema.JsonObject)
      })
    })
  }),
  "ignored",
  sendWording
)

/** A file that comes with the call is kept; of one that is only named by its address the id is all that there is. */
const upload = (sender: Sender) =>
  Effect.fnUntraced(function* (call: GraphCall) {
    const token = yield* tokenOf(call)
    if (!sender.tokens.includes(token)) return yield* unknownObject(call.method, call.id)
    const { message } = yield* Effect.fromResult(readAttachment(call.params))
    const file = call.files.find(({ field }) => field === "filedata")
    if (file !== undefined) {
      const { id } = yield* (yield* MediaVault).keep(file)
      return { status: 200, body: { attachment_id: id } }
    }
    yield* Effect.fromResult(readMedia({ message: { attachment: { payload: message.attachment.payload ?? {} } } }))
    return { status: 200, body: { attachment_id: yield* mediaId } }
  }, inWordsOf(sender))

const dispatch = Effect.fnUntraced(function* (
  call: GraphCall
): Effect.fn.Return<Destination<EmulatorState | MediaVault | Tokens>, never, EmulatorState> {
  const sender = (yield* EmulatorState).sender(call.id, call.token)
  return Option.match(sender, {
    onNone: () => ({ channel: "messenger", handler: ofNobody }),
    onSome: (found) => ({ channel: found.inboxes[0].channel, handler: upload(found) })
  })
})

/** `POST /{page-id | instagram-id | me}/message_attachments`: a file to be sent by its `attachment_id` later. */
export const layer = sharedEdge("POST", "/message_attachments", dispatch)
