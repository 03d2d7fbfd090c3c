import { assert, describe, it } from "@effect/vitest"
import { Effect, flow, Option, Redacted, Schema } from "effect"
import { DeveloperApi } from "../../src/adapters/http/interfaces/developer/Api.ts"
import { SessionApi } from "../../src/adapters/http/interfaces/session/Api.ts"
import { ConversationId } from "../../src/domain/Ids.ts"
import { OpenApi } from "effect/http-api"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { ask } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { givenDashboard } from "./session/sessionDashboard.ts"

const lists = [OpenApi.fromApi(DeveloperApi), OpenApi.fromApi(SessionApi)].flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters.some(({ name }) => name === "limit") === true ? [[path] as const] : []
  )
)

const unknown = ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b")

const expectation = "Invalid field limit: Expected a whole number from 1 to 100"

/** The limit that an answer shows, where it shows one. */
const LimitOf = Schema.Struct({
  data: Schema.Struct({
    limit: Schema.optionalKey(Schema.Int),
    meta: Schema.optionalKey(Schema.Struct({ limit: Schema.Int }))
  })
})
const limitOf = flow(
  Schema.decodeUnknownOption(LimitOf),
  Option.flatMapNullishOr(({ data }) => data.meta?.limit ?? data.limit)
)

const refusalOf = (path: string, text: string) => ({
  success: false,
  ...(path.startsWith("/api/developer") ? { message: text } : { error: text })
})

/** Calls the list of the path with a query. */
const givenList = Effect.fnUntraced(function* (path: string) {
  const { headers: session, id } = yield* givenDashboard()
  const { key } = yield* (yield* ApiKeys).create(id, "limits")
  const headers = { ...session, "x-api-key": Redacted.value(key) }
  const required = `${path.endsWith("/messages") ? `conversationId=${unknown}&` : ""}q=hi&`
  return (query: string) => ask(`${path.replace(/\{\w+\}/, unknown)}?${required}${query}`, { headers })
})

describe("the limit of a list", () => {
  it("is a parameter of these lists", () => {
    assert.deepStrictEqual(
      lists.map(([path]) => path),
      [
        "/api/developer/v1/conversations/whatsapp",
        "/api/developer/v1/messages",
        "/api/developer/v1/scheduled-messages",
        "/api/developer/v1/contacts",
        "/api/developer/v1/consents",
        "/api/developer/v1/campaigns",
        "/api/developer/v1/campaigns/{campaignId}/recipients",
        "/api/developer/v1/saved-replies",
        "/api/developer/v1/audit-log",
        "/api/developer/v1/webhooks/deliveries",
        "/api/developer/v1/endpoints/{endpointId}/deliveries",
        "/api/developer/v1/events",
        "/api/developer/v1/logs",
        "/api/whatsapp/contacts",
        "/api/whatsapp/consents",
        "/api/whatsapp/campaigns",
        "/api/whatsapp/campaigns/{campaignId}/recipients",
        "/api/whatsapp/audit-log",
        "/api/whatsapp/conversations",
        "/api/whatsapp/messages",
        "/api/whatsapp/messages/search",
        "/api/whatsapp/notifications",
        "/api/whatsapp/saved-replies",
        "/api/whatsapp/conversations/{conversationId}/notes",
        "/api/whatsapp/scheduled-messages",
        "/api/whatsapp/developer/endpoints/{endpointId}/deliveries",
        "/api/whatsapp/developer/deliveries",
        "/api/whatsapp/developer/events",
        "/api/whatsapp/developer/logs"
      ]
    )
  })

  it.effect.each(lists)(
    "%s: a limit of 0, a negative limit and a limit that is not a whole number are refused",
    ([path]) =>
      Effect.gen(function* () {
        const listed = yield* givenList(path)
        for (const limit of ["0", "-1", "-101", "1.5", "100.5", "ten", "Infinity", "NaN", "", "%20"]) {
          const { body, status } = yield* listed(`limit=${limit}`)
          assert.strictEqual(status, 400, limit)
          assert.deepStrictEqual(body, refusalOf(path, expectation), limit)
        }
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(lists)("%s: a limit above the maximum counts as the maximum", ([path]) =>
    Effect.gen(function* () {
      const listed = yield* givenList(path)
      for (const [limit, used] of [
        ["1", 1],
        ["100", 100],
        ["101", 100],
        ["1000000", 100],
        ["9".repeat(30), 100]
      ] as const) {
        const { body, status } = yield* listed(`limit=${limit}`)
        // The conversation of messages and notes, the campaign and the endpoint do not exist, which is found out after the query was read.
        assert.strictEqual(
          status,
          /whatsapp\/(?:.*\/notes|messages)$|\/recipients$|\/endpoints\/.*\/deliveries$/.test(path) ? 404 : 200,
          limit
        )
        const limitUsed = limitOf(body)
        if (Option.isSome(limitUsed)) assert.strictEqual(limitUsed.value, used)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(lists)("%s: a repeated parameter is refused and named", ([path]) =>
    Effect.gen(function* () {
      const listed = yield* givenList(path)
      const { body, status } = yield* listed("limit=20&limit=30")
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(body, refusalOf(path, "Invalid field limit: Expected one value; the query has it 2 times"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("repeated parameters of other kinds are refused and named", () =>
    Effect.gen(function* () {
      const contacts = yield* givenList("/api/whatsapp/contacts")
      const messages = yield* givenList("/api/whatsapp/messages")
      const search = yield* givenList("/api/developer/v1/contacts")
      const twice = (name: string) => `Invalid field ${name}: Expected one value; the query has it 2 times`
      const { body: sorted } = yield* contacts("sortBy=name&sortBy=name")
      assert.deepStrictEqual(sorted, { success: false, error: twice("sortBy") })
      const { body: ofConversation } = yield* messages(`conversationId=${unknown}`)
      assert.deepStrictEqual(ofConversation, { success: false, error: twice("conversationId") })
      const { body: found } = yield* search("search=a&search=b")
      assert.deepStrictEqual(found, { success: false, message: twice("search") })
    }).pipe(Effect.provide(httpWorld))
  )
})
