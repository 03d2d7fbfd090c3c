import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, type Schema } from "effect"
import { World } from "../../../src/adapters/memory/World.ts"
import { expireSends } from "../../../src/app/sends/reserveSend.ts"
import {
  type ContactIdentity,
  personIdentity,
  userContactIdentity
} from "../../../src/domain/contacts/ContactIdentity.ts"
import type { MessageId } from "../../../src/domain/Ids.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { type SendIntent, SendLedger, type SendOutcome } from "../../../src/ports/sends/SendLedger.ts"
import { ofPage, ofWhatsApp, pageId, psid } from "../../meta/inbound/deliveries.ts"
import {
  givenAccount,
  givenOrganization,
  type IntentChanges,
  phoneOf,
  sendIntent,
  someone
} from "../../../testing/given/given.ts"
import { messageOf, usedBy } from "../../../testing/given/seen.ts"
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

/** A send of the number a minute ago whose answer was lost. */
const givenLost = Effect.fnUntraced(function* (changes: Partial<IntentChanges> = {}) {
  const inbound = yield* givenInbound
  const { reserve, recordOutcome } = yield* SendLedger
  const send = yield* sendIntent(inbound.id, inbound.number.id, { at: inbound.at(-60), phone: someone, ...changes })
  yield* reserve(inbound.id, send)
  yield* recordOutcome(inbound.id, send.messageId, lost, inbound.at(-50))
  return { ...inbound, send }
})

/** A status that names a send. */
const status = (data: Schema.Json, parts: Readonly<Record<string, Schema.Json>> = {}) =>
  ofWhatsApp({
    statuses: [
      {
        id: "wamid.out",
        status: "delivered",
        timestamp: stamp(40),
        recipient_id: someone,
        biz_opaque_callback_data: data,
        ...parts
      }
    ]
  })

/** Takes the bodies in, and tries again what was parked. */
const told = Effect.fnUntraced(function* (...bodies: ReadonlyArray<Schema.Json>) {
  yield* processed(...bodies)
  yield* retriedAfter(0)
})

const typesIn = (id: Parameters<typeof eventsIn>[0]) =>
  Effect.map(eventsIn(id), (events) => events.map(({ type }) => type))

const begun = ["contact.created", "conversation.opened"]

interface Shown {
  readonly status: string
  readonly platformMessageId: string | null
  readonly failure: unknown
}

const shownOf = Effect.fnUntraced(function* (id: Parameters<typeof eventsIn>[0], messageId: MessageId) {
  const message = yield* messageOf(id, messageId)
  assert.isNotNull(message)
  const { failure, platformMessageId, status } = message
  const shown: Shown = { status, platformMessageId, failure }
  return shown
})

const stillLost: Shown = { status: "failed", platformMessageId: null, failure: lost.failure }

