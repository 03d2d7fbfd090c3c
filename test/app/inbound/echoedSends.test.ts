import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { expireSends } from "../../../src/app/sends/reserveSend.ts"
import { personIdentity } from "../../../src/domain/contacts/ContactIdentity.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import { type SendIntent, SendLedger, type SendOutcome } from "../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../testing/given/accepted.ts"
import { sendIntent, someone } from "../../../testing/given/given.ts"
import { usedBy } from "../../../testing/given/seen.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { instagramId, ofInstagram, ofWhatsApp } from "../../meta/inbound/deliveries.ts"
import {
  eventsIn,
  givenInbound,
  inboundWorld,
  kept,
  millis,
  problemsKept,
  processed,
  retriedAfter,
  stamp
} from "./scene.ts"

const lost: SendOutcome = { _tag: "Unknown", failure: { _tag: "OutcomeUnknown", detail: "connection lost: after 3 s" } }
const igsid = "6170000000000001"
const text = { text: "Hello" }

/** An organization whose sends over Instagram are reserved and lost at some second before now. */
const givenSends = Effect.gen(function* () {
  const inbound = yield* givenInbound
  const { at, id, instagram } = inbound
  const { recordOutcome, reserve } = yield* SendLedger
  const reserved = Effect.fnUntraced(function* (
    before: number,
    content: { readonly [key: string]: Schema.Json } = text,
    person = igsid
  ) {
    const send = yield* sendIntent(id, instagram.id, {
      at: at(-before),
      phone: null,
      identity: personIdentity("instagram", instagram, person),
      conversation: { channel: "instagram" },
      type: "text",
      content
    })
    return { send, reservation: yield* reserve(id, send) }
  })
  const lose = ({ messageId }: Pick<SendIntent, "messageId">, before: number) =>
    recordOutcome(id, messageId, lost, at(-before))
  const reservedAndLost = Effect.fnUntraced(function* (before: number, content = text, person = igsid) {
    const { send } = yield* reserved(before, content, person)
    yield* lose(send, before - 5)
    return send
  })
  return { ...inbound, reserved, lose, reservedAndLost }
})

const echo = (mid: string, before: number, message: Schema.JsonObject = text, person = igsid) =>
  ofInstagram({
    sender: { id: instagramId },
    recipient: { id: person },
    timestamp: millis(before),
    message: { mid, is_echo: true, ...message }
  })

const rows = (id: Parameters<typeof kept>[0]) =>
  Effect.map(kept(id), ({ messages }) =>
    messages.map((message) => `${message.id} ${message.status} ${message.platformMessageId}`).toSorted()
  )

const typesIn = (id: Parameters<typeof eventsIn>[0]) =>
  Effect.map(eventsIn(id), (events) => events.map(({ type }) => type))

const opening = ["contact.created", "conversation.opened"]

