import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { type Fate, untouched } from "../../../emulator/webhooks/Fate.ts"
import * as Outbox from "../../../emulator/webhooks/Outbox.ts"
import { AnyOwed, ofNumber, reportOf, said } from "./platformReports.ts"

const owing = (...all: ReadonlyArray<readonly [text: string, fate: Partial<Fate>, due?: number]>) =>
  all.reduce(
    (outbox, [text, fate, due = 0]) => Outbox.add(outbox, said(text), { ...untouched, ...fate }, due),
    Outbox.empty
  )

/** The texts of each webhook, in order. */
const texts = (webhooks: ReadonlyArray<Outbox.Webhook>): ReadonlyArray<string> =>
  webhooks.map(({ body }) => Array.from(body.matchAll(/"text":"(\w+)"/g), ([, text]) => text).join("+"))

const sentBy = (outbox: Outbox.Outbox, until: number) => texts(Outbox.take(outbox, until)[0])

describe("reports without faults", () => {
  it("emulator outbox: due reports are sent one by one, oldest first", () => {
    const outbox = owing(["b", {}, 5], ["a", {}, 0], ["c", {}, 5])
    assert.deepStrictEqual(Outbox.nextDue(outbox), Option.some(0))
    assert.deepStrictEqual(sentBy(outbox, 4), ["a"])
    const [, rest] = Outbox.take(outbox, 4)
    assert.deepStrictEqual(Outbox.nextDue(rest), Option.some(5))
    assert.deepStrictEqual(sentBy(rest, 5), ["b", "c"])
  })

  it("emulator outbox: reports count as undelivered until their webhook completes", () => {
    const [webhooks, sent] = Outbox.take(owing(["a", {}], ["b", {}]), 0)
    assert.strictEqual(Outbox.undelivered(sent), 2)
    const [a, b] = webhooks
    if (a === undefined || b === undefined) assert.fail("both are sent")
    const settled = Outbox.complete(sent, a)
    assert.strictEqual(Outbox.undelivered(settled), 1)
    const again = Outbox.retry(settled, b, 9)
    assert.strictEqual(Outbox.undelivered(again), 1)
    assert.deepStrictEqual(sentBy(again, 8), [])
    assert.deepStrictEqual(sentBy(again, 9), ["b"])
  })
})

describe("reports with faults", () => {
  it("emulator outbox: a delay applies to one report", () => {
    const outbox = owing(["a", { delayMillis: 10 }], ["b", {}], ["c", {}, 5])
    assert.deepStrictEqual(sentBy(outbox, 9), ["b", "c"])
    assert.deepStrictEqual(sentBy(outbox, 10), ["b", "c", "a"])
  })

  it("emulator outbox: a reordered report lets the configured number of later ones pass", () => {
    const behind = { reports: 2, withinMillis: 100 }
    assert.deepStrictEqual(sentBy(owing(["a", { behind }], ["b", {}], ["c", {}], ["d", {}, 1]), 1), [
      "b",
      "c",
      "a",
      "d"
    ])
  })

  it("emulator outbox: a reordered report does not wait forever, nor for other objects", () => {
    const behind = { reports: 1, withinMillis: 100 }
    const held = Outbox.add(owing(["a", { behind }]), ofNumber("other"), untouched, 1)
    assert.deepStrictEqual(sentBy(held, 99), [""])
    assert.deepStrictEqual(sentBy(held, 100), ["", "a"])
  })

  it("emulator outbox: a batch has reports of one object until it is full or its time is over", () => {
    const batch = { size: 3, withinMillis: 100 }
    const outbox = owing(["a", { batch }], ["b", {}, 10], ["c", {}, 20], ["d", {}, 20])
    const withOther = Outbox.add(outbox, ofNumber("other"), untouched, 15)
    assert.deepStrictEqual(sentBy(withOther, 19), [""])
    assert.deepStrictEqual(sentBy(withOther, 20), ["", "a+b+c", "d"])
    assert.deepStrictEqual(sentBy(owing(["a", { batch }], ["b", {}, 10]), 99), [])
    assert.deepStrictEqual(sentBy(owing(["a", { batch }], ["b", {}, 10]), 100), ["a+b"])
  })

  it("emulator outbox: split reports have their own entries", () => {
    const batch = { size: 3, withinMillis: 100 }
    const [[webhook]] = Outbox.take(owing(["a", { batch }], ["b", { split: true }], ["c", {}]), 0)
    assert.deepStrictEqual(JSON.parse(webhook?.body ?? ""), {
      object: "page",
      entry: [
        { id: "7", time: 0, messaging: [{ text: "a" }, { text: "c" }] },
        { id: "7", time: 0, messaging: [{ text: "b" }] }
      ]
    })
  })

  it("emulator outbox: a body is repeated at once and later", () => {
    const outbox = owing(["a", { repeats: [0, 50] }], ["b", {}])
    assert.deepStrictEqual(sentBy(outbox, 49), ["a", "b", "a"])
    assert.deepStrictEqual(sentBy(outbox, 50), ["a", "b", "a", "a"])
  })

  it.each(["lost", "unanswered"] as const)("emulator outbox: a report that was %s is sent again", (spoiled) => {
    const [webhooks, rest] = Outbox.take(owing(["a", { spoiled }]), 999)
    assert.deepStrictEqual(
      webhooks.map((webhook) => webhook.spoiled),
      [spoiled]
    )
    assert.strictEqual(Outbox.undelivered(rest), 1)
    const [again, sent] = Outbox.take(rest, 1_000)
    assert.deepStrictEqual(
      again.map((webhook) => [webhook.spoiled, webhook.body]),
      [[null, webhooks[0]?.body]]
    )
    assert.strictEqual(Outbox.undelivered(again.reduce(Outbox.complete, sent)), 0)
  })

  it.prop(
    "emulator outbox: no report is lost, and each counts until it is delivered",
    {
      all: Schema.Array(AnyOwed),
      stops: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })))
    },
    ({ all, stops }) => {
      const reports = all.map(reportOf)
      let outbox = all.reduce(
        (box, owed, index) => Outbox.add(box, reports[index] ?? said("none"), owed.fate, owed.due),
        Outbox.empty
      )
      assert.strictEqual(Outbox.undelivered(outbox), all.length)
      const delivered: Array<unknown> = []
      for (const until of [...stops.toSorted((a, b) => a - b), Infinity]) {
        const [webhooks, rest] = Outbox.take(outbox, until)
        outbox = webhooks.reduce(Outbox.complete, rest)
        delivered.push(...webhooks.filter(({ owed }) => owed).flatMap((webhook) => webhook.reports))
        assert.strictEqual(Outbox.undelivered(outbox), all.length - delivered.length)
        for (const { body, reports: told } of webhooks) {
          assert.strictEqual(new Set(told.map(({ object }) => object)).size, 1)
          for (const { body: one } of told) if (one._tag !== "Change") assert.include(body, JSON.stringify(one.item))
        }
      }
      assert.sameMembers(delivered, reports)
      assert.strictEqual(delivered.length, reports.length)
      assert.deepStrictEqual(outbox, Outbox.empty)
    }
  )

  it.prop("emulator outbox: reports without faults stay in order", { dues: Schema.Array(AnyOwed) }, ({ dues }) => {
    const outbox = dues.reduce((box, { due }, index) => Outbox.add(box, said(`${index}`), untouched, due), Outbox.empty)
    assert.deepStrictEqual(
      sentBy(outbox, Infinity),
      dues
        .map(({ due }, index) => ({ due, index }))
        .toSorted((a, b) => a.due - b.due)
        .map(({ index }) => `${index}`)
    )
  })
})