describe("a send without an answer", () => {
  it.effect("is completed by the first status with its id, and announced once", () =>
    Effect.gen(function* () {
      const { at, id, now, send } = yield* givenLost()
      yield* told(status(send.messageId))
      yield* told(status(send.messageId), status(send.messageId, { status: "sent", timestamp: stamp(45) }))
      yield* told(status(send.messageId, { status: "read", timestamp: stamp(30) }))

      const message = yield* messageOf(id, send.messageId)
      assert.deepStrictEqual(yield* shownOf(id, send.messageId), {
        status: "read",
        platformMessageId: "wamid.out",
        failure: null
      })
      assert.deepStrictEqual([message?.deliveredAt, message?.readAt], [at(-40), at(-30)])
      assert.deepStrictEqual(yield* typesIn(id), [...begun, "message.sent", "message.delivered", "message.read"])
      const [sent, delivered] = (yield* eventsIn(id)).slice(2)
      assert.deepStrictEqual(sent?.data, {
        channel: "whatsapp",
        message_id: "wamid.out",
        to: someone,
        type: "template",
        content: send.content,
        status: "sent",
        timestamp: DateTime.formatIso(at(-40))
      })
      assert.deepStrictEqual(sent?.occurredAt, now)
      assert.deepStrictEqual(sent?.conversationId, delivered?.conversationId)
      assert.strictEqual(yield* usedBy(id, now), 1)
      const { messages, parked } = yield* kept(id)
      assert.deepStrictEqual([messages.length, parked.length], [1, 0])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is announced at the time of its earliest report, and without the values of its template", () =>
    Effect.gen(function* () {
      const template = { name: "welcome", language: "en", components: [{ type: "body", parameters: [] }] }
      const { at, id, send } = yield* givenLost({ content: { template } })
      const late = status(send.messageId, { status: "read", timestamp: stamp(20) })
      const early = status(send.messageId, { status: "sent", timestamp: stamp(50) })
      yield* told(late, status(send.messageId), early)
      const sent = (yield* eventsIn(id)).find(({ type }) => type === "message.sent")
      assert.deepInclude(sent?.data, {
        content: { template: { name: "welcome", language: "en" } },
        timestamp: DateTime.formatIso(at(-50))
      })
      assert.deepStrictEqual((yield* messageOf(id, send.messageId))?.content, { template })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("becomes a failed message if the status reports a failure", () =>
    Effect.gen(function* () {
      const { id, send } = yield* givenLost()
      const errors = [{ code: 131047, title: "Re-engagement message" }]
      yield* told(status(send.messageId, { status: "failed", errors }))
      assert.deepInclude(yield* shownOf(id, send.messageId), {
        status: "failed",
        platformMessageId: "wamid.out"
      })
      assert.deepStrictEqual(yield* typesIn(id), [...begun, "message.sent", "message.failed"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each<readonly [string, Partial<IntentChanges>, Readonly<Record<string, Schema.Json>>]>([
    ["a number in another form", { phone: phoneOf(1) }, { recipient_id: `+${phoneOf(1)}` }],
    ["the ninth digit of Brazil", { phone: PhoneNumber.make("5511987654321") }, { recipient_id: "551187654321" }],
    [
      "a user id",
      { phone: null, identity: userContactIdentity("US.1"), conversation: {} },
      { recipient_id: null, recipient_user_id: "US.1" }
    ],
    ["the number beside a user id", {}, { recipient_user_id: "US.2" }]
  ])("is completed for a recipient with %s", ([, changes, parts]) =>
    Effect.gen(function* () {
      const { id, send } = yield* givenLost(changes)
      yield* told(status(send.messageId, parts))
      assert.deepInclude(yield* shownOf(id, send.messageId), { status: "delivered", failure: null })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each<readonly [string, Readonly<Record<string, Schema.Json>>]>([
    ["another recipient", { recipient_id: phoneOf(2) }],
    ["no recipient", { recipient_id: null }],
    ["a person of another kind", { recipient_id: null, recipient_user_id: "US.1" }],
    ["a group", { recipient_type: "group" }]
  ])("is not completed by a status about %s", ([, parts]) =>
    Effect.gen(function* () {
      const { id, send } = yield* givenLost()
      yield* told(status(send.messageId, parts))
      assert.deepStrictEqual(yield* shownOf(id, send.messageId), stillLost)
      assert.deepStrictEqual(yield* typesIn(id), begun)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is not completed by a status of another number or another organization", () =>
    Effect.gen(function* () {
      const { id, send } = yield* givenLost()
      yield* givenAccount(id, { externalId: "100000000000001" })
      const { id: other } = yield* givenOrganization()
      yield* givenAccount(other, { externalId: "100000000000002" })
      for (const number of ["100000000000001", "100000000000002"]) {
        const body = JSON.stringify(status(send.messageId)).replace(
          /"phone_number_id":"\d+"/,
          `"phone_number_id":"${number}"`
        )
        assert.include(body, number)
        yield* told(body)
      }
      assert.deepStrictEqual(yield* shownOf(id, send.messageId), stillLost)
      assert.deepStrictEqual(yield* typesIn(id), begun)
      assert.deepStrictEqual(yield* typesIn(other), [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each<Schema.Json>([
    "order 17",
    "",
    17,
    null,
    { id: 1 },
    "018f0000-0000-7000-8000-00000000000f",
    "x".repeat(5_000)
  ])("is not changed by data of other software (%j)", (data) =>
    Effect.gen(function* () {
      const { id, send } = yield* givenLost()
      yield* told(status(data))
      assert.deepStrictEqual(yield* shownOf(id, send.messageId), stillLost)
      assert.deepStrictEqual(yield* typesIn(id), begun)
      assert.deepStrictEqual(yield* problemsKept, [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("stays one message: a second id of the platform changes nothing", () =>
    Effect.gen(function* () {
      const { id, send } = yield* givenLost()
      yield* told(status(send.messageId))
      yield* told(status(send.messageId, { id: "wamid.other" }))
      assert.deepInclude(yield* shownOf(id, send.messageId), { platformMessageId: "wamid.out" })
      assert.deepStrictEqual(yield* typesIn(id), [...begun, "message.sent", "message.delivered"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("does not get the message of another send whose id is reported with its data", () =>
    Effect.gen(function* () {
      const { at, id, number, send } = yield* givenLost()
      yield* told(status(send.messageId))
      const { reserve } = yield* SendLedger
      const second = yield* sendIntent(id, number.id, { at: at(-10), phone: someone })
      yield* reserve(id, second)
      yield* told(status(second.messageId, { status: "read" }))
      assert.deepInclude(yield* shownOf(id, send.messageId), {
        status: "read",
        platformMessageId: "wamid.out"
      })
      assert.deepInclude(yield* shownOf(id, second.messageId), { status: "pending", platformMessageId: null })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("stays rejected after the platform refused it, for any later report", () =>
    Effect.gen(function* () {
      const { at, id, number, now } = yield* givenInbound
      const { recordOutcome, reserve } = yield* SendLedger
      const send = yield* sendIntent(id, number.id, { at: at(-60), phone: someone })
      yield* reserve(id, send)
      const failure = { _tag: "Rejected", code: 131000, title: "Something went wrong", message: "no" } as const
      yield* recordOutcome(id, send.messageId, { _tag: "NotSent", failure }, at(-50))
      yield* told(status(send.messageId))
      assert.deepStrictEqual(yield* shownOf(id, send.messageId), {
        status: "failed",
        platformMessageId: null,
        failure
      })
      assert.deepStrictEqual(yield* typesIn(id), begun)
      assert.strictEqual(yield* usedBy(id, now), 0)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is neither expired nor rejected after a status completed it", () =>
    Effect.gen(function* () {
      const { at, id, number, now } = yield* givenInbound
      const { recordOutcome, reserve } = yield* SendLedger
      const send = yield* sendIntent(id, number.id, { at: at(-600), phone: someone })
      yield* reserve(id, send)
      yield* told(status(send.messageId))
      assert.strictEqual(yield* expireSends(), 0)
      const failure = { _tag: "Rejected", code: 131000, title: "Something went wrong", message: "no" } as const
      yield* recordOutcome(id, send.messageId, { _tag: "NotSent", failure }, now)
      assert.deepInclude(yield* shownOf(id, send.messageId), { status: "delivered", failure: null })
      assert.strictEqual(yield* usedBy(id, now), 1)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each(["SendLedger.unanswered", "SendLedger.recordOutcome"] as const)(
    "is completed later if %s fails at first",
    (call) =>
      Effect.gen(function* () {
        const { id, send } = yield* givenLost()
        yield* (yield* World).failNext(call)
        yield* processed(status(send.messageId))
        assert.deepStrictEqual(yield* shownOf(id, send.messageId), stillLost)
        yield* retriedAfter(61)
        yield* retriedAfter(61)
        assert.deepInclude(yield* shownOf(id, send.messageId), { status: "delivered", failure: null })
        assert.deepStrictEqual(yield* typesIn(id), [...begun, "message.sent", "message.delivered"])
        assert.deepStrictEqual(yield* problemsKept, [])
      }).pipe(Effect.provide(inboundWorld))
  )
})

/** The echo of a send to a person of the Page, with the data that the send had. */
const echo = (metadata: Schema.Json, person = psid) =>
  ofPage({
    sender: { id: pageId },
    recipient: { id: person },
    timestamp: millis(40),
    message: { mid: "m_out", is_echo: true, app_id: 17, text: "Hello", metadata }
  })

/** A send of the Page whose answer was lost, to somebody whom nobody knows yet. */
const givenLostByPage = Effect.gen(function* () {
  const inbound = yield* givenInbound
  const { id, at, page } = inbound
  const { recordOutcome, reserve } = yield* SendLedger
  const identity: ContactIdentity = personIdentity("messenger", page, psid)
  const send: SendIntent = yield* sendIntent(id, page.id, {
    at: at(-60),
    phone: null,
    identity,
    conversation: { channel: "messenger" },
    type: "text",
    content: { text: "Hello" }
  })
  yield* reserve(id, send)
  yield* recordOutcome(id, send.messageId, lost, at(-50))
  return { ...inbound, send }
})

describe("a send of Messenger without an answer", () => {
  it.effect("is completed by its echo as one message, and announced once", () =>
    Effect.gen(function* () {
      const { id, now, send } = yield* givenLostByPage
      yield* told(echo(send.messageId))
      yield* told(echo(send.messageId))
      const { messages } = yield* kept(id)
      assert.deepStrictEqual(
        messages.map(({ id, platformMessageId, status }) => `${id} ${status} ${platformMessageId}`),
        [`${send.messageId} sent m_out`]
      )
      assert.deepStrictEqual(yield* typesIn(id), [...begun, "message.sent"])
      assert.strictEqual(yield* usedBy(id, now), 1)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each<readonly [string, Schema.Json, string]>([
    ["data of other software", "order 17", psid],
    ["no data", null, psid],
    ["a send that nobody made", "018f0000-0000-7000-8000-00000000000f", psid],
    ["the send, to another person", "", "100"]
  ])("is not completed by an echo with %s", ([, data, person]) =>
    Effect.gen(function* () {
      const { id, send } = yield* givenLostByPage
      yield* told(echo(data === "" ? send.messageId : data, person))
      assert.deepStrictEqual(yield* shownOf(id, send.messageId), stillLost)
      assert.strictEqual((yield* kept(id)).messages.length, 2)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is completed later if completion by its echo fails at first", () =>
    Effect.gen(function* () {
      const { id, send } = yield* givenLostByPage
      yield* (yield* World).failNext("SendLedger.recordOutcome")
      yield* processed(echo(send.messageId))
      assert.deepStrictEqual(yield* shownOf(id, send.messageId), stillLost)
      assert.strictEqual((yield* problemsKept).length, 1)
      yield* retriedAfter(11)
      assert.deepInclude(yield* shownOf(id, send.messageId), { status: "sent", failure: null })
      assert.deepStrictEqual(yield* problemsKept, [])
      assert.deepStrictEqual(yield* typesIn(id), [...begun, "message.sent"])
    }).pipe(Effect.provide(inboundWorld))
  )
})
