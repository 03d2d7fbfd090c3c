import { type DateTime, Effect, Option, Schema, identity } from "effect"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import { type SessionAccess, shownTo } from "../../domain/access/SessionAccess.ts"
import type { Media } from "../../domain/media/Media.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { MediaLibrary } from "../../ports/media/MediaLibrary.ts"
import { type ByteRange, MediaStore } from "../../ports/media/MediaStore.ts"
import { MessageStore } from "../../ports/messages/MessageStore.ts"
import { type InboxState } from "../../domain/inbound/InboxState.ts"
import { messagesDeleted, removableAt } from "../../domain/media/retention.ts"

/** No file of a message that the caller's organization has is known by this id. */
export class MediaNotFound extends Schema.TaggedError<MediaNotFound>()("MediaNotFound", {}) {}

/** The file is still on its way from the platform. */
export class MediaPending extends Schema.TaggedError<MediaPending>()("MediaPending", {}) {}

/** The file could not be fetched, or is no longer stored. */
export class MediaNotAvailable extends Schema.TaggedError<MediaNotAvailable>()("MediaNotAvailable", {}) {}

/** A file, with the conversation of its message; null for a shared file, which belongs to no single message. */
const find = Effect.fnUntraced(function* (organizationId: OrganizationId, id: MediaId) {
  const media = yield* Effect.flatMap((yield* MediaLibrary).find(organizationId, id), Effect.fromOption).pipe(
    Effect.mapError(() => new MediaNotFound())
  )
  if (media.isShared && media.storedAt !== null) return { media, conversation: null }
  if (media.messageId === null) return yield* new MediaNotFound()
  const message = yield* (yield* MessageStore).find(organizationId, media.messageId)
  if (Option.isNone(message)) return yield* new MediaNotFound()
  return { media, conversation: yield* (yield* ConversationStore).find(organizationId, message.value.conversationId) }
})

const whenStored = (media: Media): Effect.Effect<Media, MediaPending | MediaNotAvailable> => {
  if (media.status === "pending") return Effect.fail(new MediaPending())
  return media.status === "failed" ? Effect.fail(new MediaNotAvailable()) : Effect.succeed(media)
}

/** The facts of a stored file, if it is shared or the caller may see the conversation of its message. */
export const getMedia = Effect.fn("getMedia")(function* (access: SessionAccess, id: MediaId) {
  const { conversation, media } = yield* find(access.organizationId, id)
  if (conversation === null) return media
  yield* Effect.fromResult(shownTo(access, conversation, identity)).pipe(
    Effect.catchTag("ConversationNotFound", () => new MediaNotFound())
  )
  return yield* whenStored(media)
})

/** Returns a file for a backend, which may read every conversation of its organization. */
export const getMediaForBackend = Effect.fn("getMediaForBackend")(function* (
  organizationId: OrganizationId,
  id: MediaId
) {
  const { conversation, media } = yield* find(organizationId, id)
  if (conversation === null) return media
  return yield* Option.isSome(conversation) ? whenStored(media) : new MediaNotFound()
})

/** The bytes of a file that is known, all of them or a part. */
export const readMedia = Effect.fn("readMedia")(function* (
  { id, organizationId }: Pick<Media, "id" | "organizationId">,
  range: ByteRange | null
) {
  const found = yield* (yield* MediaStore).get(organizationId, id, range)
  return yield* Effect.fromOption(found).pipe(Effect.mapError(() => new MediaNotAvailable()))
})

/** Discards the files of messages that the sender deleted. */
export const discardDeleted = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  before: InboxState,
  after: InboxState,
  now: DateTime.Utc
) {
  const deleted = messagesDeleted(before, after)
  if (deleted.length === 0) return
  yield* (yield* MediaLibrary).discard(organizationId, deleted, removableAt(now))
})
