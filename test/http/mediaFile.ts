import { DateTime, Effect, Redacted, Stream } from "effect"
import { ChannelAccountId, MediaId, MessageId, type OrganizationId } from "../../src/domain/Ids.ts"
import { mediaPath, type NewMedia } from "../../src/domain/media/Media.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { MediaLibrary, type MediaOutcome } from "../../src/ports/media/MediaLibrary.ts"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import { sha256 } from "../../testing/given/files.ts"
import { uuid } from "../../testing/given/given.ts"
import { askText } from "../support/http/requests.ts"
import { givenConversation } from "./session/conversations/sessionConversation.ts"

export const text = "0123456789"
export const bytes = new TextEncoder().encode(text)
export const etag = `"${sha256(bytes)}"`

/** A file of the message in the owner's conversation with Ada, not fetched yet. */
export const givenMedia = Effect.fnUntraced(function* (changes: Partial<NewMedia> = {}) {
  const dashboard = yield* givenConversation
  const { organizationId } = dashboard
  const id = MediaId.make(yield* uuid)
  const { addAll, recordOutcome } = yield* MediaLibrary
  yield* addAll(organizationId, [
    {
      id,
      organizationId,
      messageId: MessageId.make(dashboard.messageId),
      channelAccountId: ChannelAccountId.make(yield* uuid),
      index: 0,
      platformMediaId: "1",
      url: null,
      mimeType: null,
      filename: null,
      sha256: null,
      createdAt: yield* DateTime.now,
      ...changes
    }
  ])
  return {
    ...dashboard,
    mediaId: id,
    path: `/media/${id}`,
    recordOutcome: (outcome: MediaOutcome) => recordOutcome(organizationId, id, outcome)
  }
})

/** The headers that a backend of the organization sends. */
export const backendOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { key } = yield* (yield* ApiKeys).create(organizationId, "media")
  return { "x-api-key": Redacted.value(key) }
})

/** The same, fetched. */
export const givenFile = Effect.fnUntraced(function* (mimeType = "image/jpeg", changes: Partial<NewMedia> = {}) {
  const media = yield* givenMedia(changes)
  const file = { mimeType, bytes: Stream.make(bytes) }
  const kept = yield* (yield* MediaStore).put(media.organizationId, media.mediaId, file)
  yield* media.recordOutcome({ _tag: "Stored", ...kept, mimeType, at: yield* DateTime.now })
  const get = (headers: Record<string, string> = {}, method = "GET") =>
    Effect.map(
      askText(mediaPath(media.mediaId), { method, headers: { ...media.headers, ...headers } }),
      ({ headers, status, text }) => ({ status, text, headers })
    )
  return { ...media, get }
})
