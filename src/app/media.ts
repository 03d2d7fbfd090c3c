import { Effect, identity, Option, Schema } from "effect"
import type { MediaId } from "../domain/Ids.ts"
import { type SessionAccess, shownTo } from "../domain/access/SessionAccess.ts"
import { ConversationStore } from "../ports/stores/ConversationStore.ts"
import { MediaLibrary } from "../ports/stores/MediaLibrary.ts"
import { type ByteRange, MediaStore } from "../ports/platforms/MediaStore.ts"
import { MessageStore } from "../ports/stores/MessageStore.ts"

/** No file of a message that the caller's organization has is known by this id. */
export class MediaNotFound extends Schema.TaggedError<MediaNotFound>()("MediaNotFound", {}) {}

/** The file is still on its way from the platform. */
export class MediaPending extends Schema.TaggedError<MediaPending>()("MediaPending", {}) {}

/** The file could not be fetched, or is no longer kept. */
export class MediaNotAvailable extends Schema.TaggedError<MediaNotAvailable>()("MediaNotAvailable", {}) {}

/** The facts of a stored file, if the caller may see the conversation of its message. */
export const getMedia = Effect.fn("getMedia")(function* (access: SessionAccess, id: MediaId) {
  const { organizationId } = access
  const media = yield* Effect.flatMap((yield* MediaLibrary).find(organizationId, id), Effect.fromOption).pipe(
    Effect.mapError(() => new MediaNotFound())
  )
  const message = yield* (yield* MessageStore).find(organizationId, media.messageId)
  if (Option.isNone(message)) return yield* new MediaNotFound()
  const conversation = yield* (yield* ConversationStore).find(organizationId, message.value.conversationId)
  yield* Effect.fromResult(shownTo(access, conversation, identity)).pipe(
    Effect.catchTag("ConversationNotFound", () => new MediaNotFound())
  )
  if (media.status === "pending") return yield* new MediaPending()
  if (media.status === "failed") return yield* new MediaNotAvailable()
  return media
})

/** The bytes of a file that is known, all of them or a part. */
export const readMedia = Effect.fn("readMedia")(function* (
  { organizationId }: SessionAccess,
  id: MediaId,
  range: ByteRange | null
) {
  const found = yield* (yield* MediaStore).get(organizationId, id, range)
  return yield* Effect.fromOption(found).pipe(Effect.mapError(() => new MediaNotAvailable()))
})
