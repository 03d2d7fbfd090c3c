import type { PgPool } from "@effect/sql-pg"
import type { Redacted } from "effect"
import type { ServerAddress } from "../../adapters/postgres/connections/spanAttributes.ts"
import type { Role } from "../../adapters/settings/Settings.ts"

/** A secret as text, or already wrapped. */
export type SecretText = string | Redacted.Redacted

/**
 * Options of `Service.layer`. Each is a variable of docs/configuration.md in camel case, with the same form, bounds and
 * default: `PUBLIC_URL` is `publicUrl`. Only `graphUrl` differs, since a program that embeds the service has no demo
 * mode.
 */
export interface ServiceOptions {
  /** Roles of this process; all by default. An empty list provides the use cases only. */
  readonly roles?: ReadonlyArray<Role>
  /** Address from outside, with the prefix of a mount: `https://example.com/messaging`. Absent: addresses are paths. */
  readonly publicUrl?: string
  /** The platform. Absent: Meta's, `https://graph.facebook.com`. */
  readonly graphUrl?: string
  /** The platform for accounts connected by Instagram Login. */
  readonly instagramGraphUrl?: string
  /** A version such as `v26.0`. */
  readonly graphVersion?: string
  /** Secrets of the apps that report here. Required for the role `inbound`. */
  readonly metaAppSecret?: SecretText | ReadonlyArray<SecretText>
  /** App and configuration of embedded signups, which are on if both are given. */
  readonly metaAppId?: string
  readonly metaSignupConfigId?: string
  /** Verify token of Meta's webhook handshake. Required for the role `inbound`. */
  readonly metaVerifyToken?: SecretText
  /** Verifies session tokens (HS256). This or `authJwksUrl` is required for the role `api`, unless `SessionTokens` is replaced. */
  readonly authJwtSecret?: SecretText
  /** Address of the identity provider's key set (JWKS). */
  readonly authJwksUrl?: string
  /** The `iss` that session tokens must have, if any. */
  readonly authIssuer?: string
  /** The `aud` that tokens of users must have. */
  readonly authAudience?: string
  /** Which addresses of tokens count as verified (contract: Invitations and verified addresses). */
  readonly authEmailVerification?: "claim" | "provider"
  /** Service-level key of the Session interface. Required for the role `api`, unless `SessionTokens` is replaced. */
  readonly serviceRoleKey?: SecretText
  /** Keys of the administration interface, several during a rotation. Absent: it is off. */
  readonly adminApiKey?: SecretText | ReadonlyArray<SecretText>
  /** The identity provider of the service at `/auth/v1`. It needs `authJwtSecret`. */
  readonly devIdentity?: "on" | "off"
  /** `apikey` that callers of that provider send. Absent: any. */
  readonly publicAppKey?: string
  /** Folder of `mediaDir`, if that is absent. */
  readonly dataDir?: string
  /** Folder of the files of messages. */
  readonly mediaDir?: string
  /** A bucket instead of the folder, in any store that speaks S3. */
  readonly mediaS3Bucket?: string
  readonly mediaS3Endpoint?: string
  readonly mediaS3Region?: string
  readonly mediaS3AccessKeyId?: string
  readonly mediaS3SecretAccessKey?: SecretText
  readonly mediaS3Addressing?: "path" | "host"
  /** A Redis server in which processes count rate tiers together. Absent: in the database. */
  readonly redisUrl?: SecretText
  /** Private ranges (CIDR) that webhooks may lead to. */
  readonly webhookAllowedCidrs?: ReadonlyArray<string>
  /** Origins whose pages may call the Session interface. */
  readonly corsOrigins?: ReadonlyArray<string>
  /** Ranges (CIDR) of the proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count. */
  readonly trustedProxies?: ReadonlyArray<string>
  /** CSV file of prices per message (contract: The rate card). Absent: messages have no cost. */
  readonly rateCard?: string
  /** Whether a send to a blocked or opted-out recipient is refused, or only warned of. */
  readonly recipientChecks?: "refuse" | "warn"
  /** Whether the interfaces show their documents and pages. */
  readonly docs?: "on" | "off"
  /** Whether the browser console is served. Off by default, because it occupies `/` of the program. */
  readonly console?: "on" | "off"
  /** A GoTrue-compatible provider at which the console signs users in. Absent: the identity provider of the service. */
  readonly consoleAuthUrl?: string
  /**
   * Most calls of an organization in any minute or second (contract: Rate tiers of several processes). 0 switches a
   * tier off.
   */
  readonly rateStandardPerMinute?: number
  readonly rateMessagingPerSecond?: number
  readonly rateBulkPerMinute?: number
  readonly rateConsolePerMinute?: number
  /**
   * Messages to one recipient at once, of a number, and of a Page or account in any second (contract: A send that the
   * platform would refuse for its pace). 0: not held back.
   */
  readonly pacePairBurst?: number
  readonly paceNumberPerSecond?: number
  readonly pacePagePerSecond?: number
  /** Whole days for which events and deliveries are stored. */
  readonly eventRetentionDays?: number
}

