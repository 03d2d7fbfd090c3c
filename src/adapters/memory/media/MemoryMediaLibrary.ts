import { DateTime, Effect, Layer, Option, Order, Struct } from "effect"
import type { ChannelAccountId, MediaId, MessageId, OrganizationId } from "../../../domain/Ids.ts"
import { type Media, type MediaStatus, type NewMedia, pendingMedia } from "../../../domain/media/Media.ts"
import { MediaLibrary, type MediaOutcome } from "../../../ports/media/MediaLibrary.ts"
import type { PlatformFile } from "../../../domain/media/SentFile.ts"
import type { NewUpload, UnsentFiles } from "../../../domain/media/Upload.ts"
import type { ScheduledMedia, State, Step } from "../State.ts"
import { World } from "../World.ts"

const isUnsent = ({ media }: ScheduledMedia): boolean => media.status === "unsent"

const isDiscarded = ({ media }: ScheduledMedia): boolean => media.status === "discarded"

const isOne =
  (organizationId: OrganizationId, id: MediaId) =>
  ({ media }: ScheduledMedia): boolean =>
    media.organizationId === organizationId && media.id === id

const addAll =
  (organizationId: OrganizationId, added: ReadonlyArray<NewMedia>): Step<void> =>
  (state) => {
    const isNew = ({ id }: NewMedia) => !state.media.some(isOne(organizationId, id))
    const stored = added.filter(isNew).map((media) => ({
      media: pendingMedia({ ...media, organizationId }),
      dueAt: media.createdAt
    }))
    return [Effect.void, { ...state, media: [...state.media, ...stored] }]
  }

const addUpload =
  ({ createdAt, expiresAt, filename, id, isShared, mimeType, organizationId, size }: NewUpload): Step<void> =>
  (state) => {
    const media: Media = {
      id,
      organizationId,
      messageId: null,
      channelAccountId: null,
      index: 0,
      platformMediaId: null,
      url: null,
      mimeType,
      filename,
      sha256: null,
      status: "unsent",
      failures: 0,
      detail: null,
      size,
      storedAt: null,
      isShared,
      atPlatform: {},
      createdAt
    }
    return [Effect.void, { ...state, media: [...state.media, { media, dueAt: expiresAt }] }]
  }

const unsentOf =
  (organizationId: OrganizationId, isShared: boolean) =>
  (state: State): UnsentFiles => {
    const files = state.media.filter(
      (stored) =>
        isUnsent(stored) && stored.media.organizationId === organizationId && stored.media.isShared === isShared
    )
    return { files: files.length, bytes: files.reduce((sum, { media }) => sum + (media.size ?? 0), 0) }
  }

const attach =
  (
    organizationId: OrganizationId,
    id: MediaId,
    message: Parameters<MediaLibrary["Service"]["attach"]>[2]
  ): Step<boolean> =>
  (state) => {
    const isIt = isOne(organizationId, id)
    const mayBelong = (stored: ScheduledMedia) =>
      isIt(stored) && stored.media.storedAt !== null && (isUnsent(stored) || stored.media.status === "stored")
    return [
      Effect.succeed(state.media.some(mayBelong)),
      {
        ...state,
        media: state.media.map((stored) =>
          mayBelong(stored)
            ? { ...stored, media: { ...stored.media, ...(!stored.media.isShared && message), status: "stored" } }
            : stored
        )
      }
    ]
  }

const share =
  (organizationId: OrganizationId, id: MediaId): Step<boolean> =>
  (state) => {
    const isIt = isOne(organizationId, id)
    const mayShare = (stored: ScheduledMedia) =>
      isIt(stored) &&
      stored.media.storedAt !== null &&
      (isUnsent(stored) || (stored.media.status === "stored" && stored.media.isShared))
    return [
      Effect.succeed(state.media.some(mayShare)),
      {
        ...state,
        media: state.media.map((stored) =>
          mayShare(stored) ? { ...stored, media: { ...stored.media, isShared: true, status: "stored" } } : stored
        )
      }
    ]
  }

