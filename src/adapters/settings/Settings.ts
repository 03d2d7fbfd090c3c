import { Config, Duration, type LogLevel, Option, Schema } from "effect"
import { type Rates, maxRate, rateTable, usualRates } from "../../domain/limits/RateTier.ts"
import { defaultGraphVersion } from "./graphVersion.ts"
import { mediaBucket } from "./MediaBucket.ts"
import { type Paces, paceTable, usualPaces } from "../../domain/limits/SendPace.ts"

/**
 * What a process does of the service (contract: Roles of processes). `api` answers both interfaces and the identity
 * provider of the service. `inbound` takes webhooks of the platforms and processes them. `worker` delivers events,
 * downloads media, looks up profiles, gives up lost sends and deletes expired data.
 */
export const Role = Schema.Literals(["api", "worker", "inbound"])
export type Role = typeof Role.Type

/** Every role. */
export const allRoles = Role.literals

/** The roles of this process, separated by commas. Absent: all. */
export const roles = Config.Array(Schema.Trim.pipe(Schema.decodeTo(Role)), "PARLEY_ROLES").pipe(
  Config.withDefault<ReadonlyArray<Role>>(allRoles)
)

/** Whether a process with these roles receives requests and therefore listens. */
export const hasRoutes = (roles: ReadonlyArray<Role>): boolean => roles.includes("api") || roles.includes("inbound")

const matching = (pattern: RegExp, expected: string) => Schema.String.check(Schema.isPattern(pattern, { expected }))

/** The reason why a URL with several hosts is refused: the driver connects to one. */
const severalHosts =
  "Expected one host: several hosts are not supported. Name a host, proxy or DNS name that always leads to the primary"

/** Whether the authority or the parameter `host` of a URL is a list. */
const namesSeveralHosts = (text: string): boolean => {
  const [authority = ""] = text.replace(/^[a-z]+:\/\//, "").split(/[/?]/)
  const host = authority.slice(authority.lastIndexOf("@") + 1)
  const parameters = text.split(/[?&]/).filter((parameter) => /^host=/i.test(parameter))
  return [host, ...parameters].some((hosts) => /,|%2c/i.test(hosts))
}

const HttpUrl = matching(/^https?:\/\/[^\s/?#]\S*$/, "an http or https URL")
const PostgresUrl = matching(/^postgres(?:ql)?:\/\/\S+$/, "a postgres:// URL").check(
  Schema.makeFilter((text) => !namesSeveralHosts(text) || severalHosts)
)
const RedisUrl = matching(/^rediss?:\/\/\S+$/, "a redis:// or rediss:// URL")
const GraphVersion = matching(/^v\d+\.\d+$/, `a version such as ${defaultGraphVersion}`)

/** An id of the platform. */
const GraphNumber = matching(/^\d{1,30}$/, "an id of digits")

/** Shorter secrets can be guessed. */
const shortestSecret = 16
const Secret = Schema.String.check(Schema.isMinLength(shortestSecret))

/** A key of the administration interface, which has power over every organization. */
const AdminKey = Schema.Trim.check(Schema.isMinLength(32))

/** 32 bytes, as 64 hexadecimal digits or in base64. Several keys, newest first, separated by commas: the first seals. */
const Key = matching(/^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, "32 bytes as hexadecimal digits or in base64")

/** The id of a key, as a start that misses it names it. */
const KeyId = Schema.Trim.check(
  Schema.isPattern(/^[0-9a-f]{8}$/, { expected: "ids of keys, 8 hexadecimal digits each" })
)

/** A range in CIDR notation. */
const Cidr = Schema.Trim.pipe(Schema.decodeTo(Schema.IpNetworkFromString))

const originExpected = "Expected an origin such as https://app.example.com"

/** An origin as browsers name it: no path, no default port, in small letters. */
const Origin = Schema.Trim.check(
  Schema.makeFilter((text) => {
    const url = URL.parse(text)
    return (url !== null && /^https?:$/.test(url.protocol) && url.origin === text) || originExpected
  })
)

/** Connections of one client address at the same time. */
const mostConnections = 10_000
const ConnectionLimit = Schema.Int.check(
  Schema.isBetween(
    { minimum: 0, maximum: mostConnections },
    { expected: `a whole number from 0 to ${mostConnections}` }
  )
)

/** Calls in the span that the variable names; 0: without a limit. */
const Rate = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxRate }, { expected: `a whole number from 0 to ${maxRate}` })
)
const rate = (name: string, tier: keyof Rates) => Config.schema(Rate, name).pipe(Config.withDefault(usualRates[tier]))

