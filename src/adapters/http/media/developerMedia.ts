import { refusal } from "../openapi/documented.ts"
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

/** Responses for a file that cannot be returned. A file that is pending is answered with `retry-after`. */
export const mediaFailures = {
  MediaNotFound: refusal("No file has the id", new NotFound({ message: "Media not found", code: "NOT_FOUND" })),
  MediaNotAvailable: refusal(
    "The file could not be fetched, or is gone",
    new NotFound({
      message: "Media not available",
      fix: "Ask the person to send the file again; the platform does not have it any more"
    })
  ),
  MediaPending: refusal(
    "The file is on its way from the platform",
    new Unavailable({ message: "Media is being fetched" })
  )
}

const notYet = mediaPendingAnswer({ success: false, message: mediaFailures.MediaPending.example.message })

export const layer = HttpApiBuilder.group(developerApi(MediaGroup), "media", (handlers) =>
  handlers.handleAll({
    get: Effect.fn(
      function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* mediaAnswer(yield* getMediaForBackend(organizationId, yield* mediaIdOf(params.mediaId)))
      },
      Effect.catchTags({
        ...mediaFailures,
        MediaPending: () => Effect.succeed(notYet)
      })
    )
  })
)
