/**
 * Writes `empty.tar` and `migrated.tar` to a folder: an embedded database without tables, and one with those of the
 * service. A process of its own, because it would stop the test runner for seconds.
 *
 * node dumpEmbedded.ts <folder>
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Layer, Path } from "effect"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import * as EmbeddedPostgres from "../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"

Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { dump, stream } = yield* EmbeddedPostgres.openInMemory()
  const writeTo = Effect.fnUntraced(function* (name: string) {
    const bytes = yield* Effect.flatMap(dump, (blob) => Effect.promise(() => blob.bytes()))
    yield* fs.writeFile(path.join(process.argv[2] ?? "", name), bytes)
  })
  yield* writeTo("empty.tar")
  yield* Effect.scoped(Layer.build(Database.embedded(stream)))
  yield* writeTo("migrated.tar")
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
