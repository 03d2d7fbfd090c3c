import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { MediaId } from "../../../../domain/Ids.ts"
import { maxMediaBytes } from "../../../../domain/media/Media.ts"
import { fileKinds } from "../../../../domain/media/fileTypes.ts"
import { filenameLimit, maxUnsentBytes, maxUnsentFiles } from "../../../../domain/media/Upload.ts"
import { unsentLifetime } from "../../../../domain/media/retention.ts"
import { Data, ok } from "../../shared/envelope.ts"
import { limitText, textWithin } from "../../shared/Storable.ts"
import { groupTitle } from "../documentedFailures.ts"
import { Conflict, TooLarge, UnsupportedMedia } from "../Failures.ts"
import { IdempotencyGuard, ReadsBodyItself } from "../middleware.ts"
import { timestamp } from "../pages.ts"

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

/** Endpoints of uploads (contract C282 to C284). */
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
  .annotate(OpenApi.Title, groupTitle.uploads)
  .annotate(OpenApi.Description, "Files for messages")
