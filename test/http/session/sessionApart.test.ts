import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { World } from "../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { sent } from "./conversations/sessionConversation.ts"
import { answered, call, givenDashboard, refused } from "./sessionDashboard.ts"

const to = "+15551234567"

/** What is left of an answer when everything but texts that name people is left out. */
const namesIn = (body: unknown) => Array.from(JSON.stringify(body).matchAll(/"name":"(\w*)"/g), ([, name]) => name)

describe("organizations", () => {
  it.effect("may have contacts with the same number, and see nothing of each other", () =>
    Effect.gen(function* () {
      const acme = yield* givenDashboard()
      const globex = yield* givenDashboard()
      yield* acme.added({ userNumber: to, userName: "Ada" })
      const eve = yield* globex.added({ userNumber: to, userName: "Eve" })
      yield* sent(acme, to, "from Acme")
      const { conversationId } = yield* sent(globex, to, "from Globex")
      for (const path of ["/contacts", "/contacts?search=5551234", "/contacts?search=e", "/conversations"]) {
        assert.deepStrictEqual(namesIn((yield* acme.get(path)).body), path.endsWith("=e") ? [] : ["Ada"], path)
        assert.deepStrictEqual(namesIn((yield* globex.get(path)).body), ["Eve"], path)
      }
      assert.deepStrictEqual(yield* acme.get(`/contacts/${eve}`), refused(404, "Contact not found"))
      const notFound = refused(404, "Conversation not found")
      assert.deepStrictEqual(yield* acme.get(`/conversations/${conversationId}`), notFound)
      assert.deepStrictEqual(yield* acme.get(`/messages?conversationId=${conversationId}`), notFound)
      const nobody = { conversations: [], total: 0, page: 1, limit: 20, hasNext: false }
      assert.deepStrictEqual(yield* acme.get(`/conversations?assignee=${globex.user.id}`), answered(200, nobody))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("give a user of both access to the named one, with the rights there", () =>
    Effect.gen(function* () {
      const acme = yield* givenDashboard()
      const globex = yield* givenDashboard()
      yield* acme.added({ userNumber: to, userName: "Ada" })
      yield* globex.added({ userNumber: to, userName: "Eve" })
      const { conversationId } = yield* sent(globex, to)
      yield* globex.post(`/conversations/${conversationId}/assign`, { userId: globex.user.id })
      yield* (yield* World).update((state) => ({
        ...state,
        memberships: [
          ...state.memberships,
          { organizationId: globex.id, userId: acme.user.id, role: "agent", conversationScope: "assigned" }
        ]
      }))
      const there = { ...acme.headers, "x-org-id": globex.id }
      assert.deepStrictEqual(namesIn((yield* acme.get("/contacts")).body), ["Ada"])
      assert.deepStrictEqual(namesIn((yield* call(there, "/contacts")).body), ["Eve"])
      assert.deepStrictEqual(yield* call(there, `/conversations/${conversationId}`), refused(403, "Forbidden"))
    }).pipe(Effect.provide(httpWorld))
  )
})
