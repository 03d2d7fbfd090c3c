import { Effect, type Layer } from "effect"
import { TeamId, UserId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { Memberships } from "../../../src/ports/access/Memberships.ts"
import { ConversationAgenda } from "../../../src/ports/conversations/ConversationAgenda.ts"
import { TeamStore } from "../../../src/ports/conversations/TeamStore.ts"
import { Workloads } from "../../../src/ports/conversations/Workloads.ts"
import { seconds } from "../../given/era.ts"
import { givenSender, phoneOf, uuid } from "../../given/given.ts"
import { givenMember } from "../../given/givenMember.ts"
import { givenTalk, savedTalk } from "../../given/givenTalk.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import type { StorePorts } from "../StorePorts.ts"
import { suite } from "../Suite.ts"

export const workloadsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Workloads: ${name}`, ports, (it) => {
    it.effect("workloads: fields change one by one, of one member, and end with the membership", () =>
      Effect.gen(function* () {
        const { at, id } = yield* givenSender()
        const members = [yield* givenMember(id), yield* givenMember(id, { name: "Bob", role: "owner" })]
        const [first, second] = members
          .map(({ access: { membership }, user }) => ({ userId: user.id, role: membership?.role ?? "agent" }))
          .toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
        if (first === undefined || second === undefined) return assert.fail("no members")
        const unset = { availability: null, capacity: null, open: 0, lastAssignedAt: null }
        const { change, list } = yield* Workloads
        assert.deepStrictEqual(yield* list(id), [
          { ...first, ...unset },
          { ...second, ...unset }
        ])
        assert.isTrue(yield* change(id, first.userId, { availability: "away" }))
        assert.isTrue(yield* change(id, first.userId, { capacity: 3 }))
        assert.isTrue(yield* change(id, first.userId, { lastAssignedAt: seconds(at, 1) }))
        assert.isTrue(yield* change(id, first.userId, {}))
        const changed = { availability: "away" as const, capacity: 3, open: 0, lastAssignedAt: seconds(at, 1) }
        assert.deepStrictEqual(yield* list(id), [
          { ...first, ...changed },
          { ...second, ...unset }
        ])
        assert.isTrue(yield* change(id, first.userId, { availability: null, capacity: null, lastAssignedAt: null }))
        assert.deepStrictEqual((yield* list(id))[0], { ...first, ...unset })
        yield* change(id, second.userId, changed)
        const memberships = yield* Memberships
        const key = { _tag: "Joined", userId: second.userId } as const
        yield* memberships.change(id, key, { role: "agent", conversationScope: "assigned" })
        assert.deepStrictEqual((yield* list(id))[1], { userId: second.userId, role: "agent", ...changed })
        yield* memberships.remove(id, key)
        assert.isFalse(yield* change(id, second.userId, { capacity: 1 }))
        assert.isFalse(yield* change(id, UserId.make(yield* uuid), { capacity: 1 }))
        const { user } = members.find((one) => one.user.id === second.userId) ?? assert.fail("no member")
        yield* memberships.add(id, { ...user, createdAt: at }, { role: "agent", conversationScope: "all" })
        assert.deepStrictEqual((yield* list(id))[1], { userId: second.userId, role: "agent", ...unset })
      })
    )

    it.effect("workloads: open and escalated conversations count, without snoozed ones", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const { at, id } = sender
        const { user } = yield* givenMember(id)
        const kinds = [
          {},
          { status: "escalated" },
          { status: "ai_handling" },
          { status: "closed" },
          { snoozedAt: at, snoozedUntil: null },
          { assigneeId: null }
        ] as const
        const talks = yield* Effect.forEach(kinds, (kind, index) =>
          Effect.flatMap(givenTalk(sender, { phone: phoneOf(index) }), (talk) =>
            savedTalk(talk, { assigneeId: user.id, updatedAt: seconds(at, index), ...kind })
          )
        )
        const { lastAssignee, list } = yield* Workloads
        const open = Effect.map(list(id), (all) => all.find(({ userId }) => userId === user.id)?.open)
        assert.strictEqual(yield* open, 2)
        yield* (yield* ContactStore).remove(id, talks[1]?.contactId ?? assert.fail("no contact"))
        assert.strictEqual(yield* open, 1)
        const last = (index: number) => lastAssignee(id, talks[index]?.contactId ?? assert.fail("no contact"))
        assert.strictEqual(yield* last(3), user.id)
        assert.isNull(yield* last(5))
        assert.isNull(yield* last(1))
      })
    )

    it.effect(
      "agenda: waiting conversations of organizations with a policy are found by team, the longest waiting first",
      () =>
        Effect.gen(function* () {
          const sender = yield* givenSender()
          const { at, id } = sender
          const teamId = TeamId.make(yield* uuid)
          const team = { id: teamId, organizationId: id, name: "Billing", memberIds: [], assignmentPolicy: null }
          yield* (yield* TeamStore).add({ ...team, createdAt: at })
          const kinds = [
            { queuedAt: seconds(at, 2) },
            { queuedAt: seconds(at, 1) },
            { queuedAt: seconds(at, 3), teamId },
            { queuedAt: at, snoozedAt: at },
            {},
            { queuedAt: at }
          ]
          const talks = yield* Effect.forEach(kinds, (kind, index) =>
            Effect.flatMap(givenTalk(sender, { phone: phoneOf(index) }), (talk) => savedTalk(talk, kind))
          )
          yield* (yield* ContactStore).remove(id, talks[5]?.contactId ?? assert.fail("no contact"))
          const { assignmentQueues, queued } = yield* ConversationAgenda
          const own = Effect.map(assignmentQueues, (queues) =>
            queues
              .filter(({ organizationId }) => organizationId === id)
              .map((queue) => queue.teamId)
              .toSorted()
          )
          assert.deepStrictEqual(yield* own, [])
          yield* (yield* Organizations).changeSettings(id, { assignment: { policy: "manual", capacity: null } })
          assert.deepStrictEqual(yield* own, [teamId, null])
          const none = { organizationId: id, teamId: null }
          const idsAt = (...indexes: ReadonlyArray<number>) =>
            indexes.map((index) => talks[index]?.id ?? assert.fail("no conversation"))
          assert.deepStrictEqual(yield* queued(none, 10), idsAt(1, 0))
          assert.deepStrictEqual(yield* queued(none, 1), idsAt(1))
          assert.deepStrictEqual(yield* queued({ organizationId: id, teamId }, 10), idsAt(2))
        })
    )
  })
