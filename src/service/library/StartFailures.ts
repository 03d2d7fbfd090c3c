/** Failures of a start by name, for programs that export a layer of the service. */
export type { InvalidConnections, PoolRefused } from "../../adapters/postgres/connections/connectionSizes.ts"
export type { SessionsUnavailable } from "../../adapters/postgres/connections/checkSessions.ts"
export type {
  InvalidSchema,
  SchemaUnavailable,
  TablesOwnedByOther
} from "../../adapters/postgres/database/DatabaseSchema.ts"
export type { DataDirLocked } from "../../adapters/postgres/embedded/DataDirLock.ts"
export type { EmbeddedPostgresFailed } from "../../adapters/postgres/embedded/EmbeddedPostgres.ts"
export type { RowSecurityUnavailable } from "../../adapters/postgres/rowsecurity/setUp.ts"
export type { KeysMissing } from "../../adapters/postgres/secrets/PgSealedSecrets.ts"
export type { RedisUnavailable } from "../../adapters/redis/RedisRateLedger.ts"
export type { MediaFolderUnusable } from "../ports.ts"
