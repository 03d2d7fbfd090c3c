import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SessionApi } from "../../../../src/adapters/http/interfaces/session/Api.ts"
import { ManagementGuard } from "../../../../src/adapters/http/interfaces/session/middleware.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import type { Role } from "../../../../src/domain/access/Organization.ts"
import { givenOrganization, someone } from "../../../../testing/given/given.ts"
import { givenMember, serviceAccess } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { campaignIdFor, givenCampaigns } from "../../givenCampaigns.ts"
import { erasedId, givenErasure } from "../../givenErasure.ts"
import {
  endpointEventId,
  endpointId,
  givenEndpointDelivery,
  givenOrganized,
  labelId,
  teamId
} from "../../givenOrganized.ts"
import { givenTemplates, templateId } from "../../givenTemplate.ts"
import { call, kept, refused, signedIn } from "../sessionDashboard.ts"
import { userId, apiKeyId, contactId, eventId, givenScene, logId, organizationId } from "../sessionScene.ts"

const completion = "POST /channels/whatsapp/signup/complete"

/** Bodies of the endpoints that need one. */
const bodies: Readonly<Record<string, unknown>> = {
  "PATCH /settings": { defaultCountry: "BR" },
  "POST /developer/api-keys": { name: "Shop" },
  "PUT /developer/webhook": { url: "https://example.com/hook", events: ["message.sent"] },
  "POST /developer/deliveries/replay": { since: "2026-11-20T00:00:00Z" },
  "POST /developer/endpoints": { url: "https://example.com/hook", events: ["message.sent"] },
  "PATCH /developer/endpoints/:endpointId": { enabled: false },
  "POST /developer/endpoints/:endpointId/deliveries/replay": { since: "2026-11-20T00:00:00Z" },
  "POST /contacts/:contactId/erase": { confirm: true },
  "POST /channels/whatsapp/signup": {},
  [completion]: { state: "q0mSexample", code: "AQDexample" },
  "POST /labels": { name: "Refund" },
  "PATCH /labels/:labelId": { name: "Refund" },
  "POST /teams": { name: "Billing" },
  "PATCH /teams/:teamId": { name: "Billing" },
  "PUT /members/:memberId/capacity": { capacity: 5 },
  "POST /templates": { copyOf: templateId, language: "es" },
  "PATCH /templates/:templateId": { category: "MARKETING" },
  "POST /campaigns": { name: "Spring", template: { name: "hello_world", language: { code: "en_US" } } },
  "PATCH /campaigns/:campaignId": { name: "Summer" },
  "PUT /campaigns/:campaignId/recipients": "phone\n+15551234567\n",
  "POST /import/messages": "{}\n",
  "POST /campaigns/:campaignId/test": { to: ["15551234567"] }
}

const ids: Readonly<Record<string, string>> = {
  apiKeyId,
  eventId,
  labelId,
  logId,
  memberId: userId,
  deliveryId: endpointEventId,
  endpointId,
  teamId,
  templateId
}

const endpoints = Object.values(SessionApi.groups)
  .flatMap((group) => Object.values(group.endpoints))
  .map(({ method, middlewares, path }) => ({
    endpoint: `${method} ${path.slice("/api/whatsapp".length)}`,
    isGuarded: [...middlewares].some((guard) => guard === ManagementGuard),
    method,
    path: path
      .slice("/api/whatsapp".length)
      .replaceAll(/:(\w+)/g, (_: string, name: string) =>
        name === "campaignId"
          ? campaignIdFor(method, path)
          : name === "contactId"
            ? path.endsWith("/erasure")
              ? erasedId
              : contactId
            : (ids[name] ?? "x")
      )
  }))

/**
 * Endpoints that every member may call, as far as their conversations go (contract: Access to conversations; Roles of
 * the console's endpoints).
 */
const forAll = [
  "GET /contacts",
  "GET /contacts/:contactId",
  "POST /contacts",
  "PATCH /contacts/:contactId",
  "POST /contacts/bulk",
  "GET /labels",
  "PUT /conversations/:conversationId/labels",
  "PUT /contacts/:contactId/labels",
  "GET /teams",
  "PUT /conversations/:conversationId/team",
  "GET /saved-replies",
  "POST /saved-replies",
  "PATCH /saved-replies/:replyId",
  "DELETE /saved-replies/:replyId",
  "POST /saved-replies/:replyId/render",
  "GET /members/workloads",
  "PUT /members/:memberId/availability",
  "GET /contacts/:contactId/consents",
  "PATCH /contacts/:contactId/consents",
  "GET /conversations",
  "GET /conversations/:conversationId",
  "POST /conversations/:conversationId/close",
  "POST /conversations/:conversationId/assign",
  "POST /conversations/:conversationId/unassign",
  "POST /conversations/:conversationId/reopen",
  "POST /conversations/:conversationId/read",
  "POST /conversations/:conversationId/unread",
  "POST /conversations/:conversationId/snooze",
  "POST /conversations/:conversationId/unsnooze",
  "PUT /conversations/:conversationId/priority",
  "POST /conversations/bulk",
  "GET /conversations/:conversationId/notes",
  "POST /conversations/:conversationId/notes",
  "DELETE /conversations/:conversationId/notes/:noteId",
  "POST /conversations/:conversationId/presence",
  "POST /conversations/:conversationId/messages",
  "GET /scheduled-messages",
  "GET /scheduled-messages/:scheduledId",
  "PATCH /scheduled-messages/:scheduledId",
  "DELETE /scheduled-messages/:scheduledId",
  "GET /messages",
  "GET /messages/search",
  "GET /messages/:messageId",
  "POST /messages/:messageId/read",
  "POST /messages/:messageId/typing",
  "POST /messages/send",
  "POST /private-replies",
  "POST /conversations/:conversationId/hand-over",
  "POST /conversations/:conversationId/escalate",
  "GET /media/:mediaId",
  "POST /media",
  "GET /notifications",
  "POST /notifications/read",
  "GET /templates",
  "GET /templates/:templateId",
  "POST /templates/:templateId/preview",
  "GET /members",
  "GET /organizations",
  "GET /settings",
  "GET /events/stream"
]

