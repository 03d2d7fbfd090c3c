import { Effect } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { getMediaForBackend } from "../../../app/media/media.ts"
import {
  mediaAnswer,
  mediaBytes,
  mediaDescription,
  mediaIdOf,
  mediaParams,
  mediaPendingAnswer,
  withParts
} from "./mediaFile.ts"
import { Caller, developerApi } from "../interfaces/developer/middleware.ts"
import { NotFound, Unavailable } from "../interfaces/developer/Failures.ts"
import { mediaNotAvailable } from "../interfaces/developer/documentedFailures.ts"

/** Endpoint behind `content.url` of an event (contract C115). */
export const MediaGroup = HttpApiGroup.make("media")
  .add(
    HttpApiEndpoint.get("get", "/v1/media/:mediaId", {
      params: mediaParams,
      success: mediaBytes,
      error: [NotFound, Unavailable]
    })
      .annotate(OpenApi.Summary, "Get a file of a message")
      .annotate(OpenApi.Description, mediaDescription)
      .annotate(OpenApi.Transform, withParts)
  )
  .annotate(OpenApi.Title, "Files of messages")
  .annotate(OpenApi.Description, "What people have sent: images, documents, sounds and films")

const notYet = mediaPendingAnswer({ success: false, message: "Media is being fetched" })

export const layer = HttpApiBuilder.group(developerApi(MediaGroup), "media", (handlers) =>
  handlers.handleAll({
    get: Effect.fn(
      function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* mediaAnswer(yield* getMediaForBackend(organizationId, yield* mediaIdOf(params.mediaId)))
      },
      Effect.catchTags({
        MediaNotFound: () => new NotFound({ message: "Media not found", code: "NOT_FOUND" }),
        MediaNotAvailable: () => new NotFound(mediaNotAvailable),
        MediaPending: () => Effect.succeed(notYet)
      })
    )
  })
)
