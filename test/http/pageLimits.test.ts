import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { DeveloperApi } from "../../src/adapters/http/developer/Api.ts"
import { SessionApi } from "../../src/adapters/http/session/Api.ts"
import { ConversationId } from "../../src/domain/Ids.ts"
import { OpenApi } from "effect/http-api"
import { ApiKeys } from "../../src/ports/stores/access/ApiKeys.ts"
import { ask } from "../support/http.ts"
import { httpWorld } from "../support/httpWorld.ts"
import { givenDashboard } from "./session/sessionDashboard.ts"

const lists = [OpenApi.fromApi(DeveloperApi), OpenApi.fromApi(SessionApi)].flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters.some(({ name }) => name === "limit") === true ? [[path] as const] : []
  )
)

const unknown = ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b")

const expectation = "Invalid field limit: Expected a whole number from 1 to 100"

describe("the limit of a list", () => {
  it("is asked for by these lists", () => {
    assert.deepStrictEqual(
      lists.map(([path]) => path),
      [
        "/api/developer/v1/conversations/whatsapp",
        "/api/developer/v1/contacts",
        "/api/developer/v1/webhooks/deliveries",
        "/api/developer/v1/events",
        "/api/developer/v1/logs",
        "/api/whatsapp/contacts",
        "/api/whatsapp/conversations",
        "/api/whatsapp/messages",
        "/api/whatsapp/messages/search",
        "/api/whatsapp/notifications",
        "/api/whatsapp/conversations/{conversationId}/notes",
        "/api/whatsapp/developer/deliveries",
        "/api/whatsapp/developer/events",
        "/api/whatsapp/developer/logs"
      ]
    )
  })

  it.effect.each(lists)("is refused by %s when it is above the maximum, or no whole number", ([path]) =>
    Effect.gen(function* () {
      const { headers: session, id } = yield* givenDashboard()
      const { key } = yield* (yield* ApiKeys).create(id, "limits")
      const headers = { ...session, "x-api-key": Redacted.value(key) }
      const listed = (limit: string) =>
        ask(`${path.replace("{conversationId}", unknown)}?conversationId=${unknown}&q=hi&limit=${limit}`, { headers })
      for (const limit of ["1", "100"]) {
        const { status } = yield* listed(limit)
        // The conversation of messages and notes does not exist, which is found out after the query was read.
        assert.strictEqual(status, /\/(?:messages|notes)$/.test(path) ? 404 : 200)
      }
      for (const limit of ["101", "1000000", "0", "-1", "1.5", "1e9", "ten", "Infinity", "NaN", "", "%20"]) {
        const { body, status } = yield* listed(limit)
        assert.strictEqual(status, 400, limit)
        const refusal = path.startsWith("/api/developer") ? { message: expectation } : { error: expectation }
        assert.deepStrictEqual(body, { success: false, ...refusal }, limit)
      }
    }).pipe(Effect.provide(httpWorld))
  )
})
