import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { PublicMessageStatus } from "../../../src/domain/message/Message.ts"
import type { MessageFailure } from "../../../src/domain/message/MessageFailure.ts"
import {
  announcedReceipts,
  type Receipt,
  type Received,
  withReceipt
} from "../../../src/domain/message/messageReceipts.ts"

const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.007Z")
const second = (seconds: number) => DateTime.add(beginning, { seconds })

const rejected = (code: number): MessageFailure => ({ _tag: "Rejected", code, title: "Title", message: "Message" })
const receipt = (status: PublicMessageStatus, at: number, code = 0): Receipt => ({
  status,
  at: second(at),
  failure: rejected(code)
})
const unknown: MessageFailure = { _tag: "OutcomeUnknown", detail: "lost" }

const given = (status: Received["status"]): Received => ({
  status,
  failure: status === "failed" ? unknown : null,
  deliveredAt: null,
  readAt: null,
  annotations: {}
})

const small = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))
const Told = Schema.Struct({ status: PublicMessageStatus, at: small, code: small })
const Receipts = Schema.Array(Told).check(Schema.isMaxLength(8))
const Before = Schema.Literals(["pending", "sent", "failed"])

const receipts = (told: typeof Receipts.Type) => told.map(({ at, code, status }) => receipt(status, at, code))
const fold = (message: Received, all: ReadonlyArray<Receipt>) => all.reduce(withReceipt<Received>, message)

/** The message after each receipt, and what is announced of each, in its order. */
const walk = (message: Received, all: ReadonlyArray<Receipt>) => {
  let current = message
  return all.map((one) => {
    const reached = current
    current = withReceipt(reached, one)
    return { from: reached, to: current, announced: announcedReceipts(reached, current) }
  })
}
const announced = (message: Received, all: ReadonlyArray<Receipt>) =>
  walk(message, all).flatMap((step) => step.announced)

const ranks: ReadonlyArray<Received["status"]> = ["pending", "sent", "failed", "delivered", "read"]

