import { describe, layer } from "@effect/vitest"
import { Layer } from "effect"
import { serverStores } from "../support/database/postgresStores.ts"
import * as StoredInbox from "./StoredInbox.ts"
import { together } from "./interleavings.ts"
import { comesToTheSame, given } from "./laws.ts"
import { beside } from "./world.ts"
import { cases } from "../support/effort.ts"

const world = Layer.merge(beside, StoredInbox.postgres.pipe(Layer.provideMerge(serverStores)))

describe("reports, on a Postgres server", () => {
  // Statements that were rolled back because of each other are run again after a real moment.
  layer(world, { excludeTestServices: true })((it) => {
    together(it)
    it.effect.prop("have the same result as in memory, for any order and repetition", given, comesToTheSame, {
      arbitrary: { runs: cases(6, 30) },
      timeout: 300_000
    })
  })
})
