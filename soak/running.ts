import { ConfigProvider, Context, Effect, type FileSystem, Layer, Option, type Path, Redacted, Schema } from "effect"
import { trustedCertificate } from "../src/adapters/cli/trustedCertificate.ts"
import { defaultTemplates } from "../emulator/templates/defaultTemplates.ts"
import * as Emulator from "../emulator/Emulator.ts"
import type { EmulatorSeed } from "../emulator/EmulatorSeed.ts"
import type { FaultScript } from "../emulator/FaultRule.ts"
import type { Secrets } from "../src/adapters/settings/Secrets.ts"
import { type Settings, settings } from "../src/adapters/settings/Settings.ts"
import { provisionOrganization } from "../src/app/access/provisionOrganization.ts"
import { reachableUrl } from "../src/service/listener.ts"
import { service } from "../src/service/service.ts"
import { SubscribableType } from "../src/domain/webhooks/Webhook.ts"
import { ask } from "./ask.ts"
import type { Tenant } from "./business.ts"
import { type Account, type Business, businesses, type Person, unconnected, waIds } from "./cast.ts"
import { storesAndDatabase } from "./database.ts"
import type { Receiver } from "./Receiver.ts"

export const appSecret = "884330c1ef20545291f56e7820354531"
const serviceRoleKey = "sb_secret_6851cc4a010d4d9c0494ce494b6fa8f3901cbb5d911bc311"

/** The environment of a service that stands before the emulator; without a database's address it is embedded. */
export const environmentOf = (
  dataDir: string,
  graphUrl: string,
  databaseUrl: string | null
): Readonly<Record<string, string>> => ({
  DATA_DIR: dataDir,
  PORT: "0",
  GRAPH_URL: graphUrl,
  ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  META_APP_SECRET: appSecret,
  META_VERIFY_TOKEN: "dc875d0ebc68b1da7f6e4f28ffb5b84a",
  SECRETS_KEY: "585b4ea2ae49c1899602f351f970a228adbd9fc3a3fa9a2e2294ae77b0926a9d",
  AUTH_JWT_SECRET: "b3b7c5fca86410faec97a7086348156f4485b65761f03391b0484e946c1525d8",
  SERVICE_ROLE_KEY: serviceRoleKey,
  WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128",
  RATE_STANDARD_PER_MINUTE: "0",
  RATE_MESSAGING_PER_SECOND: "0",
  PACE_PAIR_BURST: "0",
  PACE_NUMBER_PER_SECOND: "0",
  RATE_BULK_PER_MINUTE: "0"
})

export const readSettings = (dataDir: string, graphUrl: string, databaseUrl: string | null) =>
  settings.parse(ConfigProvider.fromUnknown(environmentOf(dataDir, graphUrl, databaseUrl)))

const isOn =
  (channel: Account["channel"]) =>
  (account: Account): boolean =>
    account.channel === channel

const seedOf = (people: ReadonlyArray<Person>): EmulatorSeed => {
  const accounts = [...businesses.flatMap((business) => business.accounts), ...unconnected]
  const numbers = accounts.filter(isOn("whatsapp"))
  return {
    phoneNumbers: numbers.map(({ id, token, wabaId }) => ({
      id,
      displayPhoneNumber: `+1 555-9${id.slice(-2)}-0000`,
      wabaId: wabaId ?? "",
      accessToken: token
    })),
    pages: accounts.filter(isOn("messenger")).map(({ id, token }) => ({ id, name: `Page ${id}`, accessToken: token })),
    instagramAccounts: accounts
      .filter(isOn("instagram"))
      .map(({ id, token }) => ({ id, username: `account.${id}`, accessToken: token })),
    templates: Object.fromEntries(numbers.map(({ wabaId }) => [wabaId, defaultTemplates])),
    waIds: waIds(people),
    // Businesses write first to many people, so that every kind of send occurs often.
    windows: "lenient"
  }
}

