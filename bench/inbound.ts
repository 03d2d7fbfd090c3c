import { NodeHttpServer } from "@effect/platform-node"
import { Clock, Console, DateTime, Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { createHmac } from "node:crypto"
import { Agent, createServer, request } from "node:http"
import * as Health from "../src/adapters/http/health.ts"
import * as MetaWebhook from "../src/adapters/http/inbound/metaWebhook.ts"
import * as MemoryTemplateCatalogue from "../src/adapters/memory/MemoryTemplateCatalogue.ts"
import * as MetaInboundReader from "../src/adapters/meta/MetaInboundReader.ts"
import * as LibPhoneNumbers from "../src/adapters/phone/LibPhoneNumbers.ts"
import * as Database from "../src/adapters/postgres/Database.ts"
import * as EmbeddedPostgres from "../src/adapters/postgres/EmbeddedPostgres.ts"
import * as InboundWorker from "../src/adapters/worker/inboundWorker.ts"
import { PublicAddress } from "../src/ports/PublicAddress.ts"
import { givenAccount, givenOrganization } from "../test/support/given.ts"
import * as PostgresServer from "../test/support/PostgresServer.ts"
import { storesOn } from "../test/support/postgresStores.ts"
import { inFigures, timings } from "./timings.ts"

interface Options {
  readonly smoke: boolean
}

const secret = "bench"

/** The 200 has to come within this on the embedded database, in milliseconds, at the median. */
const promisedMedian = 20

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One request over a connection that is kept; gives the status. */
const ask = (url: string, body: string | null) =>
  Effect.promise(
    () =>
      new Promise<number>((resolve, reject) => {
        const signature = `sha256=${createHmac("sha256", secret)
          .update(body ?? "")
          .digest("hex")}`
        const headers = { "content-type": "application/json", "x-hub-signature-256": signature }
        const sent = request(url, { agent, method: body === null ? "GET" : "POST", headers }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode ?? 0))
        })
        sent.on("error", reject).end(body ?? undefined)
      })
  )

const post = (url: string, body: string) =>
  Effect.flatMap(ask(`${url}/webhooks/meta`, body), (status) =>
    status === 200 ? Effect.void : Effect.die(`answered ${status}`)
  )

const change = (phoneNumberId: string, value: object): string =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "1",
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "15550100001", phone_number_id: phoneNumberId },
              ...value
            }
          }
        ]
      }
    ]
  })

const message = (phoneNumberId: string, ordinal: number): string => {
  const from = String(15_550_200_000 + (ordinal % 500))
  return change(phoneNumberId, {
    contacts: [{ profile: { name: "Ann" }, wa_id: from }],
    messages: [{ from, id: `wamid.in${ordinal}`, timestamp: "1790000000", type: "text", text: { body: "hello" } }]
  })
}

const statuses = (phoneNumberId: string, ids: ReadonlyArray<string>, status: string): string =>
  change(phoneNumberId, {
    statuses: ids.map((id) => ({ id, status, timestamp: "1790000000", recipient_id: "15550200000" }))
  })

const outside = Layer.mergeAll(
  MemoryTemplateCatalogue.layer,
  MetaInboundReader.layer,
  LibPhoneNumbers.layer,
  Layer.succeed(PublicAddress, PublicAddress.below(""))
)

/** The route and the worker, as the service has them. */
const service = Layer.merge(
  HttpRouter.serve(
    Layer.merge(
      Health.layer,
      MetaWebhook.layer({ secrets: [Redacted.make(secret)], verifyToken: Redacted.make("bench") })
    ),
    { disableLogger: true, disableListenLog: true }
  ).pipe(Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))),
  InboundWorker.layer
).pipe(Layer.provide(outside))

const url = Effect.map(HttpServer.HttpServer, ({ address }) => HttpServer.formatAddress(address))

/** Waits until everything that was taken in was acted on; gives how long that took, in milliseconds. */
const settled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const begin = yield* Clock.currentTimeMillis
  while (true) {
    const [row] = yield* sql<{ readonly open: number }>`
      select count(*)::int as open from inbound_deliveries where done_at is null`
    if (row?.open === 0) return (yield* Clock.currentTimeMillis) - begin
    yield* Effect.sleep("5 millis")
  }
})

