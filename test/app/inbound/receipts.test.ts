import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, type Schema } from "effect"
import { World } from "../../../src/adapters/memory/World.ts"
import { personIdentity } from "../../../src/domain/contacts/ContactIdentity.ts"
import { messageSent } from "../../../src/domain/webhooks/messageEvents.ts"
import { EventId, PlatformMessageId } from "../../../src/domain/Ids.ts"
import { type Reservation, type SendIntent, SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import {
  fromPerson,
  instagramId,
  ofInstagram,
  ofPage,
  ofWhatsApp,
  pageId,
  psid,
  receivedAt
} from "../../meta/inbound/deliveries.ts"
import { givenOrganization, sendIntent, someone, uuid } from "../../../testing/given/given.ts"
import { messageOf } from "../../../testing/given/seen.ts"
import { eventsIn, givenInbound, inboundWorld, kept, millis, processed, retriedAfter, stamp } from "./scene.ts"

const status = (word: string, secondsBefore: number, parts: Readonly<Record<string, Schema.Json>> = {}) =>
  ofWhatsApp({
    statuses: [{ id: "wamid.out", status: word, timestamp: stamp(secondsBefore), recipient_id: someone, ...parts }]
  })

/** Records that the platform took the send, under this id. */
const settled = Effect.fnUntraced(function* (
  intent: SendIntent,
  { conversationId }: Reservation,
  id: string = "wamid.out"
) {
  const platformMessageId = PlatformMessageId.make(id)
  const { channel, organizationId } = intent.conversation
  const said = { organizationId, conversationId, channel, platformMessageId, to: intent.peer }
  const event = messageSent(EventId.make(yield* uuid), {
    ...said,
    type: "text",
    content: intent.content,
    at: intent.at
  })
  const { recordOutcome } = yield* SendLedger
  const outcome = { _tag: "Accepted", platformMessageId, waId: null, event } as const
  yield* recordOutcome(organizationId, intent.messageId, outcome, yield* DateTime.now)
})

/** A send of the number a minute ago that has no outcome yet. */
const givenReserved = Effect.gen(function* () {
  const inbound = yield* givenInbound
  const send = yield* sendIntent(inbound.id, inbound.number.id, { at: inbound.at(-60), phone: someone })
  const reservation = yield* (yield* SendLedger).reserve(inbound.id, send)
  return { ...inbound, send, reservation, settled: settled(send, reservation) }
})

const shownOf = Effect.fnUntraced(function* ({ id, send }: Effect.Success<typeof givenReserved>) {
  const message = yield* messageOf(id, send.messageId)
  return message && { status: message.status, deliveredAt: message.deliveredAt, readAt: message.readAt }
})

/** What was announced of messages, as type and time of the platform. */
const announced = Effect.fnUntraced(function* (id: Parameters<typeof eventsIn>[0]) {
  const events = JSON.parse(JSON.stringify(yield* eventsIn(id)))
  return events.flatMap(({ data, type }: { data: { timestamp?: string; message_id?: string }; type: string }) =>
    type.startsWith("message.") && type !== "message.received" ? [`${type} ${data.message_id} ${data.timestamp}`] : []
  )
})

describe("a status of an outbound message", () => {
  it.effect("is stored and announced once for each step", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { at, id, now } = given
      yield* given.settled
      for (const word of ["sent", "delivered", "delivered", "read", "delivered", "sent"]) {
        yield* processed(status(word, word === "read" ? 30 : 40))
      }
      assert.deepStrictEqual(yield* shownOf(given), { status: "read", deliveredAt: at(-40), readAt: at(-30) })
      const events = (yield* eventsIn(id)).slice(3)
      const data = { channel: "whatsapp", message_id: "wamid.out", to: someone }
      const conversationId = given.reservation.conversationId
      assert.deepStrictEqual(events, [
        {
          type: "message.delivered",
          conversationId,
          occurredAt: now,
          data: { ...data, status: "delivered", timestamp: "2026-11-21T11:59:20.000Z" }
        },
        {
          type: "message.read",
          conversationId,
          occurredAt: now,
          data: { ...data, status: "read", timestamp: "2026-11-21T11:59:30.000Z" }
        }
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("announces delivered and read if only read is reported", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      yield* given.settled
      yield* processed(status("read", 30))
      assert.deepStrictEqual(yield* announced(given.id), [
        "message.sent wamid.out 2026-11-21T11:59:00.000Z",
        "message.delivered wamid.out 2026-11-21T11:59:30.000Z",
        "message.read wamid.out 2026-11-21T11:59:30.000Z"
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is announced with the reason if it is a failure", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      yield* given.settled
      const error = { code: 131026, title: "Message undeliverable", message: "No", error_data: { details: "Not here" } }
      yield* processed(status("failed", 30, { errors: [error] }))
      const message = yield* messageOf(given.id, given.send.messageId)
      assert.deepStrictEqual(message?.failure, {
        _tag: "Rejected",
        code: 131026,
        title: "Message undeliverable",
        message: "Not here"
      })
      assert.deepStrictEqual((yield* eventsIn(given.id)).at(-1)?.data, {
        channel: "whatsapp",
        message_id: "wamid.out",
        to: someone,
        status: "failed",
        timestamp: "2026-11-21T11:59:30.000Z",
        error: { code: 131026, title: "Message undeliverable", message: "Not here" }
      })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("opts the contact out of marketing if the person stopped marketing messages", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { id, number } = given
      yield* given.settled
      const resume = {
        wa_id: someone,
        category: "marketing_messages",
        value: "resume",
        timestamp: stamp(50),
        detail: ""
      }
      yield* processed(ofWhatsApp({ user_preferences: [resume] }, "user_preferences"))
      assert.strictEqual((yield* kept(id)).contacts[0]?.optedIn, true)
      yield* processed(status("failed", 30, { errors: [{ code: 131050, title: "Stopped" }] }))
      assert.strictEqual((yield* kept(id)).contacts[0]?.optedIn, false)
      assert.deepStrictEqual(
        (yield* eventsIn(id)).slice(3).map(({ type }) => type),
        ["contact.updated", "contact.opted_in", "message.failed", "contact.updated", "contact.opted_out"]
      )
      assert.strictEqual(number.organizationId, id)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("waits for the outcome of the send, and is applied as soon as the outcome is stored", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { at, id } = given
      yield* processed(status("read", 30), status("delivered", 40), status("read", 30))
      assert.lengthOf((yield* kept(id)).parked, 2)
      assert.deepStrictEqual(yield* announced(id), [])
      yield* given.settled
      assert.deepStrictEqual(yield* retriedAfter(0), { problems: 0, parked: 2 })
      assert.deepStrictEqual(yield* shownOf(given), { status: "read", deliveredAt: at(-40), readAt: at(-30) })
      const { parked } = yield* kept(id)
      assert.deepStrictEqual(parked, [])
      const events = yield* announced(id)
      assert.lengthOf(events, 3)
      assert.deepStrictEqual(yield* retriedAfter(1_000), { problems: 0, parked: 0 })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("waits for a message that was sent elsewhere, and is applied with it", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenInbound
      yield* processed(status("read", 30), status("delivered", 40))
      const echo = { from: "15550783881", to: someone, id: "wamid.out", timestamp: stamp(60), type: "text" }
      const echoes = { message_echoes: [{ ...echo, text: { body: "Hi" } }] }
      yield* processed(ofWhatsApp(echoes, "smb_message_echoes"))
      const { messages, parked } = yield* kept(id)
      assert.deepStrictEqual(
        messages.map(({ deliveredAt, direction, readAt, status: state }) => [direction, state, deliveredAt, readAt]),
        [["outbound", "read", at(-40), at(-30)]]
      )
      assert.deepStrictEqual(parked, [])
      assert.lengthOf(yield* announced(id), 3)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is retried a limited number of times while its message is missing", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(status("read", 30))
      const tries = yield* Effect.forEach([1, 2, 10, 60, 600, 6_000, 60_000], retriedAfter)
      assert.deepStrictEqual(
        tries.map(({ parked }) => parked),
        [0, 1, 1, 1, 1, 0, 0]
      )
      assert.lengthOf((yield* kept(id)).parked, 1)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("stays with its organization after the number moved to another one", () =>
    Effect.gen(function* () {
      const { id, number } = yield* givenInbound
      yield* processed(status("read", 30))
      const globex = yield* givenOrganization()
      const { update } = yield* World
      yield* update((state) => ({
        ...state,
        channelAccounts: state.channelAccounts.map((connected) => {
          const account = { ...connected.account, organizationId: globex.id }
          return connected.account.id === number.id ? { ...connected, account } : connected
        })
      }))
      assert.deepStrictEqual(yield* retriedAfter(2), { problems: 0, parked: 1 })
      assert.deepStrictEqual([(yield* kept(id)).parked.length, (yield* kept(globex.id)).parked.length], [1, 0])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("applies to the send if an echo arrived before the outcome", () =>
    Effect.gen(function* () {
      const given = yield* givenReserved
      const { at, id } = given
      const echo = { from: "15550783881", to: someone, id: "wamid.out", timestamp: stamp(59), type: "text" }
      yield* processed(ofWhatsApp({ message_echoes: [{ ...echo, text: { body: "Hi" } }] }, "smb_message_echoes"))
      yield* processed(status("delivered", 40))
      yield* given.settled
      yield* processed(status("read", 30))
      assert.lengthOf((yield* kept(id)).messages, 1)
      assert.deepStrictEqual(yield* shownOf(given), { status: "read", deliveredAt: at(-40), readAt: at(-30) })
      assert.deepStrictEqual(yield* announced(id), [
        "message.sent wamid.out 2026-11-21T11:59:01.000Z",
        "message.delivered wamid.out 2026-11-21T11:59:20.000Z",
        "message.read wamid.out 2026-11-21T11:59:30.000Z"
      ])
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a watermark of delivered or read messages", () => {
  const echo = (account: string, mid: string, secondsBefore: number) => ({
    sender: { id: account },
    recipient: { id: psid },
    timestamp: millis(secondsBefore),
    message: { mid, text: "Hello", is_echo: true }
  })
  const mark = (kind: "read" | "delivery", upTo: number, secondsBefore = 1) =>
    ofPage(fromPerson(pageId, { timestamp: millis(secondsBefore), [kind]: { watermark: millis(upTo) } }))

  const statuses = Effect.fnUntraced(function* (id: Parameters<typeof kept>[0]) {
    const { messages } = yield* kept(id)
    return Object.fromEntries(messages.map(({ platformMessageId, status: state }) => [platformMessageId, state]))
  })

  it.effect("applies to messages sent up to its time", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(ofPage(echo(pageId, "m_1", 30), echo(pageId, "m_2", 20), echo(pageId, "m_3", 10)))
      yield* processed(mark("delivery", 15), mark("read", 25))
      assert.deepStrictEqual(yield* statuses(id), { m_1: "read", m_2: "delivered", m_3: "sent" })
      assert.deepStrictEqual((yield* announced(id)).slice(3), [
        "message.delivered m_1 2026-11-21T11:59:59.000Z",
        "message.delivered m_2 2026-11-21T11:59:59.000Z",
        "message.read m_1 2026-11-21T11:59:59.000Z"
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("applies to earlier messages that arrive later", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(ofPage(echo(pageId, "m_2", 10)))
      yield* processed(mark("read", 15))
      yield* processed(ofPage(echo(pageId, "m_1", 30)))
      assert.deepStrictEqual(yield* statuses(id), { m_1: "read", m_2: "sent" })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("waits for the person, and for a send without a stored outcome", () =>
    Effect.gen(function* () {
      const { at, id, page } = yield* givenInbound
      yield* processed(mark("read", 15))
      const identity = personIdentity("messenger", page, psid)
      const conversation = { channel: "messenger" } as const
      const send = yield* sendIntent(id, page.id, { at: at(-20), phone: null, identity, type: "text", conversation })
      const reservation = yield* (yield* SendLedger).reserve(id, send)
      assert.deepStrictEqual(yield* retriedAfter(2), { problems: 0, parked: 1 })
      assert.lengthOf((yield* kept(id)).parked, 1)
      yield* settled(send, reservation, "m_1")
      assert.deepStrictEqual(yield* retriedAfter(0), { problems: 0, parked: 1 })
      assert.deepStrictEqual(yield* statuses(id), { m_1: "read" })
      assert.lengthOf((yield* kept(id)).parked, 0)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("applies to the seen message and all messages sent before it", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(ofInstagram(...["m_1", "m_2", "m_3"].map((mid, place) => echo(instagramId, mid, 30 - place))))
      yield* processed(ofInstagram(fromPerson(instagramId, { timestamp: millis(1), read: { mid: "m_2" } })))
      assert.deepStrictEqual(yield* statuses(id), { m_1: "read", m_2: "read", m_3: "sent" })
    }).pipe(Effect.provide(inboundWorld))
  )

  const seen = ofInstagram(fromPerson(instagramId, { timestamp: millis(1), read: { mid: "m_2" } }))
  it.effect.each([
    ["after the messages", [echo(instagramId, "m_1", 30)], [echo(instagramId, "m_2", 20)], seen],
    ["between the messages", [echo(instagramId, "m_1", 30)], seen, [echo(instagramId, "m_2", 20)]],
    ["before the messages", seen, [echo(instagramId, "m_1", 30)], [echo(instagramId, "m_2", 20)]],
    ["before the messages, the later one first", seen, [echo(instagramId, "m_2", 20)], [echo(instagramId, "m_1", 30)]],
    ["between the messages, the later one first", [echo(instagramId, "m_2", 20)], seen, [echo(instagramId, "m_1", 30)]]
  ] as const)("has the same result when reports arrive %s", ([, ...deliveries]) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      for (const delivery of deliveries) yield* processed("object" in delivery ? delivery : ofInstagram(...delivery))
      yield* retriedAfter(2)
      assert.deepStrictEqual(yield* statuses(id), { m_1: "read", m_2: "read" })
      assert.lengthOf((yield* kept(id)).parked, 0)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("has the same result if it arrives together with the seen message", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(ofInstagram(echo(instagramId, "m_1", 30)))
      yield* processed(ofInstagram(echo(instagramId, "m_2", 20)), seen)
      assert.deepStrictEqual(yield* statuses(id), { m_1: "read", m_2: "read" })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("ends at the time of the send if the seen message is a send whose outcome is stored later", () =>
    Effect.gen(function* () {
      const { at, id, instagram } = yield* givenInbound
      const identity = personIdentity("instagram", instagram, psid)
      const conversation = { channel: "instagram" } as const
      const send = yield* sendIntent(id, instagram.id, {
        at: at(-22),
        phone: null,
        identity,
        type: "text",
        conversation
      })
      const reservation = yield* (yield* SendLedger).reserve(id, send)
      yield* processed(ofInstagram(echo(instagramId, "m_1", 21)), ofInstagram(echo(instagramId, "m_2", 20)), seen)
      assert.deepStrictEqual(yield* retriedAfter(2), { problems: 0, parked: 1 })
      assert.lengthOf((yield* kept(id)).parked, 1)
      yield* settled(send, reservation, "m_2")
      assert.deepStrictEqual(yield* retriedAfter(0), { problems: 0, parked: 1 })
      assert.deepStrictEqual(yield* statuses(id), { m_1: "sent", m_2: "read" })
      assert.lengthOf((yield* kept(id)).parked, 0)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("uses the time of the event as the delivered and read time", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenInbound
      yield* processed(ofPage(echo(pageId, "m_1", 30)), mark("read", 25, 3))
      const { messages } = yield* kept(id)
      assert.deepStrictEqual(
        messages.map(({ deliveredAt, readAt }) => [deliveredAt, readAt]),
        [[at(-3), at(-3)]]
      )
      assert.isTrue(DateTime.isLessThan(at(-3), receivedAt))
    }).pipe(Effect.provide(inboundWorld))
  )
})
