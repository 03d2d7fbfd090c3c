import { PgConnection } from "@effect/sql-pg"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll } from "vitest"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import type { EmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { migratedEmbedded } from "../support/database/embeddedDatabase.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { emptyTables } from "./emptyTables.ts"

const empty = ({ stream }: EmbeddedPostgres) =>
  PgConnection.make({ stream, username: "postgres", database: "postgres", prepare: false }).pipe(
    Effect.flatMap(({ query }) => query(emptyTables)),
    Effect.scoped,
    Effect.orDie
  )

/**
 * The stores on the embedded database, which is empty for each suite. All suites of a file share one database: to open
 * one takes longer than most suites.
 */
export const embeddedStores = () => {
  const scope = Scope.makeUnsafe()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const opened = Effect.runSync(Effect.cached(Scope.provide(migratedEmbedded, scope)))
  return storesOn(
    Layer.unwrap(Effect.map(Effect.acquireRelease(opened, empty), ({ stream }) => Database.embedded(stream)))
  )
}
