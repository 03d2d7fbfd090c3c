import { describe, layer } from "@effect/vitest"
import { Layer } from "effect"
import { serverStores } from "../support/database/postgresStores.ts"
import * as StoredInbox from "./StoredInbox.ts"
import { together } from "./interleavings.ts"
import { comesToTheSame, given } from "./laws.ts"
import { beside } from "./world.ts"
import { cases } from "../support/effort.ts"

const world = Layer.merge(beside, StoredInbox.postgres.pipe(Layer.provideMerge(serverStores)))

describe("what is reported, on a Postgres server", () => {
  // Statements that were rolled back because of each other are run again after a real moment.
  layer(world, { excludeTestServices: true })((it) => {
    together(it)
    it.effect.prop("comes to what it comes to in memory, however it comes in", given, comesToTheSame, {
      arbitrary: { runs: cases(6, 30) },
      timeout: 300_000
    })
  })
})
