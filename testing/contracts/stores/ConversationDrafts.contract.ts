import { Array, Effect, type Layer, Option } from "effect"
import { type Draft, maxDrafts } from "../../../src/domain/conversations/Draft.ts"
import { ConversationId, MessageId, UserId } from "../../../src/domain/Ids.ts"
import { Memberships } from "../../../src/ports/access/Memberships.ts"
import { ConversationDrafts } from "../../../src/ports/conversations/ConversationDrafts.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { seconds } from "../../given/era.ts"
import { givenSender, phoneOf, uuid } from "../../given/given.ts"
import { givenMember } from "../../given/givenMember.ts"
import { givenTalk } from "../../given/givenTalk.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const all = { page: 1, limit: 1_000 }

/** A member, and drafts of theirs in new conversations. */
const givenDrafting = Effect.gen(function* () {
  const sender = yield* givenSender()
  const { user } = yield* givenMember(sender.id, { name: "Grace" })
  const { save } = yield* ConversationDrafts
  const draft = Effect.fnUntraced(function* (later: number, changes: Partial<Draft> = {}) {
    const conversationId = changes.conversationId ?? (yield* givenTalk(sender, { phone: phoneOf(later) })).id
    const saved: Draft = {
      organizationId: sender.id,
      userId: user.id,
      conversationId,
      text: `Tomorrow 👍 ${later}`,
      mode: "reply",
      replyTo: null,
      updatedAt: seconds(sender.at, later),
      ...changes
    }
    yield* save(saved)
    return saved
  })
  return { ...sender, draft, user }
})

export const conversationDraftsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ConversationDrafts: ${name}`, ports, (it) => {
    it.effect("drafts: are listed in pages, the last changed first, and replaced", () =>
      Effect.gen(function* () {
        const { at, draft, id, user } = yield* givenDrafting
        const { find, list } = yield* ConversationDrafts
        const first = yield* draft(0)
        const second = yield* draft(1, { mode: "note", replyTo: MessageId.make(yield* uuid) })
        assert.deepStrictEqual(yield* list(id, user.id, all), { rows: [second, first], total: 2 })
        assert.deepStrictEqual(yield* list(id, user.id, { page: 2, limit: 1 }), { rows: [first], total: 2 })
        assert.deepStrictEqual(yield* list(id, user.id, { page: 3, limit: 1 }), { rows: [], total: 2 })
        const changed = { ...first, text: "Today", updatedAt: seconds(at, 2) }
        yield* draft(0, changed)
        assert.deepStrictEqual(yield* list(id, user.id, all), { rows: [changed, second], total: 2 })
        assert.deepStrictEqual(yield* find(id, user.id, first.conversationId), Option.some(changed))
      })
    )

    it.effect("drafts: belong to one member of one organization", () =>
      Effect.gen(function* () {
        const { draft, id } = yield* givenDrafting
        const globex = yield* givenDrafting
        const { find, list, remove } = yield* ConversationDrafts
        const own = yield* draft(0)
        const { user: other } = yield* givenMember(id)
        for (const [organizationId, userId] of [
          [id, other.id],
          [globex.id, own.userId],
          [globex.id, globex.user.id]
        ] as const) {
          assert.deepStrictEqual((yield* list(organizationId, userId, all)).rows, [])
          yield* remove(organizationId, userId, own.conversationId)
        }
        assert.deepStrictEqual(yield* find(id, own.userId, own.conversationId), Option.some(own))
      })
    )

    it.effect("drafts: of an unknown conversation or user are not stored", () =>
      Effect.gen(function* () {
        const { draft, id, user } = yield* givenDrafting
        const { list } = yield* ConversationDrafts
        const { conversationId } = yield* draft(0)
        yield* draft(1, { conversationId: ConversationId.make(yield* uuid) })
        const stranger = UserId.make(yield* uuid)
        yield* draft(1, { conversationId, userId: stranger })
        assert.strictEqual((yield* list(id, user.id, all)).total, 1)
        assert.strictEqual((yield* list(id, stranger, all)).total, 0)
      })
    )

    it.effect("drafts: are removed once, and with the member", () =>
      Effect.gen(function* () {
        const { draft, id, user } = yield* givenDrafting
        const { find, list, remove } = yield* ConversationDrafts
        const { conversationId } = yield* draft(0)
        const second = yield* draft(1)
        yield* remove(id, user.id, conversationId)
        yield* remove(id, user.id, conversationId)
        assert.deepStrictEqual(yield* find(id, user.id, conversationId), Option.none())
        assert.deepStrictEqual((yield* list(id, user.id, all)).rows, [second])
        yield* (yield* Memberships).remove(id, { _tag: "Joined", userId: user.id })
        assert.deepStrictEqual((yield* list(id, user.id, all)).rows, [])
      })
    )

    it.effect("drafts: a new one beyond the maximum replaces the least recently changed", () =>
      Effect.gen(function* () {
        const { draft, id, user } = yield* givenDrafting
        const { find, list } = yield* ConversationDrafts
        const oldest = yield* draft(0)
        yield* Effect.forEach(Array.range(1, maxDrafts - 1), (later) => draft(later))
        yield* draft(maxDrafts, { ...oldest, text: "again", updatedAt: oldest.updatedAt })
        assert.strictEqual((yield* list(id, user.id, all)).total, maxDrafts)
        yield* draft(maxDrafts + 1)
        assert.strictEqual((yield* list(id, user.id, all)).total, maxDrafts)
        assert.deepStrictEqual(yield* find(id, user.id, oldest.conversationId), Option.none())
      })
    )

    it.effect("drafts: are unchanged if the surrounding transaction fails", () =>
      Effect.gen(function* () {
        const { draft, id, user } = yield* givenDrafting
        const { list, remove } = yield* ConversationDrafts
        const { atomically } = yield* Transaction
        const own = yield* draft(0)
        const removed = remove(id, user.id, own.conversationId)
        yield* Effect.flip(atomically(Effect.andThen(removed, Effect.fail("no"))))
        assert.deepStrictEqual((yield* list(id, user.id, all)).rows, [own])
      })
    )
  })
