import { type DateTime, Effect, HashMap, type Layer, Option } from "effect"
import type { Campaign } from "../../../src/domain/campaigns/Campaign.ts"
import { inAudience } from "../../../src/domain/campaigns/campaignAudience.ts"
import { countKeys, countsFrom } from "../../../src/domain/campaigns/CampaignCounts.ts"
import { leftOutOf, recipientStatus, RecipientStatus } from "../../../src/domain/campaigns/CampaignRecipient.ts"
import { recipientReport, withReport, withStep } from "../../../src/domain/campaigns/campaignReports.ts"
import { campaignTransitions, CampaignAction, CampaignStatus } from "../../../src/domain/campaigns/campaignStates.ts"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import { phoneContactIdentity } from "../../../src/domain/contacts/ContactIdentity.ts"
import {
  CampaignId,
  CampaignRecipientId,
  ChannelAccountId,
  ContactId,
  MessageId,
  type OrganizationId
} from "../../../src/domain/Ids.ts"
import { withMessage } from "../../../src/domain/inbound/InboxState.ts"
import type { Message } from "../../../src/domain/messages/Message.ts"
import { CampaignStore, type NewCampaign, type RecipientOutcome } from "../../../src/ports/campaigns/CampaignStore.ts"
import { ConsentStore } from "../../../src/ports/contacts/ConsentStore.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { IdSource } from "../../../src/ports/process/IdSource.ts"
import { nextEra, seconds } from "../../given/era.ts"
import { givenOrganization, phoneOf, uuid } from "../../given/given.ts"
import { changed, messageKey, saidIn } from "../../given/inbox.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"
import { givenConversations } from "./inbox/savingMessages.ts"

const everyone: Campaign["audience"] = { _tag: "Contacts", tags: [], attributes: {}, search: null, contactIds: null }

const all = { status: null, after: 0, limit: 1_000 }

const ids = (count: number) =>
  Effect.replicateEffect(
    Effect.map(uuid, (id) => CampaignRecipientId.make(id)),
    count
  )

/** A draft of the organization. */
const draft = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  createdAt: DateTime.Utc,
  changes: Partial<NewCampaign> = {}
) {
  return yield* (yield* CampaignStore).add({
    id: CampaignId.make(yield* uuid),
    organizationId,
    name: "Spring",
    from: null,
    template: { name: "welcome", languageCode: "en", components: null },
    audience: everyone,
    values: {},
    sendAt: null,
    pace: null,
    stopOn: [],
    createdBy: null,
    createdAt,
    ...changes
  })
})

/** An organization with contacts `0`, `1`, … */
const scene = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const at = yield* nextEra
  const contacts = yield* ContactStore
  const contact = Effect.fnUntraced(function* (ordinal: number, changes: Partial<ReturnType<typeof newContact>> = {}) {
    const phone = phoneOf(ordinal)
    const created = {
      ...newContact(
        {
          id: ContactId.make(yield* uuid),
          vendorContactId: yield* (yield* IdSource).vendorContactId,
          organizationId: id,
          source: "api",
          name: `Person ${ordinal}`
        },
        at
      ),
      ...changes,
      phone
    }
    yield* contacts.insert(created)
    if (changes.isBlocked === true || changes.optedIn === false) yield* contacts.save(created)
    return created
  })
  return { id, at, contact, draft: (changes?: Partial<NewCampaign>) => draft(id, at, changes) }
})

/** Freezes the audience of a running campaign, in parts of this size. */
const frozen = Effect.fnUntraced(function* (organizationId: OrganizationId, id: CampaignId, size = 2) {
  const { find, freeze } = yield* CampaignStore
  let campaign = Option.getOrThrow(yield* find(organizationId, id))
  for (let turns = 0; !campaign.isFrozen && turns < 100; turns++) {
    campaign = Option.getOrThrow(yield* freeze(organizationId, id, yield* ids(size)))
  }
  return campaign
})

