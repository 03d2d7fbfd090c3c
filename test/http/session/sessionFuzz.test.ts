import { ChannelSignups } from "../../../src/ports/access/ChannelSignups.ts"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Arbitrary, Effect, Schema } from "effect"
import { SessionApi } from "../../../src/adapters/http/interfaces/session/Api.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { cases } from "../../support/effort.ts"
import { type FuzzedRequest, reportValues, requestsTo } from "../fuzz.ts"
import { documentProblem } from "../openapi/documentedBody.ts"
import { fuzzOutcomes } from "../fuzzOutcomes.ts"
import { campaignIds, givenCampaigns } from "../givenCampaigns.ts"
import { erasedId, givenErasure } from "../givenErasure.ts"
import {
  endpointEventId,
  endpointId,
  givenEndpointDelivery,
  givenOrganized,
  labelId,
  replyId,
  teamId
} from "../givenOrganized.ts"
import { givenTemplates, templateId } from "../givenTemplate.ts"
import { phoneOf, someone } from "../../../testing/given/given.ts"
import { ask, askText } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { kept } from "./sessionDashboard.ts"
import {
  apiKeyId,
  contactId,
  conversationId,
  eventId,
  givenScene,
  inboundId,
  logId,
  messageId,
  pageConversationId,
  scheduledId,
  noteId,
  organizationId,
  userId,
  vendorContactId
} from "./sessionScene.ts"

const Envelope = Schema.Union([
  Schema.Struct({ success: Schema.Literal(true), data: Schema.Json }),
  Schema.Struct({ data: Schema.Array(Schema.Json), total: Schema.Int, page: Schema.Int, hasNext: Schema.Boolean }),
  Schema.Struct({ success: Schema.Literal(false), error: Schema.NonEmptyString })
])
/** Whether the answer has the envelope, or is a table. */
const isEnvelope = Schema.is(Schema.Union([Envelope, Schema.String]))

/** A file is no envelope, and neither is a stream. */
const groups = Object.values(SessionApi.groups).filter(({ identifier }) => !["media", "events"].includes(identifier))

/** Requests to each endpoint of a large group. */
const perEndpoint = 60

/** Requests per group; `npm run fuzz` makes more. Each one starts with the same stored state. */
const runs = Number(process.env["FUZZ_RUNS"] ?? cases(120, 300))
const seed = 20_261_122

/** The ids that paths of a group name. */
const ids: Readonly<Record<string, ReadonlyArray<string>>> = {
  contacts: [contactId, vendorContactId],
  consents: [contactId, vendorContactId],
  erasures: [contactId, vendorContactId, erasedId, erasedId],
  conversations: [conversationId],
  labels: [labelId, conversationId, contactId, vendorContactId],
  teams: [teamId, conversationId],
  workloads: [userId, "me"],
  savedReplies: [replyId],
  message: [messageId, inboundId],
  triage: [conversationId, "no conversation"],
  notes: [conversationId, noteId],
  presence: [conversationId],
  handling: [conversationId, pageConversationId],
  replies: [conversationId, pageConversationId],
  scheduled: [scheduledId],
  apiKeys: [apiKeyId],
  deliveries: [eventId],
  endpoints: [endpointId, endpointId, endpointEventId],
  logs: [logId],
  templates: [templateId],
  campaigns: [...Object.values(campaignIds), campaignIds.file, campaignIds.file]
}
const queryValues = {
  sortBy: ["created_at", "name", "last_message_at"],
  sortOrder: ["asc", "desc"],
  status: ["open", "closed", "ai_handling", "escalated", "pending", "failed", "404", "2xx", "scheduled", "sent"],
  assignee: [userId],
  state: ["opted_in", "opted_out"],
  channel: ["whatsapp", "instagram"],
  contactId: [contactId],
  search: ["a", "%", "+1 555"],
  conversationId: [conversationId],
  q: ["hi", "%"],
  before: [messageId],
  around: [messageId],
  after: [eventId, messageId],
  event: ["message.sent", "webhook.test"],
  method: ["GET", "POST"],
  filename: ["a.txt"],
  path: ["/v1/contacts"],
  requestId: ["trace-1"],
  since: ["2026-11-20T11:00:00Z"],
  until: ["2026-11-20T13:00:00Z"]
}

const holds = Effect.fnUntraced(function* (
  { headers, path, ...asked }: FuzzedRequest,
  owner: Readonly<Record<string, string>>
) {
  const before = yield* kept
  const { body, status } = yield* ask(path, { ...asked, headers: { ...headers, ...owner } })
  assert.isTrue(isEnvelope(body), `${status} ${JSON.stringify(body)}`)
  assert.isBelow(status, 500, JSON.stringify(body))
  if (status < 300) assert.isNull(documentProblem(asked.method ?? "GET", path, asked.body), JSON.stringify(asked.body))
  if (status >= 400) assert.strictEqual(yield* kept, before, `${status} ${JSON.stringify(body)}`)
  return status
})

