import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import { fromPerson, metadata, ofPage, ofWhatsApp, pageId, read, shown } from "./deliveries.ts"
import { areHere, deliveries } from "./fixtures.ts"
import { Pick } from "./mutated.ts"

type Json = Schema.Json

const Entry = Schema.Struct({
  id: Schema.Json,
  time: Schema.optionalKey(Schema.Json),
  changes: Schema.optionalKey(Schema.Array(Schema.Json)),
  messaging: Schema.optionalKey(Schema.Array(Schema.Json)),
  standby: Schema.optionalKey(Schema.Array(Schema.Json))
})
const readEntries = Schema.decodeUnknownSync(Schema.Struct({ object: Schema.String, entry: Schema.Array(Entry) }))

/** An item of a delivery with its entry. */
interface Part {
  readonly object: string
  readonly entry: { readonly id: Json; readonly time?: Json }
  readonly list: "changes" | "messaging" | "standby"
  readonly item: Json
}

const lists = ["changes", "messaging", "standby"] as const

const partsOf = (delivery: Json): ReadonlyArray<Part> => {
  const { entry, object } = readEntries(delivery)
  return entry.flatMap(({ changes = [], messaging = [], standby = [], ...rest }) => {
    const items = { changes, messaging, standby }
    return lists.flatMap((list) => items[list].map((item) => ({ object, entry: rest, list, item })))
  })
}

/** The items in a canonical order. */
const sorted = (items: ReadonlyArray<Inbound>) => items.map((item) => JSON.stringify([item.key, shown(item)])).sort()

/** The parts as one delivery: each in an entry, or in that of the part before where both say the same of themselves. */
const together = (object: string, parts: ReadonlyArray<Part>, joined: ReadonlyArray<boolean>): Json => {
  const entries: Array<{ about: Part["entry"]; parts: Array<Part> }> = []
  for (const [place, part] of parts.entries()) {
    const last = entries.at(-1)
    const isSame = JSON.stringify(last?.about) === JSON.stringify(part.entry)
    if (last !== undefined && isSame && joined[place % Math.max(1, joined.length)] === true) last.parts.push(part)
    else entries.push({ about: part.entry, parts: [part] })
  }
  const entry = entries.map(({ about, parts }) => {
    const held = lists.flatMap((list) => {
      const items = parts.filter((part) => part.list === list).map(({ item }) => item)
      return items.length === 0 ? [] : [[list, items] as const]
    })
    return Object.fromEntries<Json>([...Object.entries(about), ...held])
  })
  return { object, entry }
}

const all = deliveries.flatMap(([, delivery]) => partsOf(delivery))
const objects = ["whatsapp_business_account", "page", "instagram"] as const

describe.skipIf(!areHere)("batches of recorded deliveries", () => {
  it.prop(
    "inbound: items are the same in one delivery, in many, and in any order",
    { object: Schema.Literals(objects), picks: Schema.Array(Pick), joined: Schema.Array(Schema.Boolean) },
    ({ joined, object, picks }) => {
      const own = all.filter((part) => part.object === object)
      const parts = picks.flatMap((pick) => own[pick % own.length] ?? [])
      const apart = parts.flatMap((part) => read(together(object, [part], [])))
      assert.deepStrictEqual(sorted(read(together(object, parts, joined))), sorted(apart))
      assert.deepStrictEqual(sorted(read(together(object, parts.toReversed(), joined))), sorted(apart))
    },
    { arbitrary: { runs: 500 } }
  )
})

const Written = Schema.Struct({
  id: Schema.Literals(["a", "b", "c", "d", "e", "f"]),
  person: Schema.Literals(["16505551234", "16505555678", "US.1"]),
  as: Schema.Literals(["from", "from_user_id"])
})

const contacts = [
  { profile: { name: "Ada" }, wa_id: "16505551234" },
  { profile: { name: "Bob" }, wa_id: "16505555678", user_id: "US.2" },
  { profile: { name: "Eve" }, user_id: "US.1" }
]

describe("batches of WhatsApp reports", () => {
  it.prop(
    "inbound: WhatsApp items are the same in one value and in separate values",
    { written: Schema.Array(Written), failed: Schema.Array(Schema.Literals(["a", "b"])) },
    ({ failed, written }) => {
      const messages = written.map(({ as, id, person }) => ({
        id,
        [as]: person,
        timestamp: "1749416383",
        type: "text"
      }))
      const statuses = failed.map((id) => ({
        id,
        status: "failed",
        timestamp: "1749416383",
        recipient_id: "16505551234"
      }))
      const apart = [
        ...messages.map((message) => ({ contacts, messages: [message] })),
        ...statuses.map((status) => ({ contacts, statuses: [status] }))
      ]
      const one = read(ofWhatsApp({ contacts, messages, statuses }))
      const eachOfItsOwn = apart.flatMap((value) => read(ofWhatsApp(value)))
      assert.deepStrictEqual(one, eachOfItsOwn)
      const changes = apart.map((value) => ({ field: "messages", value: { metadata, ...value } }))
      const [entry] = ofWhatsApp({}).entry
      assert.deepStrictEqual(read({ ...ofWhatsApp({}), entry: [{ ...entry, changes }] }), eachOfItsOwn)
    }
  )

  it.prop("inbound: unknown WhatsApp values do not affect other values", { odd: Schema.Json }, ({ odd }) => {
    const message = (id: string) => ({ id, from: "16505551234" })
    const around = (...inner: ReadonlyArray<Json>) =>
      read(ofWhatsApp({ messages: [message("a"), ...inner, message("b")] }))
    const [first, last] = around()
    const items = around(odd)
    assert.deepStrictEqual([items.at(0), items.at(-1)], [first, last])
    assert.lengthOf(items, 3)
  })
})

describe("batches of Messenger reports", () => {
  it.prop("inbound: unknown Messenger values do not affect other values", { odd: Schema.Json }, ({ odd }) => {
    const message = (mid: string) => fromPerson(pageId, { message: { mid, text: "Hi" } })
    const between = read(ofPage(odd))
    assert.isNotEmpty(between)
    assert.deepStrictEqual(read(ofPage(message("a"), odd, message("b"))), [
      ...read(ofPage(message("a"))),
      ...between,
      ...read(ofPage(message("b")))
    ])
  })
})
