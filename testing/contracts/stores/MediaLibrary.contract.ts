import { DateTime, Effect, Fiber, type Layer } from "effect"
import { MediaId } from "../../../src/domain/Ids.ts"
import { type Media, pendingMedia } from "../../../src/domain/media/Media.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { seconds } from "../../given/era.ts"
import { givenOrganization, uuid } from "../../given/given.ts"
import { claimOf, failed, found, givenMedia, idsOf, someMedia, stored } from "../../given/givenMedia.ts"
import type { StorePorts } from "../StorePorts.ts"
import { discarding } from "./mediaLibrary/discarding.ts"
import { uploading } from "./mediaLibrary/uploading.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

export const mediaLibraryContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `MediaLibrary: ${name}`, ports, (it) => {
    it.effect("keeps every word of a file, and the absence of every word", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const bare = yield* someMedia(id, { platformMediaId: null })
        const full = yield* someMedia(id, {
          index: 7,
          url: "https://cdn.example.com/a?b=%00&c='\"\\",
          mimeType: "image/jpeg",
          filename: "漢 \u{1F680} {a,b} \\ \" ' NULL.pdf",
          sha256: "WGFtcGxl+/="
        })
        yield* (yield* MediaLibrary).addAll(id, [bare, full])
        assert.deepStrictEqual(yield* found(id, bare.id), pendingMedia(bare))
        assert.deepStrictEqual(yield* found(id, full.id), pendingMedia(full))
      })
    )

    it.effect("finds nothing that is not there, or another organization's", () =>
      Effect.gen(function* () {
        const { ids } = yield* givenMedia(0)
        const { id: other } = yield* givenOrganization()
        assert.isNull(yield* found(other, ids[0] ?? MediaId.make("")))
        assert.isNull(yield* found(other, MediaId.make(yield* uuid)))
      })
    )

    it.effect("leaves a file as it is that is added again, and adds the others", () =>
      Effect.gen(function* () {
        const { at, id, media } = yield* givenMedia(0)
        const { addAll, recordOutcome } = yield* MediaLibrary
        const [first] = media
        if (first === undefined) return assert.fail("no file")
        yield* recordOutcome(id, first.id, stored(at))
        const before = yield* found(id, first.id)
        const second = yield* someMedia(id, { createdAt: at })
        yield* addAll(id, [{ ...first, platformMediaId: "other" }, second])
        yield* addAll(id, [])
        assert.deepStrictEqual(yield* found(id, first.id), before)
        assert.deepStrictEqual(yield* found(id, second.id), pendingMedia(second))
      })
    )

    it.effect("adds files to the organization that is named, whatever they say", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const { id: other } = yield* givenOrganization()
        const media = yield* someMedia(other)
        yield* (yield* MediaLibrary).addAll(id, [media])
        assert.isNull(yield* found(other, media.id))
        assert.strictEqual((yield* found(id, media.id))?.organizationId, id)
      })
    )

    it.effect("is undone with the transaction that it stands in", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const { addAll } = yield* MediaLibrary
        const { id } = yield* givenOrganization()
        const [lost, kept] = [yield* someMedia(id), yield* someMedia(id)]
        yield* Effect.flip(atomically(Effect.andThen(addAll(id, [lost]), Effect.fail("no"))))
        yield* atomically(addAll(id, [kept]))
        assert.isNull(yield* found(id, lost.id))
        assert.deepStrictEqual(yield* found(id, kept.id), pendingMedia(kept))
      })
    )

    it.effect("returns due items complete, the longest due first", () =>
      Effect.gen(function* () {
        const { at, id, media } = yield* givenMedia(3, 1, 2, 4)
        const inOrder = [media[1], media[2], media[0]].flatMap((one) => (one === undefined ? [] : [pendingMedia(one)]))
        assert.deepStrictEqual(yield* claimOf(id, seconds(at, 3)), inOrder)
        assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 4))), [media[3]?.id])
      })
    )

    it.effect(
      "returns nothing before it is due, to the millisecond, and nothing to other workers until the lease ends",
      () =>
        Effect.gen(function* () {
          const { at, id, ids } = yield* givenMedia(1)
          const due = seconds(at, 1)
          const leaseUntil = seconds(at, 60)
          assert.deepStrictEqual(yield* claimOf(id, DateTime.subtract(due, { milliseconds: 1 })), [])
          assert.deepStrictEqual(idsOf(yield* claimOf(id, due, leaseUntil)), ids)
          assert.deepStrictEqual(yield* claimOf(id, DateTime.subtract(leaseUntil, { milliseconds: 1 })), [])
          const again = yield* claimOf(id, leaseUntil)
          assert.deepStrictEqual(
            again.map(({ failures, id }) => [id, failures]),
            ids.map((one) => [one, 0])
          )
        })
    )

    it.effect("gives every file to one of many concurrent workers, and none more than it asked for", () =>
      Effect.gen(function* () {
        const { at, ids } = yield* givenMedia(...Array.from({ length: 30 }, (_, later) => later))
        const { claim } = yield* MediaLibrary
        const shares = yield* Effect.replicateEffect(claim(seconds(at, 30), seconds(at, 60), 4), 16, {
          concurrency: "unbounded"
        })
        const rest = yield* claim(seconds(at, 30), seconds(at, 60), 100)
        assert.deepStrictEqual([...shares.flatMap(idsOf), ...idsOf(rest)].sort(), ids.toSorted())
        assert.isTrue(shares.every((share) => share.length <= 4))
      })
    )

    it.effect("counts a failure, says why, and gives the file again when it is time", () =>
      Effect.gen(function* () {
        const { at, id, media } = yield* givenMedia(0)
        const { recordOutcome } = yield* MediaLibrary
        const [first] = media
        if (first === undefined) return assert.fail("no file")
        yield* claimOf(id, at)
        yield* recordOutcome(id, first.id, failed(seconds(at, 10)))
        const expected: Media = { ...pendingMedia(first), failures: 1, detail: "MediaNotReached: reset" }
        assert.deepStrictEqual(yield* found(id, first.id), expected)
        assert.deepStrictEqual(yield* claimOf(id, DateTime.subtract(seconds(at, 10), { milliseconds: 1 })), [])
        assert.deepStrictEqual(yield* claimOf(id, seconds(at, 10)), [expected])
      })
    )

    it.effect("gives a file that was given up to no worker, until it is stored after all", () =>
      Effect.gen(function* () {
        const { at, id, media } = yield* givenMedia(0)
        const { recordOutcome } = yield* MediaLibrary
        const [first] = media
        if (first === undefined) return assert.fail("no file")
        yield* recordOutcome(id, first.id, failed(seconds(at, 1), "first"))
        yield* recordOutcome(id, first.id, failed(null, "second"))
        const expected: Media = { ...pendingMedia(first), status: "failed", failures: 2, detail: "second" }
        assert.deepStrictEqual(yield* found(id, first.id), expected)
        assert.deepStrictEqual(yield* claimOf(id, seconds(at, 1_000_000)), [])
        yield* recordOutcome(id, first.id, failed(seconds(at, 1), "third"))
        assert.deepStrictEqual(yield* found(id, first.id), expected)
        yield* recordOutcome(id, first.id, stored(at))
        assert.strictEqual((yield* found(id, first.id))?.status, "stored")
      })
    )

    it.effect("describes a stored file, and lets no later failure take it away", () =>
      Effect.gen(function* () {
        const { at, id, media } = yield* givenMedia(0, 0)
        const { recordOutcome } = yield* MediaLibrary
        const [first, second] = media
        if (first === undefined || second === undefined) return assert.fail("no files")
        const { id: other } = yield* givenOrganization()
        assert.isTrue(yield* recordOutcome(id, first.id, failed(seconds(at, 1))))
        assert.isFalse(yield* recordOutcome(other, first.id, stored(at)))
        assert.isTrue(yield* recordOutcome(id, first.id, stored(seconds(at, 2))))
        assert.isFalse(yield* recordOutcome(id, first.id, failed(seconds(at, 3))))
        assert.isFalse(yield* recordOutcome(id, first.id, failed(null)))
        assert.deepStrictEqual(yield* found(id, first.id), {
          ...pendingMedia(first),
          status: "stored",
          failures: 1,
          mimeType: "audio/ogg; codecs=opus",
          size: 104_857_600,
          sha256: "ab".repeat(32),
          storedAt: seconds(at, 2)
        })
        assert.deepStrictEqual(yield* found(id, second.id), pendingMedia(second))
        assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 1_000))), [second.id])
      })
    )

    it.effect("wakes waiting workers when files came in, once they are there to be claimed", () =>
      Effect.gen(function* () {
        const { addAll, wakeSignal } = yield* MediaLibrary
        const { atomically } = yield* Transaction
        const { id, media } = yield* givenMedia(0)
        yield* wakeSignal
        const waiting = yield* Effect.forkChild(wakeSignal, { startImmediately: true })
        yield* addAll(id, media)
        yield* addAll(id, [])
        yield* Effect.flip(atomically(Effect.andThen(addAll(id, [yield* someMedia(id)]), Effect.fail("no"))))
        assert.isUndefined(waiting.pollUnsafe())
        const added = yield* someMedia(id)
        yield* atomically(
          Effect.gen(function* () {
            yield* addAll(id, [added])
            assert.isUndefined(waiting.pollUnsafe())
          })
        )
        yield* Fiber.join(waiting)
        assert.isNotNull(yield* found(id, added.id))
      })
    )

    discarding(it)
    uploading(it)
  })
