/** `effect-parley/postgres`: every store in Postgres, on a server or embedded. */
export * as Database from "../adapters/postgres/database/Database.ts"
export * as EmbeddedPostgres from "../adapters/postgres/embedded/EmbeddedPostgres.ts"
export * as PgStores from "../adapters/postgres/database/PgStores.ts"
export * as Sealer from "../adapters/postgres/secrets/Sealer.ts"
