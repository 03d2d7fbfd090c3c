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

const someUpload = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  at: DateTime.Utc,
  size = 10,
  isShared = false
) {
  const upload: NewUpload = {
    id: MediaId.make(yield* uuid),
    organizationId,
    mimeType: "image/png",
    filename: "漢 {a,b} \\ \" ' NULL.png",
    isShared,
    size,
    createdAt: at,
    expiresAt: seconds(at, 86_400)
  }
  return upload
})

/** An organization with an upload, started in its own era. */
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
  it.effect("uploads: all fields are stored, without a message", () =>
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
        atPlatform: {},
        createdAt: at
      })
      const { id: other } = yield* givenOrganization()
      assert.isNull(yield* found(other, file))
    })
  )

  it.effect("uploads: a stored one stays unsent and is never fetched", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      assert.isTrue(yield* library.recordOutcome(id, file, stored(at)))
      assert.deepInclude(yield* found(id, file), { status: "unsent", size: 104_857_600, storedAt: at })
      assert.isFalse(yield* library.recordOutcome(id, file, failed(null)))
      assert.strictEqual((yield* found(id, file))?.status, "unsent")
      assert.deepStrictEqual(yield* claimOf(id, seconds(at, 86_399)), [])
    })
  )

  it.effect("uploads: the unsent files of an organization and their bytes are counted", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      const { id: other } = yield* givenOrganization()
      assert.deepStrictEqual(yield* library.unsent(other, false), { files: 0, bytes: 0 })
      yield* library.addUpload(yield* someUpload(id, at, 100_000_000))
      yield* library.addUpload(yield* someUpload(other, at, 3))
      assert.deepStrictEqual(yield* library.unsent(id, false), { files: 2, bytes: 100_000_010 })
      yield* library.recordOutcome(id, file, stored(at))
      assert.deepStrictEqual(yield* library.unsent(id, false), { files: 2, bytes: 204_857_600 })
      yield* library.attach(id, file, yield* someMessage)
      assert.deepStrictEqual(yield* library.unsent(id, false), { files: 1, bytes: 100_000_000 })
    })
  )

  it.effect("uploads: become a file of the message that sends them, and of the next one", () =>
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

  it.effect("uploads: expire if not sent, and are then claimed for removal until forgotten", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      yield* library.recordOutcome(id, file, stored(at))
      const expiry = seconds(at, 86_400)
      const [claimed] = yield* claimOf(id, expiry)
      assert.deepInclude(claimed, { id: file, status: "discarded" })
      assert.isNull(yield* found(id, file))
      assert.isFalse(yield* library.attach(id, file, yield* someMessage))
      assert.deepStrictEqual(yield* library.unsent(id, false), { files: 0, bytes: 0 })
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(expiry, 60))), [file])
      yield* library.forget(id, file)
      assert.deepStrictEqual(yield* claimOf(id, seconds(expiry, 600)), [])
    })
  )

  it.effect("uploads: can be abandoned early, unless sent", () =>
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

  it.effect("uploads: shared files are counted by themselves", () =>
    Effect.gen(function* () {
      const { at, id, library } = yield* givenUpload
      yield* library.addUpload(yield* someUpload(id, at, 7, true))
      assert.deepStrictEqual(yield* library.unsent(id, true), { files: 1, bytes: 7 })
      assert.deepStrictEqual(yield* library.unsent(id, false), { files: 1, bytes: 10 })
    })
  )

  it.effect("uploads: a shared file that was sent belongs to no message, and stays", () =>
    Effect.gen(function* () {
      const { at, id, library } = yield* givenUpload
      const { id: file } = yield* Effect.tap(someUpload(id, at, 7, true), library.addUpload)
      const [first, second] = [yield* someMessage, yield* someMessage]
      assert.isFalse(yield* library.attach(id, file, first))
      yield* library.recordOutcome(id, file, stored(at))
      assert.isTrue(yield* library.attach(id, file, first))
      assert.isTrue(yield* library.attach(id, file, second))
      yield* library.discard(id, [first.messageId, second.messageId], at)
      assert.deepInclude(yield* found(id, file), {
        status: "stored",
        isShared: true,
        messageId: null,
        channelAccountId: null
      })
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 80_000_000))).includes(file), false)
      assert.deepStrictEqual(yield* library.unsent(id, true), { files: 0, bytes: 0 })
    })
  )

  it.effect("uploads: a file of a saved reply is shared and stays, unless it belongs to a message", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      const { id: other } = yield* givenOrganization()
      assert.isFalse(yield* library.share(id, file))
      yield* library.recordOutcome(id, file, stored(at))
      assert.isFalse(yield* library.share(other, file))
      assert.isTrue(yield* library.share(id, file))
      assert.isTrue(yield* library.share(id, file))
      assert.deepInclude(yield* found(id, file), { status: "stored", isShared: true, messageId: null })
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 80_000_000))), [])
      assert.isTrue(yield* library.attach(id, file, yield* someMessage))
      assert.deepInclude(yield* found(id, file), { messageId: null })
      const sent = yield* Effect.tap(someUpload(id, at), library.addUpload)
      yield* library.recordOutcome(id, sent.id, stored(at))
      yield* library.attach(id, sent.id, yield* someMessage)
      assert.isFalse(yield* library.share(id, sent.id))
      const lost = yield* Effect.tap(someUpload(id, at), library.addUpload)
      yield* library.recordOutcome(id, lost.id, stored(at))
      yield* library.abandon(id, lost.id, at)
      assert.isFalse(yield* library.share(id, lost.id))
    })
  )

  it.effect(
    "uploads: the platform's ids of a file are stored for each account, and the newest replaces the others",
    () =>
      Effect.gen(function* () {
        const { at, file, id, library } = yield* givenUpload
        const { id: other } = yield* givenOrganization()
        const [one, two] = [ChannelAccountId.make(yield* uuid), ChannelAccountId.make(yield* uuid)]
        const fileOf = (platformId: string, later = 0) => ({ id: platformId, uploadedAt: seconds(at, later) })
        yield* library.addPlatformFile(other, file, one, fileOf("9"))
        assert.deepInclude(yield* found(id, file), { atPlatform: {} })
        yield* library.addPlatformFile(id, file, one, fileOf("1 '\"\\"))
        yield* library.addPlatformFile(id, file, two, fileOf("2", 5))
        const first = { [one]: fileOf("1 '\"\\"), [two]: fileOf("2", 5) }
        assert.deepStrictEqual((yield* found(id, file))?.atPlatform, first)
        yield* library.addPlatformFile(id, file, one, fileOf("3", 7))
        assert.deepStrictEqual((yield* found(id, file))?.atPlatform, { ...first, [one]: fileOf("3", 7) })
      })
  )

  it.effect("uploads: an id that the platform refuses is forgotten, unless the account has a newer one", () =>
    Effect.gen(function* () {
      const { at, file, id, library } = yield* givenUpload
      const { id: other } = yield* givenOrganization()
      const account = ChannelAccountId.make(yield* uuid)
      const current = { id: "2", uploadedAt: at }
      yield* library.addPlatformFile(id, file, account, current)
      yield* library.removePlatformFile(id, file, account, "1")
      yield* library.removePlatformFile(id, file, ChannelAccountId.make(yield* uuid), "2")
      yield* library.removePlatformFile(other, file, account, "2")
      assert.deepStrictEqual((yield* found(id, file))?.atPlatform, { [account]: current })
      yield* library.removePlatformFile(id, file, account, "2")
      assert.deepStrictEqual((yield* found(id, file))?.atPlatform, {})
    })
  )
}
