import { Effect, Option, Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import type { GraphCall, GraphFile } from "../graph/GraphCall.ts"
import { type GraphError, refusal, unknownObject } from "../graph/GraphError.ts"
import { tokenOf } from "../graph/authenticate.ts"
import { decoder } from "../graph/fields.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { oneOf } from "../graph/parameters.ts"
import { MediaVault } from "./MediaVault.ts"

/** A kind of file that WhatsApp sends. */
export interface MediaKind {
  /** Bytes. */
  readonly maxSize: number
  readonly mimeTypes: ReadonlyArray<string>
}

const kilobytes = (count: number): number => count * 1024
const megabytes = (count: number): number => kilobytes(count * 1024)

/** In the order in which the platform lists their types. */
const mediaKinds: ReadonlyArray<MediaKind> = [
  {
    maxSize: megabytes(16),
    mimeTypes: ["audio/aac", "audio/mp4", "audio/mpeg", "audio/amr", "audio/ogg", "audio/opus"]
  },
  {
    maxSize: megabytes(100),
    mimeTypes: [
      "application/vnd.ms-powerpoint",
      "application/msword",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/pdf",
      "text/plain",
      "application/vnd.ms-excel"
    ]
  },
  { maxSize: megabytes(5), mimeTypes: ["image/jpeg", "image/png"] },
  { maxSize: kilobytes(500), mimeTypes: ["image/webp"] },
  { maxSize: megabytes(16), mimeTypes: ["video/mp4", "video/3gpp"] }
]

/** A sticker that does not move has less room than one that does. */
const maxStillSticker = kilobytes(100)

/** Of `audio/ogg; codecs=opus`, `audio/ogg`. */
const bareType = (mimeType: string): string => (mimeType.split(";", 1)[0] ?? "").trim().toLowerCase()

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** Whether a file in WebP moves: the extended format says so in a bit of its first chunk. */
const isAnimated = (bytes: Uint8Array): boolean => ascii(bytes, 8, 16) === "WEBPVP8X" && ((bytes[20] ?? 0) & 0x02) !== 0

const allTypes = mediaKinds.flatMap(({ mimeTypes }) => mimeTypes).join(", ")

const wrongType = (mimeType: string): GraphError =>
  refusal(100, {
    message:
      `(#100) Param file must be a file with one of the following types: ${allTypes}. ` +
      `Received file of type '${mimeType}'.`
  })

const tooLarge = (max: number): GraphError =>
  refusal(100, { details: `File Too Large: The file you uploaded is too large. The maximum is ${max} bytes.` })

const empty = refusal(131053, { details: "The file you uploaded is empty." })

/** What the platform has against a file that is to be sent; it goes by the type that the upload says. */
export const uploadRefusal = ({
  bytes,
  mimeType
}: Pick<GraphFile, "bytes" | "mimeType">): Option.Option<GraphError> => {
  const type = bareType(mimeType)
  const kind = mediaKinds.find(({ mimeTypes }) => mimeTypes.includes(type))
  if (kind === undefined) return Option.some(wrongType(mimeType))
  if (bytes.length === 0) return Option.some(empty)
  const maxSize = type === "image/webp" && !isAnimated(bytes) ? maxStillSticker : kind.maxSize
  return bytes.length > maxSize ? Option.some(tooLarge(maxSize)) : Option.none()
}

/** What stands in the form or the query beside the file. */
const readForm = decoder(
  Schema.Struct({ messaging_product: oneOf(["whatsapp"]), type: Schema.optionalKey(Schema.String) })
)

const required = (name: string) => refusal(100, { message: `(#100) The parameter ${name} is required.` })

const upload = Effect.fnUntraced(function* (call: GraphCall) {
  const state = yield* EmulatorState
  const token = yield* tokenOf(call)
  const number = state.phoneNumber(call.id, token)
  if (Option.isNone(number)) return yield* unknownObject(call.method, call.id)
  if (call.params["messaging_product"] === undefined) return yield* required("messaging_product")
  yield* Effect.fromResult(readForm(call.params))
  const file = call.files.find(({ field }) => field === "file")
  if (file === undefined) return yield* required("file")
  const refused = uploadRefusal(file)
  if (Option.isSome(refused)) return yield* refused.value
  const { bytes, filename, mimeType } = file
  const { id } = yield* (yield* MediaVault).keep({ mimeType, bytes, filename, owner: number.value.id, uploaded: true })
  return { status: 200, body: { id } }
})

/** `POST /{phone-number-id}/media`, a form with `messaging_product`, `type` and `file` (platforms P4). */
export const layer = graphEdge("POST", "/media", "whatsapp", upload)
