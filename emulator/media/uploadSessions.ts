import { Effect, Option, Schema } from "effect"
import { tokenOf } from "../graph/authenticate.ts"
import { decoder } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { refusal } from "../graph/GraphError.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { someText } from "../graph/parameters.ts"
import { messengerKey } from "../graph/randomIds.ts"

/** File types of the Resumable Upload API. */
const mimeTypes = ["application/pdf", "image/jpeg", "image/jpg", "image/png", "video/mp4"]

/** The beginning of ids of sessions. */
const session = "upload:"

const Begin = Schema.Struct({
  file_name: Schema.optionalKey(someText),
  file_length: Schema.Union([Schema.Int, Schema.FiniteFromString]),
  file_type: someText
})
const readBegin = decoder(Begin)

/** The id of a session contains the expected length and type, so that the emulator has nothing to store. */
const idOf = (length: number, type: string, signature: string): string =>
  `${session}${Buffer.from(JSON.stringify([length, type])).toString("base64url")}?sig=${signature}`

const readId = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Tuple([Schema.Finite, Schema.String])))

/** Whether the path names an upload session. */
export const isUploadSession = (id: string): boolean => id.startsWith(session)

const begin = Effect.fnUntraced(function* (call: GraphCall) {
  yield* tokenOf(call)
  const { file_length: length, file_type: type } = yield* Effect.fromResult(readBegin(call.params))
  if (!mimeTypes.includes(type)) {
    return yield* refusal(100, { message: `(#100) Param file_type must be one of {${mimeTypes.join(", ")}}` })
  }
  return { status: 200, body: { id: idOf(length, type, yield* messengerKey) } }
})

/** `POST /{upload-session}` with `file_offset`: the bytes of the file. Answers the handle. */
export const uploadBytes = Effect.fnUntraced(function* (call: GraphCall) {
  yield* tokenOf(call)
  const expected = readId(Buffer.from(call.id.slice(session.length), "base64url").toString())
  const [file] = call.files
  if (Option.isNone(expected) || file === undefined || call.params["sig"] === undefined) {
    return yield* refusal(100, { message: "(#100) The upload session does not exist." })
  }
  const [length, type] = expected.value
  if (file.bytes.length !== length) {
    return yield* refusal(100, { message: `(#100) The file has ${file.bytes.length} bytes instead of ${length}.` })
  }
  return { status: 200, body: { h: `4::${Buffer.from(type).toString("base64")}:${yield* messengerKey}` } }
})

/** `POST /{app-id}/uploads`: begins an upload with the Resumable Upload API (platforms P3). */
export const layer = graphEdge("POST", "/uploads", "whatsapp", begin)
