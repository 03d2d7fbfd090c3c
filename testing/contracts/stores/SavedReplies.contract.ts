import { Array, Effect, type Layer, Option } from "effect"
import { type SavedReply } from "../../../src/domain/conversations/SavedReply.ts"
import { MediaId, SavedReplyId, type UserId } from "../../../src/domain/Ids.ts"
import { Memberships } from "../../../src/ports/access/Memberships.ts"
import { SavedReplyStore } from "../../../src/ports/conversations/SavedReplyStore.ts"
import { seconds } from "../../given/era.ts"
import { givenSender, uuid } from "../../given/given.ts"
import { givenMember } from "../../given/givenMember.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const all = { page: 1, limit: 100 }
const everyReply = { prefix: null, language: null }

/** An organization with a member, and a function that adds replies. */
const givenReplies = Effect.gen(function* () {
  const { at, id } = yield* givenSender()
  const { user } = yield* givenMember(id)
  const saved = Effect.fnUntraced(function* (
    shortcut: string,
    ownerId: UserId | null = null,
    language: string | null = null
  ) {
    const reply: SavedReply = {
      id: SavedReplyId.make(yield* uuid),
      organizationId: id,
      ownerId,
      shortcut,
      text: `Hello {{contact.name|there}} 👍 ${shortcut}`,
      language,
      mediaId: null,
      createdAt: at,
      updatedAt: at
    }
    yield* (yield* SavedReplyStore).add(reply)
    return reply
  })
  return { at, id, saved, userId: user.id }
})

export const savedRepliesContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `SavedReplyStore: ${name}`, ports, (it) => {
    it.effect("saved replies: are listed in pages by shortcut, personal ones before shared ones", () =>
      Effect.gen(function* () {
        const { id, saved, userId } = yield* givenReplies
        const other = yield* givenMember(id)
        const [shared, thanks, own, cafe] = [
          yield* saved("hours"),
          yield* saved("thanks"),
          yield* saved("hours", userId),
          yield* saved("café")
        ]
        yield* saved("hours", other.user.id)
        const { list } = yield* SavedReplyStore
        const expected = [cafe, own, shared, thanks]
        for (const limit of Array.range(1, 5)) {
          for (const page of Array.range(1, 5)) {
            const rows = expected.slice((page - 1) * limit, page * limit)
            assert.deepStrictEqual(yield* list(id, { ...everyReply, ownerId: userId }, { page, limit }), {
              rows,
              total: 4
            })
          }
        }
        const backend = yield* list(id, { ...everyReply, ownerId: null }, all)
        assert.deepStrictEqual(backend, { rows: [cafe, shared, thanks], total: 3 })
      })
    )

    it.effect("saved replies: are found by the beginning of the shortcut, and by language", () =>
      Effect.gen(function* () {
        const { id, saved, userId } = yield* givenReplies
        const [any, english, german, rest] = [
          yield* saved("hours"),
          yield* saved("hours", null, "en"),
          yield* saved("hours", null, "de"),
          yield* saved("how_to", userId)
        ]
        const { list } = yield* SavedReplyStore
        const shortcuts = Effect.fnUntraced(function* (prefix: string | null, language: string | null) {
          const { rows } = yield* list(id, { ownerId: userId, prefix, language }, all)
          return new Set(rows.map((reply) => reply.id))
        })
        assert.deepStrictEqual(yield* shortcuts("hou", null), new Set([any.id, english.id, german.id]))
        assert.deepStrictEqual(yield* shortcuts("ho", "en"), new Set([any.id, english.id, rest.id]))
        assert.deepStrictEqual(yield* shortcuts("how_", null), new Set([rest.id]))
        assert.deepStrictEqual(yield* shortcuts("h%", null), new Set())
        assert.deepStrictEqual(yield* shortcuts("ours", null), new Set())
      })
    )

    it.effect("saved replies: are counted and found by shortcut for each owner", () =>
      Effect.gen(function* () {
        const { id, saved, userId } = yield* givenReplies
        const shared = yield* saved("hours")
        const own = yield* saved("hours", userId)
        const { count, withShortcut } = yield* SavedReplyStore
        assert.deepStrictEqual([yield* count(id, null), yield* count(id, userId)], [1, 1])
        assert.deepStrictEqual(yield* withShortcut(id, null, "hours"), [shared])
        assert.deepStrictEqual(yield* withShortcut(id, userId, "hours"), [own])
        assert.deepStrictEqual(yield* withShortcut(id, userId, "hour"), [])
      })
    )

    it.effect("saved replies: are changed and deleted in their organization only", () =>
      Effect.gen(function* () {
        const acme = yield* givenReplies
        const globex = yield* givenReplies
        const reply = yield* acme.saved("hours")
        const { find, remove, save } = yield* SavedReplyStore
        yield* save({ ...reply, organizationId: globex.id, text: "Wrong" })
        assert.isFalse(yield* remove(globex.id, reply.id))
        assert.deepStrictEqual(yield* find(globex.id, reply.id), Option.none())
        assert.deepStrictEqual(yield* find(acme.id, reply.id), Option.some(reply))
        const changed: SavedReply = {
          ...reply,
          shortcut: "open",
          text: "Hi",
          language: "pt_BR",
          mediaId: MediaId.make(yield* uuid),
          updatedAt: seconds(acme.at, 1)
        }
        yield* save(changed)
        assert.deepStrictEqual(yield* find(acme.id, reply.id), Option.some(changed))
        assert.isTrue(yield* remove(acme.id, reply.id))
        assert.isFalse(yield* remove(acme.id, reply.id))
      })
    )

    it.effect("saved replies: those of a member who leaves the organization are deleted", () =>
      Effect.gen(function* () {
        const { id, saved, userId } = yield* givenReplies
        const shared = yield* saved("hours")
        yield* saved("mine", userId)
        yield* (yield* Memberships).remove(id, { _tag: "Joined", userId })
        const { count, list } = yield* SavedReplyStore
        assert.strictEqual(yield* count(id, userId), 0)
        assert.deepStrictEqual((yield* list(id, { ...everyReply, ownerId: userId }, all)).rows, [shared])
      })
    )
  })
