import { NodeServices } from "@effect/platform-node"
import { ConfigProvider, Effect, Layer, Redacted, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import * as Emulator from "../../emulator/Emulator.ts"
import { defaultTemplates } from "../../emulator/templates/defaultTemplates.ts"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import * as ScryptPasswords from "../../src/adapters/identity/ScryptPasswords.ts"
import * as PgStores from "../../src/adapters/postgres/PgStores.ts"
import * as Sealer from "../../src/adapters/postgres/secrets/Sealer.ts"
import { secretsOf } from "../../src/adapters/settings/Secrets.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"
import { provisionOrganization } from "../../src/app/access/provisionOrganization.ts"
import { database } from "../../src/service/stores.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { freePort, ready, type Running, start, temporaryFolder } from "../support/processes/service.ts"
import { strongSecret } from "../support/strongSecret.ts"

export type Backend = "embedded" | "server"

/** An organization of the running service, with an account on each channel, and how its calls authenticate. */
export interface Business {
  readonly organizationId: string
  readonly accounts: { readonly whatsapp: string; readonly messenger: string; readonly instagram: string }
  readonly developer: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
}

export interface Service {
  readonly running: Running
  /** Without a trailing slash. */
  readonly appUrl: string
  readonly appSecret: string
  readonly hostile: Business
  readonly polite: Business
}

export interface ServiceOptions {
  readonly backend: Backend
  /** Variables beside the usual ones, or in their place. */
  readonly env?: Readonly<Record<string, string>>
  /** Runs on the migrated database before the service starts: for rows that no call could write any more. */
  readonly prepare?: (
    businesses: Pick<Service, "hostile" | "polite">
  ) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>
}

const serviceRoleKey = "sb_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f0"
const appSecret = "5d41402abc4b2a76b9719d911017c592"
const ordinals = { hostile: 1, polite: 2 }

const accountsOf = (ordinal: number): Business["accounts"] => ({
  whatsapp: `10000000000000${ordinal}`,
  messenger: `20000000000000${ordinal}`,
  instagram: `30000000000000${ordinal}`
})
const wabaOf = (ordinal: number) => `40000000000000${ordinal}`
const tokenOf = (id: string) => `EMU${id}`

const all = Object.values(ordinals).map((ordinal) => {
  const { instagram, messenger, whatsapp } = accountsOf(ordinal)
  return { ordinal, instagram, messenger, whatsapp }
})

/** The platform, in the test's own process. */
const platform = Effect.map(
  Layer.build(
    Emulator.layer({
      host: "127.0.0.1",
      port: 0,
      seed: {
        phoneNumbers: all.map(({ ordinal, whatsapp: id }) => ({
          id,
          displayPhoneNumber: `+1 555-900-000${ordinal}`,
          wabaId: wabaOf(ordinal),
          accessToken: tokenOf(id)
        })),
        pages: all.map(({ messenger: id }) => ({ id, name: `Page ${id}`, accessToken: tokenOf(id) })),
        instagramAccounts: all.map(({ instagram: id }) => ({ id, username: `acc.${id}`, accessToken: tokenOf(id) })),
        templates: Object.fromEntries(all.map(({ ordinal }) => [wabaOf(ordinal), defaultTemplates])),
        windows: "lenient"
      }
    })
  ),
  (context) => Effect.provideContext(Emulator.Emulator, context)
).pipe(Effect.flatten)

const provisioned = Effect.fnUntraced(function* (
  ordinal: number
): Effect.fn.Return<Business, never, Effect.Services<ReturnType<typeof provisionOrganization>>> {
  const accounts = accountsOf(ordinal)
  const { apiKey, organizationId } = yield* provisionOrganization({
    name: `Business ${ordinal}`,
    plan: "unlimited",
    owner: { email: `owner${ordinal}@example.com`, name: "Owner", password: Redacted.make("a password of an owner") },
    accounts: (["whatsapp", "messenger", "instagram"] as const).map((channel) => ({
      channel,
      externalId: accounts[channel],
      displayName: accounts[channel],
      businessAccountId: channel === "whatsapp" ? wabaOf(ordinal) : null,
      pageId: null,
      token: Redacted.make(tokenOf(accounts[channel]))
    }))
  }).pipe(Effect.orDie)
  return {
    organizationId,
    accounts,
    developer: { "x-api-key": Redacted.value(apiKey) },
    session: { authorization: `Bearer ${serviceRoleKey}`, "x-org-id": organizationId }
  }
})

/** The service in a process of its own without rate limits, in front of an emulator, with two organizations in it. */
export const startService = Effect.fnUntraced(function* ({
  backend,
  env = {},
  prepare
}: ServiceOptions): Effect.fn.Return<Service, never, Scope.Scope> {
  const port = yield* freePort
  const { url } = yield* Effect.orDie(platform)
  const variables = {
    DATA_DIR: yield* temporaryFolder,
    PORT: String(port),
    GRAPH_URL: url,
    INSTAGRAM_GRAPH_URL: url,
    META_APP_SECRET: appSecret,
    META_VERIFY_TOKEN: "verify-0f1e2d3c4b5a6978",
    SECRETS_KEY: strongSecret("keys"),
    AUTH_JWT_SECRET: strongSecret("tokens"),
    SERVICE_ROLE_KEY: serviceRoleKey,
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128",
    RATE_STANDARD_PER_MINUTE: "0",
    RATE_MESSAGING_PER_SECOND: "0",
    PACE_PAIR_BURST: "0",
    PACE_NUMBER_PER_SECOND: "0",
    RATE_BULK_PER_MINUTE: "0",
    LOG_LEVEL: "warn",
    ...(backend === "server" ? { DATABASE_URL: yield* serverDatabase() } : {}),
    ...env
  }
  const businesses = yield* Effect.gen(function* () {
    const read = yield* settings.parse(ConfigProvider.fromUnknown(variables))
    const { secretsKeys } = yield* secretsOf(read)
    const stores = Layer.mergeAll(PgStores.layer, ScryptPasswords.layer).pipe(
      Layer.provide(Sealer.layer(secretsKeys)),
      Layer.provideMerge([database(read)]),
      Layer.provideMerge(RandomIds.layer)
    )
    return yield* Effect.gen(function* () {
      const both = { hostile: yield* provisioned(ordinals.hostile), polite: yield* provisioned(ordinals.polite) }
      if (prepare !== undefined) yield* prepare(both)
      return both
    }).pipe(Effect.provide(stores, { local: true }))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.orDie)
  const watchdog = new URL("./watchEventLoop.ts", import.meta.url).href
  const running = yield* start({ ...variables, NODE_OPTIONS: `--import ${watchdog}` })
  const appUrl = `http://127.0.0.1:${port}`
  yield* ready(running, appUrl)
  return { running, appUrl, appSecret, ...businesses }
})
