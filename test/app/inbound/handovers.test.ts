import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, type Schema } from "effect"
import { closeConversation } from "../../../src/app/conversations/conversations.ts"
import { eventTypesOf } from "../../../testing/given/seen.ts"
import { serviceAccess } from "../../../testing/given/givenMember.ts"
import { fromPerson, metadata, ofBusiness, ofPage, ofWhatsApp, pageId } from "../../meta/inbound/deliveries.ts"
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

const from = "16505551234"
const message = (id: string, before = 9) => ({ id, from, timestamp: stamp(before), type: "text", text: { body: id } })
const writes = (id: string, before = 9) => ofWhatsApp({ messages: [message(id, before)] })
const standby = (part: Schema.Json) => ofWhatsApp({ standby: part }, "standby")

const handover = (secondsBefore: number, newRole: string, previousRole = "customer_service") =>
  ofBusiness("messaging_handovers", {
    messaging_product: "whatsapp",
    recipient: metadata,
    sender: { phone_number: from },
    timestamp: stamp(secondsBefore),
    type: "control_passed",
    control_passed: { previous_owner_role: previousRole, new_owner_role: newRole }
  })
const toAgent = (before: number) => handover(before, "ai_agent")
const toPeople = (before: number) => handover(before, "escalation", "ai_agent")

const statuses = (rows: ReadonlyArray<{ readonly status: string }>) => rows.map(({ status }) => status)

