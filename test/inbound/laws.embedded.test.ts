import { describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { migratedEmbedded } from "../support/database/embeddedDatabase.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import * as StoredInbox from "./StoredInbox.ts"
import { together } from "./interleavings.ts"
import { comesToTheSame, given } from "./laws.ts"
import { beside } from "./world.ts"

const embedded = Layer.unwrap(Effect.map(migratedEmbedded, ({ stream }) => Database.embedded(stream)))
const world = Layer.merge(beside, StoredInbox.postgres.pipe(Layer.provideMerge(storesOn(embedded))))

describe("reports, on the embedded database", () => {
  // Statements that were rolled back because of each other are run again after a real moment.
  layer(world, { excludeTestServices: true })((it) => {
    together(it)
    it.effect.prop("have the same result as in memory, for any order and repetition", given, comesToTheSame, {
      arbitrary: { runs: 20 },
      timeout: 300_000
    })
  })
})
