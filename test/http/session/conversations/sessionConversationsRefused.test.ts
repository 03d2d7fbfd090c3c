import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation, givenConversations, sent } from "./sessionConversation.ts"
import { type Answer, call, givenDashboard, kept, refused, signedIn } from "../sessionDashboard.ts"

const unknown = "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"
const notFound = refused(404, "Conversation not found")
const malformed = refused(400, "Invalid conversation ID")
const forbidden = refused(403, "Forbidden")

interface Caller {
  readonly get: (path: string) => Effect.Effect<Answer, unknown, Effect.Services<ReturnType<typeof call>>>
  readonly post: (
    path: string,
    body?: unknown
  ) => Effect.Effect<Answer, unknown, Effect.Services<ReturnType<typeof call>>>
}

/** Everything that can be asked of one conversation. */
const asked = ({ get, post }: Caller, id: string, userId: string) =>
  Effect.all([
    get(`/conversations/${id}`),
    post(`/conversations/${id}/close`),
    post(`/conversations/${id}/assign`, { userId }),
    get(`/messages?conversationId=${id}`),
    post(`/conversations/${id}/unassign`),
    post(`/conversations/${id}/reopen`),
    post(`/conversations/${id}/read`),
    post(`/conversations/${id}/unread`),
    post(`/conversations/${id}/presence`, { state: "viewing" }),
    get(`/conversations/${id}/notes`),
    post(`/conversations/${id}/notes`, { text: "Called back" })
  ])

/** The same answer to all of it. */
const each = <A>(answer: A) => Array.from({ length: 11 }, () => answer)

/** What each is answered with for members who see the conversation: the note is made. */
const letIn = [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 201]

const callerOf = (headers: Record<string, string>): Caller => ({
  get: (path) => call(headers, path),
  post: (path, body) => call(headers, path, { method: "POST", body })
})

const Ids = Schema.Struct({
  data: Schema.Struct({ conversations: Schema.Array(Schema.Struct({ id: Schema.String })) })
})
const idsOf = ({ body }: Answer) =>
  Effect.map(Schema.decodeUnknownEffect(Ids)(body), ({ data }) => data.conversations.map(({ id }) => id))

