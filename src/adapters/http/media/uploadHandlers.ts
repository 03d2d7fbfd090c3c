import { DateTime, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { abandonUpload, completeUpload, type ReceivedFile, receiveUpload } from "../../../app/media/uploads.ts"
import { mediaTypeOf } from "../../../domain/media/Media.ts"
import { kindOfType } from "../../../domain/media/fileTypes.ts"
import type { UploadTooLarge } from "../../../domain/media/Upload.ts"
import { onceByKey } from "../idempotency/onceByKey.ts"
import { ok } from "../interfaces/envelope.ts"
import { BodyUnreadable, unreadableBody } from "../interfaces/readJsonBody.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import {
  BadRequest,
  Conflict,
  TooLarge,
  tooManyUnsent,
  tooLargeFile,
  UnsupportedMedia,
  unknownFile
} from "../interfaces/session/Failures.ts"
import { callerOf } from "../interfaces/session/guards.ts"
import { keyOutcomes } from "../sends/sessionSendFailures.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"

/** The length in the header; null if absent. */
const lengthOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null

const answered = ({ size, upload }: ReceivedFile) => {
  const { expiresAt, filename, id, mimeType } = upload
  const data = { id, kind: kindOfType(mimeType), mimeType, filename, size, expiresAt: DateTime.formatIso(expiresAt) }
  return HttpServerResponse.jsonUnsafe(ok(data), { status: 201 })
}

const refusals = {
  BodyUnreadable: () => new BadRequest({ error: unreadableBody.BodyUnreadable }),
  UploadEmpty: () => new BadRequest({ error: "The file is empty" }),
  UploadTypeRefused: () => new UnsupportedMedia({ error: unknownFile }),
  UploadTooLarge: ({ maxBytes, mimeType }: UploadTooLarge) => new TooLarge({ error: tooLargeFile(mimeType, maxBytes) }),
  TooManyUnsent: () => new Conflict({ error: tooManyUnsent })
}

export const layer = HttpApiBuilder.group(SessionApi, "uploads", (handlers) =>
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
        ...refusals,
        ...keyOutcomes,
        MediaTooLarge: () => new TooLarge({ error: unreadableBody.BodyTooLarge }),
        MediaNotKept: ({ detail }) => Effect.die(new Error(`a file was not stored: ${detail}`))
      })
    )
  )
)