/** Changes the ids that the platforms gave the file, unless it is discarded. */
const withPlatformFiles =
  (
    organizationId: OrganizationId,
    id: MediaId,
    change: (files: Media["atPlatform"]) => Media["atPlatform"]
  ): Step<void> =>
  (state) => {
    const isIt = isOne(organizationId, id)
    const media = state.media.map((stored): ScheduledMedia =>
      isIt(stored) && !isDiscarded(stored)
        ? { ...stored, media: { ...stored.media, atPlatform: change(stored.media.atPlatform) } }
        : stored
    )
    return [Effect.void, { ...state, media }]
  }

const addPlatformFile = (
  organizationId: OrganizationId,
  id: MediaId,
  account: ChannelAccountId,
  file: PlatformFile
): Step<void> => withPlatformFiles(organizationId, id, (files) => ({ ...files, [account]: file }))

const removePlatformFile = (
  organizationId: OrganizationId,
  id: MediaId,
  account: ChannelAccountId,
  platformId: string
): Step<void> =>
  withPlatformFiles(organizationId, id, (files) =>
    files[account]?.id === platformId ? Struct.omit(files, [account]) : files
  )

const keep =
  (organizationId: OrganizationId, id: MediaId, until: DateTime.Utc): Step<void> =>
  (state) => {
    const isIt = isOne(organizationId, id)
    const media = state.media.map((stored): ScheduledMedia =>
      isIt(stored) && isUnsent(stored) ? { ...stored, dueAt: DateTime.max(stored.dueAt, until) } : stored
    )
    return [Effect.void, { ...state, media }]
  }

const abandon =
  (organizationId: OrganizationId, id: MediaId, at: DateTime.Utc): Step<void> =>
  (state) => {
    const isIt = isOne(organizationId, id)
    const media = state.media.map((stored): ScheduledMedia =>
      isIt(stored) && isUnsent(stored) ? { media: { ...stored.media, status: "discarded" }, dueAt: at } : stored
    )
    return [Effect.void, { ...state, media }]
  }

const longestDue = Order.combine(
  Order.mapInput(Order.Number, ({ dueAt }: ScheduledMedia) => dueAt.epochMilliseconds),
  Order.mapInput(Order.String, ({ media }: ScheduledMedia) => media.id)
)

const isClaimed: ReadonlySet<MediaStatus> = new Set(["pending", "unsent", "discarded"])

/** The state of a due file after a claim: an unsent file has expired. */
const afterClaim = (media: Media): Media => (media.status === "unsent" ? { ...media, status: "discarded" } : media)

