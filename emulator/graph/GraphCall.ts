import { ByteSize, Effect, Option, Result, Schema, Stream } from "effect"
import { HttpIncomingMessage, type HttpServerRequest, Multipart } from "effect/http"
import { type GraphError, refusal } from "./GraphError.ts"
import { nestFields } from "./nestFields.ts"

/** A file of a form. */
export interface GraphFile {
  /** The name of the part: `file`. */
  readonly field: string
  readonly filename: string
  /** As the part says it, without parameters; the platform does not look into files. */
  readonly mimeType: string
  readonly bytes: Uint8Array
}

/** The largest file that the platform takes is a document of 100 MiB. One byte more lets a file that is too large be recognised. */
const maxUpload = ByteSize.mebibytes(101)

const limits = Multipart.limitsServices({
  maxParts: 20,
  maxFieldSize: ByteSize.mebibytes(1),
  maxFileSize: maxUpload,
  maxTotalSize: ByteSize.mebibytes(102),
  fieldMimeTypes: []
})

const unreadable = ({ reason }: Multipart.MultipartError): GraphError =>
  reason._tag === "Parse" || reason._tag === "InternalError"
    ? refusal(100, { details: "The form cannot be read" })
    : refusal(1, { httpStatus: 413, message: `Request body is larger than ${ByteSize.format(maxUpload)}` })

type ReadPart = readonly [name: string, value: Schema.Json, file: GraphFile | null]

/** A file stands among the parameters as what there is to say of it. */
const readPart = (part: Multipart.Part): Effect.Effect<ReadPart, Multipart.MultipartError> =>
  part._tag === "Field"
    ? Effect.succeed([part.key, part.value, null])
    : Effect.map(part.contentEffect, (bytes) => [
        part.key,
        { filename: part.name, mime_type: part.contentType, size: bytes.length },
        { field: part.key, filename: part.name, mimeType: part.contentType, bytes }
      ])

/** A form of parts: its fields as their text, and its files; or the refusal of one that is too large or broken. */
const readMultipart = (request: HttpServerRequest.HttpServerRequest) =>
  request.multipartStream.pipe(
    Stream.mapEffect(readPart),
    Stream.runCollect,
    Effect.provideContext(limits),
    Effect.mapBoth({
      onFailure: unreadable,
      onSuccess: (parts) => ({
        fields: parts.map(([name, value]) => [name, value] as const),
        files: parts.flatMap(([, , file]) => (file === null ? [] : [file]))
      })
    })
  )

/** A request to the Graph API, read: one set of parameters, wherever they stood. */
export interface GraphCall {
  readonly method: string
  /** Path and query, below the prefix that the routes are mounted under. */
  readonly url: string
  /** The whole address that was asked for. */
  readonly address: string
  /** The object that the path names. */
  readonly id: string
  /** From the query and the body; the body wins. */
  readonly params: Schema.JsonObject
  /** The files of a form; among the parameters they stand as `{filename, mime_type, size}`. */
  readonly files: ReadonlyArray<GraphFile>
  readonly token: Option.Option<string>
}

/** A body that was read; null when there was none. */
export type GraphBody = {
  /** The parsed body, or the text of one that is neither JSON nor a form. */
  readonly json: Schema.Json
  readonly files: ReadonlyArray<GraphFile>
} | null

/** The longest send is a list of ten rows; a body of this size is a mistake. Files go by other limits. */
export const maxBodySize = ByteSize.mebibytes(1)

const redacted = "REDACTED"

/** What must not be remembered of a call. */
const secrets = ["access_token", "appsecret_proof", "input_token"]
const secretInQuery = new RegExp(`([?&](?:${secrets.join("|")})=)[^&#]*`, "g")

/** Parameters that are objects or lists. */
const structured: ReadonlySet<string> = new Set([
  "attachment",
  "audio",
  "block_users",
  "category",
  "components",
  "contacts",
  "context",
  "document",
  "fields",
  "hsm_ids",
  "image",
  "interactive",
  "language",
  "location",
  "message",
  "payload",
  "quality_score",
  "reaction",
  "recipient",
  "status",
  "sticker",
  "subscribed_fields",
  "template",
  "text",
  "typing_indicator",
  "video",
  "websites"
])

const decodeJson = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))
const decodeObject = Schema.decodeUnknownOption(Schema.JsonObject)

/** The value of a parameter; the text of one that is an object or a list is JSON, in JSON bodies too. */
const readValue = (name: string, value: Schema.Json): Schema.Json =>
  typeof value === "string" && structured.has(name) && /^\s*[[{]/.test(value)
    ? Result.getOrElse(decodeJson(value), () => value)
    : value

/** The parameters of a JSON body. */
const mapValues = (params: Schema.JsonObject): Schema.JsonObject =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, readValue(name, value)]))

const fields = (encoded: string): Schema.JsonObject => nestFields(Array.from(new URLSearchParams(encoded)), readValue)

const queryOf = (url: string): string => url.split("?", 2)[1] ?? ""

const typeOf = (request: HttpServerRequest.HttpServerRequest): string =>
  (request.headers["content-type"] ?? "").toLowerCase()

const readParts = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<GraphBody, GraphError> =>
  Effect.map(readMultipart(request), (form) => ({
    json: nestFields(form.fields, readValue),
    files: form.files
  }))

const readText = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<GraphBody, GraphError> =>
  request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, maxBodySize),
    Effect.mapError(() =>
      refusal(1, { httpStatus: 413, message: `Request body is larger than ${ByteSize.format(maxBodySize)}` })
    ),
    Effect.map((text) => {
      if (text === "") return null
      const json = typeOf(request).startsWith("application/x-www-form-urlencoded")
        ? fields(text)
        : Result.getOrElse(decodeJson(text), () => text)
      return { json, files: [] }
    })
  )

/** The body, or the refusal of one that is too large. */
export const readBody = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<GraphBody, GraphError> =>
  typeOf(request).startsWith("multipart/form-data") ? readParts(request) : readText(request)

const bearer = /^(?:Bearer|OAuth)\s+(\S+)\s*$/i

const textOf = (value: Schema.Json | undefined): Option.Option<string> =>
  typeof value === "string" && value !== "" ? Option.some(value) : Option.none()

const addressOf = ({ headers, originalUrl, protocol }: HttpServerRequest.HttpServerRequest): string =>
  originalUrl.startsWith("/") ? `${protocol ?? "http"}://${headers["host"] ?? "localhost"}${originalUrl}` : originalUrl

/** The call that a request makes. A body that is no object carries no parameters, as on the real platform. */
export const makeCall = (request: HttpServerRequest.HttpServerRequest, id: string, body: GraphBody): GraphCall => {
  const given = Option.getOrElse(decodeObject(body?.json), () => ({}))
  const params = { ...fields(queryOf(request.url)), ...mapValues(given) }
  return {
    method: request.method,
    url: request.url,
    address: addressOf(request),
    id,
    params,
    files: body?.files ?? [],
    token: Option.orElse(textOf(bearer.exec(request.headers["authorization"] ?? "")?.[1]), () =>
      textOf(params["access_token"])
    )
  }
}

/** Path and query as they were asked for, without the host and without tokens. */
export const redactedPath = (url: string): string =>
  url.replace(/^https?:\/\/[^/?#]*/i, "").replaceAll(secretInQuery, `$1${redacted}`)

/** The body without the tokens that a form may carry. */
export const redactedBody = (body: GraphBody): Schema.Json =>
  Option.match(decodeObject(body?.json), {
    onNone: () => body?.json ?? null,
    onSome: (params) =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, secrets.includes(name) ? redacted : value])
      )
  })
