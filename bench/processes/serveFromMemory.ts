import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { fastRoutes } from "../../src/adapters/http/fastpath/fastRoutes.ts"
import * as ServiceServer from "../../src/adapters/http/server/serviceServer.ts"
import { routerConfig } from "../../src/adapters/http/server/listener.ts"
import * as Routes from "../../src/adapters/http/routes.ts"
import * as ApiKeyToken from "../../src/adapters/identity/ApiKeyToken.ts"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import * as ProcessRateLimits from "../../src/adapters/limits/ProcessRateLimits.ts"
import { newContact } from "../../src/domain/contacts/Contact.ts"
import { contactChannels } from "../../src/domain/contacts/ContactIdentity.ts"
import {
  ApiKeyId,
  ChannelAccountId,
  ContactId,
  ConversationId,
  OrganizationId,
  PlatformMessageId
} from "../../src/domain/Ids.ts"
import { maxRate, rateTable } from "../../src/domain/limits/RateTier.ts"
import { ApiKeys, RequestLogs } from "../../src/ports/access/ApiKeys.ts"
import { ChannelAccounts } from "../../src/ports/access/ChannelAccounts.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { SendLedger } from "../../src/ports/sends/SendLedger.ts"
import { WhatsApp } from "../../src/ports/sends/WhatsApp.ts"
import { phoneOf } from "../../testing/given/given.ts"
import { httpWorld } from "../../test/support/http/httpWorld.ts"

/** The routes as the service has them, before stores that give the same answer to everything and keep nothing. */
const { API_KEY = "" } = process.env
const keyHash = ApiKeyToken.hash(API_KEY)
const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

const make = Effect.gen(function* () {
  const ids = yield* IdSource
  const organizationId = OrganizationId.make(yield* ids.uuid)
  const caller = Option.some({ organizationId, apiKeyId: ApiKeyId.make(yield* ids.uuid) })
  const draft = Effect.gen(function* () {
    return {
      id: ContactId.make(yield* ids.uuid),
      vendorContactId: yield* ids.vendorContactId,
      organizationId,
      source: "api" as const
    }
  })
  const contacts = yield* Effect.forEach(Array.from({ length: 20 }).keys(), (n) =>
    Effect.map(draft, (ids) =>
      newContact({ ...ids, name: `Contact ${n}`, phone: phoneOf(n), tags: ["vip", "lead"] }, at)
    )
  )
  const rows = contacts.map((contact) => ({ contact, channels: contactChannels(contact, []) }))
  const conversationId = ConversationId.make(yield* ids.uuid)
  const [first] = contacts
  const reserved = { contactId: first?.id ?? ContactId.make(yield* ids.uuid), conversationId }
  const accepted = { platformMessageId: PlatformMessageId.make("wamid.0"), waId: null }
  const account = {
    id: ChannelAccountId.make(yield* ids.uuid),
    organizationId,
    channel: "whatsapp" as const,
    externalId: "1",
    displayName: "1",
    businessAccountId: null,
    pageId: null,
    createdAt: at
  }
  const connected = { account, token: Redacted.make("token") }
  return Layer.mergeAll(
    Layer.effect(
      ApiKeys,
      Effect.map(ApiKeys, (keys) => ({
        ...keys,
        authenticate: (key: string) =>
          Effect.sync(() =>
            ApiKeyToken.isWellFormed(key) && keyHash === ApiKeyToken.hash(key) ? caller : Option.none()
          )
      }))
    ),
    Layer.effect(
      ContactStore,
      Effect.map(ContactStore, (store) => ({ ...store, list: () => Effect.succeed({ rows, total: 1_000 }) }))
    ),
    Layer.effect(
      ChannelAccounts,
      Effect.map(ChannelAccounts, (accounts) => ({ ...accounts, connected: () => Effect.succeed(connected) }))
    ),
    Layer.effect(
      SendLedger,
      Effect.map(SendLedger, (ledger) => ({
        ...ledger,
        reserve: () => Effect.succeed(reserved),
        recordOutcome: () => Effect.succeed(reserved)
      }))
    ),
    Layer.effect(
      RequestLogs,
      Effect.map(RequestLogs, (logs) => ({ ...logs, record: () => Effect.void }))
    ),
    Layer.succeed(WhatsApp, WhatsApp.of({ send: () => Effect.succeed(accepted) })),
    ProcessRateLimits.layer(
      rateTable({
        standardPerMinute: maxRate,
        messagingPerSecond: maxRate,
        bulkPerMinute: maxRate,
        consolePerMinute: maxRate
      })
    )
  )
})

const world = Layer.unwrap(make).pipe(Layer.provideMerge(RandomIds.layer), Layer.provideMerge(httpWorld))

const announced = Layer.effectDiscard(
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.sync(() => process.stdout.write(`${JSON.stringify({ url: HttpServer.formatAddress(address) })}\n`))
  )
)

const server = ServiceServer.layer({ host: "127.0.0.1", port: 0 }, fastRoutes)

NodeRuntime.runMain(
  Layer.launch(
    HttpRouter.serve(Routes.layer, { disableLogger: true, disableListenLog: true, routerConfig }).pipe(
      Layer.merge(announced),
      Layer.provide(server),
      Layer.provide(world)
    )
  )
)
