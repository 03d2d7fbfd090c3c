import { assert, describe, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Queue, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { countsOf } from "../../../src/domain/campaigns/CampaignCounts.ts"
import { CampaignId, CampaignRecipientId } from "../../../src/domain/Ids.ts"
import { CampaignStore } from "../../../src/ports/campaigns/CampaignStore.ts"
import { givenSender, phoneOf, uuid } from "../../../testing/given/given.ts"
import { DatabaseUrl } from "../../support/database/DatabaseUrl.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"
import { child } from "../../support/processes/childProcess.ts"

const stores = Layer.unwrap(
  Effect.map(migratedDatabase, (url) =>
    storesOn(Database.server(Redacted.make(url))).pipe(Layer.provideMerge(Layer.succeed(DatabaseUrl, url)))
  )
)

/** `CAMPAIGN_KILLS=200 npm run faults -- test/postgres/campaigns` kills more often. */
const allKills = Number(process.env["CAMPAIGN_KILLS"] ?? 20)

/** Kills of one history: after 12 hours, an attempt without an outcome is not looked at again. */
const killsAtMost = 100

/** Histories with the number of their kills. */
const histories = Array.from({ length: Math.ceil(allKills / killsAtMost) }, (_, n) =>
  Math.min(killsAtMost, allKills - n * killsAtMost)
)
const campaigns = 4

/** Enough for every kill to find work. */
const recipientsFor = (kills: number): number => 100 + 7 * kills

/** Messages that the platform gets before a process is killed: a different part of a turn each time. */
const sentBeforeKill = (ordinal: number): number => 3 + (ordinal % 23)

/** Longer than the leases of a turn and a recipient, and than the deadline of an outcome. */
const minutesBetween = 6

describe("a worker of campaigns that is killed over and over", () => {
  layer(stores, { timeout: "30 minutes", excludeTestServices: true })((it) => {
    it.effect.each(histories)(
      "campaigns: after %d kills in the middle of turns no recipient gets a message twice, and none is lost",
      (kills) =>
        Effect.gen(function* () {
          const recipients = recipientsFor(kills)
          const url = yield* DatabaseUrl
          const { id: organizationId } = yield* givenSender({ plan: "unlimited" })
          const store = yield* CampaignStore
          const at = yield* DateTime.now
          const ids = yield* Effect.forEach(
            Array.from({ length: campaigns }, (_, n) => n),
            (n) =>
              Effect.gen(function* () {
                const id = CampaignId.make(yield* uuid)
                yield* store.add({
                  id,
                  organizationId,
                  name: `c${n}`,
                  from: null,
                  template: { name: `t${n}`, languageCode: "en", components: null },
                  audience: { _tag: "File" },
                  values: { "1": { field: "columns.code" } },
                  sendAt: null,
                  pace: 1_000,
                  stopOn: [],
                  createdBy: null,
                  createdAt: at
                })
                const rows = yield* Effect.forEach(
                  Array.from({ length: recipients }, (_, row) => row),
                  (row) =>
                    Effect.map(uuid, (own) => ({
                      id: CampaignRecipientId.make(own),
                      name: "",
                      columns: { code: `${row}` },
                      to: `+${phoneOf(row)}`,
                      phoneKey: phoneOf(row)
                    }))
                )
                yield* store.addRecipients(organizationId, id, rows)
                yield* store.transition(organizationId, id, { action: "begin", at })
                return id
              })
          )
          const calls = new Map<string, number>()
          const noted = (line: string) => {
            if (line.startsWith("sent ")) calls.set(line, (calls.get(line) ?? 0) + 1)
          }
          /** Runs a worker until the condition holds, and kills it. */
          const round = Effect.fnUntraced(function* <E, R>(
            ordinal: number,
            isOver: (sent: number) => Effect.Effect<boolean, E, R>
          ) {
            const worker = yield* child("../processes/sendingCampaigns.ts", url, String(1 + ordinal * minutesBetween))
            let sent = 0
            while (!(yield* isOver(sent))) {
              const line = yield* Effect.timeoutOption(Queue.take(worker.lines), "250 millis")
              if (Option.isNone(line)) continue
              assert.notStrictEqual(line.value, "ended")
              noted(line.value)
              if (line.value.startsWith("sent ")) sent += 1
            }
            yield* worker.kill
            // Messages that it sent until it died.
            for (let line = ""; line !== "ended"; line = yield* Queue.take(worker.lines)) noted(line)
          }, Effect.scoped)
          const sql = yield* SqlClient.SqlClient
          const isFinished = Effect.map(
            sql<{ readonly open: number }>`select count(*)::int as open from campaigns where status <> 'finished'`,
            ([row]) => row?.open === 0
          )
          const isOver = (ordinal: number) => (sent: number) =>
            sent >= sentBeforeKill(ordinal) ? Effect.succeed(true) : isFinished
          for (let ordinal = 0; ordinal < kills; ordinal++) {
            yield* Effect.timeout(round(ordinal, isOver(ordinal)), "60 seconds")
          }
          yield* Effect.timeout(
            round(kills + 1, () => isFinished),
            "120 seconds"
          )
          assert.deepStrictEqual(
            [...calls].filter(([, times]) => times > 1),
            [],
            "recipients that got it twice"
          )
          let unknown = 0
          for (const id of ids) {
            const page = { status: null, after: 0, limit: recipients }
            const stored = yield* store.recipients(organizationId, id, page)
            const { counts } = Option.getOrThrow(yield* store.find(organizationId, id))
            assert.deepStrictEqual(counts, countsOf(stored))
            assert.strictEqual(counts.sent + counts.failed, recipients)
            assert.deepStrictEqual(
              Object.keys(counts.failedByCode).filter((key) => key !== "PlatformOutcomeUnknown"),
              []
            )
            unknown += counts.failed
          }
          // Whatever the platform got is sent or has an unknown outcome; a process that died before the call is sent later.
          const total = campaigns * recipients
          assert.isAtLeast(calls.size, total - unknown)
          assert.isAtMost(calls.size, total)
          const [events] = yield* sql<{ readonly sent: number }>`
            select count(*)::int as sent from events where organization_id = ${organizationId}::uuid and type = 'message.sent'`
          assert.strictEqual(events?.sent, total - unknown)
          yield* Effect.logDebug("killed", { calls: calls.size, unknown, total })
        }),
      1_800_000
    )
  })
})
