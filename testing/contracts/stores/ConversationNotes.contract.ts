import { Array, Effect, type Layer, Option } from "effect"
import type { Note } from "../../../src/domain/conversations/Note.ts"
import { ConversationId, NoteId, type UserId } from "../../../src/domain/Ids.ts"
import { ConversationNotes } from "../../../src/ports/conversations/ConversationStore.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { seconds } from "../../given/era.ts"
import { givenSender, uuid } from "../../given/given.ts"
import { givenMember } from "../../given/givenMember.ts"
import { givenTalk } from "../../given/givenTalk.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const all = { page: 1, limit: 100 }

/** A conversation with notes of a member at these seconds, newest first; at the same time, the greater id first. */
const givenNotes = Effect.fnUntraced(function* (...moments: ReadonlyArray<number>) {
  const sender = yield* givenSender()
  const conversation = yield* givenTalk(sender)
  const { user } = yield* givenMember(sender.id, { name: "Grace" })
  const noted = Effect.fnUntraced(function* (later: number, authorId: UserId | null = user.id) {
    const note: Note = {
      id: NoteId.make(yield* uuid),
      organizationId: sender.id,
      conversationId: conversation.id,
      text: `Called back: "ok" 👍 ${later}`,
      authorId,
      mentions: authorId === null ? [] : [authorId],
      createdAt: seconds(sender.at, later)
    }
    yield* (yield* ConversationNotes).add(note)
    return note
  })
  const key = ({ createdAt, id }: Note) => `${createdAt.epochMilliseconds} ${id}`
  const notes = (yield* Effect.forEach(moments, (later) => noted(later))).toSorted((one, other) =>
    key(one) < key(other) ? 1 : -1
  )
  return { ...sender, conversationId: conversation.id, noted, notes, user }
})

export const conversationNotesContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ConversationNotes: ${name}`, ports, (it) => {
    it.effect("notes: are listed with their author in pages, newest first, then by greater id", () =>
      Effect.gen(function* () {
        const { conversationId, id, notes, user } = yield* givenNotes(2, 0, 1, 1, 3)
        const { count, list } = yield* ConversationNotes
        const views = notes.map((note) => ({ note, author: user }))
        for (const limit of Array.range(1, 6)) {
          for (const page of Array.range(1, 6)) {
            const rows = views.slice((page - 1) * limit, page * limit)
            assert.deepStrictEqual(yield* list(id, conversationId, { page, limit }), { rows, total: 5 })
          }
        }
        assert.strictEqual(yield* count(id, conversationId), 5)
        const none = ConversationId.make(yield* uuid)
        assert.deepStrictEqual(yield* list(id, none, all), { rows: [], total: 0 })
        assert.strictEqual(yield* count(id, none), 0)
      })
    )

    it.effect("notes: of the service role have no author", () =>
      Effect.gen(function* () {
        const { conversationId, id, noted } = yield* givenNotes()
        const note = yield* noted(0, null)
        const { find, list } = yield* ConversationNotes
        assert.deepStrictEqual((yield* list(id, conversationId, all)).rows, [{ note, author: null }])
        assert.deepStrictEqual(yield* find(id, conversationId, note.id), Option.some(note))
      })
    )

    it.effect("notes: are removed individually, once", () =>
      Effect.gen(function* () {
        const { conversationId, id, notes } = yield* givenNotes(0, 1, 2)
        const { find, list, remove } = yield* ConversationNotes
        for (const { id: noteId } of notes.slice(1, 2)) {
          assert.isTrue(yield* remove(id, conversationId, noteId))
          assert.isFalse(yield* remove(id, conversationId, noteId))
          assert.deepStrictEqual(yield* find(id, conversationId, noteId), Option.none())
        }
        const left = (yield* list(id, conversationId, all)).rows.map(({ note }) => note)
        assert.deepStrictEqual(left, [...notes.slice(0, 1), ...notes.slice(2)])
      })
    )

    it.effect("notes: are found and removed only in their conversation and organization", () =>
      Effect.gen(function* () {
        const acme = yield* givenNotes(0)
        const globex = yield* givenNotes(0)
        const { count, find, list, remove } = yield* ConversationNotes
        for (const note of acme.notes) {
          for (const [organizationId, conversationId] of [
            [acme.id, globex.conversationId],
            [globex.id, acme.conversationId],
            [globex.id, globex.conversationId]
          ] as const) {
            assert.deepStrictEqual(yield* find(organizationId, conversationId, note.id), Option.none())
            assert.isFalse(yield* remove(organizationId, conversationId, note.id))
          }
          assert.deepStrictEqual(yield* find(acme.id, acme.conversationId, note.id), Option.some(note))
        }
        assert.strictEqual(yield* count(globex.id, acme.conversationId), 0)
        assert.deepStrictEqual((yield* list(globex.id, acme.conversationId, all)).rows, [])
      })
    )

    it.effect("notes: are unchanged if the surrounding transaction fails", () =>
      Effect.gen(function* () {
        const { conversationId, id, noted, notes } = yield* givenNotes(0)
        const { list, remove } = yield* ConversationNotes
        const { atomically } = yield* Transaction
        const changes = Effect.forEach(notes, (note) => remove(id, conversationId, note.id))
        yield* Effect.flip(atomically(Effect.andThen(Effect.andThen(changes, noted(1)), Effect.fail("no"))))
        const left = (yield* list(id, conversationId, all)).rows.map(({ note }) => note)
        assert.deepStrictEqual(left, notes)
      })
    )
  })
