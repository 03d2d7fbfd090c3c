import { DateTime, Effect, Option } from "effect"
import { ChannelAccountId, MediaId, MessageId, type OrganizationId } from "../../src/domain/Ids.ts"
import type { Media, NewMedia } from "../../src/domain/media/Media.ts"
import { MediaLibrary, type MediaOutcome } from "../../src/ports/media/MediaLibrary.ts"
import { nextEra, seconds } from "./era.ts"
import { givenOrganization, uuid } from "./given.ts"

/** A file of a message, with nothing known of it but its id with the platform. */
export const someMedia = Effect.fnUntraced(function* (organizationId: OrganizationId, changes: Partial<NewMedia> = {}) {
  const media: NewMedia = {
    id: MediaId.make(yield* uuid),
    organizationId,
    messageId: MessageId.make(yield* uuid),
    channelAccountId: ChannelAccountId.make(yield* uuid),
    index: 0,
    platformMediaId: "1234",
    url: null,
    mimeType: null,
    filename: null,
    sha256: null,
    createdAt: DateTime.makeUnsafe("2026-11-20T12:00:00.123Z"),
    ...changes
  }
  return media
})

/** An organization with files that are due at these seconds of a time of its own. */
export const givenMedia = Effect.fnUntraced(function* (...lateness: ReadonlyArray<number>) {
  const at = yield* nextEra
  const { id } = yield* givenOrganization()
  const media = yield* Effect.forEach(lateness, (later) => someMedia(id, { createdAt: seconds(at, later) }))
  yield* (yield* MediaLibrary).addAll(id, media)
  return { id, at, media, ids: media.map((one) => one.id) }
})

export const idsOf = (media: ReadonlyArray<Media>) => media.map(({ id }) => id)

/** Claims for a minute, and returns the items of the organization. */
export const claimOf = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  now: DateTime.Utc,
  leaseUntil: DateTime.Utc = seconds(now, 60)
) {
  const claimed = yield* (yield* MediaLibrary).claim(now, leaseUntil, 10_000)
  return claimed.filter((media) => media.organizationId === organizationId)
})

export const stored = (at: DateTime.Utc): MediaOutcome => ({
  _tag: "Stored",
  mimeType: "audio/ogg; codecs=opus",
  size: 104_857_600,
  sha256: "ab".repeat(32),
  at
})
export const failed = (retryAt: DateTime.Utc | null, detail = "MediaNotReached: reset"): MediaOutcome => ({
  _tag: "Failed",
  detail,
  retryAt
})

export const found = Effect.fnUntraced(function* (organizationId: OrganizationId, id: MediaId) {
  return Option.getOrNull(yield* (yield* MediaLibrary).find(organizationId, id))
})
