import { DateTime, Effect, Schema, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { type ReceivedFile, abandonUpload, completeUpload, receiveUpload } from "../../../app/media/uploads.ts"
import { MediaId } from "../../../domain/Ids.ts"
import { maxMediaBytes, mediaTypeOf } from "../../../domain/media/Media.ts"
import { type UploadTooLarge, filenameLimit, maxUnsentBytes, maxUnsentFiles } from "../../../domain/media/Upload.ts"
import { maxBytesOf, sizeText } from "../../../domain/media/fileLimits.ts"
import { fileKinds, kindOfType } from "../../../domain/media/fileTypes.ts"
import { sharedLifetime, unsentLifetime } from "../../../domain/media/retention.ts"
import { type KeyCaller, onceByKey } from "../idempotency/onceByKey.ts"
import * as Developer from "../interfaces/developer/Failures.ts"
import { callerOf as developerCaller } from "../interfaces/developer/guards.ts"
import { Caller, IdempotencyGuard as DeveloperIdempotency } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp } from "../interfaces/pagination.ts"
import { BodyUnreadable, ReadsBodyItself, unreadableBody } from "../interfaces/readJsonBody.ts"
import { limitText, textWithin } from "../interfaces/requestFields.ts"
import { BadRequest, Conflict, TooLarge, UnsupportedMedia, keyOutcomes } from "../interfaces/session/Failures.ts"
import { callerOf } from "../interfaces/session/guards.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"

const bytesDescription =
  "The bytes of the file. Content-Type, else the end of the name, chooses among types whose bytes are alike"

const FileBytes = Schema.Uint8Array.annotate({
  description: bytesDescription,
  examples: [new TextEncoder().encode("Hello")]
}).pipe(HttpApiSchema.asUint8Array({ contentType: "application/octet-stream" }))

const fileId = MediaId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e")

const idDescription = "The file's id, which a message names as mediaId"

/** The facts of an uploaded file beside its id. */
const uploadedFields = {
  kind: Schema.Literals(fileKinds).annotate({ description: "What messages show the file as" }),
  mimeType: Schema.String.annotate({ description: "Media type of the file, by its bytes" }),
  filename: Schema.NullOr(Schema.String).annotate({ description: "Name of the file; null without one" }),
  size: Schema.Int.annotate({ description: "In bytes" }),
  expiresAt: timestamp("When it is removed, unless it was sent")
}

const factsExample = {
  kind: "image" as const,
  mimeType: "image/jpeg",
  filename: "table.jpg",
  size: 48_213,
  expiresAt: "2026-11-21T12:00:00.000Z"
}

const SessionResponse = Data(
  Schema.Struct({ id: MediaId.annotate({ description: idDescription }), ...uploadedFields })
).annotate({ examples: [ok({ id: fileId, ...factsExample })] })

const DeveloperResponse = Data(
  Schema.Struct({ mediaId: MediaId.annotate({ description: idDescription }), ...uploadedFields })
).annotate({ examples: [ok({ mediaId: fileId, ...factsExample, expiresAt: "2026-12-20T12:00:00.000Z" })] })

/** Documents the bytes with a text example, as in file responses. */
const withExample: OpenApi.Transform["Service"] = (operation) => ({
  ...operation,
  requestBody: {
    required: true,
    content: {
      "application/octet-stream": {
        schema: { type: "string", format: "binary", description: bytesDescription },
        examples: { text: { value: "Hello" } }
      }
    }
  }
})

/** The request of both interfaces. */
const request = {
  query: {
    filename: Schema.optionalKey(
      textWithin(filenameLimit).annotate({ description: `Name of the file; ${limitText(filenameLimit)}` })
    )
  },
  payload: FileBytes
}

/** Retention and limits of files that were not sent. */
const unsentDescription = (lifetime: string): string =>
  `A file that is not sent is removed after ${lifetime}; an organization has at most ${maxUnsentFiles} of them, and ${sizeText(maxUnsentBytes)} in all.`

const description = `Stores a file that a message can then name as \`mediaId\`: an image, a document, audio, video or a sticker of at most ${sizeText(maxMediaBytes)}, less for most types. The body is the file itself. Its bytes have to be those of its type.`

/** Endpoints of uploads (contract: Uploads; Files that can be uploaded; Files that were not sent). */
export const UploadsGroup = HttpApiGroup.make("uploads")
  .add(
    HttpApiEndpoint.post("create", "/media", {
      ...request,
      success: SessionResponse.pipe(HttpApiSchema.status(201)),
      error: [Conflict, TooLarge, UnsupportedMedia]
    })
      .middleware(IdempotencyGuard)
      .annotate(ReadsBodyItself, true)
      .annotate(OpenApi.Transform, withExample)
      .annotate(OpenApi.Summary, "Upload a file")
      .annotate(OpenApi.Description, `${description} ${unsentDescription(unsentLifetime)}`)
  )
  .annotate(OpenApi.Title, "Uploads")
  .annotate(OpenApi.Description, "Files for messages")

/** The upload of backends (contract: Uploads of backends). */
export const developerUpload = HttpApiEndpoint.post("upload", "/v1/media", {
  ...request,
  success: DeveloperResponse.pipe(HttpApiSchema.status(201)),
  error: [Developer.Conflict, Developer.TooLarge, Developer.UnsupportedMedia]
})
  .middleware(DeveloperIdempotency)
  .annotate(ReadsBodyItself, true)
  .annotate(OpenApi.Transform, withExample)
  .annotate(OpenApi.Summary, "Upload a file")
  .annotate(
    OpenApi.Description,
    `${description} It can be sent any number of times, to any contact. ${unsentDescription(sharedLifetime)}`
  )