const guarded = endpoints.filter(({ isGuarded }) => isGuarded)

/** Headers of a body that is no JSON. */
const headersOf = (endpoint: string) => {
  if (typeof bodies[endpoint] !== "string") return {}
  return { headers: { "content-type": endpoint.startsWith("POST /import") ? "application/x-ndjson" : "text/csv" } }
}

/** An organization with a row for every path. */
const givenRows = Effect.gen(function* () {
  yield* givenScene(someone)
  yield* givenOrganized(organizationId)
  yield* givenEndpointDelivery(organizationId)
  yield* givenErasure(organizationId)
  yield* givenTemplates(organizationId)
  yield* givenCampaigns(organizationId)
})

const StartedSignup = Schema.Struct({ body: Schema.Struct({ data: Schema.Struct({ state: Schema.String }) }) })

/** The body of a request that is to be admitted. Only the author of a signup can complete it. */
const bodyFor = Effect.fnUntraced(function* (headers: Readonly<Record<string, string>>, endpoint: string) {
  if (endpoint !== completion) return bodies[endpoint]
  const started = yield* call(headers, "/channels/whatsapp/signup", { method: "POST", body: {} })
  return { code: "AQDexample", state: (yield* Schema.decodeUnknownEffect(StartedSignup)(started)).body.data.state }
})

const memberWith = Effect.fnUntraced(function* (role: Role) {
  yield* givenRows
  const { access } = yield* givenMember(organizationId, { role, name: "Mia" })
  return yield* signedIn(organizationId, access.caller)
})

describe("endpoints of the Session interface", () => {
  it("are for members who manage the organization, except for these", () => {
    assert.sameMembers(
      endpoints.flatMap(({ endpoint, isGuarded }) => (isGuarded ? [] : [endpoint])),
      forAll
    )
    assert.lengthOf(guarded, 71)
  })

  it.effect.each(guarded)("refuse an agent, and change nothing: $endpoint", ({ endpoint, method, path }) =>
    Effect.gen(function* () {
      const headers = yield* memberWith("agent")
      const before = yield* kept
      for (const body of [bodies[endpoint], method === "GET" || method === "DELETE" ? undefined : {}])
        assert.deepStrictEqual(yield* call(headers, path, { method, body }), refused(403, "Forbidden"))
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(guarded)("admit owners, admins and the service role: $endpoint", ({ endpoint, method, path }) =>
    Effect.gen(function* () {
      for (const who of ["owner", "admin", "service"] as const) {
        const status = yield* Effect.gen(function* () {
          const headers =
            who === "service"
              ? yield* Effect.andThen(givenRows, signedIn(organizationId, serviceAccess(organizationId).caller))
              : yield* memberWith(who)
          const body = yield* bodyFor(headers, endpoint)
          return (yield* call(headers, path, { method, body, ...headersOf(endpoint) })).status
        }).pipe(Effect.provide(httpWorld, { local: true }))
        assert.isBelow(status, 300, who)
      }
    })
  )

  it.effect("check the membership before the role", () =>
    Effect.gen(function* () {
      yield* memberWith("agent")
      const unsigned = { "x-org-id": organizationId }
      const stranger = yield* signedIn(organizationId, { _tag: "User", userId: (yield* givenStranger).id, email: null })
      for (const { method, path } of guarded) {
        assert.deepStrictEqual(yield* call(unsigned, path, { method }), refused(401, "Unauthorized"))
        const answer = yield* call(stranger, path, { method })
        assert.deepStrictEqual(answer, refused(403, "User is not a member of this organization"))
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("respond to a repetition with a key by the member's current role", () =>
    Effect.gen(function* () {
      const headers = { ...(yield* memberWith("admin")), "idempotency-key": "1" }
      const create = () => call(headers, "/developer/api-keys", { method: "POST", body: { name: "Shop" } })
      const rotate = () =>
        call({ ...headers, "idempotency-key": "2" }, "/developer/webhook/secret/rotate", { method: "POST" })
      const first = [yield* create(), yield* rotate()]
      assert.deepStrictEqual([yield* create(), yield* rotate()], first)
      yield* (yield* World).update((state) => ({
        ...state,
        memberships: state.memberships.map((one) => (one.role === "admin" ? { ...one, role: "agent" as const } : one))
      }))
      assert.deepStrictEqual([yield* create(), yield* rotate()], [refused(403, "Forbidden"), refused(403, "Forbidden")])
    }).pipe(Effect.provide(httpWorld))
  )
})

/** A user of another organization. */
const givenStranger = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  return (yield* givenMember(id, { role: "owner" })).user
})
