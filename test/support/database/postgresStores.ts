import { PgPool, PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import * as RandomIds from "../../../src/adapters/identity/RandomIds.ts"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import * as PgStores from "../../../src/adapters/postgres/PgStores.ts"
import { CurrentActing } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"
import { migratedDatabase } from "./serverDatabase.ts"
import { testSealer } from "./testSealer.ts"

/** Statements of a test run as the owner. Calls of the stores set their organization. */
const asOwner = Layer.succeed(CurrentActing, "owner")

/** Every store port on the given clients. */
export const storesOn = <A, E, R>(database: Layer.Layer<A, E, R>) =>
  PgStores.layer.pipe(
    Layer.provideMerge(RandomIds.layer),
    Layer.provide(testSealer),
    Layer.provideMerge(database),
    Layer.merge(asOwner)
  )

/** A database of its own on the server, migrated, with row-level security, and with every store port on it. */
export const serverStores = Layer.unwrap(
  Effect.map(migratedDatabase, (url) => storesOn(Database.server(Redacted.make(url))))
)

/** A pool as a program makes it, with one connection more than the service takes. */
export const programPool = (url: string, config: Partial<PgPool.Config> = {}) =>
  PgPool.make({ url: Redacted.make(url), maxConnections: 26, types: PgTypes.makeRegistry(), ...config })

/** All store ports on a pool of a program. */
export const lentStores = Layer.unwrap(
  Effect.map(
    Effect.flatMap(migratedDatabase, (url) => programPool(url)),
    (pool) => storesOn(Database.server(pool))
  )
)
