import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"

const reading = (environment: Readonly<Record<string, string>>) =>
  settings.parse(ConfigProvider.fromUnknown(environment))

describe("the media store in the environment", () => {
  it.effect("is a folder if no bucket is configured", () =>
    Effect.gen(function* () {
      const said = { MEDIA_DIR: "/srv/media", MEDIA_S3_ENDPOINT: "https://s3.example.com" }
      const { mediaBucket, mediaDir } = yield* reading(said)
      assert.deepStrictEqual([mediaDir, mediaBucket], [Option.some("/srv/media"), Option.none()])
      assert.deepStrictEqual((yield* reading({})).mediaDir, Option.none())
    })
  )

  it.effect("is a bucket at Amazon, with credentials of other sources, if only the bucket is configured", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* reading({ MEDIA_S3_BUCKET: "files" })).mediaBucket,
        Option.some({
          bucket: "files",
          endpoint: null,
          region: "us-east-1",
          credentials: null,
          isPathStyle: false
        })
      )
    })
  )

  it.effect("is a bucket of another store, addressed by path by default", () =>
    Effect.gen(function* () {
      const said = {
        MEDIA_S3_BUCKET: "files",
        MEDIA_S3_ENDPOINT: "https://s3.example.com",
        MEDIA_S3_REGION: "auto",
        MEDIA_S3_ACCESS_KEY_ID: "id",
        MEDIA_S3_SECRET_ACCESS_KEY: "secret"
      }
      const bucket = Option.getOrThrow((yield* reading(said)).mediaBucket)
      const { credentials, ...rest } = bucket
      assert.deepStrictEqual(rest, {
        bucket: "files",
        endpoint: "https://s3.example.com",
        region: "auto",
        isPathStyle: true
      })
      assert.strictEqual(credentials?.accessKeyId, "id")
      assert.strictEqual(credentials && Redacted.value(credentials.secretAccessKey), "secret")
      const inHost = yield* reading({ ...said, MEDIA_S3_ADDRESSING: "host" })
      assert.isFalse(Option.getOrThrow(inHost.mediaBucket).isPathStyle)
    })
  )

  it.effect.each([
    [{ MEDIA_S3_ENDPOINT: "s3.example.com/hush" }, /^Invalid configuration\nMEDIA_S3_ENDPOINT: Expected an http/],
    [{ MEDIA_S3_BUCKET: "files", MEDIA_S3_ACCESS_KEY_ID: "hush" }, /set together/],
    [{ MEDIA_S3_BUCKET: "files", MEDIA_S3_SECRET_ACCESS_KEY: "hush" }, /set together/],
    [{ MEDIA_S3_ADDRESSING: "hush" }, /^Invalid configuration\nMEDIA_S3_ADDRESSING: Expected/]
  ] as const)("prevents the start with %j", ([environment, told]) =>
    Effect.gen(function* () {
      const message = explainFailure(yield* Effect.flip(Effect.sandbox(reading(environment))))
      assert.match(message, told)
      assert.notInclude(message, "hush")
    })
  )
})
