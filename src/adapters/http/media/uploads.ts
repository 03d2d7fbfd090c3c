import { DateTime, Effect, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { type ReceivedFile, abandonUpload, completeUpload, receiveUpload } from "../../../app/media/uploads.ts"
import { MediaId } from "../../../domain/Ids.ts"
import { maxMediaBytes, mediaTypeOf } from "../../../domain/media/Media.ts"
import { type UploadTooLarge, filenameLimit, maxUnsentBytes, maxUnsentFiles } from "../../../domain/media/Upload.ts"
import { maxBytesOf } from "../../../domain/media/fileLimits.ts"
import { fileKinds, kindOfType } from "../../../domain/media/fileTypes.ts"
import { unsentLifetime } from "../../../domain/media/retention.ts"
import { onceByKey } from "../idempotency/onceByKey.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp } from "../interfaces/pagination.ts"
import { BodyUnreadable, ReadsBodyItself, unreadableBody } from "../interfaces/readJsonBody.ts"
import { limitText, textWithin } from "../interfaces/requestFields.ts"
import { BadRequest, Conflict, TooLarge, UnsupportedMedia } from "../interfaces/session/Failures.ts"
import { callerOf } from "../interfaces/session/guards.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { keyOutcomes } from "../sends/sessionSendFailures.ts"

const mebibytes = (bytes: number): number => bytes / 1024 / 1024

const bytesDescription =
  "The bytes of the file. Content-Type, else the end of the name, chooses among types whose bytes are alike"

const FileBytes = Schema.Uint8Array.annotate({
  description: bytesDescription,
  examples: [new TextEncoder().encode("Hello")]
}).pipe(HttpApiSchema.asUint8Array({ contentType: "application/octet-stream" }))

const UploadResponse = Data(
  Schema.Struct({
    id: MediaId.annotate({ description: "The file's id, which a message names as mediaId" }),
    kind: Schema.Literals(fileKinds).annotate({ description: "What messages show the file as" }),
    mimeType: Schema.String.annotate({ description: "Media type of the file, by its bytes" }),
    filename: Schema.NullOr(Schema.String).annotate({ description: "Name of the file; null without one" }),
    size: Schema.Int.annotate({ description: "In bytes" }),
    expiresAt: timestamp("When it is removed, unless it was sent")
  })
).annotate({
  examples: [
    ok({
      id: MediaId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e"),
      kind: "image" as const,
      mimeType: "image/jpeg",
      filename: "table.jpg",
      size: 48_213,
      expiresAt: "2026-11-21T12:00:00.000Z"
    })
  ]
})

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

/** Endpoints of uploads (contract: Uploads; Files that can be uploaded; Files that were not sent). */
export const UploadsGroup = HttpApiGroup.make("uploads")
  .add(
    HttpApiEndpoint.post("create", "/media", {
      query: {
        filename: Schema.optionalKey(
          textWithin(filenameLimit).annotate({ description: `Name of the file; ${limitText(filenameLimit)}` })
        )
      },
      payload: FileBytes,
      success: UploadResponse.pipe(HttpApiSchema.status(201)),
      error: [Conflict, TooLarge, UnsupportedMedia]
    })
      .middleware(IdempotencyGuard)
      .annotate(ReadsBodyItself, true)
      .annotate(OpenApi.Transform, withExample)
      .annotate(OpenApi.Summary, "Upload a file")
      .annotate(
        OpenApi.Description,
        `Stores a file that a message can then name as \`mediaId\`: an image, a document, audio or video of at most ${mebibytes(maxMediaBytes)} MiB, less for most types. The body is the file itself. Its bytes have to be those of its type. A file that is not sent is removed after ${unsentLifetime}; an organization has at most ${maxUnsentFiles} of them, and ${mebibytes(maxUnsentBytes)} MiB in all.`
      )
  )
  .annotate(OpenApi.Title, "Uploads")
  .annotate(OpenApi.Description, "Files for messages")

/** The length in the header; null if absent. */
const lengthOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null

const answered = ({ size, upload }: ReceivedFile) => {
  const { expiresAt, filename, id, mimeType } = upload
  const data = { id, kind: kindOfType(mimeType), mimeType, filename, size, expiresAt: DateTime.formatIso(expiresAt) }
  return HttpServerResponse.jsonUnsafe(ok(data), { status: 201 })
}

export const uploadRefusals = {
  UploadEmpty: refusal("The file is empty", new BadRequest({ error: "The file is empty" })),
  UploadTypeRefused: refusal(
    "The file cannot be sent",
    new UnsupportedMedia({ error: "The file is of no type that can be sent, or not of the type that it names" })
  ),
  UploadTooLarge: refusalFor(
    "The file is larger than any channel takes",
    ({ maxBytes, mimeType }: Pick<UploadTooLarge, "maxBytes" | "mimeType">) =>
      new TooLarge({ error: `The file is too large: ${mimeType} may have at most ${mebibytes(maxBytes)} MiB` }),
    { mimeType: "image/jpeg", maxBytes: maxBytesOf("image/jpeg") }
  ),
  TooManyUnsent: refusal(
    "There are too many files that were not sent",
    new Conflict({
      error: `The organization has ${maxUnsentFiles} files, or ${mebibytes(maxUnsentBytes)} MiB, that were not sent; send them, or wait ${unsentLifetime} until they are removed`
    })
  )
}

export const layer = HttpApiBuilder.group(sessionApi(UploadsGroup), "uploads", (handlers) =>
  handlers.handleRaw(
    "create",
    Effect.fn(
      function* ({ query, request }) {
        const access = yield* Access
        const { headers } = request
        const received = yield* receiveUpload(access.organizationId, {
          mimeType: mediaTypeOf(headers["content-type"]),
          filename: query.filename === undefined || query.filename.trim() === "" ? null : query.filename,
          size: lengthOf(headers["content-length"]),
          bytes: Stream.mapError(request.stream, () => new BodyUnreadable())
        })
        let isWanted = false
        const complete = Effect.andThen(
          completeUpload(received),
          Effect.sync(() => {
            isWanted = true
            return answered(received)
          })
        )
        const read = Effect.succeed({ mediaType: received.upload.mimeType, body: received.sha256, isSend: false })
        // A repetition with the same key returns the first file; its own file is removed.
        return yield* onceByKey(callerOf(access), read, complete).pipe(
          Effect.ensuring(Effect.suspend(() => (isWanted ? Effect.void : abandonUpload(received.upload))))
        )
      },
      Effect.catchTags({
        ...uploadRefusals,
        BodyUnreadable: () => new BadRequest({ error: unreadableBody.BodyUnreadable }),
        ...keyOutcomes,
        MediaTooLarge: () => new TooLarge({ error: unreadableBody.BodyTooLarge }),
        MediaNotKept: ({ detail }) => Effect.die(new Error(`a file was not stored: ${detail}`))
      })
    )
  )
)
