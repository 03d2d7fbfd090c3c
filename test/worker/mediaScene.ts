import { DateTime, Effect, Exit, Layer, Option, Queue, Ref, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryMediaStore from "../../src/adapters/memory/media/MemoryMediaStore.ts"
import { mediaWorker } from "../../src/adapters/worker/workers.ts"
import { mediaLease } from "../../src/app/media/fetchMedia.ts"
import { MediaId, MessageId } from "../../src/domain/Ids.ts"
import { type FetchFailure, type Media, MediaNotReached } from "../../src/domain/media/Media.ts"
import { MediaLibrary } from "../../src/ports/media/MediaLibrary.ts"
import { type FetchedFile, MediaSource, MediaStore } from "../../src/ports/media/MediaStore.ts"
import { bytesOf, collected, sha256 } from "../../testing/given/files.ts"
import { givenAccount, givenOrganization, uuid } from "../../testing/given/given.ts"

type Fetch = (media: Media, attempt: number) => Effect.Effect<FetchedFile, FetchFailure, Scope.Scope>

export const start = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
export const bytes = bytesOf(1_000)
export const file: FetchedFile = { mimeType: "image/jpeg", bytes: Stream.make(bytes) }
export const reset = new MediaNotReached({ detail: "reset" })

/** A world whose platform gives files like this, and the worker that fetches them; with the seconds of all attempts. */
export const scene = Effect.fnUntraced(function* (fetch: Fetch, token?: null) {
  yield* TestClock.setTime(start.epochMilliseconds)
  const begun = yield* Queue.unbounded<MediaId>()
  const attempts = yield* Ref.make<ReadonlyArray<{ readonly id: MediaId; readonly at: number }>>([])
  const source = Layer.succeed(
    MediaSource,
    MediaSource.of({
      fetch: Effect.fnUntraced(function* (_, media) {
        const at = ((yield* DateTime.now).epochMilliseconds - start.epochMilliseconds) / 1_000
        const all = yield* Ref.updateAndGet(attempts, (before) => [...before, { id: media.id, at }])
        yield* Queue.offer(begun, media.id)
        return yield* fetch(media, all.filter(({ id }) => id === media.id).length)
      })
    })
  )
  const { id: organizationId } = yield* givenOrganization()
  const account = yield* givenAccount(organizationId, token === null ? { token } : {})
  const { addAll, discard, find } = yield* MediaLibrary
  const messageId = MessageId.make(yield* uuid)
  const lifetime = yield* Scope.make()
  yield* Layer.buildWithScope(mediaWorker.pipe(Layer.provide(source)), lifetime)
  yield* Effect.addFinalizer(() => Scope.close(lifetime, Exit.void))
  return {
    attempts: Ref.get(attempts),
    /** Waits for the next attempt. */
    next: Queue.take(begun),
    stop: Scope.close(lifetime, Exit.void),
    /** Adds so many files that are due now. */
    add: Effect.fnUntraced(function* (count: number) {
      const ids = yield* Effect.replicateEffect(
        Effect.map(uuid, (text) => MediaId.make(text)),
        count
      )
      const createdAt = yield* DateTime.now
      yield* addAll(
        organizationId,
        ids.map((id, index) => ({
          id,
          organizationId,
          messageId,
          channelAccountId: account.id,
          index,
          platformMediaId: "1",
          url: null,
          mimeType: null,
          filename: null,
          sha256: null,
          createdAt
        }))
      )
      return ids
    }),
    /** Takes back the message that all the files are of. */
    takeBack: Effect.flatMap(DateTime.now, (now) =>
      discard(organizationId, [messageId], DateTime.addDuration(now, mediaLease))
    ),
    known: (id: MediaId | undefined) => Effect.map(find(organizationId, id ?? MediaId.make("")), Option.getOrThrow),
    kept: Effect.fnUntraced(function* (id: MediaId) {
      const found = yield* (yield* MediaStore).get(organizationId, id, null)
      return Option.isNone(found) ? null : sha256(yield* collected(found.value.bytes))
    })
  }
})

export const world = Layer.mergeAll(Memory.layer(), MemoryMediaStore.layer)
