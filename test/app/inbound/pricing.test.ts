import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { monthOf } from "../../../src/domain/limits/MonthlyLimit.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { messageOf } from "../../../testing/given/seen.ts"
import { someone } from "../../../testing/given/given.ts"
import { ofWhatsApp, receivedAt } from "../../meta/inbound/deliveries.ts"
import { eventsIn, givenInbound, inboundWorld, kept, processed, retriedAfter, stamp } from "./scene.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

/** A message of the app of the business on a phone, which needs no send. */
const echo = (id: string) =>
  ofWhatsApp(
    {
      message_echoes: [
        { id, from: "15550783881", to: someone, timestamp: stamp(60), type: "text", text: { body: "Hi" } }
      ]
    },
    "smb_message_echoes"
  )

const status = (id: string, word: string, secondsBefore: number, pricing?: Schema.Json) =>
  ofWhatsApp({
    statuses: [
      {
        id,
        status: word,
        timestamp: stamp(secondsBefore),
        recipient_id: someone,
        ...(pricing === undefined ? {} : { pricing })
      }
    ]
  })

const marketing = { billable: true, pricing_model: "PMP", type: "regular", category: "marketing" }
const free = { billable: false, pricing_model: "PMP", type: "free_customer_service", category: "utility" }
const price = { billable: true, model: "PMP", type: "regular", category: "marketing" }

/** Type and price of each receipt event; no price if the event has no key for it. */
const receipts = Effect.fnUntraced(function* (id: OrganizationId) {
  const events: ReadonlyArray<{ readonly type: string; readonly data: JsonObject }> = JSON.parse(
    JSON.stringify(yield* eventsIn(id))
  )
  return events.flatMap(({ data, type }): ReadonlyArray<ReadonlyArray<unknown>> =>
    type === "message.delivered" || type === "message.read"
      ? ["pricing" in data ? [type, data["pricing"]] : [type]]
      : []
  )
})

const categories = Effect.fnUntraced(function* (id: OrganizationId) {
  return yield* (yield* Organizations).pricedMessages(id, monthOf(receivedAt))
})

const failed = { errors: [{ code: 131026, title: "Message undeliverable" }] }

describe("prices of statuses", () => {
  it.effect("message.delivered and message.read have the price after the platform has reported it", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(echo("wamid.A"), echo("wamid.B"))
      yield* processed(status("wamid.A", "sent", 50, marketing))
      yield* processed(status("wamid.A", "delivered", 40, marketing), status("wamid.A", "read", 30))
      yield* processed(status("wamid.B", "delivered", 40), status("wamid.B", "read", 30))
      assert.deepStrictEqual(yield* receipts(id), [
        ["message.delivered", price],
        ["message.read", price],
        ["message.delivered"],
        ["message.read"]
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("usage counts each message once, in the category of the latest report", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      assert.deepStrictEqual(yield* categories(id), [])
      yield* processed(echo("wamid.A"), echo("wamid.B"), echo("wamid.C"))
      for (const pricing of [marketing, marketing]) yield* processed(status("wamid.A", "delivered", 40, pricing))
      yield* processed(status("wamid.A", "sent", 50, marketing))
      yield* processed(status("wamid.B", "read", 30, free), status("wamid.B", "delivered", 40, marketing))
      yield* processed(status("wamid.C", "delivered", 40))
      assert.deepStrictEqual(yield* categories(id), [
        { category: "marketing", messages: 1, billable: 1 },
        { category: "utility", messages: 1, billable: 0 }
      ])
      yield* processed(status("wamid.A", "read", 20, free))
      assert.deepStrictEqual(yield* categories(id), [{ category: "utility", messages: 2, billable: 0 }])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("usage counts the price of a status that arrived before its message", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(status("wamid.A", "delivered", 40, marketing), status("wamid.A", "delivered", 30, free))
      assert.deepStrictEqual(yield* categories(id), [])
      yield* processed(echo("wamid.A"))
      yield* retriedAfter(60)
      assert.deepStrictEqual(yield* categories(id), [{ category: "utility", messages: 1, billable: 0 }])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("usage does not count a message that failed", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(echo("wamid.A"))
      yield* processed(status("wamid.A", "sent", 50, marketing))
      assert.deepStrictEqual(yield* categories(id), [{ category: "marketing", messages: 1, billable: 1 }])
      yield* processed(
        ofWhatsApp({
          statuses: [{ id: "wamid.A", status: "failed", timestamp: stamp(40), recipient_id: someone, ...failed }]
        })
      )
      assert.deepStrictEqual(yield* categories(id), [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each<{ readonly pricing: Schema.Json; readonly known: JsonObject | undefined }>([
    { pricing: {}, known: undefined },
    { pricing: null, known: undefined },
    { pricing: "free", known: undefined },
    { pricing: [marketing], known: undefined },
    { pricing: { billable: "yes", category: 7, pricing_model: {}, type: [] }, known: undefined },
    { pricing: { category: " " }, known: undefined },
    { pricing: { billable: null, category: "pigeon_post\u0000" }, known: { category: "pigeon_post\ufffd" } },
    { pricing: { billable: true }, known: { billable: true } },
    { pricing: { ...marketing, category: "x".repeat(9_000) }, known: { ...price, category: "x".repeat(64) } }
  ])("invalid pricing does not prevent the status: $pricing", ({ known, pricing }) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(echo("wamid.A"))
      yield* processed(status("wamid.A", "delivered", 40, pricing))
      const [message] = (yield* kept(id)).messages
      const stored = message === undefined ? null : yield* messageOf(id, message.id)
      assert.strictEqual(stored?.status, "delivered")
      assert.deepStrictEqual(yield* receipts(id), [
        known === undefined ? ["message.delivered"] : ["message.delivered", known]
      ])
    }).pipe(Effect.provide(inboundWorld))
  )
})
