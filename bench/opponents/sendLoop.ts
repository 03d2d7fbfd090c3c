import { PGlite } from "@electric-sql/pglite"
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { Effect } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import * as PgliteStream from "../../src/adapters/postgres/embedded/PgliteStream.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { type Row, textbookSteps } from "./textbookSteps.ts"

/** The rows that a send leaves in the tables that it leaves them in, by `PGlite.query`, in no transaction. */
export const sendLoop = Effect.gen(function* () {
  const database = yield* Effect.acquireRelease(
    Effect.promise(() => PGlite.create({ extensions: { btree_gin, pg_trgm } })),
    (database) => Effect.promise(() => database.close())
  )
  const streams = yield* Effect.acquireRelease(
    Effect.promise(() => PgliteStream.make(database)),
    (streams) => Effect.sync(streams.close)
  )
  return {
    /** Migrates it, and gives what the comparison asks of it. */
    stores: storesOn(Database.embedded(streams.connect)),
    ...textbookSteps((statement, values) =>
      Effect.map(
        Effect.promise(() => database.query<Row>(statement, [...values])),
        ({ rows }) => rows
      )
    )
  }
})
