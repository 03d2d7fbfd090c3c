import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { assertUnharmed, besideHostile, statusesOf } from "./besideHostile.ts"
import { type Backend, startService } from "./businesses.ts"
import type { Call } from "../support/http/callService.ts"
import { conversationOf, givenLargeRows } from "./largeRows.ts"

const backends: ReadonlyArray<Backend> = ["server", "embedded"]
const megabyte = 1024 * 1024
/** A page, and what names and quotes take around its entries. */
const largestAnswer = 4.5 * megabyte

const MessagePage = Schema.fromJsonString(
  Schema.Struct({
    data: Schema.Array(Schema.Struct({ id: Schema.String })),
    total: Schema.Int,
    page: Schema.Int,
    hasNext: Schema.Boolean
  })
)
const Feed = Schema.fromJsonString(
  Schema.Struct({
    data: Schema.Struct({
      events: Schema.Array(Schema.Struct({ id: Schema.String })),
      next_after: Schema.String,
      has_more: Schema.Boolean
    })
  })
)

const times = (count: number) => Array.from({ length: count }, (_, ordinal) => ordinal)

const template = (parameters: ReadonlyArray<string>) =>
  Buffer.from(
    JSON.stringify({
      to: "15551234567",
      template: {
        name: "welcome",
        language: { code: "en_US" },
        components: [{ type: "body", parameters: parameters.map((text) => ({ type: "text", text })) }]
      }
    })
  )

describe.each(backends)("a service with contents of maximum size in one organization, on %s", (backend) => {
  it.live(
    "ends pages of large messages and events early, and does not slow other organizations",
    () =>
      Effect.gen(function* () {
        const service = yield* startService({
          backend,
          prepare: ({ hostile }) => givenLargeRows(hostile, { people: 1, messages: 20, megabytes: 1 })
        })
        const { developer, session } = service.hostile
        const messages = (before: string): Call => ({
          path: `/api/whatsapp/messages?conversationId=${conversationOf(0)}&limit=100${before}`,
          headers: session
        })
        const events = (after: string): Call => ({
          path: `/api/developer/v1/events?limit=100${after}`,
          headers: developer
        })
        const report = yield* besideHostile(service, (ask) =>
          Effect.gen(function* () {
            const together = yield* Effect.forEach(times(20), (n) => ask(n % 2 === 0 ? messages("") : events("")), {
              concurrency: "unbounded"
            })
            const seen = new Set<string>()
            for (let before = "", goesOn = true; goesOn;) {
              const { text } = yield* ask(messages(before))
              const page = yield* Schema.decodeEffect(MessagePage)(text)
              for (const { id } of page.data) seen.add(id)
              assert.strictEqual(page.total, 20)
              before = `&before=${page.data.at(-1)?.id}`
              goesOn = page.hasNext
            }
            const told = new Set<string>()
            for (let after = "", goesOn = true; goesOn;) {
              const { data } = yield* Schema.decodeEffect(Feed)((yield* ask(events(after))).text)
              for (const { id } of data.events) told.add(id)
              after = `&after=${data.next_after}`
              goesOn = data.has_more
            }
            return {
              statuses: statusesOf(together),
              largest: Math.max(...together.map(({ text }) => text.length)),
              seen: seen.size,
              told: told.size
            }
          })
        )
        assertUnharmed(report)
        assert.deepStrictEqual(report.hostile.statuses, { 200: 20 })
        assert.isBelow(report.hostile.largest, largestAnswer)
        assert.deepStrictEqual([report.hostile.seen, report.hostile.told], [20, 20])
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "lists conversations with large last messages 45 times without reading the messages",
    () =>
      Effect.gen(function* () {
        const service = yield* startService({
          backend,
          prepare: ({ hostile }) => givenLargeRows(hostile, { people: 100, messages: 1, megabytes: 1 })
        })
        const { developer, session } = service.hostile
        const report = yield* besideHostile(service, (ask) =>
          Effect.forEach(
            times(45),
            (n) =>
              ask(
                n % 2 === 0
                  ? { path: "/api/whatsapp/conversations?limit=100", headers: session }
                  : { path: "/api/developer/v1/conversations/whatsapp?limit=100", headers: developer }
              ),
            { concurrency: "unbounded" }
          ).pipe(
            Effect.map((answers) => ({
              statuses: statusesOf(answers),
              largest: Math.max(...answers.map(({ text }) => text.length))
            }))
          )
        )
        assertUnharmed(report)
        assert.deepStrictEqual(report.hostile.statuses, { 200: 45 })
        assert.isBelow(report.hostile.largest, megabyte)
      }).pipe(Effect.scoped),
    120_000
  )
})

// These are refused before a database is asked, so one of them will do.
describe("a service with templates of maximum size in one organization", () => {
  it.live.each([
    ["of one long value", template(["x".repeat(megabyte - 400)])],
    ["of 26 000 short values", template(times(26_000).map(() => "x"))]
  ])(
    "refuses 300 templates of 1 MB before they are read: %s",
    ([, body]) =>
      Effect.gen(function* () {
        const service = yield* startService({ backend: "server" })
        const report = yield* besideHostile(service, (ask) =>
          Effect.forEach(
            times(300),
            () => ask({ path: "/api/developer/v1/send-message", headers: service.hostile.developer, body }),
            { concurrency: 50 }
          ).pipe(Effect.map(statusesOf))
        )
        assertUnharmed(report)
        assert.deepStrictEqual(report.hostile, { 413: 300 })
      }).pipe(Effect.scoped),
    600_000
  )
})
