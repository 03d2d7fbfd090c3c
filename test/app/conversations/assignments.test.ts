import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as MemoryDirectMessages from "../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { assignmentWorker } from "../../../src/adapters/worker/workers.ts"
import { listNotifications } from "../../../src/app/access/members.ts"
import { changeSettings } from "../../../src/app/access/organizations.ts"
import { setAvailability, setCapacity } from "../../../src/app/access/workloads.ts"
import { assignConversation, closeConversation } from "../../../src/app/conversations/conversations.ts"
import { assignTeam, createTeam } from "../../../src/app/conversations/teams.ts"
import { replyOnWhatsApp } from "../../../src/app/sends/sendToContact.ts"
import type { Assignment } from "../../../src/domain/conversations/assignment.ts"
import type { Conversation } from "../../../src/domain/conversations/Conversation.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { savedTalk } from "../../../testing/given/givenTalk.ts"
import { conversationOf, eventsOf } from "../../../testing/given/seen.ts"
import { givenConversation, givenTeam, teamWorld } from "./supportTeam.ts"

const world = MemoryDirectMessages.layer.pipe(Layer.provideMerge(teamWorld))

/** The team, and as many conversations that wait, the first one longest. */
const given = Effect.fnUntraced(function* (count: number, assignment: Assignment | null) {
  const team = yield* givenTeam
  const { id, now } = team
  yield* changeSettings(id, { assignment })
  const waiting: Array<Conversation> = []
  for (let index = 0; index < count; index++) {
    const talk = yield* givenConversation(team, {}, index)
    waiting.push(yield* savedTalk(talk, { queuedAt: DateTime.add(now, { seconds: index - 10 }) }))
  }
  const names = new Map([team.owner, team.grace, team.ada, team.bob].map(({ user }) => [user.id, user.name]))
  const nameOf = (found: Conversation | null) => (found?.assigneeId ? (names.get(found.assigneeId) ?? "?") : null)
  return {
    ...team,
    waiting,
    first: waiting[0] ?? assert.fail("nothing waits"),
    assignees: Effect.forEach(waiting, (talk) => Effect.map(conversationOf(id, talk.id), nameOf)),
    assigned: Effect.map(eventsOf(id), (all) => all.filter(({ type }) => type === "conversation.assigned"))
  }
})

const run = Layer.build(assignmentWorker)