/** Options of `Service.listen`. */
export interface ListenOptions {
  readonly host?: string
  /** 0 selects any free port. */
  readonly port?: number
  /** Connections of one client address at the same time; 0 for any number. Trusted proxies have no such limit. */
  readonly maxConnectionsPerAddress?: number
}

/** Options of `Service.logging`. */
export interface LoggingOptions {
  readonly logLevel?: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "none"
  readonly logFormat?: "pretty" | "json"
}

/** The keys of stored tokens and secrets. */
export interface KeyOptions {
  /** 32 bytes each, as 64 hexadecimal digits or base64. The first encrypts, all decrypt. */
  readonly secretsKey: SecretText | ReadonlyArray<SecretText>
  /** Ids of permanently lost keys. Secrets that they encrypted are disabled, and the start succeeds. */
  readonly secretsKeyLost?: ReadonlyArray<string>
}

/** Options of every Postgres server, whatever names its address. */
interface ServerChoices extends KeyOptions {
  /** The schema of the tables, which is created: `parley` by default (contract: The schema of the tables). */
  readonly schema?: string
  /**
   * Connections of this process, or most of those of `pool`: 25 by default, 12 to 200 (contract: Connections of a
   * process).
   */
  readonly connections?: number
  /** Whether the database itself keeps organizations apart. */
  readonly rowSecurity?: "on" | "off"
}

/** How `Postgres.layer` gets connections to the server, of version 15 to 18. */
type ServerOption =
  | { /** `postgres://…` */ readonly url: SecretText; readonly server?: never; readonly pool?: never }
  | {
      readonly url?: never
      /** Host or socket, TLS, and a password, which may be an effect that runs for each connection. */
      readonly server: ServerAddress
      readonly pool?: never
    }
  | {
      readonly url?: never
      readonly server?: never
      /**
       * A pool of the program, which lends connections (contract: A pool of the program). It has at least one more than
       * `connections`, is made without `multiplex`, and with `types: PgTypes.makeRegistry()` unless `rowSecurity` is
       * off.
       */
      readonly pool: PgPool.PgPool
    }

/** Options of `Postgres.layer`. */
export type PostgresOptions = ServerChoices & ServerOption

/** Options of `Postgres.embedded`. */
export interface EmbeddedOptions extends KeyOptions {
  /** The folder of the database, in `postgres` of it. */
  readonly dataDir?: string
  /** The schema of the tables: `parley` by default. */
  readonly schema?: string
}

/** Failures of a start by name, for programs that export a layer of the service, or `serve`. */
export type { NotMeantForNetworks } from "../../../emulator/exposure.ts"
export type { PoolRefused } from "../../adapters/postgres/connections/connectionSizes.ts"
export type { SessionsUnavailable } from "../../adapters/postgres/connections/checkSessions.ts"
export type { InvalidConnections } from "../../adapters/postgres/connections/connectionSizes.ts"
export type { InvalidSchema, SchemaUnavailable } from "../../adapters/postgres/database/DatabaseSchema.ts"
export type { TablesOwnedByOther } from "../../adapters/postgres/database/DatabaseSchema.ts"
export type { DataDirLocked } from "../../adapters/postgres/embedded/DataDirLock.ts"
export type { EmbeddedPostgresFailed } from "../../adapters/postgres/embedded/EmbeddedPostgres.ts"
export type { RowSecurityUnavailable } from "../../adapters/postgres/rowsecurity/setUp.ts"
export type { KeysMissing } from "../../adapters/postgres/secrets/PgSealedSecrets.ts"
export type { RateCardRefused } from "../../adapters/settings/readRateCard.ts"
export type { RedisUnavailable } from "../../adapters/redis/RedisRateLedger.ts"
export type { MediaFolderUnusable } from "../ports.ts"
