import { DateTime, Effect, Random } from "effect"
import { afterFailure, type Media, type MediaFailure, MediaGone, MediaNotReached } from "../../domain/media/Media.ts"
import { fileLease } from "../../domain/media/retention.ts"
import { MediaSource, MediaStore } from "../../ports/media/MediaStore.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { MediaLibrary, type StoredFile } from "../../ports/media/MediaLibrary.ts"
import { logFailure } from "../../telemetry/failureLog.ts"

/** Removes a discarded file: its bytes first, so that after a crash in between it is claimed again. */
export const removeMedia = Effect.fn("removeMedia")(function* ({ id, organizationId }: Media) {
  yield* outsideTransaction("removeMedia")
  yield* (yield* MediaStore).remove(organizationId, id)
  yield* (yield* MediaLibrary).forget(organizationId, id)
})

/** Deadline of one attempt, storing the file included. */
const attemptDeadline = "4 minutes"

/** Duration of a claim. */
export const mediaLease = fileLease

/** Claims at most `limit` due files. The caller fetches or removes each of them once. */
export const claimMedia = Effect.fn("claimMedia")(function* (limit: number) {
  const now = yield* DateTime.now
  return yield* (yield* MediaLibrary).claim(now, DateTime.addDuration(now, mediaLease), limit)
})

/** Copies the file from the platform to the media store. */
const keep = Effect.fnUntraced(function* (media: Media) {
  const { channelAccountId, id, organizationId } = media
  if (channelAccountId === null) return yield* new MediaGone({ detail: "the file came over no account" })
  const account = yield* (yield* ChannelAccounts).byId(organizationId, channelAccountId)
  const file = yield* (yield* MediaSource).fetch(account, media)
  const stored = yield* (yield* MediaStore).put(organizationId, id, file)
  return { _tag: "Stored", ...stored, mimeType: file.mimeType, at: yield* DateTime.now } satisfies StoredFile
}, Effect.scoped)

/** Logs the failure and returns the outcome to record. */
const failed = Effect.fnUntraced(function* ({ failures, id, organizationId }: Media, failure: MediaFailure) {
  const outcome = afterFailure(failures, failure, yield* DateTime.now, yield* Random.next)
  yield* logFailure(
    { level: "Warn", text: "a file was not fetched" },
    {
      organizationId,
      mediaId: id,
      failures: failures + 1,
      detail: outcome.detail,
      isGivenUp: outcome.retryAt === null
    }
  )
  return outcome
})

/** Attempts a fetch and records its outcome. The message itself does not change. */
export const fetchMedia = Effect.fn("fetchMedia")(function* (media: Media) {
  yield* outsideTransaction("fetchMedia")
  const outcome = yield* keep(media).pipe(
    Effect.timeoutOrElse({
      duration: attemptDeadline,
      orElse: () => new MediaNotReached({ detail: `not kept within ${attemptDeadline}` })
    }),
    Effect.catch((failure) => failed(media, failure))
  )
  const isRecorded = yield* (yield* MediaLibrary).recordOutcome(media.organizationId, media.id, outcome)
  // It was discarded while it was on its way.
  if (outcome._tag === "Stored" && !isRecorded) yield* removeMedia(media)
})
