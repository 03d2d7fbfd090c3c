import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { maxNotes } from "../../../../src/domain/conversations/Note.ts"
import { NoteId } from "../../../../src/domain/Ids.ts"
import { givenMember, serviceAccess } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation } from "../conversations/sessionConversation.ts"
import { answered, call, kept, refused, signedIn } from "../sessionDashboard.ts"

const Added = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })

/** A conversation a minute after noon, with an agent beside its owner. */
const given = Effect.gen(function* () {
  const dashboard = yield* givenConversation
  const { access, user: agent } = yield* givenMember(dashboard.organizationId, { name: "Grace" })
  const headers = yield* signedIn(dashboard.organizationId, access.caller)
  const path = `/conversations/${dashboard.id}/notes`
  return {
    ...dashboard,
    agent,
    path,
    byAgent: (at: string, method: string, body?: unknown) => call(headers, at, { method, body }),
    /** Adds a note as the owner, and gives its id. */
    noted: Effect.fnUntraced(function* (text: string) {
      return (yield* Schema.decodeUnknownEffect(Added)((yield* dashboard.post(path, { text })).body)).data.id
    })
  }
})

const page = (notes: ReadonlyArray<object>, more: object = {}) =>
  answered(200, { notes, total: notes.length, page: 1, limit: 20, hasNext: false, ...more })

describe("/conversations/:conversationId/notes", () => {
  it.effect("adds notes of members and lists them, newest first, page by page", () =>
    Effect.gen(function* () {
      const { agent, byAgent, get, id, noted, path, user } = yield* given
      assert.deepStrictEqual(yield* get(path), page([]))
      const text = " 'Called back' 👍\n<b>at noon</b> "
      const first = yield* noted(text)
      yield* TestClock.adjust("1 minute")
      const answer = yield* byAgent(path, "POST", { text: "x".repeat(4_000) })
      const second = (yield* Schema.decodeUnknownEffect(Added)(answer.body)).data.id
      const notes = [
        { id: second, text: "x".repeat(4_000), author: agent, createdAt: "2026-11-20T12:02:00.000Z" },
        { id: first, text, author: user, createdAt: "2026-11-20T12:01:00.000Z" }
      ]
      assert.deepStrictEqual(answer, answered(201, notes[0]))
      assert.deepStrictEqual(yield* get(path), page(notes))
      assert.deepStrictEqual(yield* byAgent(path.replace(id, id.toUpperCase()), "GET"), page(notes))
      assert.deepStrictEqual(
        yield* get(`${path}?limit=1`),
        page(notes.slice(0, 1), { total: 2, limit: 1, hasNext: true })
      )
      assert.deepStrictEqual(
        yield* get(`${path}?limit=1&page=2`),
        page(notes.slice(1), { total: 2, limit: 1, page: 2 })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("announces an added or removed note, without its text", () =>
    Effect.gen(function* () {
      const { events, id, noted, path, remove, user } = yield* given
      const before = (yield* events).length
      const note = yield* noted("a secret")
      yield* remove(`${path}/${note}`)
      const data = { note_id: note, conversation_id: id, author_id: user.id }
      assert.deepStrictEqual((yield* events).slice(before), [
        { type: "conversation.note_added", data },
        { type: "conversation.note_removed", data }
      ])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores notes of the service role, which has no name", () =>
    Effect.gen(function* () {
      const { get, organizationId, path } = yield* given
      const headers = yield* signedIn(organizationId, serviceAccess(organizationId).caller)
      const { body } = yield* call(headers, path, { method: "POST", body: { text: "from the CRM" } })
      const { id } = (yield* Schema.decodeUnknownEffect(Added)(body)).data
      const note = { id, text: "from the CRM", author: null, createdAt: "2026-11-20T12:01:00.000Z" }
      assert.deepStrictEqual(yield* get(path), page([note]))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("removes a note for its author and for managers only", () =>
    Effect.gen(function* () {
      const { byAgent, get, noted, path, remove } = yield* given
      const own = yield* noted("of the owner")
      const added = yield* byAgent(path, "POST", { text: "of the agent" })
      const theirs = (yield* Schema.decodeUnknownEffect(Added)(added.body)).data.id
      const another = (yield* Schema.decodeUnknownEffect(Added)((yield* byAgent(path, "POST", { text: "again" })).body))
        .data.id
      const before = yield* kept
      assert.deepStrictEqual(
        yield* byAgent(`${path}/${own}`, "DELETE"),
        refused(403, "Only the author of a note, or a member who manages the organization, removes it")
      )
      assert.strictEqual(yield* kept, before)
      assert.deepStrictEqual(yield* byAgent(`${path}/${theirs.toUpperCase()}`, "DELETE"), answered(200, { id: theirs }))
      assert.deepStrictEqual(yield* remove(`${path}/${another}`), answered(200, { id: another }))
      assert.deepStrictEqual(yield* remove(`${path}/${own}`), answered(200, { id: own }))
      assert.deepStrictEqual(yield* remove(`${path}/${own}`), refused(404, "Note not found"))
      assert.deepStrictEqual(yield* get(path), page([]))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("finds a note in its own conversation only", () =>
    Effect.gen(function* () {
      const { noted, path, remove } = yield* given
      const note = yield* noted("here")
      const theirs = yield* given
      const before = yield* kept
      for (const unknown of ["x", "%00", "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"])
        assert.deepStrictEqual(yield* remove(`${path}/${unknown}`), refused(404, "Note not found"))
      assert.deepStrictEqual(yield* theirs.remove(`${theirs.path}/${note}`), refused(404, "Note not found"))
      assert.deepStrictEqual(yield* theirs.remove(`${path}/${note}`), refused(404, "Conversation not found"))
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{}, "Missing required field: text"],
    [{ text: " \n" }, "Missing required field: text"],
    [{ text: "x".repeat(4_001) }, "Invalid field text: Expected at most 4000 characters"]
  ] as const)("refuses %j", ([body, error]) =>
    Effect.gen(function* () {
      const { path, post } = yield* given
      const before = yield* kept
      assert.deepStrictEqual(yield* post(path, body), refused(400, error))
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("rejects notes over the maximum of a conversation", () =>
    Effect.gen(function* () {
      const { path, post, remove } = yield* given
      const note = yield* (yield* given).noted("of another organization")
      yield* post(path, { text: "the first" })
      yield* (yield* World).update((state) => ({
        ...state,
        notes: state.notes.flatMap((one) =>
          one.id === note
            ? [one]
            : Array.from({ length: maxNotes - 1 }, (_, count) => ({
                ...one,
                id: NoteId.make(`018f4e2a-7c1b-7d3e-9a56-${String(count).padStart(12, "0")}`)
              }))
        )
      }))
      assert.strictEqual((yield* post(path, { text: "the last" })).status, 201)
      const tooMany = refused(409, "The conversation has 500 notes; remove one first")
      assert.deepStrictEqual(yield* post(path, { text: "one more" }), tooMany)
      yield* remove(`${path}/018f4e2a-7c1b-7d3e-9a56-000000000007`)
      assert.strictEqual((yield* post(path, { text: "instead" })).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores no note if the event cannot be written", () =>
    Effect.gen(function* () {
      const { get, path, post } = yield* given
      yield* (yield* World).failNext("EventLog.append")
      assert.deepStrictEqual(yield* post(path, { text: "a" }), refused(500, "Internal server error"))
      assert.deepStrictEqual(yield* get(path), page([]))
    }).pipe(Effect.provide(httpWorld))
  )
})
