import { ByteSize, Effect, Option, Result, Schema, Stream } from "effect"
import { HttpIncomingMessage, type HttpServerRequest, Multipart } from "effect/http"
import { type GraphError, refusal } from "./GraphError.ts"
import { nestFields } from "./nestFields.ts"

/** A file of a form. */
export interface GraphFile {
  /** The name of the part: `file`. */
  readonly field: string
  readonly filename: string
  /** The declared media type without parameters; the platform does not inspect files. */
  readonly mimeType: string
  readonly bytes: Uint8Array
}

/**
 * Maximum size of an upload. The largest allowed file is a document of 100 MiB; the extra space makes larger files
 * detectable.
 */
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

/** A file part, described among the parameters. */
const readPart = (part: Multipart.Part): Effect.Effect<ReadPart, Multipart.MultipartError> =>
  part._tag === "Field"
    ? Effect.succeed([part.key, part.value, null])
    : Effect.map(part.contentEffect, (bytes) => [
        part.key,
        { filename: part.name, mime_type: part.contentType, size: bytes.length },
        { field: part.key, filename: part.name, mimeType: part.contentType, bytes }
      ])

/** Reads a multipart form into its fields and files; refuses one that is too large or malformed. */
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

/** A parsed request to the Graph API, with the parameters of query and body in one object. */
export interface GraphCall {
  readonly method: string
  /** Path and query, without the prefix of the routes. */
  readonly url: string
  /** The whole requested address. */
  readonly address: string
  /** The object that the path names. */
  readonly id: string
  /** From the query and the body; the body takes precedence. */
  readonly params: Schema.JsonObject
  /** The files of a form; the parameters describe them as `{filename, mime_type, size}`. */
  readonly files: ReadonlyArray<GraphFile>
  readonly token: Option.Option<string>
}

/** A parsed body; null without a body. */
export type GraphBody = {
  /** The parsed body, or its text if it is neither JSON nor a form. */
  readonly json: Schema.Json
  readonly files: ReadonlyArray<GraphFile>
} | null

/** Maximum size of a body without files. The longest send, a list of ten rows, is smaller. */
export const maxBodySize = ByteSize.mebibytes(1)

const redacted = "REDACTED"

/** Parameters that must not be stored. */
const secrets = ["access_token", "appsecret_proof", "client_secret", "input_token", "pin"]
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

/** The value of a parameter; objects and lists may be JSON text, also in JSON bodies. */
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

/** The bytes of a file in an upload session, which the header `file_offset` marks. */
const readBytes = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<GraphBody, GraphError> =>
  request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, maxUpload),
    Effect.mapError(() =>
      refusal(1, { httpStatus: 413, message: `Request body is larger than ${ByteSize.format(maxUpload)}` })
    ),
    Effect.map((buffer) => {
      const bytes = new Uint8Array(buffer)
      return {
        json: { size: bytes.length },
        files: [{ field: "", filename: "", mimeType: typeOf(request), bytes }]
      }
    })
  )

/** The body, or the refusal of one that is too large. */
export const readBody = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<GraphBody, GraphError> => {
  if (request.headers["file_offset"] !== undefined) return readBytes(request)
  return typeOf(request).startsWith("multipart/form-data") ? readParts(request) : readText(request)
}

const bearer = /^(?:Bearer|OAuth)\s+(\S+)\s*$/i

const textOf = (value: Schema.Json | undefined): Option.Option<string> =>
  typeof value === "string" && value !== "" ? Option.some(value) : Option.none()

const addressOf = ({ headers, originalUrl, protocol }: HttpServerRequest.HttpServerRequest): string =>
  originalUrl.startsWith("/") ? `${protocol ?? "http"}://${headers["host"] ?? "localhost"}${originalUrl}` : originalUrl

/** The call of a request. A body other than an object has no parameters, as on the real platform. */
export const makeCall = (request: HttpServerRequest.HttpServerRequest, id: string, body: GraphBody): GraphCall => {
  const object = Option.getOrElse(decodeObject(body?.json), () => ({}))
  const params = { ...fields(queryOf(request.url)), ...mapValues(object) }
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

/** The requested path and query, without the host and tokens. */
export const redactedPath = (url: string): string =>
  url.replace(/^https?:\/\/[^/?#]*/i, "").replaceAll(secretInQuery, `$1${redacted}`)

/** The body without tokens, which a form may contain. */
export const redactedBody = (body: GraphBody): Schema.Json =>
  Option.match(decodeObject(body?.json), {
    onNone: () => body?.json ?? null,
    onSome: (params) =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, secrets.includes(name) ? redacted : value])
      )
  })