describe("echoes of Instagram sends without an answer", () => {
  it.effect("instagram: the echo of a send without a received answer completes the send", () =>
    Effect.gen(function* () {
      const { id, now, reservedAndLost } = yield* givenSends
      const send = yield* reservedAndLost(60)
      yield* processed(echo("m_1", 59))
      yield* processed(echo("m_1", 59))
      assert.deepStrictEqual(yield* rows(id), [`${send.messageId} sent m_1`])
      assert.deepStrictEqual(yield* typesIn(id), [...opening, "message.sent"])
      assert.strictEqual(yield* usedBy(id, now), 1)
      yield* processed(
        ofInstagram({
          sender: { id: igsid },
          recipient: { id: instagramId },
          timestamp: millis(10),
          read: { mid: "m_1" }
        })
      )
      yield* retriedAfter(0)
      assert.deepStrictEqual(yield* rows(id), [`${send.messageId} read m_1`])
      assert.deepStrictEqual(yield* typesIn(id), [...opening, "message.sent", "message.delivered", "message.read"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("instagram: an intent without an outcome is completed by its stored echo after the deadline", () =>
    Effect.gen(function* () {
      const { id, now, reserved } = yield* givenSends
      const { send } = yield* reserved(400)
      const { send: silent } = yield* reserved(400, { text: "No echo" })
      yield* processed(echo("m_1", 399))
      assert.strictEqual(yield* expireSends(), 1)
      assert.deepStrictEqual(
        yield* rows(id),
        [`${send.messageId} sent m_1`, `${silent.messageId} failed null`].toSorted()
      )
      assert.strictEqual((yield* typesIn(id)).filter((type) => type === "message.sent").length, 1)
      assert.strictEqual(yield* usedBy(id, now), 2)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("instagram: equal texts without an answer match their echoes in order", () =>
    Effect.gen(function* () {
      const { id, reservedAndLost } = yield* givenSends
      const first = yield* reservedAndLost(60)
      const second = yield* reservedAndLost(50)
      yield* processed(echo("m_1", 59))
      yield* processed(echo("m_2", 49))
      assert.deepStrictEqual(
        yield* rows(id),
        [`${first.messageId} sent m_1`, `${second.messageId} sent m_2`].toSorted()
      )
      assert.deepStrictEqual(yield* typesIn(id), [...opening, "message.sent", "message.sent"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("instagram: the echo of an equal text whose answer is pending completes no other send", () =>
    Effect.gen(function* () {
      const { at, id, reserved, reservedAndLost } = yield* givenSends
      const failed = yield* reservedAndLost(60)
      const { reservation, send } = yield* reserved(20)
      yield* processed(echo("m_2", 19))
      const outcome = { ...(yield* accepted(send, reservation)), platformMessageId: PlatformMessageId.make("m_2") }
      yield* (yield* SendLedger).recordOutcome(id, send.messageId, outcome, at(0))
      assert.deepStrictEqual(
        yield* rows(id),
        [`${failed.messageId} failed null`, `${send.messageId} sent m_2`].toSorted()
      )
      yield* processed(echo("m_1", 59))
      assert.deepStrictEqual(yield* rows(id), [`${failed.messageId} sent m_1`, `${send.messageId} sent m_2`].toSorted())
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each<readonly [string, ReturnType<typeof echo>]>([
    ["another text", echo("m_1", 59, { text: "Hello!" })],
    ["another recipient", echo("m_1", 59, text, "6170000000000002")],
    ["a time long after the send", echo("m_1", -3600 + 60)],
    ["a time before the send", echo("m_1", 90)],
    [
      "an attachment",
      echo("m_1", 59, { attachments: [{ type: "image", payload: { url: "https://example.com/1.png" } }] })
    ],
    [
      "a story that it answers",
      echo("m_1", 59, { ...text, reply_to: { story: { id: "1", url: "https://example.com/1" } } })
    ]
  ])("instagram: an echo with %s is stored as a separate message", ([, body]) =>
    Effect.gen(function* () {
      const { id, reservedAndLost } = yield* givenSends
      const send = yield* reservedAndLost(60)
      yield* processed(body)
      const stored = yield* rows(id)
      assert.strictEqual(stored.length, 2)
      assert.include(stored, `${send.messageId} failed null`)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each<readonly [string, { readonly [key: string]: Schema.Json }, Schema.JsonObject]>([
    [
      "quick replies",
      { text: "Which?", quick_replies: [{ content_type: "text", title: "A", payload: "A" }] },
      { text: "Which?" }
    ],
    [
      "a file that the platform stores elsewhere",
      { attachment: { type: "image", payload: { url: "https://example.com/1.png" } } },
      { attachments: [{ type: "image", payload: { url: "https://lookaside.example/2" } }] }
    ],
    [
      "a template",
      { attachment: { type: "template", payload: { template_type: "generic", elements: [{ title: "Shoe" }] } } },
      { attachments: [{ type: "template", payload: { generic: { elements: [{ title: "Shoe" }] } } }] }
    ]
  ])("instagram: a send of %s is completed by its echo", ([, content, message]) =>
    Effect.gen(function* () {
      const { id, lose, reserved } = yield* givenSends
      const { send } = yield* reserved(60, content)
      yield* lose(send, 50)
      yield* processed(echo("m_1", 59, message))
      assert.deepStrictEqual(yield* rows(id), [`${send.messageId} sent m_1`])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("instagram: an echo whose matching fails at first is matched with the next attempt", () =>
    Effect.gen(function* () {
      const { id, reservedAndLost } = yield* givenSends
      const send = yield* reservedAndLost(60)
      yield* (yield* World).failNext("SendLedger.recordOutcome")
      yield* processed(echo("m_1", 59))
      assert.strictEqual((yield* problemsKept).length, 1)
      yield* retriedAfter(11)
      assert.deepStrictEqual(yield* rows(id), [`${send.messageId} sent m_1`])
      assert.deepStrictEqual(yield* problemsKept, [])
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("echoes of WhatsApp sends without an answer", () => {
  it.effect.each<readonly [string, boolean]>([
    ["the id of the send", true],
    ["the same text", false]
  ])("whatsapp: an echo with %s completes the send", ([, isNamed]) =>
    Effect.gen(function* () {
      const { at, id, number } = yield* givenInbound
      const { recordOutcome, reserve } = yield* SendLedger
      const send = yield* sendIntent(id, number.id, { at: at(-60), phone: someone, type: "text", content: text })
      yield* reserve(id, send)
      yield* recordOutcome(id, send.messageId, lost, at(-50))
      const message = {
        from: "15550783881",
        to: someone,
        id: "wamid.1",
        timestamp: stamp(60),
        type: "text",
        text: { body: "Hello" },
        ...(isNamed && { biz_opaque_callback_data: send.messageId })
      }
      yield* processed(ofWhatsApp({ message_echoes: [message] }, "smb_message_echoes"))
      assert.deepStrictEqual(yield* rows(id), [`${send.messageId} sent wamid.1`])
      assert.deepStrictEqual(yield* typesIn(id), [...opening, "message.sent"])
    }).pipe(Effect.provide(inboundWorld))
  )
})
