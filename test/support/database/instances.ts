import { Array, Effect, Layer, Redacted } from "effect"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "./postgresStores.ts"
import { migratedDatabase } from "./serverDatabase.ts"

/** Instances of the service on one database, each with its own pools; the ordinal selects one. */
export const instances = Effect.fnUntraced(function* (count: number) {
  const url = Redacted.make(yield* migratedDatabase)
  const [first, ...others] = yield* Effect.forEach(
    Array.makeBy(count, () => url),
    (url) => Layer.build(Layer.fresh(storesOn(Database.server(url))))
  )
  if (first === undefined) return yield* Effect.die("no instance")
  return (ordinal: number) => Effect.provideContext([first, ...others][ordinal % count] ?? first)
})