/** Maximum pace in messages, above the limit of every platform. A pace of 0 disables pacing. */
const mostPaced = 10_000
const Pace = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: mostPaced }, { expected: `a whole number from 0 to ${mostPaced}` })
)
const pace = (name: string, of: keyof Paces) => Config.schema(Pace, name).pipe(Config.withDefault(usualPaces[of]))

/** Maximum retention of events, in days. */
const longestRetention = 3_650
const Days = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: longestRetention },
    { expected: `a whole number from 1 to ${longestRetention}` }
  )
)

const logLevels: Readonly<Record<string, LogLevel.LogLevel>> = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  fatal: "Fatal",
  none: "None"
}
const LogLevelName = matching(/^(?:trace|debug|info|warn|error|fatal|none)$/i, Object.keys(logLevels).join(", "))

/** The environment, read and checked. A value that is no good stops the start, and the message names the variable. */
export const settings = Config.all({
  roles,
  host: Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.schema(Schema.Port, "PORT").pipe(Config.withDefault(8080)),
  /** Where metrics are served. Absent: nowhere. */
  adminPort: Config.option(Config.schema(Schema.Port, "ADMIN_PORT")),
  /** Absent: the host of the service. */
  adminHost: Config.option(Config.NonEmptyString("ADMIN_HOST")),
  dataDir: Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault(".data")),
  databaseUrl: Config.option(Config.schema(Schema.Redacted(PostgresUrl), "DATABASE_URL")),
  /** The schema of the tables. Absent: `parley`. */
  databaseSchema: Config.option(Config.NonEmptyString("DATABASE_SCHEMA")),
  /** Connections of the process to a server. Absent: 25. */
  databaseConnections: Config.option(Config.Int("DATABASE_CONNECTIONS")),
  /** Where processes count calls together. Absent: in the database. */
  redisUrl: Config.option(Config.schema(Schema.Redacted(RedisUrl), "REDIS_URL")),
  /** Requests demo mode, as `parley demo` does. */
  demo: Config.Literals(["0", "1"], "DEMO").pipe(
    Config.withDefault("0" as const),
    Config.map((value) => value === "1")
  ),
  /** `production` forbids demo mode without `DEMO=1`. */
  nodeEnv: Config.option(Config.NonEmptyString("NODE_ENV")),
  /** Absent in demo mode only. */
  graphUrl: Config.option(Config.schema(HttpUrl, "GRAPH_URL")),
  /** Absent: Meta's own host for Instagram Login when `GRAPH_URL` is Meta's, else the same as `GRAPH_URL`. */
  instagramGraphUrl: Config.option(Config.schema(HttpUrl, "INSTAGRAM_GRAPH_URL")),
  graphVersion: Config.schema(GraphVersion, "GRAPH_VERSION").pipe(Config.withDefault(defaultGraphVersion)),
  emulatorPort: Config.schema(Schema.Port, "EMULATOR_PORT").pipe(Config.withDefault(8081)),
  /** Comma-separated if several apps report to this service. */
  metaAppSecrets: Config.option(Config.Array(Schema.Redacted(Schema.NonEmptyString), "META_APP_SECRET")),
  /** Id of the app that businesses sign up with. */
  metaAppId: Config.option(Config.schema(GraphNumber, "META_APP_ID")),
  /** Configuration of Facebook Login for Business. With `META_APP_ID`, embedded signup is on. */
  metaSignupConfigId: Config.option(Config.schema(GraphNumber, "META_SIGNUP_CONFIG_ID")),
  metaVerifyToken: Config.option(Config.schema(Schema.Redacted(Schema.NonEmptyString), "META_VERIFY_TOKEN")),
  /** The public address of the service, without a trailing slash. Absent: addresses are given as paths. */
  publicUrl: Config.option(Config.schema(HttpUrl, "PUBLIC_URL")).pipe(
    Config.map(Option.map((url) => url.replace(/\/+$/, "")))
  ),
  secretsKeys: Config.option(Config.Array(Schema.Redacted(Key), "SECRETS_KEY")),
  /** Ids of permanently lost keys, which a start does not require. */
  lostKeys: Config.Array(KeyId, "SECRETS_KEY_LOST").pipe(Config.withDefault([])),
  authJwtSecret: Config.option(Config.schema(Schema.Redacted(Secret), "AUTH_JWT_SECRET")),
  authJwksUrl: Config.option(Config.schema(HttpUrl, "AUTH_JWKS_URL")),
  /** Required issuer of tokens. Absent: in demo mode the identity provider of the service, else any issuer. */
  authIssuer: Config.option(Config.NonEmptyString("AUTH_ISSUER")),
  /** Required audience of user tokens. Absent: `authenticated`, as in GoTrue's tokens, or none. */
  authAudience: Config.option(Config.NonEmptyString("AUTH_AUDIENCE")),
  /** Which addresses of tokens count as verified. */
  authEmailVerification: Config.Literals(["claim", "provider"], "AUTH_EMAIL_VERIFICATION").pipe(
    Config.withDefault("claim" as const)
  ),
  /** Absent: on in demo mode, else off. */
  devIdentity: Config.option(Config.Literals(["on", "off"], "DEV_IDENTITY")),
  /** Key that callers of the identity provider of the service send. Absent outside demo mode: any key is accepted. */
  publicAppKey: Config.option(Config.NonEmptyString("PUBLIC_APP_KEY")),
  serviceRoleKey: Config.option(Config.schema(Schema.Redacted(Secret), "SERVICE_ROLE_KEY")),
  /** Absent: the administration interface is off. */
  adminApiKeys: Config.option(Config.Array(Schema.Redacted(AdminKey), "ADMIN_API_KEY")),
  /** Folder for the files of messages, unless a bucket is set. Absent: `media` in the data folder. */
  mediaDir: Config.option(Config.NonEmptyString("MEDIA_DIR")),
  mediaBucket,
  webhookAllowedCidrs: Config.Array(Cidr, "WEBHOOK_ALLOWED_CIDRS").pipe(Config.withDefault([])),
  /** Absent: pages of other origins may not call the service. */
  corsOrigins: Config.Array(Origin, "CORS_ORIGINS").pipe(Config.withDefault([])),
  /** Absent: the peer of a connection is the client, whatever its headers say. */
  trustedProxies: Config.Array(Cidr, "TRUSTED_PROXIES").pipe(Config.withDefault([])),
  /** 0: without a limit. */
  maxConnectionsPerAddress: Config.schema(ConnectionLimit, "MAX_CONNECTIONS_PER_ADDRESS").pipe(
    Config.withDefault(1_000)
  ),
  /** CSV file of the operator's prices. Absent: messages have no cost. */
  rateCard: Config.option(Config.NonEmptyString("RATE_CARD")),
  /** Whether a send to a blocked or opted-out recipient is refused, or only warned of in the log. */
  recipientChecks: Config.Literals(["refuse", "warn"], "RECIPIENT_CHECKS").pipe(Config.withDefault("refuse")),
  /** Whether the database itself keeps organizations apart, if it is a server. */
  rowSecurity: Config.Literals(["on", "off"], "ROW_SECURITY").pipe(Config.withDefault("on")),
  /** Whether the interfaces show their documents and pages. */
  docs: Config.Literals(["on", "off"], "DOCS").pipe(Config.withDefault("on")),
  /** Whether the service shows the console for browsers. */
  console: Config.Literals(["on", "off"], "CONSOLE").pipe(Config.withDefault("on")),
  /** Address at which the console signs users in. Absent: the identity provider of the service, if it is on. */
  consoleAuthUrl: Config.option(Config.schema(HttpUrl, "CONSOLE_AUTH_URL")),
  rates: Config.all({
    standardPerMinute: rate("RATE_STANDARD_PER_MINUTE", "standardPerMinute"),
    messagingPerSecond: rate("RATE_MESSAGING_PER_SECOND", "messagingPerSecond"),
    bulkPerMinute: rate("RATE_BULK_PER_MINUTE", "bulkPerMinute"),
    consolePerMinute: rate("RATE_CONSOLE_PER_MINUTE", "consolePerMinute")
  }).pipe(Config.map(rateTable)),
  paces: Config.all({
    pairBurst: pace("PACE_PAIR_BURST", "pairBurst"),
    numberPerSecond: pace("PACE_NUMBER_PER_SECOND", "numberPerSecond"),
    pagePerSecond: pace("PACE_PAGE_PER_SECOND", "pagePerSecond")
  }).pipe(Config.map(paceTable)),
  /** Retention of events and of their delivery records. */
  eventRetention: Config.schema(Days, "EVENT_RETENTION_DAYS").pipe(
    Config.withDefault(30),
    Config.map((days) => Duration.days(days))
  ),
  logLevel: Config.schema(LogLevelName, "LOG_LEVEL").pipe(
    Config.withDefault("info"),
    Config.map((name) => logLevels[name.toLowerCase()] ?? "Info")
  ),
  /** Whether each request is logged. */
  accessLog: Config.Literals(["on", "off"], "ACCESS_LOG").pipe(Config.withDefault("off")),
  logFormat: Config.option(Config.Literals(["pretty", "json"], "LOG_FORMAT"))
})
/** The settings of the service. */
export type Settings = Config.Success<typeof settings>

/** Whether the service is its own identity provider. */
export const isIdentityProvider = ({ devIdentity, graphUrl }: Pick<Settings, "devIdentity" | "graphUrl">): boolean =>
  Option.getOrElse(devIdentity, () => (Option.isNone(graphUrl) ? "on" : "off")) === "on"