describe("a conversation's id", () => {
  it.effect("that is not a UUID is refused", () =>
    Effect.gen(function* () {
      const dashboard = yield* givenConversation
      const before = yield* kept
      for (const id of [
        "x",
        "%00",
        `${unknown}0`,
        unknown.replaceAll("-", ""),
        dashboard.id.slice(1),
        "%F0%9F%98%80"
      ]) {
        const answers = yield* asked(dashboard, id, dashboard.user.id)
        assert.deepStrictEqual(answers, each(malformed), id)
      }
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("that is unknown or of another organization is not found", () =>
    Effect.gen(function* () {
      const dashboard = yield* givenDashboard()
      const theirs = yield* givenConversation
      const before = yield* kept
      for (const id of [unknown, theirs.id, "11111111-1111-1111-1111-111111111111"]) {
        const answers = yield* asked(dashboard, id, dashboard.user.id)
        assert.deepStrictEqual(answers, each(notFound), id)
      }
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("access of an agent who sees only assigned conversations", () => {
  it.effect("is full for own and unassigned conversations, and none for those of others", () =>
    Effect.gen(function* () {
      const { get, id, people, post, user } = yield* givenConversations
      const [ada, bob] = people
      const { access, user: agent } = yield* givenMember(id, { conversationScope: "assigned" })
      const caller = callerOf(yield* signedIn(id, access.caller))
      yield* post(`/conversations/${ada.conversationId}/assign`, { userId: user.id })
      const before = yield* kept

      assert.deepStrictEqual(yield* asked(caller, ada.conversationId, agent.id), each(forbidden))
      const hello = { to: "+15551234567", type: "text", text: "hi" }
      assert.deepStrictEqual(yield* caller.post("/messages/send", hello), forbidden)
      assert.strictEqual(yield* kept, before)
      assert.deepStrictEqual(yield* idsOf(yield* caller.get("/conversations")), [bob.conversationId])
      const statuses = (yield* asked(caller, bob.conversationId, agent.id)).map(({ status }) => status)
      assert.deepStrictEqual(statuses, letIn)

      yield* post(`/conversations/${ada.conversationId}/assign`, { userId: agent.id })
      assert.lengthOf(yield* idsOf(yield* caller.get("/conversations")), 2)
      assert.strictEqual((yield* caller.post("/messages/send", hello)).status, 200)
      assert.lengthOf(yield* idsOf(yield* get("/conversations")), 2)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    { role: "agent", conversationScope: "all" },
    { role: "admin", conversationScope: "assigned" },
    { role: "owner", conversationScope: "assigned" }
  ] as const)("does not include a member with %o", (membership) =>
    Effect.gen(function* () {
      const { id, people, post, user } = yield* givenConversations
      const { access, user: member } = yield* givenMember(id, membership)
      const caller = callerOf(yield* signedIn(id, access.caller))
      for (const { conversationId } of people) {
        yield* post(`/conversations/${conversationId}/assign`, { userId: user.id })
        const statuses = (yield* asked(caller, conversationId, member.id)).map(({ status }) => status)
        assert.deepStrictEqual(statuses, letIn)
      }
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/:conversationId/assign", () => {
  it.effect("rejects users who are not members", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenConversation
      const { user: stranger } = yield* givenDashboard()
      const before = yield* kept
      for (const userId of [stranger.id, unknown, "nobody"]) {
        assert.deepStrictEqual(
          yield* post(`/conversations/${id}/assign`, { userId }),
          refused(403, "User is not a member of this organization")
        )
      }
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("requires the user", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenConversation
      for (const body of [{}, { userId: "" }, { userId: null }, { assigneeId: unknown }]) {
        const answer = yield* post(`/conversations/${id}/assign`, body)
        assert.deepStrictEqual(answer, refused(400, "Missing required field: userId"))
      }
      assert.deepStrictEqual(
        yield* post(`/conversations/${id}/assign`, { userId: 5 }),
        refused(400, "Invalid field userId: Expected string")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("does not reopen a conversation if the contact has another open one", () =>
    Effect.gen(function* () {
      const { id, post, user } = yield* givenConversation
      yield* post(`/conversations/${id}/close`)
      yield* sent({ post }, "+15551234567")
      const before = yield* kept
      assert.deepStrictEqual(
        yield* post(`/conversations/${id}/assign`, { userId: user.id }),
        refused(409, "Conversation is closed and another one is open")
      )
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/:conversationId/reopen", () => {
  it.effect("does not reopen a conversation if the contact has another open one", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenConversation
      yield* post(`/conversations/${id}/close`)
      yield* sent({ post }, "+15551234567")
      const before = yield* kept
      assert.deepStrictEqual(
        yield* post(`/conversations/${id}/reopen`),
        refused(409, "Conversation is closed and another one is open")
      )
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/:conversationId/close", () => {
  it.effect.each([
    [{ resolution: 5 }, "Invalid field resolution: Expected string | null"],
    [{ resolution: "x".repeat(2_001) }, "Invalid field resolution: Expected at most 2000 characters"],
    [{ resolution: "\0" }, "Invalid field resolution: Expected text without NUL characters and unpaired surrogates"],
    ["[]", "Request body must be a JSON object"],
    ['"Refunded"', "Request body must be a JSON object"],
    ["{", "Request body is not valid JSON"]
  ] as const)("refuses %o", ([body, error]) =>
    Effect.gen(function* () {
      const { id, post } = yield* givenConversation
      const before = yield* kept
      assert.deepStrictEqual(yield* post(`/conversations/${id}/close`, body), refused(400, error))
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})