/** Checks a property of requests in one organization. */
const check = Effect.fnUntraced(function* <Inputs, E, R>(
  inputs: Arbitrary.Arbitrary<Inputs>,
  property: (inputs: Inputs) => Effect.Effect<boolean, E, R>,
  count: number
) {
  const result = yield* Arbitrary.checkEffect(inputs, property, { runs: count, seed })
  assert.isUndefined(Arbitrary.formatCheckFailure(result))
})

describe("generated requests", () => {
  it.effect.each(groups.map((group) => ({ group, name: group.identifier })))(
    "to $name have responses in the envelope, and leave no partial changes",
    ({ group, name }) =>
      Effect.gen(function* () {
        // The contract's examples write to a number, and add it: it is known where they do the one.
        const phone = name === "messages" ? someone : phoneOf(1)
        const outcomes = fuzzOutcomes(group)
        const owner = yield* givenScene(phone)
        yield* givenOrganized(organizationId)
        yield* givenEndpointDelivery(organizationId)
        yield* givenErasure(organizationId)
        yield* (yield* ChannelSignups).begin(organizationId, "q0mSexample", {
          startedBy: `Member:${userId}`,
          redirectUrl: null,
          startedAt: DateTime.makeUnsafe(0),
          expiresAt: DateTime.makeUnsafe("2099-01-01T00:00:00.000Z")
        })
        const { state, update } = yield* World
        const initial = yield* state
        const property = (request: FuzzedRequest) =>
          Effect.map(
            Effect.andThen(
              Effect.andThen(
                update(() => initial),
                Effect.andThen(
                  givenTemplates(organizationId),
                  name === "campaigns" ? givenCampaigns(organizationId) : Effect.void
                )
              ),
              holds(request, owner)
            ),
            (status) => {
              outcomes.record(request, status)
              return true
            }
          )
        const ofLists: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
          templates: { from: ["15550001111", "nobody"] },
          conversations: { ...queryValues, team: [teamId], label: ["VIP"] },
          contacts: { ...queryValues, team: [teamId], label: ["VIP"] },
          savedReplies: { prefix: ["th"], language: ["en", "english"] },
          reports: reportValues
        }
        const values = ofLists[name] ?? queryValues
        const requests = requestsTo(group, ids[name] ?? [], values)
        // Few generated changes of a template are right.
        const each = name === "templates" ? 3 * perEndpoint : perEndpoint
        yield* check(requests, property, Math.max(runs, each * Object.keys(group.endpoints).length))
        outcomes.assertComplete()
      }).pipe(Effect.provide(httpWorld)),
    120_000
  )

  /** What a header can carry. */
  const HeaderText = Schema.String.check(Schema.isPattern(/^[!-~]{0,40}$/))
  const Headers = Schema.Struct({
    authorization: Schema.Union([HeaderText, Schema.Literals(["Bearer token", "bearer  token", "Bearer", "token"])]),
    "x-org-id": Schema.Union([HeaderText, Schema.Literals(["", contactId, "00000000-0000-0000-0000-000000000000"])])
  })

  it.effect(
    "require a session and a membership",
    () =>
      Effect.gen(function* () {
        yield* givenScene(someone)
        const property = Effect.fnUntraced(function* (headers: typeof Headers.Type) {
          const { body, status } = yield* ask("/api/whatsapp/contacts", { headers })
          assert.isTrue(isEnvelope(body), `${status} ${JSON.stringify(body)}`)
          const isSignedIn = /^bearer +token$/i.test(headers.authorization)
          assert.strictEqual(status, isSignedIn ? (headers["x-org-id"] === "" ? 400 : 403) : 401)
          return true
        })
        yield* check(Arbitrary.schema(Headers), property, 500)
      }).pipe(Effect.provide(httpWorld)),
    120_000
  )

  it.effect.prop(
    "return a stream after any named id, or an error for an invalid one",
    { named: Schema.Union([HeaderText, Schema.Literals([contactId, "", "00000000-0000-0000-0000-000000000000"])]) },
    Effect.fnUntraced(function* ({ named }) {
      const owner = yield* givenScene(someone)
      const headers = { ...owner, "last-event-id": named }
      const { headers: answered, status, text } = yield* askText("/api/whatsapp/events/stream", { headers })
      const isId = named === "" || /^[0-9a-f-]{36}$/i.test(named)
      assert.strictEqual(status, isId ? 200 : 400, text)
      assert.strictEqual(answered.get("content-type"), isId ? "text/event-stream" : "application/json")
      if (isId) assert.match(text, /^id: [0-9a-f-]{36}\nretry: 2000\n\n/)
      else assert.isTrue(isEnvelope(JSON.parse(text)), text)
    }, Effect.provide(httpWorld)),
    { arbitrary: { runs: 100 } }
  )
})
