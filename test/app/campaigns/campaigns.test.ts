import { assert, describe, it } from "@effect/vitest"
import { DateTime, type Duration, Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { campaignWorker } from "../../../src/adapters/worker/workers.ts"
import { listAuditLog } from "../../../src/app/access/auditLog.ts"
import {
  cancelCampaign,
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaignRecipients,
  pauseCampaign,
  resumeCampaign,
  setCampaignRecipients,
  startCampaign
} from "../../../src/app/campaigns/campaigns.ts"
import { testCampaign } from "../../../src/app/campaigns/testCampaign.ts"
import { createContact, changeContact } from "../../../src/app/contacts/contacts.ts"
import { sendWhatsApp } from "../../../src/app/sends/sendWhatsApp.ts"
import type { CampaignFields } from "../../../src/domain/campaigns/Campaign.ts"
import type { CampaignId, OrganizationId } from "../../../src/domain/Ids.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import { PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { eventTypesOf, eventsOf } from "../../../testing/given/seen.ts"
import { givenSender, phoneOf } from "../../../testing/given/given.ts"
import { givenTeam, teamWorld } from "../conversations/supportTeam.ts"

const world = MemoryTagSync.layer.pipe(Layer.provideMerge(teamWorld))

const fields: CampaignFields = {
  name: "Spring",
  from: null,
  template: { name: "welcome", languageCode: "en", components: null },
  audience: { _tag: "Contacts", tags: [], attributes: {}, search: null, contactIds: null },
  values: { "1": { field: "name" } },
  sendAt: null,
  pace: null,
  stopOn: []
}

const file: Partial<CampaignFields> = { audience: { _tag: "File" }, values: { "1": { field: "columns.code" } } }

const everyEntry = { action: null, actor: null, actorId: null, subjectId: null, since: null, until: null }

const rejected = (code: number) =>
  Effect.fail(new PlatformRejected({ code, message: `(#${code}) no`, title: "no", subcode: null, details: null }))

/** Lets time pass in this many steps. Between them all fibers run, since a turn takes several passes of the scheduler. */
const pass = (steps: number, step: Duration.Input) =>
  Effect.repeat(Effect.andThen(TestClock.adjust(step), Effect.repeat(Effect.yieldNow, { times: 50 })), {
    times: steps - 1
  })

/** An organization, a platform and a running worker. */
const scene = Effect.gen(function* () {
  const { account, id } = yield* givenTeam
  const { answerNext, requests } = yield* WhatsAppPlatform
  yield* Layer.build(campaignWorker)
  return {
    id,
    account,
    answerNext,
    sent: Effect.map(requests, (all) => all.length),
    messages: Effect.map(requests, (all) => all.map(({ content, to }) => ({ to, content })))
  }
})

const people = (organizationId: OrganizationId, count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => n),
    (n) => createContact(organizationId, `+${phoneOf(n)}`, { name: `Person ${n}` })
  )

/** A started campaign to a file of this many people. */
const started = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  count: number,
  changes: Partial<CampaignFields> = {}
) {
  const { id } = yield* createCampaign(organizationId, { ...fields, ...file, ...changes })
  const rows = Array.from({ length: count }, (_, n) => ({
    phone: `+${phoneOf(n)}`,
    name: "",
    columns: { code: `c${n}` }
  }))
  yield* setCampaignRecipients(organizationId, id, Stream.fromIterable(rows))
  return yield* startCampaign(organizationId, id)
})

const stateOf = (organizationId: OrganizationId, id: CampaignId) =>
  Effect.map(getCampaign(organizationId, id), ({ counts, reason, status }) => ({
    status,
    reason: reason?.reason ?? null,
    sent: counts.sent,
    queued: counts.queued
  }))