describe("automatic assignment", () => {
  it.effect(
    "automatic assignment: round robin gives each available member their turn, with event and notification",
    () =>
      Effect.gen(function* () {
        const { ada, assigned, assignees, bob, first, grace, id } = yield* given(6, {
          policy: "round_robin",
          capacity: null
        })
        yield* run
        yield* TestClock.adjust("1 second")
        const names = yield* assignees
        const order = [ada, bob, grace].toSorted((one, other) => (one.user.id < other.user.id ? -1 : 1))
        const turns = order.map(({ user }) => user.name)
        assert.deepStrictEqual(names, [...turns, ...turns])
        const chosen = order[0] ?? assert.fail("no member")
        assert.deepStrictEqual((yield* assigned)[0]?.data, {
          conversation_id: first.id,
          assignee_id: chosen.user.id,
          previous_assignee_id: null,
          assigned_by: "automatic"
        })
        const { total } = yield* listNotifications(chosen.access, true, { page: 1, limit: 10 })
        assert.strictEqual(total, 2)
        assert.isNull((yield* conversationOf(id, first.id))?.queuedAt)
      }).pipe(Effect.provide(world))
  )

  it.effect("automatic assignment: nobody is given more than their capacity, and the rest waits until it is free", () =>
    Effect.gen(function* () {
      const sender = yield* given(4, { policy: "least_busy", capacity: 1 })
      const { ada, assignees, id, service, waiting } = sender
      yield* setCapacity(id, ada.user.id, 2)
      yield* setAvailability(service, ada.user.id, "away")
      yield* run
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        (yield* assignees).map((name) => name !== null),
        [true, true, false, false]
      )
      yield* setAvailability(ada.access, null, "available")
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual((yield* assignees).slice(2), ["Ada", "Ada"])
      const more = yield* savedTalk(yield* givenConversation(sender, {}, 7), { queuedAt: yield* DateTime.now })
      yield* TestClock.adjust("10 seconds")
      assert.isNull((yield* conversationOf(id, more.id))?.assigneeId)
      yield* closeConversation(service, waiting[2]?.id ?? more.id, null)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* conversationOf(id, more.id))?.assigneeId, ada.user.id)
    }).pipe(Effect.provide(world))
  )

  it.effect(
    "automatic assignment: the choice of a person wins, and snoozed and other conversations are left alone",
    () =>
      Effect.gen(function* () {
        const { assigned, assignees, bob, now, service, waiting } = yield* given(3, {
          policy: "round_robin",
          capacity: null
        })
        const [one, two, three] = waiting
        if (one === undefined || two === undefined || three === undefined) return assert.fail("nothing waits")
        yield* assignConversation(service, one.id, bob.user.id)
        yield* savedTalk(two, { snoozedAt: now })
        yield* savedTalk(three, { queuedAt: null })
        const before = yield* assigned
        yield* run
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* assignees, ["Bob", null, null])
        assert.deepStrictEqual(yield* assigned, before)
      }).pipe(Effect.provide(world))
  )

  it.effect("automatic assignment: two processes and a failure assign each conversation once", () =>
    Effect.gen(function* () {
      const { assigned, assignees } = yield* given(3, { policy: "least_busy", capacity: null })
      const { failNext } = yield* World
      yield* failNext("Workloads.change")
      yield* run
      yield* run
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(new Set(yield* assignees), new Set(["Ada", "Bob", "Grace"]))
      assert.strictEqual((yield* assigned).length, 3)
    }).pipe(Effect.provide(world))
  )

  it.effect(
    "automatic assignment: a team has its own policy and members, and nothing is assigned without the setting",
    () =>
      Effect.gen(function* () {
        const { ada, assignees, id, service, waiting } = yield* given(4, { policy: "manual", capacity: null })
        const members = [ada.user.id]
        const busy = yield* createTeam(id, "Billing", members, "least_busy")
        const quiet = yield* createTeam(id, "Sales", members, "manual")
        const own = yield* createTeam(id, "Support", members)
        for (const [index, team] of [busy, quiet, own].entries()) {
          yield* assignTeam(service, waiting[index]?.id ?? assert.fail("nothing waits"), team.id)
        }
        yield* run
        yield* TestClock.adjust("4 seconds")
        assert.deepStrictEqual(yield* assignees, ["Ada", null, null, null])
        yield* changeSettings(id, { assignment: { policy: "round_robin", capacity: null } })
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual((yield* assignees).slice(0, 3), ["Ada", null, "Ada"])
        yield* changeSettings(id, { assignment: null })
        yield* savedTalk(waiting[3] ?? assert.fail("nothing waits"), {})
        yield* TestClock.adjust("10 seconds")
        assert.isNull((yield* assignees)[3])
      }).pipe(Effect.provide(world))
  )

  it.effect("automatic assignment: last assignee gives a contact back to the member who had them last", () =>
    Effect.gen(function* () {
      const { assignees, bob, first, now, service, ...sender } = yield* given(1, {
        policy: "last_assignee",
        capacity: null
      })
      yield* assignConversation(service, first.id, bob.user.id)
      yield* closeConversation(service, first.id, null)
      const next = yield* savedTalk(yield* givenConversation(sender, {}, 0), { queuedAt: now })
      assert.notStrictEqual(next.id, first.id)
      yield* run
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* conversationOf(sender.id, next.id))?.assigneeId, bob.user.id)
      assert.deepStrictEqual(yield* assignees, ["Bob"])
    }).pipe(Effect.provide(world))
  )
})

describe("assignment to the member who answers", () => {
  it.effect(
    "answers: the first member who answers gets a conversation without an assignee, if the setting says so",
    () =>
      Effect.gen(function* () {
        const { ada, assigned, assignees, bob, first, grace, id, service } = yield* given(1, null)
        const content = WhatsAppContent.cases.Text.make({ text: "Hello" })
        yield* replyOnWhatsApp(ada.access, first, content)
        assert.deepStrictEqual(yield* assignees, [null])
        yield* changeSettings(id, { assignOnReply: true })
        yield* replyOnWhatsApp(service, first, content)
        assert.deepStrictEqual(yield* assignees, [null])
        yield* replyOnWhatsApp(bob.access, first, content)
        yield* replyOnWhatsApp(grace.access, first, content)
        assert.deepStrictEqual(yield* assignees, ["Bob"])
        const events = yield* assigned
        assert.strictEqual(events.length, 1)
        assert.deepInclude(events[0]?.data, { assignee_id: bob.user.id, assigned_by: bob.user.id })
      }).pipe(Effect.provide(world))
  )
})
