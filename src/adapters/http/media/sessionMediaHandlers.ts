import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { getMedia } from "../../../app/media/media.ts"
import { mediaAnswer, mediaIdOf, mediaPendingAnswer } from "./mediaAnswer.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { NotFound } from "../interfaces/session/Failures.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"
import { conversationRefusals } from "../sends/sessionSendFailures.ts"

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
