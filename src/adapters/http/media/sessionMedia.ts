import { refusal } from "../openapi/documented.ts"
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { getMedia } from "../../../app/media/media.ts"
import {
  mediaAnswer,
  mediaBytes,
  mediaDescription,
  mediaIdOf,
  mediaParams,
  mediaPendingAnswer,
  withParts
} from "./mediaFile.ts"
import { Access, sessionApi } from "../interfaces/session/middleware.ts"
import { Forbidden, NotFound, Unavailable } from "../interfaces/session/Failures.ts"
import { conversationRefusals } from "../sends/sessionSendFailures.ts"

/** Endpoint behind `content.url` of an inbound message. */
export const MediaGroup = HttpApiGroup.make("media")
  .add(
    HttpApiEndpoint.get("get", "/media/:mediaId", {
      params: mediaParams,
      success: mediaBytes,
      error: [Forbidden, NotFound, Unavailable]
    })
      .annotate(OpenApi.Summary, "Get a file of a message")
      .annotate(OpenApi.Description, mediaDescription)
      .annotate(OpenApi.Transform, withParts)
  )
  .annotate(OpenApi.Title, "Files of messages")
  .annotate(OpenApi.Description, "What people have sent: images, documents, sounds and films")

/** Responses for a file that cannot be returned. A file that is pending is answered with `retry-after`. */
export const mediaFailures = {
  MediaNotFound: refusal("No file has the id", new NotFound({ error: "Media not found" })),
  MediaNotAvailable: refusal(
    "The file could not be fetched, or is gone",
    new NotFound({ error: "Media not available" })
  ),
  MediaPending: refusal(
    "The file is on its way from the platform",
    new Unavailable({ error: "Media is being fetched" })
  )
}

const notYet = mediaPendingAnswer({ success: false, error: mediaFailures.MediaPending.example.error })

export const layer = HttpApiBuilder.group(sessionApi(MediaGroup), "media", (handlers) =>
  handlers.handleAll({
    get: Effect.fn(
      function* ({ params }) {
        return yield* mediaAnswer(yield* getMedia(yield* Access, yield* mediaIdOf(params.mediaId)))
      },
      Effect.catchTags({
        Forbidden: conversationRefusals.Forbidden,
        ...mediaFailures,
        MediaPending: () => Effect.succeed(notYet)
      })
    )
  })
)
