import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { changeSettings } from "../../../src/app/access/organizations.ts"
import { closeConversation } from "../../../src/app/conversations/conversations.ts"
import { snoozeConversation } from "../../../src/app/conversations/snoozes.ts"
import { phoneOf } from "../../../testing/given/given.ts"
import { serviceAccess } from "../../../testing/given/givenMember.ts"
import { eventsOf } from "../../../testing/given/seen.ts"
import { ofWhatsApp } from "../../meta/inbound/deliveries.ts"
import { givenInbound, inboundWorld, kept, processed, stamp } from "./scene.ts"

const phone = phoneOf(1)

const writes = (id: string) =>
  ofWhatsApp({ messages: [{ id, from: phone, timestamp: stamp(60), type: "text", text: { body: id } }] })

const taps = (id: string) =>
  ofWhatsApp({
    messages: [{ id, from: phone, timestamp: stamp(60), type: "button", button: { payload: "p", text: "Yes" } }]
  })

/** A conversation that the contact began, and that was closed. */
const givenClosed = Effect.fnUntraced(function* (reopenWithinDays: number | null) {
  const scene = yield* givenInbound
  const { id } = scene
  yield* changeSettings(id, { reopenWithinDays })
  yield* processed(writes("wamid.1"))
  const [first] = (yield* kept(id)).conversations
  if (first === undefined) return assert.fail("there is no conversation")
  yield* closeConversation(serviceAccess(id), first.id, "Refunded")
  const conversations = Effect.map(kept(id), (found) => found.conversations)
  return { id, first, conversations }
})

describe("the next message after closing", () => {
  it.effect("reopening: without a policy, a message begins a new conversation", () =>
    Effect.gen(function* () {
      const { conversations } = yield* givenClosed(null)
      yield* processed(writes("wamid.2"))
      assert.deepStrictEqual((yield* conversations).map(({ status }) => status).toSorted(), ["closed", "open"])
    }).pipe(Effect.provide(inboundWorld))
  )

  for (const [kind, report] of [
    ["messages", writes],
    ["taps", taps]
  ] as const) {
    it.effect(`reopening: within the days, ${kind} reopen the conversation once, and announce it`, () =>
      Effect.gen(function* () {
        const { conversations, first, id } = yield* givenClosed(2)
        yield* TestClock.adjust("2 days")
        const before = (yield* eventsOf(id)).length
        yield* processed(report("wamid.2"), report("wamid.2"), report("wamid.3"))
        const [reopened, ...others] = yield* conversations
        assert.deepStrictEqual(others, [])
        assert.deepStrictEqual(
          [reopened?.id, reopened?.status, reopened?.closedAt, reopened?.closedBy, reopened?.resolution],
          [first.id, "open", null, null, null]
        )
        const opened = (yield* eventsOf(id)).slice(before).filter(({ type }) => type === "conversation.opened")
        assert.deepStrictEqual(
          opened.map(({ conversationId, occurredAt }) => [conversationId, occurredAt]),
          [[first.id, yield* DateTime.now]]
        )
      }).pipe(Effect.provide(inboundWorld))
    )
  }

  it.effect("reopening: after the days, a message begins a new conversation", () =>
    Effect.gen(function* () {
      const { conversations } = yield* givenClosed(2)
      yield* TestClock.adjust("2 days")
      yield* TestClock.adjust("1 millis")
      yield* processed(writes("wamid.2"))
      assert.strictEqual((yield* conversations).length, 2)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("reopening: the most recently closed of several conversations is reopened", () =>
    Effect.gen(function* () {
      const { conversations, id } = yield* givenClosed(null)
      yield* TestClock.adjust("1 hour")
      yield* processed(writes("wamid.2"))
      const second = (yield* conversations).find(({ status }) => status === "open")
      if (second === undefined) return assert.fail("there is no second conversation")
      yield* closeConversation(serviceAccess(id), second.id, null)
      yield* changeSettings(id, { reopenWithinDays: 7 })
      yield* processed(writes("wamid.3"))
      assert.deepStrictEqual(
        (yield* conversations).flatMap(({ id: open, status }) => (status === "open" ? [open] : [])),
        [second.id]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a message in a snoozed conversation", () => {
  it.effect(
    "snooze: a message of the contact ends a snooze once, and announces it; reports about messages do not",
    () =>
      Effect.gen(function* () {
        const { id } = yield* givenInbound
        yield* processed(writes("wamid.1"))
        const [first] = (yield* kept(id)).conversations
        if (first === undefined) return assert.fail("there is no conversation")
        yield* snoozeConversation(serviceAccess(id), first.id, DateTime.add(yield* DateTime.now, { days: 1 }))
        yield* processed(writes("wamid.1"))
        assert.isNotNull((yield* kept(id)).conversations[0]?.snoozedAt)
        const before = (yield* eventsOf(id)).length
        yield* processed(writes("wamid.2"), writes("wamid.3"))
        const [woken] = (yield* kept(id)).conversations
        assert.deepStrictEqual([woken?.snoozedAt, woken?.snoozedUntil], [null, null])
        assert.deepStrictEqual(
          (yield* eventsOf(id)).slice(before).map(({ data, type }) => {
            const { changed_by: by, details, reason } = data as Record<string, unknown>
            return [type, type === "conversation.updated" ? [reason, details, by] : null]
          }),
          [
            ["message.received", null],
            ["conversation.updated", ["unsnoozed", { cause: "reply" }, "contact"]],
            ["message.received", null]
          ]
        )
      }).pipe(Effect.provide(inboundWorld))
  )
})