/** Failures of an interface by status, from an error text. */
interface UploadAnswers<Bad, Busy, Large, Media> {
  readonly badRequest: (text: string) => Bad
  readonly conflict: (text: string) => Busy
  readonly tooLarge: (text: string) => Large
  readonly unsupportedMedia: (text: string) => Media
}

/** Responses to a refused upload, for `Effect.catchTags`. */
const refusalsOf = <Bad, Busy, Large, Media>(
  { badRequest, conflict, tooLarge, unsupportedMedia }: UploadAnswers<Bad, Busy, Large, Media>,
  lifetime: string
) => ({
  UploadEmpty: refusal("The file is empty", badRequest("The file is empty")),
  UploadTypeRefused: refusal(
    "The file cannot be sent",
    unsupportedMedia("The file is of no type that can be sent, or not of the type that it names")
  ),
  UploadTooLarge: refusalFor(
    "The file is larger than any channel takes",
    ({ maxBytes, mimeType }: Pick<UploadTooLarge, "maxBytes" | "mimeType">) =>
      tooLarge(`The file is too large: ${mimeType} may have at most ${sizeText(maxBytes)}`),
    { mimeType: "image/jpeg", maxBytes: maxBytesOf("image/jpeg") }
  ),
  TooManyUnsent: refusal(
    "There are too many files that were not sent",
    conflict(
      `The organization has ${maxUnsentFiles} files, or ${sizeText(maxUnsentBytes)}, that were not sent; send them, or wait ${lifetime} until they are removed`
    )
  ),
  BodyUnreadable: refusal("The file does not arrive whole", badRequest(unreadableBody.BodyUnreadable)),
  MediaTooLarge: refusal("The file is larger than any may be", tooLarge(unreadableBody.BodyTooLarge))
})

export const sessionUploadFailures = refusalsOf(
  {
    badRequest: (error) => new BadRequest({ error }),
    conflict: (error) => new Conflict({ error }),
    tooLarge: (error) => new TooLarge({ error }),
    unsupportedMedia: (error) => new UnsupportedMedia({ error })
  },
  unsentLifetime
)

export const developerUploadFailures = refusalsOf(
  {
    badRequest: (message) => new Developer.BadRequest({ message }),
    conflict: (message) => new Developer.Conflict({ message }),
    tooLarge: (message) => new Developer.TooLarge({ message }),
    unsupportedMedia: (message) => new Developer.UnsupportedMedia({ message })
  },
  sharedLifetime
)

/** The length in the header; null if absent. */
const lengthOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null

const factsOf = ({ size, upload }: ReceivedFile) => {
  const { expiresAt, filename, mimeType } = upload
  return { kind: kindOfType(mimeType), mimeType, filename, size, expiresAt: DateTime.formatIso(expiresAt) }
}

interface UploadRequest {
  readonly query: { readonly filename?: string }
  readonly request: HttpServerRequest.HttpServerRequest
}

/** Stores the file of a request and answers with it. A repetition with the same key returns the first file. */
const upload = Effect.fnUntraced(
  function* (
    caller: KeyCaller,
    isShared: boolean,
    { query, request: { headers, stream } }: UploadRequest,
    bodyOf: (received: ReceivedFile) => object
  ) {
    const received = yield* receiveUpload(caller.organizationId, {
      isShared,
      mimeType: mediaTypeOf(headers["content-type"]),
      filename: query.filename === undefined || query.filename.trim() === "" ? null : query.filename,
      size: lengthOf(headers["content-length"]),
      bytes: Stream.mapError(stream, () => new BodyUnreadable())
    })
    let isWanted = false
    const complete = Effect.andThen(
      completeUpload(received),
      Effect.sync(() => {
        isWanted = true
        return HttpServerResponse.jsonUnsafe(ok(bodyOf(received)), { status: 201 })
      })
    )
    const read = Effect.succeed({ mediaType: received.upload.mimeType, body: received.sha256, isSend: false })
    // The file of a repetition is removed.
    return yield* onceByKey(caller, read, complete).pipe(
      Effect.ensuring(Effect.suspend(() => (isWanted ? Effect.void : abandonUpload(received.upload))))
    )
  },
  Effect.catchTag("MediaNotKept", ({ detail }) => Effect.die(new Error(`a file was not stored: ${detail}`)))
)

/** The handler of backends. */
export const uploadForBackend = Effect.fn(
  function* (request: UploadRequest) {
    const caller = developerCaller(yield* Caller)
    return yield* upload(caller, true, request, (file) => ({ mediaId: file.upload.id, ...factsOf(file) }))
  },
  Effect.catchTags({ ...developerUploadFailures, ...Developer.keyOutcomes })
)

export const layer = HttpApiBuilder.group(sessionApi(UploadsGroup), "uploads", (handlers) =>
  handlers.handleRaw(
    "create",
    Effect.fn(
      function* (request) {
        const caller = callerOf(yield* Access)
        return yield* upload(caller, false, request, (file) => ({ id: file.upload.id, ...factsOf(file) }))
      },
      Effect.catchTags({ ...sessionUploadFailures, ...keyOutcomes })
    )
  )
)
