import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { getMediaForBackend } from "../../../app/media/media.ts"
import { mediaAnswer, mediaIdOf, mediaPendingAnswer } from "./mediaAnswer.ts"
import { DeveloperApi } from "../interfaces/developer/Api.ts"
import { Caller } from "../interfaces/developer/ApiKeyAuth.ts"
import { NotFound } from "../interfaces/developer/Failures.ts"
import { mediaNotAvailable } from "../interfaces/developer/documentedFailures.ts"

const notYet = mediaPendingAnswer({ success: false, message: "Media is being fetched" })

export const layer = HttpApiBuilder.group(DeveloperApi, "media", (handlers) =>
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
