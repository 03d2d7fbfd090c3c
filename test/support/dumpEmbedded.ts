/**
 * Writes an empty embedded database to a file that `openInMemory` takes. In a process of its own: it would stop the
 * test runner for seconds.
 *
 * node dumpEmbedded.ts <file>
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect, FileSystem } from "effect"
import * as EmbeddedPostgres from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"

Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const { dump } = yield* EmbeddedPostgres.openInMemory()
  const bytes = yield* Effect.flatMap(dump, (blob) => Effect.promise(() => blob.bytes()))
  yield* fs.writeFile(process.argv[2] ?? "", bytes)
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
