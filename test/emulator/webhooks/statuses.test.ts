import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Emulated from "../../../emulator/Emulator.ts"
import * as Receiver from "../receiver.ts"
import { atNoon, bodies, flushed, ofNumber, toPhone } from "../reportingWorld.ts"

const free = { billable: false, pricing_model: "PMP", category: "service", type: "free_customer_service" }
const conversation = { id: "CONVERSATION", origin: { type: "service" } }
const recipient = { id: "wamid.ID", recipient_id: "16505551234" }
const sent = ofNumber(1_795_176_000, {
  ...recipient,
  status: "sent",
  timestamp: "1795176000",
  conversation: { ...conversation, expiration_timestamp: "1795262400" },
  pricing: free
})
const delivered = ofNumber(1_795_176_000, {
  ...recipient,
  status: "delivered",
  timestamp: "1795176000",
  conversation,
  pricing: free
})
const read = ofNumber(1_795_176_002, { ...recipient, status: "read", timestamp: "1795176002" })

describe("the statuses of a send", () => {
  it.effect("follow by the clock", () =>
    Effect.gen(function* () {
      yield* toPhone()
      const receiver = yield* Receiver.Receiver
      const { undelivered } = yield* Emulated.Emulator
      assert.strictEqual(yield* undelivered, 3)
      assert.deepStrictEqual(yield* bodies, [])
      yield* TestClock.adjust("49 millis")
      assert.deepStrictEqual(yield* bodies, [])
      yield* TestClock.adjust("1 millis")
      yield* receiver.next
      assert.deepStrictEqual(yield* bodies, [sent])
      yield* TestClock.adjust("250 millis")
      yield* receiver.next
      assert.deepStrictEqual(yield* bodies, [sent, delivered])
      yield* TestClock.adjust("1700 millis")
      yield* receiver.next
      assert.deepStrictEqual(yield* bodies, [sent, delivered, read])
    }).pipe(atNoon())
  )

  it.effect("come at once when they are flushed", () =>
    Effect.gen(function* () {
      yield* toPhone()
      assert.deepStrictEqual(yield* flushed, {
        body: { delivered: 3, undelivered: 0 },
        all: [sent, delivered, read]
      })
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("name a user by id, carry what the sender asked for, and tell what a template costs", () =>
    Effect.gen(function* () {
      yield* toPhone({
        to: undefined,
        recipient: "US.1349120865",
        type: "template",
        text: undefined,
        template: { name: "hello_world", language: { code: "en_US" } },
        biz_opaque_callback_data: "order/7"
      })
      const { all } = yield* flushed
      const about = { id: "wamid.ID", recipient_user_id: "US.1349120865", biz_opaque_callback_data: "order/7" }
      const pricing = { billable: true, pricing_model: "PMP", category: "utility", type: "regular" }
      assert.deepStrictEqual(all, [
        ofNumber(1_795_176_000, {
          ...about,
          status: "sent",
          timestamp: "1795176000",
          conversation: { id: "CONVERSATION", expiration_timestamp: "1795262400", origin: { type: "utility" } },
          pricing
        }),
        ofNumber(1_795_176_000, {
          ...about,
          status: "delivered",
          timestamp: "1795176000",
          conversation: { id: "CONVERSATION", origin: { type: "utility" } },
          pricing
        }),
        ofNumber(1_795_176_002, { ...about, status: "read", timestamp: "1795176002" })
      ])
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("lack `delivered` when a fault leaves it out, and `read` tells the cost then", () =>
    Effect.gen(function* () {
      const { sends, setFaults } = yield* Emulated.Emulator
      yield* setFaults([{ on: "webhook", mode: "skipDelivered", to: "16505551234", times: 1 }])
      yield* toPhone()
      const { all } = yield* flushed
      const costly = { ...recipient, status: "read", timestamp: "1795176002", conversation, pricing: free }
      assert.deepStrictEqual(all, [sent, ofNumber(1_795_176_002, costly)])
      yield* toPhone()
      const [first, second] = yield* sends
      assert.deepStrictEqual(first?.outcomes, ["sent", "read"])
      assert.deepStrictEqual(second?.outcomes, ["sent", "delivered", "read"])
    }).pipe(atNoon({ delivery: "manual" }))
  )
})