describe("withReceipt", () => {
  it.prop("takes two in either order", { from: Before, all: Receipts, one: Told, other: Told }, (told) => {
    const reached = fold(given(told.from), receipts(told.all))
    const [one, other] = receipts([told.one, told.other])
    assert.isTrue(one !== undefined && other !== undefined)
    if (one === undefined || other === undefined) return
    assert.deepStrictEqual(withReceipt(withReceipt(reached, one), other), withReceipt(withReceipt(reached, other), one))
  })

  it.prop("takes many in any order, and again", { from: Before, one: Receipts, other: Receipts }, (told) => {
    const [one, other] = [receipts(told.one), receipts(told.other)]
    const once = fold(given(told.from), [...one, ...other])
    assert.deepStrictEqual(fold(given(told.from), [...other, ...one, ...other].toReversed()), once)
    assert.deepStrictEqual(fold(once, [...one, ...other]), once)
  })

  it.prop("never moves a status back, nor a time forwards", { from: Before, all: Receipts }, (told) => {
    for (const { from, to } of walk(given(told.from), receipts(told.all))) {
      assert.isAtLeast(ranks.indexOf(to.status), ranks.indexOf(from.status))
      for (const time of ["deliveredAt", "readAt"] as const) {
        const earlier = from[time]
        if (earlier !== null) assert.isTrue(to[time] !== null && DateTime.isLessThanOrEqualTo(to[time], earlier))
      }
    }
  })

  it.prop("shows the furthest that was told, and since when", { all: Receipts }, (told) => {
    const after = fold(given("sent"), receipts(told.all))
    const first = (...statuses: ReadonlyArray<PublicMessageStatus>) => {
      const times = told.all.filter(({ status }) => statuses.includes(status)).map(({ at }) => at)
      return times.length === 0 ? null : second(Math.min(...times))
    }
    const has = (status: PublicMessageStatus) => told.all.some((one) => one.status === status)
    const unless = has("failed") ? "failed" : "sent"
    const arrived = has("delivered") ? "delivered" : unless
    assert.strictEqual(after.status, has("read") ? "read" : arrived)
    assert.deepStrictEqual(after.deliveredAt, first("delivered", "read"))
    assert.deepStrictEqual(after.readAt, first("read"))
    assert.deepStrictEqual(after.annotations.failure?.at ?? null, first("failed"))
  })

  it.prop("has a reason exactly while it has failed", { from: Before, all: Receipts }, (told) => {
    for (const { to } of walk(given(told.from), receipts(told.all))) {
      assert.strictEqual(to.failure !== null, to.status === "failed")
    }
  })

  it("keeps a failure of what arrived as a note", () => {
    const late = fold(given("sent"), [receipt("delivered", 1), receipt("failed", 2, 131026)])
    assert.deepStrictEqual(late, {
      status: "delivered",
      failure: null,
      deliveredAt: second(1),
      readAt: null,
      annotations: { failure: { at: second(2), failure: rejected(131026) } }
    })
  })

  it("keeps the first of two failures, whichever is told first", () => {
    const both = [receipt("failed", 2, 1), receipt("failed", 1, 2)]
    for (const all of [both, both.toReversed()]) {
      assert.deepStrictEqual(fold(given("sent"), all), {
        ...given("failed"),
        failure: rejected(2),
        annotations: { failure: { at: second(1), failure: rejected(2) } }
      })
    }
  })

  it("takes what was read for delivered at that time, until an earlier time is told", () => {
    const read = withReceipt(given("sent"), receipt("read", 5))
    assert.deepStrictEqual([read.status, read.deliveredAt, read.readAt], ["read", second(5), second(5)])
    const delivered = withReceipt(read, receipt("delivered", 3))
    assert.deepStrictEqual([delivered.status, delivered.deliveredAt, delivered.readAt], ["read", second(3), second(5)])
  })

  it("says nothing of a send whose outcome is not recorded when it was sent", () => {
    for (const status of ["pending", "failed"] as const) {
      assert.deepStrictEqual(withReceipt(given(status), receipt("sent", 1)), given(status))
    }
  })

  it("takes what arrived after all for delivered, with no reason left", () => {
    const arrived = withReceipt(given("failed"), receipt("delivered", 1))
    assert.deepStrictEqual([arrived.status, arrived.failure], ["delivered", null])
    assert.deepStrictEqual(announcedReceipts(given("failed"), arrived), ["delivered"])
  })
})

describe("announcedReceipts", () => {
  it.prop("announces each once, and delivered before read", { from: Before, all: Receipts }, (told) => {
    const events = announced(given(told.from), receipts(told.all))
    assert.strictEqual(new Set(events).size, events.length)
    if (events.includes("read")) assert.isAbove(events.indexOf("read"), events.indexOf("delivered"))
    const after = fold(given(told.from), receipts(told.all))
    assert.strictEqual(events.includes("delivered"), after.deliveredAt !== null)
    assert.strictEqual(events.includes("read"), after.readAt !== null)
  })

  it.prop("announces a failure only of what had not arrived", { from: Before, all: Receipts }, (told) => {
    for (const step of walk(given(told.from), receipts(told.all))) {
      if (!step.announced.includes("failed")) continue
      assert.deepStrictEqual([step.announced, step.from.deliveredAt], [["failed"], null])
    }
  })

  it.each([
    [["read"], ["delivered", "read"]],
    [
      ["delivered", "read", "read", "delivered", "sent"],
      ["delivered", "read"]
    ],
    [["failed", "failed"], ["failed"]],
    [["delivered", "failed"], ["delivered"]],
    [
      ["failed", "delivered"],
      ["failed", "delivered"]
    ],
    [["sent"], []]
  ] as const)("%j: %j", (told, events) => {
    assert.deepStrictEqual(
      announced(
        given("sent"),
        told.map((status, at) => receipt(status, at))
      ),
      [...events]
    )
  })
})
