import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll } from "vitest"
import { storesOn } from "../support/database/postgresStores.ts"
import { maintain, migratedDatabase } from "../support/database/serverDatabase.ts"
import { emptyTables } from "./emptyTables.ts"

/**
 * The stores on a database of the server, which is empty for each suite. All suites of a file share one database: to
 * create and drop one takes a quarter of a second of processor time.
 */
export const sharedServerStores = <A, E, R>(database: (url: string) => Layer.Layer<A, E, R>) => {
  const scope = Scope.makeUnsafe()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const created = Effect.runSync(Effect.cached(Scope.provide(migratedDatabase, scope)))
  const empty = (url: string) => maintain(url, emptyTables)
  return storesOn(Layer.unwrap(Effect.map(Effect.acquireRelease(created, empty), database)))
}
