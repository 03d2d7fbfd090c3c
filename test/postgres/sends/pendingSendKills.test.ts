import { assert, describe, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Queue, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { PendingSendId } from "../../../src/domain/Ids.ts"
import { PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { givenSender, phoneOf, uuid } from "../../../testing/given/given.ts"
import { cases } from "../../support/effort.ts"
import { DatabaseUrl } from "../../support/database/DatabaseUrl.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"
import { child } from "../../support/processes/childProcess.ts"

const stores = Layer.unwrap(
  Effect.map(migratedDatabase, (url) =>
    storesOn(Database.server(Redacted.make(url))).pipe(Layer.provideMerge(Layer.succeed(DatabaseUrl, url)))
  )
)

/** Half of them are scheduled. */
const sends = cases(60, 200)
const kills = cases(3, 12)

/** Messages that the platform gets before a process is killed. */
const sentBeforeKill = 9

/** Longer than the lease of a send, and than the deadline of an outcome. */
const minutesBetween = 6

describe("a worker of recorded and scheduled sends that is killed repeatedly", () => {
  layer(stores, { timeout: "3 minutes", excludeTestServices: true })((it) => {
    it.effect(
      "pending sends: after SIGKILL in the middle of sends no recipient receives a message twice, and none is lost",
      () =>
        Effect.gen(function* () {
          const url = yield* DatabaseUrl
          const { id } = yield* givenSender({ plan: "unlimited" })
          const { add, find } = yield* PendingSends
          const at = yield* DateTime.now
          const ids = yield* Effect.forEach(
            Array.from({ length: sends }, (_, n) => n),
            (n) =>
              Effect.gen(function* () {
                const { id: send } = yield* add({
                  id: PendingSendId.make(yield* uuid),
                  organizationId: id,
                  origin: n % 2 === 0 ? "commit" : "developer",
                  channel: "whatsapp",
                  recipient: `+${phoneOf(n)}`,
                  sender: null,
                  contactId: null,
                  conversationId: null,
                  scheduledBy: null,
                  content: { _tag: "Text", text: "Hello" },
                  key: null,
                  createdAt: at,
                  dueAt: DateTime.add(at, { seconds: n % 2 })
                })
                return send
              })
          )
          const calls = new Map<string, number>()
          /** Runs a worker until the platform has got this many messages, and kills it. */
          const round = Effect.fnUntraced(function* (ordinal: number, until: number) {
            const worker = yield* child("../processes/sendingPending.ts", url, String(1 + ordinal * minutesBetween))
            for (let sent = 0; sent < until;) {
              const line = yield* Effect.timeout(Queue.take(worker.lines), "60 seconds")
              assert.notStrictEqual(line, "ended")
              if (!line.startsWith("sent ")) continue
              calls.set(line, (calls.get(line) ?? 0) + 1)
              sent += 1
            }
            yield* worker.kill
            // Messages that it sent until it died.
            for (let line = ""; line !== "ended"; line = yield* Queue.take(worker.lines)) {
              if (line.startsWith("sent ")) calls.set(line, (calls.get(line) ?? 0) + 1)
            }
          }, Effect.scoped)
          for (let ordinal = 0; ordinal < kills; ordinal++) yield* round(ordinal, sentBeforeKill)
          const sql = yield* SqlClient.SqlClient
          const open = Effect.map(
            sql<{ readonly open: number }>`select count(*)::int as open from pending_sends where ended_at is null`,
            ([row]) => row?.open ?? 0
          )
          yield* Effect.scoped(
            Effect.gen(function* () {
              const worker = yield* child(
                "../processes/sendingPending.ts",
                url,
                String(1 + (kills + 1) * minutesBetween)
              )
              while ((yield* open) > 0) yield* Effect.sleep("100 millis")
              yield* worker.kill
              for (let line = ""; line !== "ended"; line = yield* Queue.take(worker.lines)) {
                if (line.startsWith("sent ")) calls.set(line, (calls.get(line) ?? 0) + 1)
              }
            })
          ).pipe(Effect.timeout("90 seconds"))

          assert.deepStrictEqual(
            [...calls].filter(([, times]) => times > 1),
            [],
            "recipients that got it twice"
          )
          const found = yield* Effect.forEach(ids, (send) => find(id, send))
          const outcomes = found.map((send) => (send._tag === "Some" ? send.value.outcome : null))
          const reasons = outcomes.map((outcome) => (outcome?._tag === "NotSent" ? outcome.reason : outcome?._tag))
          assert.deepStrictEqual(
            reasons.filter((reason) => reason !== "Sent" && reason !== "PlatformOutcomeUnknown"),
            []
          )
          const sent = reasons.filter((reason) => reason === "Sent").length
          const unknown = sends - sent
          assert.isAbove(sent, sends / 2)
          // Whatever the platform got is sent or has an unknown outcome; a process that died before the call is sent later.
          assert.isAtLeast(calls.size, sent)
          const [events] = yield* sql<{ readonly failed: number; readonly sent: number }>`
            select count(*) filter (where type = 'message.send_failed')::int as failed,
              count(*) filter (where type = 'message.sent')::int as sent from events where organization_id = ${id}::uuid`
          assert.deepStrictEqual(events, { failed: unknown, sent })
        }),
      180_000
    )
  })
})
