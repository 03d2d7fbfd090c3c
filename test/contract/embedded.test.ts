import { PgConnection } from "@effect/sql-pg"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll } from "vitest"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import type { EmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { storesContract } from "../../testing/contracts/storesContract.ts"
import { migratedEmbedded } from "../support/embeddedDatabase.ts"
import { storesOn } from "../support/postgresStores.ts"
import { runner } from "../support/runner.ts"

const scope = Scope.makeUnsafe()
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** One database for all suites: to open one takes longer than many a suite. */
const opened = Effect.runSync(Effect.cached(Scope.provide(migratedEmbedded, scope)))

/** Deletes all rows except those that the migrations insert. */
const empty = ({ stream }: EmbeddedPostgres) =>
  PgConnection.make({ stream, username: "postgres", database: "postgres", prepare: false }).pipe(
    Effect.flatMap(({ query }) =>
      query(`do $$ begin
        execute (
          select 'truncate ' || string_agg(oid::regclass::text, ', ') || ' restart identity cascade' from pg_class
          where relnamespace = 'parley'::regnamespace and relkind in ('r', 'p') and not relispartition
            and relname not in ('parley_migrations', 'wake_channel'));
      end $$`)
    ),
    Effect.scoped,
    Effect.orDie
  )

/** Empty for each suite, in which every test makes its own organization. */
const embedded = Layer.unwrap(
  Effect.map(Effect.acquireRelease(opened, empty), ({ stream }) => Database.embedded(stream))
)

storesContract(runner, "the embedded database", storesOn(embedded))
