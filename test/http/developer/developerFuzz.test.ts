import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Effect, Redacted, Schema, Stream } from "effect"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { channelName } from "../../../src/domain/conversations/Channel.ts"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import type { ChannelAccount } from "../../../src/domain/conversations/Channel.ts"
import { webhookTest } from "../../../src/domain/webhooks/Event.ts"
import {
  ContactId,
  ConversationId,
  EventId,
  MediaId,
  MessageId,
  type OrganizationId,
  PendingSendId,
  UserId
} from "../../../src/domain/Ids.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { MediaStore } from "../../../src/ports/media/MediaStore.ts"
import { PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { EventLog } from "../../../src/ports/webhooks/EventLog.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { IdSource } from "../../../src/ports/process/IdSource.ts"
import { nextEra } from "../../../testing/given/era.ts"
import { cases } from "../../support/effort.ts"
import { type FuzzedRequest, reportValues, requestsTo } from "../fuzz.ts"
import { documentProblem } from "../openapi/documentedBody.ts"
import { erasedId, givenErasure } from "../givenErasure.ts"
import { fuzzOutcomes } from "../fuzzOutcomes.ts"
import { campaignIds, givenCampaigns } from "../givenCampaigns.ts"
import {
  endpointEventId,
  endpointId,
  givenEndpointDelivery,
  givenOrganized,
  labelId,
  organizedId,
  replyId,
  teamId
} from "../givenOrganized.ts"
import { givenTemplates, templateId } from "../givenTemplate.ts"
import { givenAccount, givenOrganization, sendIntent, someone } from "../../../testing/given/given.ts"
import { givenInbound } from "../../../testing/given/givenInbound.ts"
import { someMedia } from "../../../testing/given/givenMedia.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const Envelope = Schema.Union([
  Schema.Struct({ success: Schema.Literal(true), data: Schema.Json }),
  Schema.Struct({ success: Schema.Literal(true), message: Schema.NonEmptyString }),
  Schema.Struct({ success: Schema.Literal(false), message: Schema.NonEmptyString })
])
/** Whether the answer has the envelope, or is a table. */
const isEnvelope = Schema.is(Schema.Union([Envelope, Schema.String]))

/** Requests per group; `npm run fuzz` makes more. Each one starts with the same stored state. */
const runs = Number(process.env["FUZZ_RUNS"] ?? cases(120, 300))
const seed = 20_261_121

/** Requests to each endpoint of a large group. */
const perEndpoint = 60

const contactId = ContactId.make("00000000-0000-4000-8000-0000000000aa")
const scheduledId = PendingSendId.make("00000000-0000-4000-8000-0000000000dd")
const mediaId = MediaId.make("00000000-0000-4000-8000-0000000000bb")
const talkId = ConversationId.make("00000000-0000-4000-8000-0000000000ee")
/** An event with a delivery. */
const messageId = MessageId.make("00000000-0000-4000-8000-0000000000de")
/** A conversation that an AI agent handles. */
const handledId = ConversationId.make("00000000-0000-4000-8000-0000000000d0")
const eventId = EventId.make("00000000-0000-4000-8000-0000000000cc")

/** A file of a message in a conversation. Its bytes are an envelope, so that one property holds for every endpoint. */
const givenFile = Effect.fnUntraced(function* (organizationId: OrganizationId, account: ChannelAccount) {
  const at = yield* nextEra
  const intent = yield* sendIntent(organizationId, account.id, { at, phone: someone, conversation: { id: talkId } })
  const { conversationId } = yield* sendOff(organizationId, intent)
  const handled = { id: handledId, status: "ai_handling" } as const
  const phone = PhoneNumber.make("15557650001")
  yield* sendOff(organizationId, yield* sendIntent(organizationId, account.id, { at, phone, conversation: handled }))
  yield* givenInbound(organizationId, conversationId, { id: messageId })
  const { addAll, recordOutcome } = yield* MediaLibrary
  yield* addAll(organizationId, [yield* someMedia(organizationId, { id: mediaId, messageId: intent.messageId })])
  const mimeType = "application/json"
  const bytes = Stream.make(new TextEncoder().encode(JSON.stringify({ success: true, data: null })))
  const stored = yield* Effect.orDie((yield* MediaStore).put(organizationId, mediaId, { mimeType, bytes }))
  yield* recordOutcome(organizationId, mediaId, { _tag: "Stored", ...stored, mimeType, at })
})