const claim =
  (now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Step<ReadonlyArray<Media>> =>
  (state) => {
    const claimed = state.media
      .filter(({ dueAt, media }) => isClaimed.has(media.status) && DateTime.isLessThanOrEqualTo(dueAt, now))
      .sort(longestDue)
      .slice(0, limit)
    if (claimed.length === 0) return [Effect.succeed([]), state]
    const leased = new Set(claimed)
    return [
      Effect.succeed(claimed.map(({ media }) => afterClaim(media))),
      {
        ...state,
        media: state.media.map((stored) =>
          leased.has(stored) ? { media: afterClaim(stored.media), dueAt: leaseUntil } : stored
        )
      }
    ]
  }

/** The file after the attempt; unchanged if the outcome has no effect on it. */
const withOutcome = (stored: ScheduledMedia, outcome: MediaOutcome): ScheduledMedia => {
  if (isDiscarded(stored)) return stored
  if (outcome._tag === "Stored") {
    const { at, mimeType, sha256, size } = outcome
    return {
      ...stored,
      media: {
        ...stored.media,
        status: isUnsent(stored) ? "unsent" : "stored",
        mimeType,
        sha256,
        size,
        storedAt: at,
        detail: null
      }
    }
  }
  if (stored.media.status !== "pending") return stored
  const { detail, retryAt } = outcome
  const failures = stored.media.failures + 1
  return retryAt === null
    ? { ...stored, media: { ...stored.media, failures, detail, status: "failed" } }
    : { media: { ...stored.media, failures, detail }, dueAt: retryAt }
}

const recordOutcome =
  (organizationId: OrganizationId, id: MediaId, outcome: MediaOutcome): Step<boolean> =>
  (state) => {
    const stored = state.media.find(isOne(organizationId, id))
    const after = stored && withOutcome(stored, outcome)
    return [
      Effect.succeed(after !== stored),
      { ...state, media: state.media.map((one) => (one === stored && after !== undefined ? after : one)) }
    ]
  }

const discarded = (stored: ScheduledMedia, leasesEnd: DateTime.Utc): ScheduledMedia => ({
  media: { ...stored.media, status: "discarded" },
  dueAt: stored.media.status === "pending" ? DateTime.min(stored.dueAt, leasesEnd) : stored.media.createdAt
})

const discard =
  (organizationId: OrganizationId, messageIds: ReadonlyArray<MessageId>, leasesEnd: DateTime.Utc): Step<void> =>
  (state) => {
    const isOf = ({ media }: ScheduledMedia) =>
      media.organizationId === organizationId && media.messageId !== null && messageIds.includes(media.messageId)
    return [
      Effect.void,
      {
        ...state,
        media: state.media.map((stored) =>
          isOf(stored) && !isDiscarded(stored) ? discarded(stored, leasesEnd) : stored
        )
      }
    ]
  }

const forget =
  (organizationId: OrganizationId, id: MediaId): Step<void> =>
  (state) => {
    const isIt = isOne(organizationId, id)
    return [Effect.void, { ...state, media: state.media.filter((stored) => !isIt(stored) || !isDiscarded(stored)) }]
  }

export const layer = Layer.effect(
  MediaLibrary,
  Effect.map(World, ({ mediaSignal, read, step }) =>
    MediaLibrary.of({
      addAll: (organizationId, media) => step("MediaLibrary.addAll", addAll(organizationId, media)),
      addUpload: (upload) => step("MediaLibrary.addUpload", addUpload(upload)),
      unsent: (organizationId, isShared) => read("MediaLibrary.unsent", unsentOf(organizationId, isShared)),
      attach: (organizationId, id, message) => step("MediaLibrary.attach", attach(organizationId, id, message)),
      share: (organizationId, id) => step("MediaLibrary.share", share(organizationId, id)),
      addPlatformFile: (organizationId, id, account, file) =>
        step("MediaLibrary.addPlatformFile", addPlatformFile(organizationId, id, account, file)),
      removePlatformFile: (organizationId, id, account, platformId) =>
        step("MediaLibrary.removePlatformFile", removePlatformFile(organizationId, id, account, platformId)),
      keep: (organizationId, id, until) => step("MediaLibrary.keep", keep(organizationId, id, until)),
      abandon: (organizationId, id, at) => step("MediaLibrary.abandon", abandon(organizationId, id, at)),
      claim: (now, leaseUntil, limit) => step("MediaLibrary.claim", claim(now, leaseUntil, limit)),
      recordOutcome: (organizationId, id, outcome) =>
        step("MediaLibrary.recordOutcome", recordOutcome(organizationId, id, outcome)),
      discard: (organizationId, messageIds, leasesEnd) =>
        step("MediaLibrary.discard", discard(organizationId, messageIds, leasesEnd)),
      forget: (organizationId, id) => step("MediaLibrary.forget", forget(organizationId, id)),
      find: (organizationId, id) =>
        read("MediaLibrary.find", ({ media }) =>
          Option.fromUndefinedOr(media.find(isOne(organizationId, id))).pipe(
            Option.filter((stored) => !isDiscarded(stored)),
            Option.map((stored) => stored.media)
          )
        ),
      wakeSignal: mediaSignal
    })
  )
)
