import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { HttpClient } from "effect/http"
import { IdempotencyKey } from "../../../client/IdempotencyKey.ts"
import { Forbidden, Unauthorized, Unprocessable } from "../../../src/adapters/http/interfaces/session/Failures.ts"
import * as SessionClient from "../../../client/SessionClient.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { routesClient } from "../clientOf.ts"
import { givenDashboard } from "./sessionDashboard.ts"

const connect = Effect.fnUntraced(function* (token: string, organizationId: string) {
  const options = { url: "http://test", token: Redacted.make(token), organizationId }
  return yield* Effect.provideService(SessionClient.make(options), HttpClient.HttpClient, yield* routesClient)
})

const given = Effect.gen(function* () {
  const { headers, id, user } = yield* givenDashboard()
  const token = headers.authorization.slice("Bearer ".length)
  return { id, user, token, parley: yield* connect(token, id) }
})

describe("the typed client of the Session interface", () => {
  it.effect("calls the endpoints of the interface", () =>
    Effect.gen(function* () {
      const { parley, user } = yield* given
      const { data: contact } = yield* parley.contacts.create({ payload: { userNumber: "+15551234567" } })
      const params = { contactId: contact.vendorContactId }
      const { data: changed } = yield* parley.contacts.change({ params, payload: { name: "Ada" } })
      assert.strictEqual(changed.name, "Ada")
      const { data: listed } = yield* parley.contacts.list({ query: { limit: 5, sortBy: "name" } })
      assert.deepStrictEqual([listed.total, listed.contacts[0]?.id], [1, contact.id])

      const { data: sent } = yield* parley.messages.send({
        payload: { to: "+15551234567", type: "text", text: "hi" }
      })
      if (sent.status === "scheduled") return yield* Effect.die("a send without sendAt is not scheduled")
      const { conversationId } = sent
      const messages = yield* parley.messages.list({ query: { conversationId } })
      assert.deepStrictEqual(
        messages.data.map(({ content, type }) => ({ content, type })),
        [{ content: { text: "hi" }, type: "text" }]
      )
      yield* parley.conversations.assign({ params: { conversationId }, payload: { userId: user.id } })
      const { data: told } = yield* parley.notifications.list({ query: { unread: "true" } })
      assert.deepStrictEqual(
        told.notifications.map((notification) => [notification.type, notification.conversationId]),
        [["conversation.assigned", conversationId]]
      )
      const [upTo] = told.notifications.map((notification) => notification.id)
      const { data: read } = yield* parley.notifications.read({ payload: { upTo: upTo ?? null } })
      assert.deepStrictEqual(read, { marked: 1 })
      const { data: closed } = yield* parley.conversations.close({ params: { conversationId }, payload: undefined })
      assert.strictEqual(closed.closedBy, user.id)
      const { data: found } = yield* parley.conversations.get({ params: { conversationId } })
      assert.deepStrictEqual([found.status, found.assignee?.name], ["closed", "Olga"])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends calls with an idempotency key", () =>
    Effect.gen(function* () {
      const { parley } = yield* given
      const create = (userNumber: string) =>
        Effect.provideService(parley.contacts.create({ payload: { userNumber } }), IdempotencyKey, "contact 17")
      const first = yield* create("+15551234567")
      assert.deepStrictEqual(yield* create("+15551234567"), first)
      assert.instanceOf(yield* Effect.flip(create("+15557654321")), Unprocessable)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("fails with the tagged failure of the contract", () =>
    Effect.gen(function* () {
      const { id, token } = yield* given
      const stranger = yield* connect("wrong", id)
      const refused = yield* Effect.flip(stranger.contacts.list({ query: {} }))
      assert.instanceOf(refused, Unauthorized)
      assert.strictEqual("error" in refused ? refused.error : undefined, "Unauthorized")
      const lost = yield* connect(token, "nowhere")
      assert.instanceOf(yield* Effect.flip(lost.contacts.list({ query: {} })), Forbidden)
    }).pipe(Effect.provide(httpWorld))
  )
})
