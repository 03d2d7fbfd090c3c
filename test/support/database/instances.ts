import { Array, Effect, Layer, Redacted } from "effect"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "./postgresStores.ts"
import { migratedDatabase } from "./serverDatabase.ts"

/** So many instances of the service on one database, each with pools of its own; the given ordinal says which to use. */
export const instances = Effect.fnUntraced(function* (count: number) {
  const url = Redacted.make(yield* migratedDatabase)
  const [first, ...others] = yield* Effect.forEach(
    Array.makeBy(count, () => url),
    (url) => Layer.build(Layer.fresh(storesOn(Database.server(url))))
  )
  if (first === undefined) return yield* Effect.die("no instance")
  return (ordinal: number) => Effect.provideContext([first, ...others][ordinal % count] ?? first)
})
