import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { fromPerson, ofPage, ofWhatsApp, pageId } from "../../meta/inbound/deliveries.ts"
import { EventType } from "../../../src/domain/webhooks/Event.ts"
import type { Webhook } from "../../../src/domain/webhooks/Webhook.ts"
import { givenWebhook } from "../../../testing/given/given.ts"
import { outstandingOf } from "../../../testing/given/seen.ts"
import { eventsIn, givenInbound, inboundWorld, kept, millis, processed, retriedAfter, stamp } from "./scene.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const from = "15551234567"

const onNumber = (id: string, secondsBefore: number, parts: JsonObject) =>
  ofWhatsApp({ messages: [{ id, from, timestamp: stamp(secondsBefore), ...parts }] })
const said = onNumber("wamid.1", 60, { type: "text", text: { body: "Hello" } })

const onPage = (secondsBefore: number, parts: JsonObject) =>
  ofPage(fromPerson(pageId, { timestamp: millis(secondsBefore), ...parts }))
const saidOnPage = onPage(60, { message: { mid: "m_1", text: "Hello" } })

const fieldsOf = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))

const sorted = (notices: ReadonlyArray<unknown> = []) => notices.map((notice) => JSON.stringify(notice)).toSorted()

/** Every order of three. */
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0]
]

/** What is announced of every first message, before anything else of it. */
const firstEvents = ["contact.created", "conversation.opened", "message.received"]

/**
 * What is kept of the one message, and announced after it, when these are delivered in this order and again, each by
 * itself; nothing may be left over.
 */
const keptAfter = Effect.fnUntraced(function* (
  deliveries: ReadonlyArray<Schema.Json>,
  order: ReadonlyArray<number> = deliveries.map((_, place) => place)
) {
  const { id } = yield* givenInbound
  for (const place of [...order, ...order]) yield* processed(...deliveries.slice(place, place + 1))
  yield* retriedAfter(2)
  const { messages, parked } = yield* kept(id)
  assert.deepStrictEqual(parked, [])
  assert.lengthOf(messages, 1)
  const events = yield* eventsIn(id)
  assert.deepStrictEqual(
    events.slice(0, 3).map(({ type }) => type),
    firstEvents
  )
  const notices = events.slice(3).map(({ conversationId, data, type }) => {
    assert.strictEqual(conversationId, messages[0]?.conversationId)
    const { contact_id, conversation_id, message_id: _, channel: __, timestamp: ___, ...told } = fieldsOf(data)
    assert.deepStrictEqual([contact_id, conversation_id], [messages[0]?.contactId, messages[0]?.conversationId])
    return fieldsOf({ event: type, ...told })
  })
  const [message] = messages
  return message && { type: message.type, content: message.content, annotations: message.annotations, notices }
})

describe("a reaction", () => {
  const reaction = (id: string, secondsBefore: number, emoji: string) =>
    onNumber(id, secondsBefore, { type: "reaction", reaction: { message_id: "wamid.1", emoji } })

  it.effect.each(orders)("is stored on its message, and the latest reaction wins: %j", (order) =>
    Effect.gen(function* () {
      const deliveries = [said, reaction("wamid.2", 40, "👍"), reaction("wamid.3", 30, "❤️")]
      const message = yield* keptAfter(deliveries, order)
      assert.deepStrictEqual(
        message?.annotations.reactions?.map(({ by, reaction: one }) => [by, one]),
        [["contact", "❤️"]]
      )
      assert.deepStrictEqual(message?.content, { text: "Hello" })
      const heartFirst = order.indexOf(2) < order.indexOf(1) && order.indexOf(0) < order.indexOf(1)
      assert.deepStrictEqual(
        sorted(message?.notices),
        sorted([
          { event: "message.reaction", from, emoji: "❤️", latest: true },
          { event: "message.reaction", from, emoji: "👍", latest: !heartFirst }
        ])
      )
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("can be removed, and contact and business have separate reactions", () =>
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
      assert.deepStrictEqual(message?.notices, [
        { event: "message.reaction", from: "987654321432", emoji: "😢", latest: true },
        { event: "message.reaction", from: null, emoji: "👍", latest: true },
        { event: "message.reaction", from: "987654321432", emoji: null, latest: true }
      ])
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("an edit", () => {
  const edit = (number: number, text: string) =>
    onPage(50 - number, { message_edit: { mid: "m_1", num_edit: number, text } })

  it.effect.each(orders)(
    "replaces the content, the original content is stored, and the latest edit wins: %j",
    (order) =>
      Effect.gen(function* () {
        const message = yield* keptAfter([saidOnPage, edit(1, "Hello!"), edit(2, "Hello?")], order)
        assert.deepStrictEqual(message?.content, { text: "Hello?" })
        const { number, original } = message?.annotations.edit ?? {}
        assert.deepStrictEqual([number, original], [2, { type: "text", content: { text: "Hello" } }])
        assert.deepStrictEqual(
          sorted(message?.notices.map(({ content, event }) => [event, content])),
          sorted([
            ["message.edited", { text: "Hello!" }],
            ["message.edited", { text: "Hello?" }]
          ])
        )
      }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a deletion", () => {
  const deletion = onPage(20, { message: { mid: "m_1", is_deleted: true } })
  const edit = onPage(30, { message_edit: { mid: "m_1", num_edit: 1, text: "Hello!" } })

  it.effect.each(orders)("removes the content: %j", (order) =>
    Effect.gen(function* () {
      const { content, annotations, notices } = (yield* keptAfter([saidOnPage, edit, deletion], order)) ?? {}
      assert.deepStrictEqual(
        notices?.filter(({ event }) => event !== "message.edited"),
        [{ event: "message.deleted", from: "987654321432" }]
      )
      if (notices?.[0]?.["event"] !== "message.edited") assert.lengthOf(notices ?? [], 1)
      assert.deepStrictEqual(content, { text: "This message was deleted", deleted: true })
      assert.notProperty(annotations, "edit")
      assert.property(annotations, "deletedAt")
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("the events of reactions and deletions", () => {
  const reaction = onNumber("wamid.2", 40, { type: "reaction", reaction: { message_id: "wamid.1", emoji: "👍" } })
  const revoke = onNumber("wamid.3", 30, { type: "revoke", revoke: { original_message_id: "wamid.1" } })

  /** The deliveries of a subscription to these events, in the order of the conversation. */
  const deliveredTo = Effect.fnUntraced(function* (events: Webhook["events"]) {
    const { id, now } = yield* givenInbound
    yield* givenWebhook(id, { events })
    yield* processed(said, reaction, reaction, revoke)
    return (yield* outstandingOf(id, now)).map(({ event }) => [event.type, event.sequence])
  })

  it.effect("are sent to a subscription to these events alone, in the order of the conversation", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* deliveredTo(["message.reaction", "message.deleted"]), [
        ["message.reaction", 1],
        ["message.deleted", 2]
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("are not sent to a subscription to the first event types only", () =>
    Effect.gen(function* () {
      const types = (yield* deliveredTo([...EventType.literals, "postback"])).map(([type]) => type)
      assert.deepStrictEqual(types.toSorted(), firstEvents.toSorted())
    }).pipe(Effect.provide(inboundWorld))
  )
})
