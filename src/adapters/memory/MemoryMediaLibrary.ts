import { DateTime, Effect, Layer, Option, Order } from "effect"
import type { MediaId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import { type Media, type MediaStatus, type NewMedia, pendingMedia } from "../../domain/message/Media.ts"
import { MediaLibrary, type MediaOutcome } from "../../ports/stores/MediaLibrary.ts"
import type { KeptMedia, Step } from "./State.ts"
import { World } from "./World.ts"

const isDiscarded = ({ media }: KeptMedia): boolean => media.status === "discarded"

const isOne =
  (organizationId: OrganizationId, id: MediaId) =>
  ({ media }: KeptMedia): boolean =>
    media.organizationId === organizationId && media.id === id

const addAll =
  (organizationId: OrganizationId, added: ReadonlyArray<NewMedia>): Step<void> =>
  (state) => {
    const isNew = ({ id }: NewMedia) => !state.media.some(isOne(organizationId, id))
    const kept = added.filter(isNew).map((media) => ({
      media: pendingMedia({ ...media, organizationId }),
      dueAt: media.createdAt
    }))
    return [Effect.void, { ...state, media: [...state.media, ...kept] }]
  }

const longestDue = Order.combine(
  Order.mapInput(Order.Number, ({ dueAt }: KeptMedia) => dueAt.epochMilliseconds),
  Order.mapInput(Order.String, ({ media }: KeptMedia) => media.id)
)

const isClaimed: ReadonlySet<MediaStatus> = new Set(["pending", "discarded"])

const claim =
  (now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Step<ReadonlyArray<Media>> =>
  (state) => {
    const claimed = state.media
      .filter(({ dueAt, media }) => isClaimed.has(media.status) && DateTime.isLessThanOrEqualTo(dueAt, now))
      .sort(longestDue)
      .slice(0, limit)
    const taken = new Set(claimed)
    return [
      Effect.succeed(claimed.map(({ media }) => media)),
      { ...state, media: state.media.map((kept) => (taken.has(kept) ? { ...kept, dueAt: leaseUntil } : kept)) }
    ]
  }

/** The file after the attempt; the same where nothing follows from it. */
const settled = (kept: KeptMedia, outcome: MediaOutcome): KeptMedia => {
  if (isDiscarded(kept)) return kept
  if (outcome._tag === "Stored") {
    const { at, mimeType, sha256, size } = outcome
    return { ...kept, media: { ...kept.media, status: "stored", mimeType, sha256, size, storedAt: at, detail: null } }
  }
  if (kept.media.status !== "pending") return kept
  const { detail, retryAt } = outcome
  const failures = kept.media.failures + 1
  return retryAt === null
    ? { ...kept, media: { ...kept.media, failures, detail, status: "failed" } }
    : { media: { ...kept.media, failures, detail }, dueAt: retryAt }
}

const settle =
  (organizationId: OrganizationId, id: MediaId, outcome: MediaOutcome): Step<boolean> =>
  (state) => {
    const kept = state.media.find(isOne(organizationId, id))
    const after = kept && settled(kept, outcome)
    return [
      Effect.succeed(after !== kept),
      { ...state, media: state.media.map((one) => (one === kept && after !== undefined ? after : one)) }
    ]
  }

const discarded = (kept: KeptMedia, leasesEnd: DateTime.Utc): KeptMedia => ({
  media: { ...kept.media, status: "discarded" },
  dueAt: kept.media.status === "pending" ? DateTime.min(kept.dueAt, leasesEnd) : kept.media.createdAt
})

const discard =
  (organizationId: OrganizationId, messageIds: ReadonlyArray<MessageId>, leasesEnd: DateTime.Utc): Step<void> =>
  (state) => {
    const isOf = ({ media }: KeptMedia) =>
      media.organizationId === organizationId && messageIds.includes(media.messageId)
    return [
      Effect.void,
      {
        ...state,
        media: state.media.map((kept) => (isOf(kept) && !isDiscarded(kept) ? discarded(kept, leasesEnd) : kept))
      }
    ]
  }

const forget =
  (organizationId: OrganizationId, id: MediaId): Step<void> =>
  (state) => {
    const isIt = isOne(organizationId, id)
    return [Effect.void, { ...state, media: state.media.filter((kept) => !isIt(kept) || !isDiscarded(kept)) }]
  }

export const layer = Layer.effect(
  MediaLibrary,
  Effect.map(World, ({ mediaSignal, read, step }) =>
    MediaLibrary.of({
      addAll: (organizationId, media) => step("MediaLibrary.addAll", addAll(organizationId, media)),
      claim: (now, leaseUntil, limit) => step("MediaLibrary.claim", claim(now, leaseUntil, limit)),
      settle: (organizationId, id, outcome) => step("MediaLibrary.settle", settle(organizationId, id, outcome)),
      discard: (organizationId, messageIds, leasesEnd) =>
        step("MediaLibrary.discard", discard(organizationId, messageIds, leasesEnd)),
      forget: (organizationId, id) => step("MediaLibrary.forget", forget(organizationId, id)),
      find: (organizationId, id) =>
        read("MediaLibrary.find", ({ media }) =>
          Option.fromUndefinedOr(media.find(isOne(organizationId, id))).pipe(
            Option.filter((kept) => !isDiscarded(kept)),
            Option.map((kept) => kept.media)
          )
        ),
      wakeSignal: mediaSignal
    })
  )
)