describe("campaigns", () => {
  it.effect(
    "campaigns: contacts get the template with their own values, once, and those without a value are left out",
    () =>
      Effect.gen(function* () {
        const { id, messages } = yield* scene
        const [ada] = yield* people(id, 2)
        const nameless = yield* createContact(id, `+${phoneOf(7)}`, {})
        const { id: campaign } = yield* createCampaign(id, fields)
        yield* startCampaign(id, campaign)
        yield* pass(100, "100 millis")
        const body = (name: string) => [{ type: "body", parameters: [{ type: "text", text: name }] }]
        const all = yield* messages
        assert.strictEqual(all.length, 2)
        assert.deepStrictEqual(
          all.find(({ to }) => to === ada?.phone)?.content,
          WhatsAppContent.cases.Template.make({ name: "welcome", languageCode: "en", components: body("Person 0") })
        )
        const finished = yield* getCampaign(id, campaign)
        assert.deepInclude(finished, { status: "finished", isFrozen: true })
        assert.deepInclude(finished.counts, {
          recipients: 3,
          sent: 2,
          queued: 0,
          leftOutByReason: { value_missing: 1 }
        })
        const { rows } = yield* listCampaignRecipients(id, campaign, { status: "left_out", after: 0, limit: 10 })
        assert.deepStrictEqual(
          rows.map(({ contactId }) => contactId),
          [nameless.id]
        )
        const updates = (yield* eventTypesOf(id)).filter((type) => type === "campaign.updated")
        assert.strictEqual(updates.length, 2)
        yield* deleteCampaign(id, campaign)
      }).pipe(Effect.provide(world))
  )

  it.effect("campaigns: a pause takes effect within a second, and a campaign resumes where it stopped", () =>
    Effect.gen(function* () {
      const { answerNext, id, sent } = yield* scene
      // The platform takes 300 ms for each message.
      yield* Effect.forEach(
        Array.from({ length: 400 }, (_, n) => n),
        (n) =>
          answerNext(
            Effect.delay(Effect.succeed({ platformMessageId: PlatformMessageId.make(`slow.${n}`), waId: null }), 300)
          )
      )
      const { id: campaign } = yield* started(id, 400, { pace: 1_000 })
      yield* pass(15, "100 millis")
      assert.isAbove(yield* sent, 32)
      yield* pauseCampaign(id, campaign)
      yield* pass(10, "100 millis")
      const before = yield* sent
      assert.isBelow(before, 400)
      yield* pass(60, "1 minute")
      assert.strictEqual(yield* sent, before)
      assert.deepInclude(yield* stateOf(id, campaign), { status: "paused", reason: "requested", sent: before })
      yield* resumeCampaign(id, campaign)
      yield* pass(120, "500 millis")
      assert.strictEqual(yield* sent, 400)
      assert.deepInclude(yield* stateOf(id, campaign), { status: "finished", sent: 400, queued: 0 })
    }).pipe(Effect.provide(world))
  )

  it.effect("campaigns: a cancelled campaign sends to no further recipient", () =>
    Effect.gen(function* () {
      const { id, sent } = yield* scene
      const { id: campaign } = yield* started(id, 50, { pace: 1 })
      yield* pass(100, "100 millis")
      yield* cancelCampaign(id, campaign)
      const { rows: entries } = yield* listAuditLog(id, everyEntry, null, 10)
      assert.sameMembers(
        entries.map(({ action, subject }) => `${action} ${subject.id}`),
        [`campaign.cancelled ${campaign}`, `campaign.started ${campaign}`]
      )
      const before = yield* sent
      yield* pass(60, "1 minute")
      assert.isAtMost((yield* sent) - before, 1)
      assert.isAtLeast(before, 9)
      assert.isAtMost(before, 11)
    }).pipe(Effect.provide(world))
  )

  it.effect("campaigns: a campaign begins at its time", () =>
    Effect.gen(function* () {
      const { id, sent } = yield* scene
      yield* people(id, 1)
      const sendAt = DateTime.add(yield* DateTime.now, { hours: 2 })
      const { id: campaign } = yield* createCampaign(id, { ...fields, sendAt })
      assert.strictEqual((yield* startCampaign(id, campaign)).status, "scheduled")
      yield* pass(119, "1 minute")
      assert.strictEqual(yield* sent, 0)
      yield* pass(120, "1 second")
      assert.deepInclude(yield* stateOf(id, campaign), { status: "finished", sent: 1 })
    }).pipe(Effect.provide(world))
  )

  it.effect("campaigns: a template that is paused pauses the campaign, and the recipient gets the message later", () =>
    Effect.gen(function* () {
      const { answerNext, id, sent } = yield* scene
      yield* answerNext(rejected(132015))
      const { id: campaign } = yield* started(id, 3, { pace: 1 })
      yield* pass(120, "500 millis")
      assert.deepInclude(yield* stateOf(id, campaign), {
        status: "paused",
        reason: "template_paused",
        sent: 0,
        queued: 3
      })
      assert.strictEqual(yield* sent, 1)
      yield* resumeCampaign(id, campaign)
      yield* pass(120, "500 millis")
      assert.deepInclude(yield* stateOf(id, campaign), { status: "finished", sent: 3, queued: 0 })
    }).pipe(Effect.provide(world))
  )

  it.effect(
    "campaigns: a refused recipient fails with the code, and one who got many offers is tried again after a day",
    () =>
      Effect.gen(function* () {
        const { answerNext, id } = yield* scene
        yield* answerNext(rejected(131026))
        yield* answerNext(rejected(131049))
        const { id: campaign } = yield* started(id, 3, { pace: 1 })
        yield* pass(120, "500 millis")
        const { counts } = yield* getCampaign(id, campaign)
        assert.deepInclude(counts, { sent: 1, queued: 1, failed: 1, failedByCode: { "131026": 1 } })
        yield* pass(25, "1 hour")
        assert.deepInclude(yield* stateOf(id, campaign), { status: "finished", sent: 2, queued: 0 })
      }).pipe(Effect.provide(world))
  )

  it.effect("campaigns: a refused pace slows the campaign down, and loses nobody", () =>
    Effect.gen(function* () {
      const { answerNext, id, sent } = yield* scene
      yield* answerNext(rejected(80007))
      yield* answerNext(rejected(80007))
      const { id: campaign } = yield* started(id, 5, { pace: 1 })
      yield* pass(360, "500 millis")
      assert.deepInclude(yield* stateOf(id, campaign), { status: "finished", sent: 5, queued: 0 })
      assert.isAtLeast(yield* sent, 6)
    }).pipe(Effect.provide(world))
  )

  it.effect("campaigns: a name in the file becomes that of a new contact, and never replaces the name of another", () =>
    Effect.gen(function* () {
      const { id } = yield* scene
      yield* createContact(id, `+${phoneOf(0)}`, { name: "Ada" })
      yield* createContact(id, `+${phoneOf(1)}`, {})
      const { id: campaign } = yield* createCampaign(id, { ...fields, ...file, values: {} })
      const names = ["Other", "Other", "Grace", " "]
      const rows = names.map((name, n) => ({ phone: `+${phoneOf(n)}`, name, columns: {} }))
      yield* setCampaignRecipients(id, campaign, Stream.fromIterable(rows))
      yield* startCampaign(id, campaign)
      yield* pass(60, "100 millis")
      assert.deepInclude(yield* stateOf(id, campaign), { status: "finished", sent: 4 })
      const { findByPhone } = yield* ContactStore
      const stored = yield* Effect.forEach([0, 1, 2, 3], (n) => findByPhone(id, phoneOf(n)))
      assert.deepStrictEqual(
        stored.map((contact) => Option.getOrThrow(contact).name),
        ["Ada", "", "Grace", ""]
      )
      const created = (yield* eventsOf(id)).filter(({ type }) => type === "contact.created")
      assert.isTrue(created.some(({ data }) => JSON.stringify(data).includes("Grace")))
    }).pipe(Effect.provide(world))
  )

  it.effect("campaigns: opted-out and blocked contacts never get one", () =>
    Effect.gen(function* () {
      const { id, sent } = yield* scene
      const [one, two] = yield* people(id, 3)
      assert.isDefined(one)
      assert.isDefined(two)
      if (one === undefined || two === undefined) return
      yield* changeContact(id, one.id, { optedIn: false })
      yield* changeContact(id, two.id, { isBlocked: true })
      const { id: campaign } = yield* createCampaign(id, fields)
      yield* startCampaign(id, campaign)
      yield* pass(100, "100 millis")
      assert.strictEqual(yield* sent, 1)
      const { counts } = yield* getCampaign(id, campaign)
      assert.deepStrictEqual(counts.leftOutByReason, { blocked: 1, opted_out: 1 })
    }).pipe(Effect.provide(world))
  )

  it.effect(
    "campaigns: campaigns of several organizations advance together, and single sends do not wait for them",
    () =>
      Effect.gen(function* () {
        const { id, messages } = yield* scene
        const others = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => Effect.map(givenSender(), (sender) => sender.id))
        const running = yield* Effect.forEach([id, ...others], (organizationId) =>
          Effect.map(started(organizationId, 60, { pace: 10 }), (campaign) => [organizationId, campaign.id] as const)
        )
        yield* pass(30, "100 millis")
        const counts = yield* Effect.forEach(running, ([organizationId, campaign]) => stateOf(organizationId, campaign))
        for (const { sent } of counts) {
          assert.isAtLeast(sent, 20)
          assert.isAtMost(sent, 40)
        }
        const text = WhatsAppContent.cases.Text.make({ text: "Hello" })
        yield* sendWhatsApp(id, `+${phoneOf(99)}`, text)
        assert.isTrue((yield* messages).some(({ to }) => to === phoneOf(99)))
      }).pipe(Effect.provide(world))
  )

  it.effect("campaigns: a test send fills the values of the contact or the first row, and counts nothing", () =>
    Effect.gen(function* () {
      const { id, messages } = yield* scene
      const { id: campaign } = yield* createCampaign(id, { ...fields, ...file })
      yield* setCampaignRecipients(
        id,
        campaign,
        Stream.fromIterable([{ phone: `+${phoneOf(1)}`, name: "", columns: { code: "c1" } }])
      )
      const [sent, failed] = yield* testCampaign(id, campaign, [`+${phoneOf(5)}`, "nobody"])
      assert.deepInclude(sent, { to: `+${phoneOf(5)}`, status: "sent" })
      assert.deepInclude(failed, { to: "nobody", status: "failed", reason: "InvalidPhoneNumber" })
      assert.deepStrictEqual((yield* messages).length, 1)
      assert.deepInclude((yield* getCampaign(id, campaign)).counts, { recipients: 1, queued: 1, sent: 0 })
    }).pipe(Effect.provide(world))
  )

  it.effect("campaigns: refusals name the field, the status or the limit", () =>
    Effect.gen(function* () {
      const { id } = yield* scene
      const refused = yield* Effect.flip(createCampaign(id, { ...fields, values: { "2": { field: "age" } } }))
      assert.deepInclude(refused, { _tag: "CampaignRefused", field: "values.2.field" })
      const components = [{ type: "body", parameters: [{ type: "text", text: "{{city}}" }] }]
      const unknown = yield* Effect.flip(
        createCampaign(id, { ...fields, template: { ...fields.template, components } })
      )
      assert.deepInclude(unknown, { field: "values.city" })
      const { id: campaign } = yield* createCampaign(id, { ...fields, ...file })
      assert.deepInclude(yield* Effect.flip(startCampaign(id, campaign)), { field: "audience" })
      const early = yield* Effect.flip(pauseCampaign(id, campaign))
      assert.deepInclude(early, { _tag: "CampaignActionRefused", action: "pause", status: "draft" })
      const broken = Stream.concat(
        Stream.fromIterable([{ phone: `+${phoneOf(1)}`, name: "", columns: {} }]),
        Stream.fail("broken" as const)
      )
      assert.strictEqual(yield* Effect.flip(setCampaignRecipients(id, campaign, broken)), "broken")
      assert.strictEqual((yield* getCampaign(id, campaign)).counts.recipients, 0)
    }).pipe(Effect.provide(world))
  )
})