/** An organization with everything connected, somebody in it, and a key. */
const given = Effect.gen(function* () {
  const { id } = yield* givenOrganization({ webhook: {} })
  const account = yield* givenAccount(id)
  yield* givenAccount(id, { channel: "messenger" })
  yield* givenAccount(id, { channel: "instagram" })
  const vendorContactId = yield* (yield* IdSource).vendorContactId
  const contact = newContact({ id: contactId, vendorContactId, organizationId: id, source: "api" }, yield* nextEra)
  yield* (yield* ContactStore).insert({ ...contact, phone: PhoneNumber.make("15551234567"), name: "Ada" })
  yield* givenFile(id, account)
  yield* (yield* EventLog).append(webhookTest(eventId, id, yield* nextEra))
  const scheduledAt = yield* nextEra
  yield* (yield* PendingSends).add({
    id: scheduledId,
    organizationId: id,
    origin: "developer",
    channel: "whatsapp",
    recipient: "+15551234567",
    sender: null,
    contactId: null,
    conversationId: null,
    scheduledBy: null,
    content: { _tag: "Text", text: "Hello" },
    key: null,
    createdAt: scheduledAt,
    dueAt: DateTime.add(scheduledAt, { days: 1 })
  })
  yield* givenOrganized(id)
  yield* (yield* Organizations).addMember(id, {
    user: { id: memberId, email: "ada@example.com", name: "Ada", createdAt: scheduledAt },
    passwordHash: "none",
    membership: { organizationId: id, userId: memberId, role: "agent", conversationScope: "all" }
  })
  yield* givenEndpointDelivery(id)
  const { key } = yield* (yield* ApiKeys).create(id, "fuzz")
  return { id, key: Redacted.value(key) }
})

const memberId = UserId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e27")

/** Parameters of reports, right and wrong ones. */
const auditValues = {
  action: ["member.added"],
  actor: ["member"],
  since: ["2026-11-01T00:00:00Z"],
  until: ["2026-12-01T00:00:00Z"],
  after: ["x"]
}
const usageValues = { since: ["2026-11-01", "2020-01-01"], until: ["2026-11-30", "today"], by: ["day,number", "hour"] }

/** What must be as before when a request is refused. */
const kept = Effect.flatMap(World, ({ state }) =>
  Effect.map(state, ({ labels, savedReplies, teams, ...state }) =>
    JSON.stringify({
      labels,
      savedReplies,
      teams,
      contacts: state.contacts,
      conversations: state.conversations,
      events: state.events,
      identities: state.identities,
      messages: state.messages,
      pendingSends: state.pendingSends,
      usage: state.usage,
      deferred: state.deferred,
      webhooks: state.webhooks
    })
  )
)

const holds = Effect.fnUntraced(function* ({ headers, path, ...asked }: FuzzedRequest, key: string) {
  const before = yield* kept
  const { body, status } = yield* ask(path, { ...asked, headers: { ...headers, "x-api-key": key } })
  assert.isTrue(isEnvelope(body), `${status} ${JSON.stringify(body)}`)
  assert.isBelow(status, 500, JSON.stringify(body))
  if (status < 300) assert.isNull(documentProblem(asked.method ?? "GET", path, asked.body), JSON.stringify(asked.body))
  if (status >= 400) assert.strictEqual(yield* kept, before, `${status} ${JSON.stringify(body)}`)
  return status
})

describe("generated requests", () => {
  it.effect.each(Object.entries(DeveloperApi.groups))(
    "to %s have responses in the envelope, and leave no partial changes",
    ([name, group]) =>
      Effect.gen(function* () {
        const outcomes = fuzzOutcomes(group)
        const { id, key } = yield* given
        yield* givenErasure(id)
        const { state, update } = yield* World
        const initial = yield* state
        const property = (request: FuzzedRequest) =>
          Effect.map(
            Effect.andThen(
              Effect.andThen(
                update(() => initial),
                Effect.andThen(givenTemplates(id), name === "campaigns" ? givenCampaigns(id) : Effect.void)
              ),
              holds(request, key)
            ),
            (status) => {
              outcomes.record(request, status)
              return true
            }
          )
        // Groups with accounts have lists of one account.
        const filters = { state: ["opted_in"], channel: ["whatsapp"], since: ["2026-11-20T11:00:00Z"], after: ["x"] }
        const ofChannel = name in channelName || name === "templates" ? { from: ["nobody"] } : {}
        const ofLists: Partial<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
          auditLog: auditValues,
          consents: filters,
          reports: reportValues,
          usage: usageValues
        }
        const values = ofLists[name] ?? ofChannel
        const ofGroup: Partial<Record<string, ReadonlyArray<string>>> = {
          consents: [contactId],
          endpoints: [endpointId, endpointId, endpointEventId],
          erasures: [contactId, erasedId],
          handling: [talkId, handledId],
          labels: [labelId, organizedId, contactId, contactId],
          teams: [teamId, organizedId],
          workloads: [memberId, "me"],
          savedReplies: [replyId, replyId, replyId],
          messages: [messageId],
          scheduled: [scheduledId],
          templates: [templateId],
          triage: [talkId],
          campaigns: [...Object.values(campaignIds), campaignIds.file, campaignIds.file]
        }
        const ids = ofGroup[name] ?? [contactId, mediaId, eventId, scheduledId]
        const requests = requestsTo(group, ids, values)
        const result = yield* Arbitrary.checkEffect(requests, property, {
          runs: Math.max(runs, perEndpoint * Object.keys(group.endpoints).length),
          seed
        })
        assert.isUndefined(Arbitrary.formatCheckFailure(result))
        outcomes.assertComplete()
      }).pipe(Effect.provide(httpWorld)),
    120_000
  )
})
