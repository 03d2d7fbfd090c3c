import { type DateTime, Effect } from "effect"
import { ChannelAccountId, MediaId, MessageId, type OrganizationId } from "../../../../src/domain/Ids.ts"
import type { NewUpload } from "../../../../src/domain/media/Upload.ts"
import { MediaLibrary } from "../../../../src/ports/media/MediaLibrary.ts"
import { nextEra, seconds } from "../../../given/era.ts"
import { givenOrganization, uuid } from "../../../given/given.ts"
import { claimOf, failed, found, idsOf, stored } from "../../../given/givenMedia.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const someUpload = Effect.fnUntraced(function* (organizationId: OrganizationId, at: DateTime.Utc, size = 10) {
  const upload: NewUpload = {
    id: MediaId.make(yield* uuid),
    organizationId,
    mimeType: "image/png",
    filename: "漢 {a,b} \\ \" ' NULL.png",
    size,
    createdAt: at,
    expiresAt: seconds(at, 86_400)
  }
  return upload
})

/** An organization with an upload, begun at a time of its own. */
const givenUpload = Effect.gen(function* () {
  const at = yield* nextEra
  const { id } = yield* givenOrganization()
  const upload = yield* someUpload(id, at)
  const library = yield* MediaLibrary
  yield* library.addUpload(upload)
  return { at, id, upload, library, file: upload.id }
})

const someMessage = Effect.map(Effect.all([uuid, uuid]), ([message, account]) => ({
  messageId: MessageId.make(message),
  channelAccountId: ChannelAccountId.make(account)
}))

/** Files that members upload. */
export const uploading = (it: Tests<StorePorts>) => {
  it.effect("keeps every word of an upload, which belongs to no message", () =>
    Effect.gen(function* () {
      const { at, file, id, upload } = yield* givenUpload
      const { expiresAt: _, ...kept } = upload
      assert.deepStrictEqual(yield* found(id, file), {
        ...kept,
        messageId: null,
        channelAccountId: null,
        index: 0,
        platformMediaId: null,
        url: null,
        sha256: null,
        status: "unsent",
        failures: 0,
        detail: null,
        storedAt: null,
        createdAt: at
      })
      const { id: other } = yield* givenOrganization()
      assert.isNull(yield* found(other, file))
    })
  )

  it.effect("stays unsent when its bytes are stored, and is never fetched", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      assert.isTrue(yield* library.recordOutcome(id, file, stored(at)))
      assert.deepInclude(yield* found(id, file), { status: "unsent", size: 104_857_600, storedAt: at })
      assert.isFalse(yield* library.recordOutcome(id, file, failed(null)))
      assert.strictEqual((yield* found(id, file))?.status, "unsent")
      assert.deepStrictEqual(yield* claimOf(id, seconds(at, 86_399)), [])
    })
  )

  it.effect("counts the unsent files of an organization and their bytes", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      const { id: other } = yield* givenOrganization()
      assert.deepStrictEqual(yield* library.unsent(other), { files: 0, bytes: 0 })
      yield* library.addUpload(yield* someUpload(id, at, 100_000_000))
      yield* library.addUpload(yield* someUpload(other, at, 3))
      assert.deepStrictEqual(yield* library.unsent(id), { files: 2, bytes: 100_000_010 })
      yield* library.recordOutcome(id, file, stored(at))
      assert.deepStrictEqual(yield* library.unsent(id), { files: 2, bytes: 204_857_600 })
      yield* library.attach(id, file, yield* someMessage)
      assert.deepStrictEqual(yield* library.unsent(id), { files: 1, bytes: 100_000_000 })
    })
  )

  it.effect("becomes a file of the message that it is sent with, and of the next one", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      const { id: other } = yield* givenOrganization()
      const [first, second] = [yield* someMessage, yield* someMessage]
      assert.isFalse(yield* library.attach(id, file, first))
      yield* library.recordOutcome(id, file, stored(at))
      assert.isFalse(yield* library.attach(other, file, first))
      assert.isTrue(yield* library.attach(id, file, first))
      assert.deepInclude(yield* found(id, file), { ...first, status: "stored" })
      assert.deepStrictEqual(yield* claimOf(id, seconds(at, 1_000_000)), [])
      assert.isTrue(yield* library.attach(id, file, second))
      yield* library.discard(id, [first.messageId], at)
      assert.deepInclude(yield* found(id, file), { ...second, status: "stored" })
      yield* library.discard(id, [second.messageId], at)
      assert.isNull(yield* found(id, file))
      assert.isFalse(yield* library.attach(id, file, first))
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 1))), [file])
    })
  )

  it.effect("expires when it is not sent: then it is claimed to be removed, until it is forgotten", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      yield* library.recordOutcome(id, file, stored(at))
      const expiry = seconds(at, 86_400)
      const [claimed] = yield* claimOf(id, expiry)
      assert.deepInclude(claimed, { id: file, status: "discarded" })
      assert.isNull(yield* found(id, file))
      assert.isFalse(yield* library.attach(id, file, yield* someMessage))
      assert.deepStrictEqual(yield* library.unsent(id), { files: 0, bytes: 0 })
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(expiry, 60))), [file])
      yield* library.forget(id, file)
      assert.deepStrictEqual(yield* claimOf(id, seconds(expiry, 600)), [])
    })
  )

  it.effect("is abandoned before its time, unless it was sent", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      const { id: other } = yield* givenOrganization()
      yield* library.abandon(other, file, at)
      assert.strictEqual((yield* found(id, file))?.status, "unsent")
      yield* library.abandon(id, file, seconds(at, 5))
      assert.isNull(yield* found(id, file))
      assert.isFalse(yield* library.recordOutcome(id, file, stored(at)))
      assert.deepStrictEqual(yield* claimOf(id, seconds(at, 4)), [])
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 5))), [file])

      const sent = yield* someUpload(id, at)
      yield* library.addUpload(sent)
      yield* library.recordOutcome(id, sent.id, stored(at))
      yield* library.attach(id, sent.id, yield* someMessage)
      yield* library.abandon(id, sent.id, at)
      assert.strictEqual((yield* found(id, sent.id))?.status, "stored")
    })
  )
}