/** The platform, on a port of its own. */
export const platform = (people: ReadonlyArray<Person>, faults: FaultScript) =>
  Emulator.layer({ host: "127.0.0.1", port: 0, seed: seedOf(people), faults })

/** Addresses of the service; its instances share only a database. */
export class Instances extends Context.Service<Instances, readonly [string, ...ReadonlyArray<string>]>()(
  "soak/Instances"
) {}

/** The service as users run it, workers and all, before the platform: with its stores, and the database under them. */
const instance = (read: Settings, secrets: Secrets, graphUrl: string) =>
  Layer.unwrap(
    Effect.map(Effect.context<FileSystem.FileSystem | Path.Path>(), (context) => {
      const ca = Effect.provideContext(trustedCertificate(read.dataDir), context)
      return service(read, { graphUrl, instagramGraphUrl: graphUrl }, ca, Effect.void)
    })
  ).pipe(Layer.provideMerge(storesAndDatabase(read, secrets)))

/** The addresses of the others. */
class Others extends Context.Service<Others, ReadonlyArray<string>>()("soak/Others") {}

/** On a server there are two of them, as nothing is to be lost between them either. */
export const instances = (read: Settings, secrets: Secrets, graphUrl: string) => {
  const first = instance(read, secrets, graphUrl)
  // Apart from the first one: servers that know of each other share their routes.
  const second = Layer.effect(
    Others,
    Effect.flatMap(Layer.build(Layer.fresh(first)), (built) =>
      Effect.map(Effect.provideContext(reachableUrl, built), (url) => [url])
    )
  )
  const others = Option.isNone(read.databaseUrl) ? Layer.succeed(Others, []) : second
  const addresses = Layer.effect(
    Instances,
    Effect.map(Effect.all([reachableUrl, Others]), ([here, elsewhere]) => Instances.of([here, ...elsewhere]))
  )
  return addresses.pipe(Layer.provideMerge(first), Layer.provide(others))
}

const Subscription = Schema.Struct({ data: Schema.Struct({ webhook: Schema.Struct({ secret: Schema.String }) }) })

/** Sets a business up: its accounts, its key, and its subscription to every event. */
export const settleIn = Effect.fnUntraced(function* (business: Business, appUrl: string, receiver: Receiver) {
  const { apiKey, organizationId, userId } = yield* provisionOrganization({
    name: business.name,
    plan: "unlimited",
    owner: {
      email: `${business.name.replace(" ", "")}@example.com`,
      name: business.name,
      password: Redacted.make("a password")
    },
    accounts: business.accounts.map(({ channel, id, token, wabaId }) => ({
      channel,
      externalId: id,
      displayName: id,
      businessAccountId: wabaId,
      pageId: null,
      token: Redacted.make(token)
    }))
  })
  const developer = { "x-api-key": Redacted.value(apiKey) }
  const path = `/${organizationId}`
  const events = SubscribableType.literals
  yield* ask("POST", `${appUrl}/api/developer/v1/webhooks`, { url: receiver.url(path), events }, developer)
  const { body } = yield* ask("GET", `${appUrl}/api/developer/v1/webhooks`, null, developer)
  receiver.know(path, (yield* Schema.decodeUnknownEffect(Subscription)(body)).data.webhook.secret)
  return {
    organizationId,
    ownerId: userId,
    appUrl,
    developer,
    session: { authorization: `Bearer ${serviceRoleKey}`, "x-org-id": organizationId }
  } satisfies Omit<Tenant, "conversationOf">
})

/** The platform reports to the service at this address from now on. */
export const reportTo = Effect.fnUntraced(function* (appUrl: string) {
  const url = `${appUrl}/webhooks/meta`
  yield* (yield* Emulator.Emulator).setCallback(Option.some({ url, appSecret }))
})

/** The platform reports to the first instance from now on. */
export const report = Effect.gen(function* () {
  const [first] = yield* Instances
  yield* reportTo(first)
})
