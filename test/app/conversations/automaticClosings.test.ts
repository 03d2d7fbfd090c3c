import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as MemoryDirectMessages from "../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { closingWorker, pendingSendWorker } from "../../../src/adapters/worker/workers.ts"
import { changeSettings } from "../../../src/app/access/organizations.ts"
import { markConversationRead } from "../../../src/app/conversations/conversations.ts"
import { snoozeConversation } from "../../../src/app/conversations/snoozes.ts"
import type { AutoClose } from "../../../src/domain/conversations/automaticClosing.ts"
import { givenInbound } from "../../../testing/given/givenInbound.ts"
import { conversationOf, eventsOf } from "../../../testing/given/seen.ts"
import { givenConversation, givenTeam, teamWorld } from "./supportTeam.ts"

const world = MemoryDirectMessages.layer.pipe(Layer.provideMerge(teamWorld))

const policy: AutoClose = { afterHours: 10, warning: { text: "Can we close this?", hoursBefore: 2 } }

/** A conversation that was quiet for an hour, the workers, and the sends of the platform. */
const given = Effect.fnUntraced(function* (autoClose: AutoClose) {
  const team = yield* givenTeam
  yield* changeSettings(team.id, { autoClose })
  const talk = yield* givenConversation(team)
  const { requests } = yield* WhatsAppPlatform
  return {
    ...team,
    talk,
    sent: Effect.map(requests, (all) => all.length),
    status: Effect.map(conversationOf(team.id, talk.id), (found) => found?.status),
    run: Layer.build(Layer.mergeAll(closingWorker, pendingSendWorker))
  }
})

describe("automatic closing of conversations", () => {
  it.effect("automatic closing: a quiet conversation closes after its hours, and announces it", () =>
    Effect.gen(function* () {
      const { id, run, status, talk } = yield* given({ afterHours: 10, warning: null })
      yield* run
      yield* TestClock.adjust("8 hours")
      assert.strictEqual(yield* status, "open")
      yield* TestClock.adjust("61 minutes")
      assert.strictEqual(yield* status, "closed")
      const closed = yield* conversationOf(id, talk.id)
      assert.strictEqual(closed?.closedBy, "automatic")
      const last = (yield* eventsOf(id)).at(-1)
      assert.deepStrictEqual(
        [last?.type, last?.data],
        [
          "conversation.closed",
          {
            conversation: { id: talk.id, contact_id: talk.contactId, channel: "whatsapp", status: "closed" },
            closed_by: "automatic",
            resolution: null
          }
        ]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect(
    "automatic closing: inside the messaging window the contact is warned once, then the conversation closes",
    () =>
      Effect.gen(function* () {
        const { id, run, sent, service, status, talk } = yield* given(policy)
        yield* givenInbound(id, talk.id, {}, 3_600)
        yield* markConversationRead(service, talk.id)
        yield* run
        yield* Layer.build(closingWorker)
        yield* TestClock.adjust("6 hours")
        assert.strictEqual(yield* sent, 0)
        yield* TestClock.adjust("61 minutes")
        assert.strictEqual(yield* sent, 1)
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual([yield* sent, yield* status], [1, "open"])
        yield* TestClock.adjust("61 minutes")
        assert.deepStrictEqual([yield* sent, yield* status], [1, "closed"])
      }).pipe(Effect.provide(world))
  )

  it.effect(
    "automatic closing: outside of the messaging window a conversation closes without a warning, at the same time",
    () =>
      Effect.gen(function* () {
        const { run, sent, status } = yield* given(policy)
        yield* run
        yield* TestClock.adjust("8 hours")
        assert.strictEqual(yield* status, "open")
        yield* TestClock.adjust("62 minutes")
        assert.deepStrictEqual([yield* sent, yield* status], [0, "closed"])
      }).pipe(Effect.provide(world))
  )

  it.effect("automatic closing: an answer after the warning prevents the close", () =>
    Effect.gen(function* () {
      const { id, run, sent, service, status, talk } = yield* given(policy)
      yield* givenInbound(id, talk.id, {}, 3_600)
      yield* markConversationRead(service, talk.id)
      yield* run
      yield* TestClock.adjust("482 minutes")
      assert.strictEqual(yield* sent, 1)
      const warned = yield* conversationOf(id, talk.id)
      assert.isNotNull(warned?.warnedAt)
      yield* (yield* World).update((state) => ({
        ...state,
        conversations: state.conversations.map((stored) =>
          stored.id === talk.id ? { ...stored, unreadCount: 1 } : stored
        )
      }))
      yield* TestClock.adjust("3 days")
      assert.strictEqual(yield* status, "open")
    }).pipe(Effect.provide(world))
  )

  it.effect("automatic closing: a snoozed conversation stays open", () =>
    Effect.gen(function* () {
      const { now, run, service, status, talk } = yield* given({ afterHours: 10, warning: null })
      yield* snoozeConversation(service, talk.id, DateTime.add(now, { days: 9 }))
      yield* run
      yield* TestClock.adjust("8 days")
      assert.strictEqual(yield* status, "open")
    }).pipe(Effect.provide(world))
  )

  it.effect("automatic closing: a failed step is repeated by a later pass, and the contact is warned once", () =>
    Effect.gen(function* () {
      const { id, run, sent, service, status, talk } = yield* given(policy)
      yield* givenInbound(id, talk.id, {}, 3_600)
      yield* markConversationRead(service, talk.id)
      const { failNext } = yield* World
      yield* failNext("PendingSends.add")
      yield* run
      yield* TestClock.adjust("482 minutes")
      assert.strictEqual(yield* sent, 1)
      yield* failNext("EventLog.append")
      yield* TestClock.adjust("130 minutes")
      assert.deepStrictEqual([yield* sent, yield* status], [1, "closed"])
    }).pipe(Effect.provide(world))
  )
})
