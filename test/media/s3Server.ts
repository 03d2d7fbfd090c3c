import S3rver from "@20minutes/s3rver"
import { Effect, Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { S3Options } from "../../src/adapters/media/S3MediaStore.ts"

/** The only key pair that the server knows. */
export const credentials = { accessKeyId: "S3RVER", secretAccessKey: Redacted.make("S3RVER") }

const bucket = "media"

/** A store that speaks S3 and checks signatures, with an empty bucket, for as long as the scope lives. */
export const s3Server = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "parley-s3-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [] }]
  })
  const { port } = yield* Effect.acquireRelease(
    Effect.promise(() => server.run()),
    () => Effect.promise(() => server.close())
  )
  const options: S3Options = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket,
    credentials,
    isPathStyle: true
  }
  return { directory, options }
})
