import { DateTime, Effect } from "effect"
import type { MessageId, OrganizationId } from "../../../../src/domain/Ids.ts"
import { type Media, type NewMedia, pendingMedia } from "../../../../src/domain/media/Media.ts"
import { MediaLibrary } from "../../../../src/ports/media/MediaLibrary.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { nextEra, seconds } from "../../../given/era.ts"
import { givenOrganization } from "../../../given/given.ts"
import { claimOf, failed, found, givenMedia, idsOf, someMedia, stored } from "../../../given/givenMedia.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const justBefore = (at: DateTime.Utc) => DateTime.subtract(at, { milliseconds: 1 })

const discardedMedia = (media: NewMedia): Media => ({ ...pendingMedia(media), status: "discarded" })

/** An organization with one file that is due at a time of its own, and what discards it. */
const givenOne = Effect.gen(function* () {
  const { at, id, media } = yield* givenMedia(0)
  const { discard, recordOutcome } = yield* MediaLibrary
  const [file] = media
  if (file === undefined) return assert.fail("no file")
  return {
    at,
    id,
    file,
    discard: (leasesEnd: DateTime.Utc) => discard(id, [file.messageId], leasesEnd),
    recordOutcome: (outcome: Parameters<typeof recordOutcome>[2]) => recordOutcome(id, file.id, outcome)
  }
})

/** The remaining files when none is removed: those that may be claimed at the end of all times. */
const leftOf = Effect.fnUntraced(function* (organizationId: OrganizationId, at: DateTime.Utc) {
  const left = yield* claimOf(organizationId, seconds(at, 1_000_000))
  return left.map(({ id, status }) => [id, status])
})

