/**
 * Measures an import on the embedded database: messages per second, memory of the process, and the time of live webhooks
 * beside it. `node scripts/importFigure.ts --messages 100000`.
 */
import { NodeServices } from "@effect/platform-node"
import { DateTime, Effect, Layer, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Database from "../src/adapters/postgres/database/Database.ts"
import * as EmbeddedPostgres from "../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import * as MemoryTemplateCatalogue from "../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import * as MetaInboundReader from "../src/adapters/meta/inbound/MetaInboundReader.ts"
import * as LibPhoneNumbers from "../src/adapters/phone/LibPhoneNumbers.ts"
import { acceptInbound } from "../src/app/inbound/acceptInbound.ts"
import { processDeliveries } from "../src/app/inbound/processInbound.ts"
import { importMessages } from "../src/app/messages/importMessages.ts"
import { fileAddresses } from "../src/domain/media/Media.ts"
import { PublicAddress } from "../src/ports/media/MediaLibrary.ts"
import { storesOn } from "../test/support/database/postgresStores.ts"
import { givenAccount, givenOrganization } from "../testing/given/given.ts"

const { values } = parseArgs({ options: { messages: { type: "string", default: "100000" } } })
const count = Number(values.messages)
/** Messages of one person. */
const perContact = 20

const phoneOf = (index: number) => `1555${String(1_000_000 + Math.floor(index / perContact))}`
const began = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

const lineOf = (index: number) =>
  `${JSON.stringify({
    channel: "whatsapp",
    contact: { id: `+${phoneOf(index)}`, name: `Person ${Math.floor(index / perContact)}` },
    direction: index % 2 === 0 ? "inbound" : "outbound",
    type: "text",
    text: `Message ${index}: is the table by the window free this evening, and may we bring our dog?`,
    time: DateTime.formatIso(DateTime.add(began, { seconds: index })),
    status: index % 2 === 0 ? undefined : "read",
    externalId: String(index)
  })}\n`

const encoder = new TextEncoder()
const chunk = 500
const lines = Stream.range(0, Math.ceil(count / chunk) - 1).pipe(
  Stream.map((at) =>
    encoder.encode(
      Array.from({ length: Math.min(chunk, count - at * chunk) }, (_, index) => lineOf(at * chunk + index)).join("")
    )
  )
)

const megabytes = () => Math.round(process.memoryUsage().rss / 1024 / 1024)

const liveWebhook = (externalId: string, index: number) =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "1",
        changes: [
          {
            field: "messages",
            value: {
              metadata: { display_phone_number: "15550783881", phone_number_id: externalId },
              messages: [
                {
                  id: `wamid.live${index}`,
                  from: "15559999999",
                  timestamp: "1779271200",
                  type: "text",
                  text: { body: "Hi" }
                }
              ]
            }
          }
        ]
      }
    ]
  })

const measured = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const { externalId } = yield* givenAccount(id)
  const waits: Array<number> = []
  const rss: Array<number> = []
  const live = Effect.gen(function* () {
    for (let index = 0; ; index++) {
      const start = performance.now()
      yield* acceptInbound(liveWebhook(externalId, index))
      while ((yield* processDeliveries(100)) === 0) yield* Effect.yieldNow
      waits.push(performance.now() - start)
      rss.push(megabytes())
      yield* Effect.sleep("200 millis")
    }
  })
  const fiber = yield* Effect.forkChild(live)
  const start = performance.now()
  const result = yield* importMessages(id, lines)
  const seconds = (performance.now() - start) / 1_000
  yield* Effect.sync(() => fiber.interruptUnsafe())
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  const part = (share: number) => rss[Math.floor(share * (rss.length - 1))]
  process.stdout.write(
    JSON.stringify({
      ...result,
      seconds: Math.round(seconds),
      perSecond: Math.round(count / seconds),
      live: { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) },
      rssMegabytes: { start: part(0), quarter: part(0.25), half: part(0.5), end: part(1), max: Math.max(...rss) }
    })
  )
})

const folder = mkdtempSync(join(tmpdir(), "import-"))
const beside = Layer.mergeAll(
  LibPhoneNumbers.layer,
  MemoryTemplateCatalogue.layer,
  MetaInboundReader.layer,
  Layer.succeed(PublicAddress, PublicAddress.of({ files: Effect.succeed(fileAddresses("https://parley.example")) }))
)
const stores = storesOn(
  Layer.unwrap(Effect.map(EmbeddedPostgres.open(folder), ({ stream }) => Database.embedded(stream)))
)

await Effect.runPromise(
  measured.pipe(Effect.provide(beside), Effect.provide(stores), Effect.provide(NodeServices.layer), Effect.scoped)
).finally(() => rmSync(folder, { recursive: true, force: true }))
