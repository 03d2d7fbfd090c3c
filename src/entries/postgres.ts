/** `effect-parley/postgres`: every store in Postgres, on a server or embedded. */

/** @stable */
export * as Database from "../adapters/postgres/database/Database.ts"
export * as EmbeddedPostgres from "../adapters/postgres/embedded/EmbeddedPostgres.ts"
export * as PgStores from "../adapters/postgres/PgStores.ts"
export * as Sealer from "../adapters/postgres/secrets/Sealer.ts"
// A program that exports a layer of stores has to be able to name its failures and what it requires.
export type {
  DeliveryConnections,
  LedgerConnection,
  Locks,
  Signals,
  Writer
} from "../adapters/postgres/database/DatabaseClients.ts"
export type { ReadShares } from "../adapters/postgres/database/ReadShares.ts"
export type { WakeChannel } from "../adapters/postgres/database/WakeChannel.ts"
export type { InvalidConnections, PoolRefused } from "../adapters/postgres/connections/connectionSizes.ts"
export type { SessionsUnavailable } from "../adapters/postgres/connections/checkSessions.ts"
export type { InvalidSchema, SchemaUnavailable } from "../adapters/postgres/database/DatabaseSchema.ts"
export type { DataDirLocked } from "../adapters/postgres/embedded/DataDirLock.ts"
export type { EmbeddedPostgresFailed } from "../adapters/postgres/embedded/EmbeddedPostgres.ts"
export type { RowSecurityUnavailable } from "../adapters/postgres/rowsecurity/setUp.ts"
export type { KeysMissing } from "../adapters/postgres/secrets/PgSealedSecrets.ts"
