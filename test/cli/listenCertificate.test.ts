import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, FileSystem, Option, Path } from "effect"
import { TestClock } from "effect/testing"
import { createPrivateKey, X509Certificate } from "node:crypto"
import * as ListenCertificate from "../../src/adapters/cli/ListenCertificate.ts"
import { now, temporaryFolder } from "./listenHarness.ts"

const atNow = TestClock.setTime(Date.parse(now))

/** The names in the data folder. */
const entries = Effect.fnUntraced(function* (folder: string) {
  return (yield* (yield* FileSystem.FileSystem).readDirectory(folder)).toSorted()
})

const matches = ({ cert, key }: ListenCertificate.ListenCertificate) =>
  new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))

/** An expired pair in a data folder, and the clock at the time when it is. */
const withExpired = Effect.fnUntraced(function* () {
  const dataDir = yield* temporaryFolder
  yield* atNow
  const expired = yield* ListenCertificate.ensure(dataDir)
  yield* TestClock.adjust("900 days")
  return { dataDir, expired }
})

describe("ListenCertificate.ensure", () => {
  it.effect("creates a server certificate for all names of this machine that cannot sign others", () =>
    Effect.gen(function* () {
      yield* atNow
      const dataDir = yield* temporaryFolder
      const made = yield* ListenCertificate.ensure(dataDir)
      const x509 = new X509Certificate(made.cert)
      assert.strictEqual(x509.subject, "CN=localhost")
      assert.strictEqual(x509.issuer, "CN=localhost")
      assert.strictEqual(x509.subjectAltName, "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1")
      assert.isFalse(x509.ca)
      assert.deepStrictEqual(x509.keyUsage, ["1.3.6.1.5.5.7.3.1"])
      assert.strictEqual(x509.validFromDate.toISOString(), "2026-11-04T10:15:30.000Z")
      assert.strictEqual(x509.validToDate.toISOString(), "2029-02-07T10:15:30.000Z")
      assert.isTrue(x509.verify(x509.publicKey))
      assert.isTrue(matches(made))
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect(
    "writes both files into DATA_DIR/listen, the key readable by its owner only, and leaves no other files",
    () =>
      Effect.gen(function* () {
        yield* atNow
        const files = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const dataDir = path.join(yield* temporaryFolder, "not", "there", "yet")
        const { cert, certPath, key, keyPath } = yield* ListenCertificate.ensure(dataDir)
        assert.strictEqual(certPath, path.join(dataDir, "listen", "certificate.pem"))
        assert.strictEqual(keyPath, path.join(dataDir, "listen", "key.pem"))
        assert.strictEqual(yield* files.readFileString(certPath), cert)
        assert.strictEqual(yield* files.readFileString(keyPath), key)
        assert.strictEqual(Number((yield* files.stat(keyPath)).mode) & 0o777, 0o600)
        assert.strictEqual(Number((yield* files.stat(dataDir)).mode) & 0o777, 0o700)
        assert.deepStrictEqual(yield* entries(dataDir), ["listen"])
      }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("returns the same certificate until a week before its expiry, and then a new one", () =>
    Effect.gen(function* () {
      yield* atNow
      const dataDir = yield* temporaryFolder
      const first = yield* ListenCertificate.ensure(dataDir)
      yield* TestClock.adjust("818 days")
      assert.deepStrictEqual(yield* ListenCertificate.ensure(dataDir), first)
      yield* TestClock.adjust("1 second")
      const second = yield* ListenCertificate.ensure(dataDir)
      assert.notStrictEqual(second.cert, first.cert)
      assert.notStrictEqual(second.key, first.key)
      assert.isTrue(matches(second))
      assert.strictEqual(new X509Certificate(second.cert).validToDate.toISOString(), "2031-05-06T10:15:31.000Z")
      assert.deepStrictEqual(yield* ListenCertificate.ensure(dataDir), second)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("creates a new certificate if the clock was set back to before it", () =>
    Effect.gen(function* () {
      yield* atNow
      const dataDir = yield* temporaryFolder
      const first = yield* ListenCertificate.ensure(dataDir)
      yield* TestClock.setTime(Date.parse("2026-11-04T10:15:29.000Z"))
      const second = yield* ListenCertificate.ensure(dataDir)
      assert.notStrictEqual(second.cert, first.cert)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  const damages: ReadonlyArray<
    readonly [
      name: string,
      damage: (
        pair: ListenCertificate.ListenCertificate,
        other: ListenCertificate.ListenCertificate
      ) => (files: FileSystem.FileSystem) => Effect.Effect<void, unknown>
    ]
  > = [
    [
      "the key is missing",
      ({ keyPath }) =>
        (files) =>
          files.remove(keyPath)
    ],
    [
      "the certificate is missing",
      ({ certPath }) =>
        (files) =>
          files.remove(certPath)
    ],
    [
      "the folder is empty",
      ({ certPath, keyPath }) =>
        (files) =>
          Effect.andThen(files.remove(keyPath), files.remove(certPath))
    ],
    [
      "the key is of another certificate",
      ({ keyPath }, { key }) =>
        (files) =>
          files.writeFileString(keyPath, key)
    ],
    [
      "the key is no key",
      ({ keyPath }) =>
        (files) =>
          files.writeFileString(keyPath, "")
    ],
    [
      "the certificate is none",
      ({ certPath }) =>
        (files) =>
          files.writeFileString(certPath, "-----BEGIN")
    ]
  ]
  it.effect.each(damages)("creates a new certificate if %s", ([, damage]) =>
    Effect.gen(function* () {
      yield* atNow
      const dataDir = yield* temporaryFolder
      const first = yield* ListenCertificate.ensure(dataDir)
      const other = yield* ListenCertificate.ensure(yield* temporaryFolder)
      yield* damage(first, other)(yield* FileSystem.FileSystem)
      const second = yield* ListenCertificate.ensure(dataDir)
      assert.notStrictEqual(second.cert, first.cert)
      assert.notStrictEqual(second.key, first.key)
      assert.isTrue(matches(second))
      assert.deepStrictEqual(yield* ListenCertificate.ensure(dataDir), second)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("creates one certificate for concurrent first calls", () =>
    Effect.gen(function* () {
      yield* atNow
      const dataDir = yield* temporaryFolder
      const all = yield* Effect.all(
        Array.makeBy(12, () => ListenCertificate.ensure(dataDir)),
        {
          concurrency: "unbounded"
        }
      )
      const [first] = all
      assert.deepStrictEqual(
        all,
        Array.makeBy(12, () => first)
      )
      assert.isTrue(all.every(matches))
      assert.deepStrictEqual(yield* ListenCertificate.ensure(dataDir), first)
      assert.deepStrictEqual(yield* entries(dataDir), ["listen"])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("creates one new certificate for concurrent calls after the old one has expired", () =>
    Effect.gen(function* () {
      const { dataDir, expired } = yield* withExpired()
      const all = yield* Effect.all(
        Array.makeBy(12, () => ListenCertificate.ensure(dataDir)),
        {
          concurrency: "unbounded"
        }
      )
      const [first] = all
      assert.notStrictEqual(first?.cert, expired.cert)
      assert.deepStrictEqual(
        all,
        Array.makeBy(12, () => first)
      )
      assert.isTrue(all.every(matches))
      assert.deepStrictEqual(yield* ListenCertificate.ensure(dataDir), first)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("does not replace the new certificate after a slow read of the old one", () =>
    Effect.gen(function* () {
      const { dataDir, expired } = yield* withExpired()
      const files = yield* FileSystem.FileSystem
      let quick = Option.none<ListenCertificate.ListenCertificate>()
      // Another process replaces the pair after this one has read it, and before it moves anything.
      const slowly: FileSystem.FileSystem = {
        ...files,
        makeTempDirectoryScoped: (options) =>
          Effect.gen(function* () {
            quick = Option.some(
              yield* Effect.orDie(Effect.provide(ListenCertificate.ensure(dataDir), NodeServices.layer))
            )
            return yield* files.makeTempDirectoryScoped(options)
          })
      }
      const slow = yield* Effect.provideService(ListenCertificate.ensure(dataDir), FileSystem.FileSystem, slowly)
      assert.deepStrictEqual(Option.some(slow), quick)
      assert.notStrictEqual(slow.cert, expired.cert)
      assert.deepStrictEqual(yield* ListenCertificate.ensure(dataDir), slow)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("replaces an expired certificate that was restored, too", () =>
    Effect.gen(function* () {
      const { dataDir, expired } = yield* withExpired()
      const files = yield* FileSystem.FileSystem
      const first = yield* ListenCertificate.ensure(dataDir)
      yield* files.writeFileString(expired.certPath, expired.cert)
      yield* files.writeFileString(expired.keyPath, expired.key)
      const second = yield* ListenCertificate.ensure(dataDir)
      assert.notStrictEqual(second.cert, expired.cert)
      assert.notStrictEqual(second.cert, first.cert)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("fails with the error of the disk if the certificate cannot be written", () =>
    Effect.gen(function* () {
      yield* atNow
      const files = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const dataDir = path.join(yield* temporaryFolder, "file")
      yield* files.writeFileString(dataDir, "")
      const error = yield* Effect.flip(ListenCertificate.ensure(dataDir))
      assert.strictEqual(error._tag, "PlatformError")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
