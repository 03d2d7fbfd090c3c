import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { getMedia } from "../../../app/media/media.ts"
import { mediaAnswer, mediaIdOf, mediaPendingAnswer } from "../shared/media/mediaAnswer.ts"
import { SessionApi } from "./Api.ts"
import { NotFound } from "./Failures.ts"
import { Access } from "./SessionAuth.ts"
import { conversationRefusals } from "./sendRefusals.ts"

const notYet = mediaPendingAnswer({ success: false, error: "Media is being fetched" })

export const layer = HttpApiBuilder.group(SessionApi, "media", (handlers) =>
  handlers.handleAll({
    get: Effect.fn(
      function* ({ params }) {
        return yield* mediaAnswer(yield* getMedia(yield* Access, yield* mediaIdOf(params.mediaId)))
      },
      Effect.catchTags({
        Forbidden: conversationRefusals.Forbidden,
        MediaNotFound: () => new NotFound({ error: "Media not found" }),
        MediaNotAvailable: () => new NotFound({ error: "Media not available" }),
        MediaPending: () => Effect.succeed(notYet)
      })
    )
  })
)