describe("WhatsApp standby", () => {
  it.effect("standby: messages and echoes are stored and announced, and none is unread", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const body = { to: from, type: "text", text: { body: "The agent's answer" } }
      const echo = { id: "wamid.E", timestamp: stamp(8), message: body }
      const read = { id: "wamid.E", status: "read", timestamp: stamp(7), recipient_id: from }
      yield* processed(
        standby({ statuses: [read] }),
        standby({ contacts: [{ profile: { name: "Ada" }, wa_id: from }], messages: [message("wamid.1")] }),
        standby({ message_echoes: [echo] }),
        standby({ message_echoes: [echo], messages: [message("wamid.1")] })
      )
      const { contacts, conversations, messages } = yield* kept(id)
      assert.deepStrictEqual(
        contacts.map(({ name }) => name),
        ["Ada"]
      )
      assert.deepStrictEqual(
        conversations.map(({ unreadCount }) => unreadCount),
        [0]
      )
      assert.deepStrictEqual(
        messages.map(({ content, direction, status }) => [direction, content, status]),
        [
          ["inbound", { text: "wamid.1", standby: true }, "delivered"],
          ["outbound", { text: "The agent's answer", standby: true }, "read"]
        ]
      )
      assert.deepStrictEqual(yield* eventTypesOf(id), [
        "contact.created",
        "conversation.opened",
        "message.received",
        "message.sent",
        "message.delivered",
        "message.read"
      ])
      assert.deepStrictEqual(yield* problemsKept, [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each([true, false])(
    "standby: a message that both fields report is stored once, standby first: %s",
    (isFirst) =>
      Effect.gen(function* () {
        const { id } = yield* givenInbound
        const both = [standby({ messages: [message("wamid.1")] }), writes("wamid.1")]
        yield* processed(...(isFirst ? both : both.toReversed()))
        assert.lengthOf((yield* kept(id)).messages, 1)
      }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a handover", () => {
  it.effect("handovers: each handover changes the status, and is announced with the previous status", () =>
    Effect.gen(function* () {
      const { at, id, now } = yield* givenInbound
      yield* processed(writes("wamid.1"))
      const [conversation] = (yield* kept(id)).conversations
      if (conversation === undefined) return assert.fail("no conversation")
      yield* processed(toAgent(8))
      assert.deepStrictEqual(statuses((yield* kept(id)).conversations), ["ai_handling"])
      yield* processed(toPeople(7))
      assert.deepStrictEqual(statuses((yield* kept(id)).conversations), ["escalated"])
      yield* processed(handover(6, "customer_service", "escalation"))
      assert.deepStrictEqual(statuses((yield* kept(id)).conversations), ["open"])
      const changes = (yield* eventsIn(id)).filter(({ type }) => type === "conversation.updated")
      const event = (status: string, previous: string, seconds: number, roles: readonly [string, string]) => ({
        type: "conversation.updated",
        conversationId: conversation.id,
        occurredAt: now,
        data: {
          conversation: { id: conversation.id, contact_id: conversation.contactId, channel: "whatsapp", status },
          previous_status: previous,
          changed_by: "platform",
          reason: "control_passed",
          details: { previous_owner_role: roles[0], new_owner_role: roles[1] },
          timestamp: DateTime.formatIso(at(seconds))
        }
      })
      assert.deepStrictEqual(changes, [
        event("ai_handling", "open", -8, ["customer_service", "ai_agent"]),
        event("escalated", "ai_handling", -7, ["ai_agent", "escalation"]),
        event("open", "escalated", -6, ["escalation", "customer_service"])
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each([
    ["in order", [toAgent(8), toPeople(7)]],
    ["reversed", [toPeople(7), toAgent(8)]],
    ["repeated", [toAgent(8), toPeople(7), toAgent(8), toPeople(7)]],
    ["at once", [toAgent(7), toPeople(7)]],
    ["at once, reversed", [toPeople(7), toAgent(7)]]
  ] as const)("handovers: the latest handover decides, %s", ([, deliveries]) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(writes("wamid.1"), ...deliveries)
      assert.deepStrictEqual(statuses((yield* kept(id)).conversations), ["escalated"])
      for (const delivery of deliveries) yield* processed(delivery)
      assert.deepStrictEqual(statuses((yield* kept(id)).conversations), ["escalated"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("handovers: a handover before the first message of the person is deferred, and creates no contact", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(toPeople(7), toAgent(8))
      const before = yield* kept(id)
      assert.deepStrictEqual([before.contacts, before.conversations, before.parked.length], [[], [], 2])
      yield* processed(writes("wamid.1"))
      yield* retriedAfter(1)
      const after = yield* kept(id)
      assert.deepStrictEqual([statuses(after.conversations), after.parked], [["escalated"], []])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("handovers: a closed conversation stays closed, and none is opened", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(writes("wamid.1"))
      const [conversation] = (yield* kept(id)).conversations
      if (conversation === undefined) return assert.fail("no conversation")
      yield* closeConversation(serviceAccess(id), conversation.id, null)
      yield* processed(toAgent(8))
      assert.deepStrictEqual(statuses((yield* kept(id)).conversations), ["closed"])
      assert.notInclude(yield* eventTypesOf(id), "conversation.updated")
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("handovers: a handover without a person is announced as a change of the account", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const value = { recipient: metadata, timestamp: stamp(8), type: "control_taken", control_taken: {} }
      yield* processed(writes("wamid.1"), ofBusiness("messaging_handovers", value))
      const event = (yield* eventsIn(id)).find(({ type }) => type === "account.updated")
      assert.deepInclude(event?.data, { change: "control_taken", values: value })
      assert.deepStrictEqual(statuses((yield* kept(id)).conversations), ["open"])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect(
    "handovers: on Messenger another app that takes the thread is an agent, and passing it is an escalation",
    () =>
      Effect.gen(function* () {
        const { id } = yield* givenInbound
        const part = (event: Readonly<Record<string, Schema.Json>>, before: number) =>
          ofPage(fromPerson(pageId, { timestamp: millis(before), ...event }))
        yield* processed(part({ message: { mid: "m_1", text: "Hi" } }, 9))
        yield* processed(part({ take_thread_control: { new_owner_app_id: "1" } }, 8))
        assert.deepStrictEqual(statuses((yield* kept(id)).conversations), ["ai_handling"])
        yield* processed(part({ pass_thread_control: { previous_owner_app_id: "1" } }, 7))
        assert.deepStrictEqual(statuses((yield* kept(id)).conversations), ["escalated"])
      }).pipe(Effect.provide(inboundWorld))
  )
})