/** Files of messages that were taken back. */
export const discarding = (it: Tests<StorePorts>) => {
  it.effect("finds the files of discarded messages no more, all of them and no others", () =>
    Effect.gen(function* () {
      const at = yield* nextEra
      const { id } = yield* givenOrganization()
      const { id: other } = yield* givenOrganization()
      const { addAll, discard } = yield* MediaLibrary
      const [first, third, own] = [yield* someMedia(id), yield* someMedia(id), yield* someMedia(id)]
      const second = yield* someMedia(id, { messageId: first.messageId, index: 1 })
      const elsewhere = yield* someMedia(other, { messageId: first.messageId })
      yield* addAll(id, [first, second, third, own])
      yield* addAll(other, [elsewhere])

      yield* discard(id, [], at)
      assert.deepStrictEqual(yield* found(id, first.id), pendingMedia(first))
      yield* discard(id, [first.messageId, (yield* someMedia(id)).messageId, third.messageId], at)

      for (const gone of [first, second, third]) assert.isNull(yield* found(id, gone.id))
      assert.deepStrictEqual(yield* found(id, own.id), pendingMedia(own))
      assert.deepStrictEqual(yield* found(other, elsewhere.id), pendingMedia(elsewhere))
    })
  )

  it.effect("gives an unclaimed file at once to be removed, and again until it is forgotten", () =>
    Effect.gen(function* () {
      const { at, discard, file, id } = yield* givenOne
      const { forget } = yield* MediaLibrary
      yield* discard(seconds(at, 300))
      assert.deepStrictEqual(yield* claimOf(id, justBefore(at)), [])
      assert.deepStrictEqual(yield* claimOf(id, at), [discardedMedia(file)])
      assert.deepStrictEqual(yield* claimOf(id, justBefore(seconds(at, 60))), [])
      assert.deepStrictEqual(yield* claimOf(id, seconds(at, 60)), [discardedMedia(file)])
      yield* forget(id, file.id)
      yield* forget(id, file.id)
      assert.deepStrictEqual(yield* leftOf(id, at), [])
    })
  )

  it.effect("gives a file that is stored, or was given up, at once to be removed", () =>
    Effect.gen(function* () {
      for (const outcome of [stored, () => failed(null)]) {
        const { at, discard, id, recordOutcome, file } = yield* givenOne
        yield* claimOf(id, at, seconds(at, 300))
        yield* recordOutcome(outcome(at))
        const known = yield* found(id, file.id)
        yield* discard(seconds(at, 301))
        assert.deepStrictEqual(yield* claimOf(id, at), known === null ? [] : [{ ...known, status: "discarded" }])
        yield* discard(seconds(at, 302))
        assert.deepStrictEqual(yield* claimOf(id, at), [])
      }
    })
  )

  it.effect("leaves one that may be on its way until its lease has ended", () =>
    Effect.gen(function* () {
      const { at, discard, id, file } = yield* givenOne
      const leaseUntil = seconds(at, 60)
      yield* claimOf(id, at, leaseUntil)
      yield* discard(seconds(at, 90))
      assert.isNull(yield* found(id, file.id))
      assert.deepStrictEqual(yield* claimOf(id, justBefore(leaseUntil)), [])
      assert.deepStrictEqual(yield* claimOf(id, leaseUntil), [discardedMedia(file)])
    })
  )

  it.effect("waits no longer for one that was to be tried again much later", () =>
    Effect.gen(function* () {
      const { at, discard, id, recordOutcome, file } = yield* givenOne
      yield* recordOutcome(failed(seconds(at, 10_000)))
      yield* discard(seconds(at, 90))
      assert.deepStrictEqual(yield* claimOf(id, justBefore(seconds(at, 90))), [])
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 90))), [file.id])
    })
  )

  it.effect("brings nothing back, whatever comes of an attempt that was under way", () =>
    Effect.gen(function* () {
      const { at, discard, file, id, recordOutcome } = yield* givenOne
      yield* claimOf(id, at)
      yield* discard(seconds(at, 90))
      for (const outcome of [stored(at), failed(seconds(at, 70)), failed(null)]) {
        assert.isFalse(yield* recordOutcome(outcome))
        assert.isNull(yield* found(id, file.id))
      }
      assert.deepStrictEqual(yield* claimOf(id, seconds(at, 60)), [discardedMedia(file)])
      yield* (yield* MediaLibrary).forget(id, file.id)
      assert.isFalse(yield* recordOutcome(stored(at)))
      assert.deepStrictEqual(yield* leftOf(id, at), [])
    })
  )

  it.effect("forgets only discarded files, and nothing of another organization", () =>
    Effect.gen(function* () {
      const { at, id, media } = yield* givenMedia(0, 0, 0)
      const { discard, forget, recordOutcome } = yield* MediaLibrary
      const [pending, kept, gone] = media
      if (pending === undefined || kept === undefined || gone === undefined) return assert.fail("no files")
      const { id: other } = yield* givenOrganization()
      yield* recordOutcome(id, kept.id, stored(at))
      yield* discard(other, [gone.messageId, pending.messageId], at)
      for (const { id: file } of media) yield* forget(id, file)
      assert.deepStrictEqual(yield* found(id, gone.id), pendingMedia(gone))
      yield* discard(id, [gone.messageId], at)
      yield* forget(other, gone.id)
      assert.deepInclude(yield* leftOf(id, at), [gone.id, "discarded"])
      yield* forget(id, gone.id)
      assert.strictEqual((yield* found(id, kept.id))?.status, "stored")
      assert.deepStrictEqual(yield* found(id, pending.id), pendingMedia(pending))
    })
  )

  it.effect("discards what the same transaction has added, and is undone with it", () =>
    Effect.gen(function* () {
      const at = yield* nextEra
      const { atomically } = yield* Transaction
      const { id } = yield* givenOrganization()
      const { addAll, discard } = yield* MediaLibrary
      const [kept, added] = [yield* someMedia(id, { createdAt: at }), yield* someMedia(id, { createdAt: at })]
      yield* addAll(id, [kept])
      const messages: ReadonlyArray<MessageId> = [kept.messageId, added.messageId]
      const both = Effect.andThen(addAll(id, [added]), discard(id, messages, at))
      yield* Effect.flip(atomically(Effect.andThen(both, Effect.fail("no"))))
      assert.deepStrictEqual(yield* found(id, kept.id), pendingMedia(kept))
      yield* atomically(both)
      assert.sameDeepMembers([...(yield* claimOf(id, at))], [discardedMedia(kept), discardedMedia(added)])
    })
  )

  it.effect("gives files to be removed to one of many who claim at once", () =>
    Effect.gen(function* () {
      const { at, id, ids, media } = yield* givenMedia(...Array.from({ length: 20 }, (_, later) => later))
      const { claim, discard } = yield* MediaLibrary
      yield* discard(
        id,
        media.flatMap(({ messageId }, place) => (place % 2 === 0 ? [messageId] : [])),
        at
      )
      const shares = yield* Effect.replicateEffect(claim(seconds(at, 30), seconds(at, 60), 3), 10, {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(shares.flatMap(idsOf).toSorted(), ids.toSorted())
      assert.lengthOf(
        shares.flat().filter(({ status }) => status === "discarded"),
        10
      )
    })
  )

  it.effect("discards a file once and for all, while it is being settled", () =>
    Effect.gen(function* () {
      const { at, id, media } = yield* givenMedia(...Array.from({ length: 10 }, () => 0))
      const { discard, recordOutcome } = yield* MediaLibrary
      const messages = media.map(({ messageId }) => messageId)
      const settling = media.map(({ id: file }) => recordOutcome(id, file, stored(at)))
      yield* Effect.all([...settling.slice(0, 5), discard(id, messages, at), ...settling.slice(5)], {
        concurrency: "unbounded"
      })
      for (const { id: file } of media) assert.isNull(yield* found(id, file))
      const left = yield* claimOf(id, at)
      assert.deepStrictEqual(idsOf(left).toSorted(), idsOf(media.map(pendingMedia)).toSorted())
    })
  )
}
