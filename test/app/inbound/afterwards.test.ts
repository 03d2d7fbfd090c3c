import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { eventTypesOf } from "../../support/seen.ts"
import { fromPerson, ofPage, ofWhatsApp, pageId } from "../../meta/inbound/deliveries.ts"
import { givenInbound, inboundWorld, kept, millis, processed, retriedAfter, stamp } from "./scene.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const from = "15551234567"

const onNumber = (id: string, secondsBefore: number, parts: JsonObject) =>
  ofWhatsApp({ messages: [{ id, from, timestamp: stamp(secondsBefore), ...parts }] })
const said = onNumber("wamid.1", 60, { type: "text", text: { body: "Hello" } })

const onPage = (secondsBefore: number, parts: JsonObject) =>
  ofPage(fromPerson(pageId, { timestamp: millis(secondsBefore), ...parts }))
const saidOnPage = onPage(60, { message: { mid: "m_1", text: "Hello" } })

/** Every order of three. */
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0]
]

/** What is kept of the one message when these are delivered in this order, each by itself; nothing may be left over. */
const keptAfter = Effect.fnUntraced(function* (
  deliveries: ReadonlyArray<Schema.Json>,
  order: ReadonlyArray<number> = deliveries.map((_, place) => place)
) {
  const { id } = yield* givenInbound
  for (const place of order) yield* processed(...deliveries.slice(place, place + 1))
  yield* retriedAfter(2)
  const { messages, parked } = yield* kept(id)
  assert.deepStrictEqual(parked, [])
  assert.lengthOf(messages, 1)
  assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened", "message.received"])
  const [message] = messages
  return message && { type: message.type, content: message.content, annotations: message.annotations }
})

describe("a reaction", () => {
  const reaction = (id: string, secondsBefore: number, emoji: string) =>
    onNumber(id, secondsBefore, { type: "reaction", reaction: { message_id: "wamid.1", emoji } })

  it.effect.each(orders)("is kept on its message, the latest of them: %j", (order) =>
    Effect.gen(function* () {
      const deliveries = [said, reaction("wamid.2", 40, "👍"), reaction("wamid.3", 30, "❤️")]
      const message = yield* keptAfter(deliveries, order)
      assert.deepStrictEqual(
        message?.annotations.reactions?.map(({ by, reaction: one }) => [by, one]),
        [["contact", "❤️"]]
      )
      assert.deepStrictEqual(message?.content, { text: "Hello" })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("may be taken back, and each side has its own", () =>
    Effect.gen(function* () {
      const sides = { sender: { id: pageId }, recipient: { id: "987654321432" } }
      const message = yield* keptAfter([
        saidOnPage,
        onPage(40, { reaction: { mid: "m_1", action: "react", emoji: "😢" } }),
        onPage(30, { ...sides, reaction: { mid: "m_1", action: "react", emoji: "👍" } }),
        onPage(20, { reaction: { mid: "m_1", action: "unreact" } })
      ])
      assert.deepStrictEqual(
        message?.annotations.reactions?.map(({ by, reaction: one }) => [by, one]),
        [
          ["business", "👍"],
          ["contact", null]
        ]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("an edit", () => {
  const edit = (number: number, text: string) =>
    onPage(50 - number, { message_edit: { mid: "m_1", num_edit: number, text } })

  it.effect.each(orders)("is what the message says, the latest of them, with what it said at first: %j", (order) =>
    Effect.gen(function* () {
      const message = yield* keptAfter([saidOnPage, edit(1, "Hello!"), edit(2, "Hello?")], order)
      assert.deepStrictEqual(message?.content, { text: "Hello?" })
      const { number, original } = message?.annotations.edit ?? {}
      assert.deepStrictEqual([number, original], [2, { type: "text", content: { text: "Hello" } }])
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a deletion", () => {
  const deletion = onPage(20, { message: { mid: "m_1", is_deleted: true } })
  const edit = onPage(30, { message_edit: { mid: "m_1", num_edit: 1, text: "Hello!" } })

  it.effect.each(orders)("leaves nothing of what was said: %j", (order) =>
    Effect.gen(function* () {
      const { content, annotations } = (yield* keptAfter([saidOnPage, edit, deletion], order)) ?? {}
      assert.deepStrictEqual(content, { text: "This message was deleted", deleted: true })
      assert.notProperty(annotations, "edit")
      assert.property(annotations, "deletedAt")
    }).pipe(Effect.provide(inboundWorld))
  )
})
