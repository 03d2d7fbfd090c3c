import { DateTime, Effect, Layer, Option, Order } from "effect"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import { type Media, type NewMedia, pendingMedia } from "../../domain/Media.ts"
import { MediaLibrary, type MediaOutcome } from "../../ports/MediaLibrary.ts"
import type { KeptMedia, Step } from "./State.ts"
import { World } from "./World.ts"

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

const claim =
  (now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Step<ReadonlyArray<Media>> =>
  (state) => {
    const claimed = state.media
      .filter(({ dueAt, media }) => media.status === "pending" && DateTime.isLessThanOrEqualTo(dueAt, now))
      .sort(longestDue)
      .slice(0, limit)
    const taken = new Set(claimed)
    return [
      Effect.succeed(claimed.map(({ media }) => media)),
      { ...state, media: state.media.map((kept) => (taken.has(kept) ? { ...kept, dueAt: leaseUntil } : kept)) }
    ]
  }

const settled = (kept: KeptMedia, outcome: MediaOutcome): KeptMedia => {
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

export const layer = Layer.effect(
  MediaLibrary,
  Effect.map(World, ({ mediaArrival, read, step }) =>
    MediaLibrary.of({
      addAll: (organizationId, media) => step("MediaLibrary.addAll", addAll(organizationId, media)),
      claim: (now, leaseUntil, limit) => step("MediaLibrary.claim", claim(now, leaseUntil, limit)),
      settle: (organizationId, id, outcome) =>
        step("MediaLibrary.settle", (state) => {
          const isIt = isOne(organizationId, id)
          return [
            Effect.void,
            { ...state, media: state.media.map((kept) => (isIt(kept) ? settled(kept, outcome) : kept)) }
          ]
        }),
      find: (organizationId, id) =>
        read("MediaLibrary.find", ({ media }) =>
          Option.map(Option.fromUndefinedOr(media.find(isOne(organizationId, id))), (kept) => kept.media)
        ),
      arrival: mediaArrival
    })
  )
)
