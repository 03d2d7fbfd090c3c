import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { MessageFailure, PublicMessageStatus } from "../../../src/domain/messages/Message.ts"
import {
  announcedReceipts,
  type Receipt,
  type Received,
  withReceipt
} from "../../../src/domain/messages/messageReceipts.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

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

lawTests(runner, "receipts, by its laws", Laws.receipts, { announcedReceipts, withReceipt })

describe("withReceipt", () => {
  it("stores a failure after the arrival as an annotation", () => {
    const late = fold(given("sent"), [receipt("delivered", 1), receipt("failed", 2, 131026)])
    assert.deepStrictEqual(late, {
      status: "delivered",
      failure: null,
      deliveredAt: second(1),
      readAt: null,
      annotations: { failure: { at: second(2), failure: rejected(131026) } }
    })
  })

  it("returns the earlier of two failures, in any order of arrival", () => {
    const both = [receipt("failed", 2, 1), receipt("failed", 1, 2)]
    for (const all of [both, both.toReversed()]) {
      assert.deepStrictEqual(fold(given("sent"), all), {
        ...given("failed"),
        failure: rejected(2),
        annotations: { failure: { at: second(1), failure: rejected(2) } }
      })
    }
  })

  it("sets the delivered time of a read message to the read time, until an earlier time is reported", () => {
    const read = withReceipt(given("sent"), receipt("read", 5))
    assert.deepStrictEqual([read.status, read.deliveredAt, read.readAt], ["read", second(5), second(5)])
    const delivered = withReceipt(read, receipt("delivered", 3))
    assert.deepStrictEqual([delivered.status, delivered.deliveredAt, delivered.readAt], ["read", second(3), second(5)])
  })

  it("ignores a sent time for a send without a recorded outcome", () => {
    for (const status of ["pending", "failed"] as const) {
      assert.deepStrictEqual(withReceipt(given(status), receipt("sent", 1)), given(status))
    }
  })

  it("sets a failed message to delivered if it arrived, and removes the failure", () => {
    const arrived = withReceipt(given("failed"), receipt("delivered", 1))
    assert.deepStrictEqual([arrived.status, arrived.failure], ["delivered", null])
    assert.deepStrictEqual(announcedReceipts(given("failed"), arrived), ["delivered"])
  })
})

describe("announcedReceipts", () => {
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