/** A running campaign whose audience is frozen. */
const running = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  at: DateTime.Utc,
  changes: Partial<NewCampaign> = {}
) {
  const { id } = yield* draft(organizationId, at, changes)
  yield* (yield* CampaignStore).transition(organizationId, id, { action: "begin", at })
  return yield* frozen(organizationId, id)
})

/** Fails unless the counts equal those of the recipients. */
const checkCounts = Effect.fnUntraced(function* (organizationId: OrganizationId, id: CampaignId) {
  const { find, recipients } = yield* CampaignStore
  const { counts } = Option.getOrThrow(yield* find(organizationId, id))
  const stored = yield* recipients(organizationId, id, all)
  const counters = new Map<string, number>()
  for (const key of stored.flatMap(countKeys)) counters.set(key, (counters.get(key) ?? 0) + 1)
  assert.deepStrictEqual(counts, countsFrom(counters))
  for (const status of RecipientStatus.literals) {
    const those = stored.filter((one) => recipientStatus(one) === status)
    assert.deepStrictEqual(yield* recipients(organizationId, id, { ...all, status }), those, status)
  }
  return { counts, stored }
})

export const campaignStoreContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `CampaignStore: ${name}`, ports, (it) => {
    it.effect("campaigns: all fields are stored, and another organization does not find them", () =>
      Effect.gen(function* () {
        const { at, draft, id } = yield* scene
        const { id: other } = yield* givenOrganization()
        const { change, count, find, list, remove } = yield* CampaignStore
        const template = { name: "x", languageCode: "de", components: [{ type: "body", parameters: [{ n: 1e21 }] }] }
        const audience = { ...everyone, tags: ["a"], attributes: { b: [1, null] }, search: "漢" } as const
        const fields = {
          name: "漢 \u{1F680}",
          from: "+1",
          template,
          audience,
          values: { "1": "text", name: { field: "attributes.x", fallback: "y" } },
          sendAt: seconds(at, 60),
          pace: 7,
          stopOn: ["reply", "opt_out"]
        } as const
        const first = yield* draft(fields)
        assert.deepStrictEqual(yield* find(id, first.id), Option.some(first))
        assert.deepInclude(first, { ...fields, status: "draft", isFrozen: false, reason: null, createdAt: at })
        assert.deepStrictEqual(yield* find(other, first.id), Option.none())
        assert.isFalse(yield* remove(other, first.id))
        const second = yield* draft({ createdAt: seconds(at, 1) })
        const page = { page: 1, limit: 10 }
        assert.deepStrictEqual(yield* list(id, null, page), { rows: [second, first], total: 2 })
        assert.deepStrictEqual(yield* list(id, "running", page), { rows: [], total: 0 })
        assert.strictEqual(yield* count(id, ["draft", "paused"]), 2)
        const { id: _, ...rest } = first
        const changes = { ...rest, name: "Autumn", stopOn: [], audience: { _tag: "File" } } as const
        const after = Option.getOrThrow(yield* change(id, first.id, changes, seconds(at, 2)))
        assert.deepInclude(after, { name: "Autumn", stopOn: [], audience: { _tag: "File" }, updatedAt: seconds(at, 2) })
        assert.isTrue(yield* remove(id, first.id))
        assert.deepStrictEqual(yield* find(id, first.id), Option.none())
      })
    )

    it.effect("campaigns: each action leads from the statuses of the table, and from no other", () =>
      Effect.gen(function* () {
        const { at, draft, id } = yield* scene
        const { change, find, remove, transition } = yield* CampaignStore
        const path: Readonly<Record<CampaignStatus, ReadonlyArray<CampaignAction>>> = {
          draft: [],
          scheduled: ["schedule"],
          running: ["begin"],
          paused: ["begin", "pause"],
          finished: ["begin", "finish"],
          cancelled: ["schedule", "cancel"]
        }
        for (const status of CampaignStatus.literals) {
          for (const action of CampaignAction.literals) {
            const campaign = yield* draft({ sendAt: seconds(at, 60) })
            for (const step of path[status]) yield* transition(id, campaign.id, { action: step, at })
            const changed = yield* transition(id, campaign.id, { action, at })
            const expected = campaignTransitions[action][status]
            assert.deepStrictEqual(
              Option.map(changed, ({ before, campaign }) => [before, campaign.status]),
              expected === undefined ? Option.none() : Option.some([status, expected]),
              `${action} ${status}`
            )
            const now = Option.getOrThrow(yield* find(id, campaign.id))
            assert.strictEqual(now.status, expected ?? status)
            assert.strictEqual(Option.isSome(yield* change(id, campaign.id, now, at)), now.status === "draft")
            const isDeleted = yield* remove(id, campaign.id)
            assert.strictEqual(isDeleted, ["draft", "finished", "cancelled"].includes(now.status))
          }
        }
        const campaign = yield* draft()
        yield* transition(id, campaign.id, { action: "begin", at })
        const reason = { reason: "quality", code: 131048, detail: "no" } as const
        const paused = yield* transition(id, campaign.id, { action: "pause", at: seconds(at, 1), reason })
        assert.deepStrictEqual(Option.getOrThrow(paused).campaign.reason, reason)
        const resumed = yield* transition(id, campaign.id, { action: "resume", at: seconds(at, 2) })
        assert.deepInclude(Option.getOrThrow(resumed).campaign, { reason: null, startedAt: at })
      })
    )

    it.effect("campaigns: an audience of contacts is frozen in parts, with the reasons of those who are left out", () =>
      Effect.gen(function* () {
        const { at, contact, draft, id } = yield* scene
        const { freeze, transition } = yield* CampaignStore
        const tagged = { tags: ["a", "b"], attributes: { city: "Rome", size: { n: 1, m: [1, 2] } } }
        const contacts = [
          yield* contact(1, tagged),
          yield* contact(2, { ...tagged, isBlocked: true, optedIn: false }),
          yield* contact(3, { ...tagged, optedIn: false }),
          yield* contact(4, { ...tagged, tags: ["b", "a", "c"] }),
          yield* contact(5, { ...tagged, tags: ["a"] }),
          yield* contact(6, { ...tagged, attributes: { city: "Oslo" } }),
          yield* contact(7, { ...tagged, name: "Nobody" })
        ]
        yield* contact(8, { ...tagged, createdAt: seconds(at, 30) })
        const attributes = { size: { m: [2] }, city: "Rome" }
        const audience = { ...everyone, tags: ["a", "b"], attributes, search: "person" } as const
        const { id: campaign } = yield* draft({ audience })
        assert.deepStrictEqual(yield* freeze(id, campaign, yield* ids(2)), Option.none())
        yield* transition(id, campaign, { action: "begin", at })
        yield* frozen(id, campaign)
        const { stored } = yield* checkCounts(id, campaign)
        const chosen = contacts
          .filter((one) => inAudience(audience, one))
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        const rowOf = (contactId: ContactId | null, to: string, leftOut: string | null) => ({ contactId, to, leftOut })
        assert.deepStrictEqual(
          stored.map(({ contactId, leftOut, to }) => rowOf(contactId, to, leftOut)),
          chosen.map((one) => rowOf(one.id, `+${one.phone}`, leftOutOf(one, one.phone)))
        )
        assert.deepStrictEqual(
          stored.map(({ position }) => position),
          [1, 2, 3, 4]
        )
        const [one, two] = contacts
        const some = yield* running(id, at, {
          audience: { ...everyone, contactIds: [one?.id, two?.vendorContactId].flatMap((known) => known ?? []) }
        })
        assert.strictEqual(some.counts.recipients, 2)
      })
    )

    it.effect("campaigns: rows of a file are stored, and repeated, refused and unreadable ones are left out", () =>
      Effect.gen(function* () {
        const { at, contact, draft, id } = yield* scene
        const { addRecipients, clearRecipients, find, transition } = yield* CampaignStore
        const known = yield* contact(1)
        yield* contact(2, { optedIn: false })
        const { id: campaign } = yield* draft({ audience: { _tag: "File" } })
        const rows = (numbers: ReadonlyArray<number | null>) =>
          Effect.forEach(numbers, (number) =>
            Effect.map(uuid, (own) => ({
              id: CampaignRecipientId.make(own),
              name: "漢",
              columns: { code: String(number) },
              to: number === null ? "x" : `+${phoneOf(number)}`,
              phoneKey: number === null ? null : phoneContactIdentity(phoneOf(number)).value
            }))
          )
        yield* addRecipients(id, campaign, yield* rows([9]))
        assert.strictEqual(yield* clearRecipients(id, campaign, 10), 1)
        assert.strictEqual(Option.getOrThrow(yield* find(id, campaign)).counts.recipients, 0)
        yield* addRecipients(id, campaign, yield* rows([1, 3, null]))
        yield* addRecipients(id, campaign, yield* rows([1, 2, 3, 4]))
        assert.deepStrictEqual(yield* addRecipients(id, CampaignId.make(yield* uuid), yield* rows([1])), Option.none())
        yield* transition(id, campaign, { action: "begin", at })
        assert.deepStrictEqual(yield* addRecipients(id, campaign, yield* rows([5])), Option.none())
        yield* frozen(id, campaign)
        const { stored } = yield* checkCounts(id, campaign)
        assert.deepStrictEqual(
          stored.map(({ columns, leftOut }) => [columns["code"], leftOut]),
          [
            ["1", null],
            ["3", null],
            ["null", "invalid_number"],
            ["1", "duplicate"],
            ["2", "opted_out"],
            ["3", "duplicate"],
            ["4", null]
          ]
        )
        assert.strictEqual(stored[0]?.contactId, known.id)
      })
    )

    it.effect("campaigns: a turn is claimed at its time by one process, and the one that waited longest first", () =>
      Effect.gen(function* () {
        const { at, draft, id } = yield* scene
        const { claimTurn, endTurn, nextDue, transition } = yield* CampaignStore
        const first = yield* draft({ sendAt: seconds(at, 60) })
        const second = yield* draft()
        yield* transition(id, first.id, { action: "schedule", at })
        yield* transition(id, second.id, { action: "begin", at })
        const claim = (now: DateTime.Utc) =>
          Effect.map(claimTurn(now, seconds(now, 600)), (turn) =>
            Option.match(turn, { onNone: () => null, onSome: ({ campaign, share }) => [campaign.id, share] })
          )
        assert.isNotNull(yield* nextDue)
        assert.deepStrictEqual(yield* claim(at), [second.id, 1])
        assert.isNull(yield* claim(seconds(at, 59)))
        yield* endTurn(id, second.id, 0.5, seconds(at, 61))
        assert.deepStrictEqual(yield* claim(seconds(at, 61)), [first.id, 1])
        assert.deepStrictEqual(yield* claim(seconds(at, 61)), [second.id, 0.5])
        assert.isNull(yield* claim(seconds(at, 62)))
        yield* transition(id, second.id, { action: "pause", at })
        yield* endTurn(id, second.id, 1, seconds(at, 62))
        assert.isNull(yield* claim(seconds(at, 63)))
        assert.deepStrictEqual(yield* claim(seconds(at, 661)), [first.id, 1])
        yield* transition(id, first.id, { action: "cancel", at })
      })
    )

    it.effect("campaigns: running ones are found by their account, and by their template", () =>
      Effect.gen(function* () {
        const { at, draft, id } = yield* scene
        const { runningOn, transition } = yield* CampaignStore
        const [account, other] = [ChannelAccountId.make(yield* uuid), ChannelAccountId.make(yield* uuid)]
        const begun = Effect.fnUntraced(function* (channelAccountId: ChannelAccountId | null, languageCode = "en") {
          const campaign = yield* draft({ template: { name: "welcome", languageCode, components: null } })
          yield* transition(id, campaign.id, { action: "begin", at, channelAccountId })
          return campaign.id
        })
        const [own, any, dutch] = [yield* begun(account), yield* begun(null), yield* begun(account, "nl")]
        yield* begun(other)
        yield* draft()
        const found = (template: Parameters<typeof runningOn>[2], organizationId = id) =>
          Effect.map(runningOn(organizationId, account, template), (all) => all.toSorted())
        assert.deepStrictEqual(yield* found(null), [own, any, dutch].toSorted())
        assert.deepStrictEqual(yield* found({ name: "welcome", languageCode: "en" }), [own, any].toSorted())
        assert.deepStrictEqual(yield* found({ name: "welcome", languageCode: "nl" }), [dutch])
        assert.deepStrictEqual(yield* found({ name: "other", languageCode: "en" }), [])
        assert.deepStrictEqual(yield* found(null, (yield* scene).id), [])
        for (const one of [own, any, dutch]) yield* transition(id, one, { action: "cancel", at })
        assert.deepStrictEqual(yield* found(null), [])
      })
    )

    it.effect("campaigns: recipients are claimed once while a campaign runs, and their first outcome counts", () =>
      Effect.gen(function* () {
        const { at, contact, id } = yield* scene
        const { claimRecipients, nextRecipient, settle, transition } = yield* CampaignStore
        const people = yield* Effect.forEach([1, 2, 3, 4, 5], (ordinal) => contact(ordinal))
        const { id: campaign } = yield* running(id, at)
        const claim = (now: DateTime.Utc, limit = 10) => claimRecipients(id, campaign, now, seconds(now, 60), limit)
        const [first] = yield* claim(at, 1)
        const known = people.find((one) => one.id === first?.recipient.contactId)
        assert.deepInclude(first?.person.contact, { name: known?.name, phone: known?.phone, attributes: {} })
        assert.deepStrictEqual(first?.recipient.begunAt, at)
        yield* transition(id, campaign, { action: "pause", at })
        assert.deepStrictEqual(yield* claim(at), [])
        yield* transition(id, campaign, { action: "resume", at })
        const others = yield* claim(at)
        assert.strictEqual(others.length, 4)
        assert.deepStrictEqual(yield* nextRecipient(id, campaign), seconds(at, 60))
        const [sent, refused, left, again] = others.map(({ recipient }) => recipient)
        if (
          first === undefined ||
          sent === undefined ||
          refused === undefined ||
          left === undefined ||
          again === undefined
        )
          return
        const failure = { reason: "PlatformRejected", code: 131026, detail: "no" }
        const messageId = MessageId.make(yield* uuid)
        const contactId = sent.contactId ?? ContactId.make(yield* uuid)
        const outcomes: ReadonlyArray<RecipientOutcome> = [
          { _tag: "Open", id: first.recipient.id, until: seconds(at, 90) },
          { _tag: "Sent", id: sent.id, messageId, contactId },
          { _tag: "NotSent", id: refused.id, failure },
          { _tag: "LeftOut", id: left.id, reason: "value_missing" },
          { _tag: "Queued", id: again.id, until: seconds(at, 80), isRetry: true }
        ]
        yield* settle(id, campaign, outcomes, seconds(at, 1))
        yield* settle(id, campaign, [{ _tag: "NotSent", id: sent.id, failure }], seconds(at, 2))
        const { counts } = yield* checkCounts(id, campaign)
        assert.deepInclude(counts, { recipients: 5, queued: 2, sent: 1, failed: 1, leftOut: 1 })
        assert.deepStrictEqual(yield* nextRecipient(id, campaign), seconds(at, 80))
        const later = yield* claim(seconds(at, 90))
        assert.sameDeepMembers(
          later.map(({ recipient }) => [recipient.id, recipient.begunAt, recipient.retries]),
          [
            [first.recipient.id, at, 0],
            [again.id, seconds(at, 90), 1]
          ]
        )
      })
    )

    it.effect(
      "campaigns: reports, replies and opt-outs count, once and in any order, and stop waiting recipients",
      () =>
        Effect.gen(function* () {
          const { at: since, id, thread } = yield* givenConversations
          const at = seconds(since, 3_600)
          const { claimRecipients, recipients, settle } = yield* CampaignStore
          const { contactId } = thread.conversation
          const audience = { ...everyone, contactIds: [contactId] }
          const { id: campaign } = yield* running(id, at, { audience })
          const waiting = yield* running(id, at, { audience, stopOn: ["reply"] })
          const [claimed] = yield* claimRecipients(id, campaign, at, seconds(at, 60), 1)
          assert.isDefined(claimed)
          if (claimed === undefined) return
          const recipientId = claimed.recipient.id
          const mark = { campaign: { id: campaign, recipientId } }
          const outbound = yield* saidIn(thread, seconds(at, 1), "outbound")
          const message = { ...outbound, message: { ...outbound.message, annotations: mark } }
          yield* changed(id, at, {}, (state) => withMessage(state, message))
          const report = (changes: Partial<Message>) =>
            changed(id, seconds(at, 9), { messages: [messageKey(message)] }, (state) =>
              [...HashMap.values(state.messages)].reduce(
                (before, stored) => withMessage(before, { ...stored, message: { ...stored.message, ...changes } }),
                state
              )
            )
          const pricing = {
            at,
            status: "delivered",
            value: { billable: true, category: "marketing", model: "PMP", type: "regular" }
          } as const
          const only = Effect.map(recipients(id, campaign, all), ([one]) => one)
          const before = yield* only
          const arrived = {
            status: "delivered",
            deliveredAt: seconds(at, 2),
            annotations: { ...mark, pricing }
          } as const
          yield* report(arrived)
          const known = recipientReport({ ...outbound.message, ...arrived })
          assert.deepStrictEqual(
            yield* only,
            before === undefined || known === null ? undefined : withReport(before, known)
          )
          yield* settle(
            id,
            campaign,
            [{ _tag: "Sent", id: recipientId, messageId: outbound.message.id, contactId }],
            seconds(at, 3)
          )
          const { counts: delivered } = yield* checkCounts(id, campaign)
          assert.deepInclude(delivered, {
            sent: 1,
            delivered: 1,
            read: 0,
            priced: { marketing: 1 },
            billable: { marketing: 1 }
          })
          yield* report({ status: "read", readAt: seconds(at, 4) })
          const waited = yield* only
          const answer = yield* saidIn(thread, seconds(at, 5), "inbound")
          yield* changed(id, seconds(at, 5), {}, (state) => withMessage(state, answer))
          const change = { channel: "whatsapp", state: "opted_out", at: seconds(at, 6), source: "api", by: "" } as const
          yield* (yield* ConsentStore).add(id, contactId, change)
          const { counts, stored } = yield* checkCounts(id, campaign)
          assert.deepInclude(counts, { sent: 1, delivered: 1, read: 1, replied: 1, optedOut: 1, queued: 0 })
          const step = { contactId, at: seconds(at, 5), step: "reply" } as const
          const stepped =
            waited === undefined ? undefined : withStep(waited, step, { isLatest: true, isStopped: false })
          assert.deepStrictEqual(stored[0], stepped === undefined ? undefined : { ...stepped, optedOutAt: change.at })
          const { counts: stopped } = yield* checkCounts(id, waiting.id)
          assert.deepInclude(stopped, { leftOut: 1, queued: 0, leftOutByReason: { replied: 1 } })
        })
    )

    it.effect("campaigns: a deleted contact is erased from its recipients, and purged recipients stay counted", () =>
      Effect.gen(function* () {
        const { at, contact, id } = yield* scene
        const { find, purge, recipients, transition } = yield* CampaignStore
        const gone = yield* contact(1)
        yield* contact(2)
        const { id: campaign } = yield* running(id, at)
        yield* (yield* ContactStore).remove(id, gone.id)
        const { counts, stored } = yield* checkCounts(id, campaign)
        const erased = stored.find(({ leftOut }) => leftOut !== null)
        assert.deepInclude(erased, { to: "", name: "", contactId: null, leftOut: "unreachable" })
        yield* transition(id, campaign, { action: "finish", at })
        assert.strictEqual(yield* purge(at, 10), 0)
        assert.isAtLeast(yield* purge(seconds(at, 1), 10), 2)
        assert.deepStrictEqual(yield* recipients(id, campaign, all), [])
        assert.deepStrictEqual(Option.getOrThrow(yield* find(id, campaign)).counts, counts)
      })
    )
  })