/** How long the platform waits for its 200, while what it delivered is acted on beside. */
const accepting = Effect.fnUntraced(function* (place: string, { smoke }: Options, phoneNumberId: string) {
  const at = yield* url
  let ordinal = 0
  const times = smoke ? 20 : 500
  yield* timings(post(at, message(phoneNumberId, ordinal++)), smoke ? 2 : 50)
  const baseline = yield* timings(ask(`${at}/health`, null), times)
  const one = yield* timings(
    Effect.suspend(() => post(at, message(phoneNumberId, ordinal++))),
    times
  )
  yield* settled
  yield* Console.log(
    `a signed message until its 200, ${place}\n  ${"GET /health".padEnd(34)} ${inFigures(baseline)}\n  ${"POST /webhooks/meta".padEnd(34)} ${inFigures(one)}   ×${(one.median / baseline.median).toFixed(1)}`
  )
  return one.median
})

/** How many messages and statuses a second are acted on, from the first request to the last row. */
const processing = Effect.fnUntraced(function* (
  place: string,
  { smoke }: Options,
  organizationId: string,
  accountId: string,
  phoneNumberId: string
) {
  const sql = yield* SqlClient.SqlClient
  const at = yield* url
  const messages = smoke ? 50 : 5_000
  const perDelivery = 1
  const begin = yield* Clock.currentTimeMillis
  yield* Effect.forEach(
    Array.from({ length: messages }, (_, ordinal) => message(phoneNumberId, 1_000_000 + ordinal)),
    (body) => post(at, body),
    { concurrency: 32, discard: true }
  )
  yield* settled
  const took = (yield* Clock.currentTimeMillis) - begin

  const iso = DateTime.formatIso(yield* DateTime.now)
  yield* sql`
    insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
      counterpart, type, content, status, platform_message_id, created_at)
    select ${organizationId}::uuid, gen_random_uuid(), v.id, v.contact_id, 'whatsapp', ${accountId}::uuid, 'outbound',
      '15550200000', 'text', '{"text":"x"}', 'sent', 'wamid.out' || n, ${iso}::timestamptz
    from (select id, contact_id from conversations where organization_id = ${organizationId}::uuid limit 1) v,
      generate_series(0, ${messages - 1}::int) n`
  const ids = Array.from({ length: messages }, (_, ordinal) => `wamid.out${ordinal}`)
  const statusBegin = yield* Clock.currentTimeMillis
  for (const status of ["delivered", "read"]) {
    yield* Effect.forEach(
      ids.map((id) => statuses(phoneNumberId, [id], status)),
      (body) => post(at, body),
      { concurrency: 32, discard: true }
    )
  }
  yield* settled
  const statusTook = (yield* Clock.currentTimeMillis) - statusBegin
  const perSecond = (count: number, millis: number) => ((count * 1_000) / millis).toFixed(0).padStart(6)
  yield* Console.log(
    `taken in and acted on, ${place}, ${perDelivery} in a delivery\n  ${"messages".padEnd(34)} ${perSecond(messages, took)} a second\n  ${"statuses".padEnd(34)} ${perSecond(2 * messages, statusTook)} a second`
  )
  const [row] = yield* sql<{ readonly exact: boolean }>`
    select (select count(*) from messages where direction = 'outbound' and status = 'read') = ${messages}::int
      and (select count(*) from events where type = 'message.read') = ${messages}::int
      and (select count(*) from inbound_problems) = 0 as exact`
  if (row?.exact !== true) return yield* Effect.die("something that came in was lost or doubled")
})

const measure = Effect.fnUntraced(function* (place: string, options: Options) {
  const organization = yield* givenOrganization({ plan: "unlimited" })
  const account = yield* givenAccount(organization.id)
  const run = Effect.gen(function* () {
    const median = yield* accepting(place, options, account.externalId)
    yield* processing(place, options, organization.id, account.id, account.externalId)
    return median
  })
  return yield* Effect.provide(run, service)
})

/** What comes in: the time to the 200, and how much is acted on in a second. */
export const inbound = Effect.fn("inbound")(function* (options: Options) {
  const { url } = yield* PostgresServer.start()
  yield* Effect.provide(measure("on a server", options), storesOn(Database.server(Redacted.make(url))))
  const embedded = Layer.unwrap(Effect.map(EmbeddedPostgres.openInMemory(), ({ stream }) => Database.embedded(stream)))
  const median = yield* Effect.provide(measure("on the embedded database", options), storesOn(embedded))
  if (!options.smoke && median > promisedMedian) return yield* Effect.die("the platform waits too long for its 200")
})
