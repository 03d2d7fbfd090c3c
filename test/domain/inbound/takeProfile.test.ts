import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import type { ChannelAccount } from "../../../src/domain/conversations/Channel.ts"
import { EventId } from "../../../src/domain/Ids.ts"
import { type InboxState, emptyInbox, withContact } from "../../../src/domain/inbound/InboxState.ts"
import { profileNeeds, takeProfile, wantedProfiles } from "../../../src/domain/inbound/takeProfile.ts"
import { contactNamed, contactsIn, only, person, phone, messageReport } from "../../../testing/inbound/given.ts"
import { instagram, minute, number, page, take, today, uuidOf } from "../../../testing/inbound/world.ts"

const psid = "2711636948859886"
const onMessenger = person([{ kind: "messenger", value: psid }])
const onInstagram = person([{ kind: "instagram", value: psid }])
const accounts = [number, page, instagram]
const later = DateTime.add(today, { minutes: 1 })

const wrote = (state: InboxState = emptyInbox) => take(state, messageReport(page, "1", onMessenger, 1))
const told = (state: InboxState, name: string | null, now = later, account: ChannelAccount = page) =>
  takeProfile(state, psid, name, { account, now })
const nameIn = (state: InboxState) => only(contactsIn(state)).contact.name
const eventsOf = (state: InboxState) => state.events.map((event) => event(EventId.make(uuidOf("event"))))
const peopleWanted = (state: InboxState, now = later) =>
  wantedProfiles(state, accounts, now).map(({ channelAccountId, personId }) => [channelAccountId, personId])

/** As a member of the organization does it. */
const namedHere = (state: InboxState, name: string): InboxState => {
  const met = only(contactsIn(state))
  return withContact(state, { ...met, contact: { ...met.contact, name }, nameAt: null })
}

const Name = Schema.NonEmptyString

describe("a profile look-up", () => {
  it("is needed for persons of Messenger and Instagram without a name, over the reporting account", () => {
    assert.deepStrictEqual(wantedProfiles(wrote(), [page, number, page, instagram], later), [
      { channelAccountId: page.id, personId: psid, dueAt: later }
    ])
    const both = take(wrote(), messageReport(instagram, "2", onInstagram, 2))
    assert.sameDeepMembers(peopleWanted(both), [
      [page.id, psid],
      [instagram.id, psid]
    ])
  })

  it("is needed for persons to whom the business writes elsewhere", () => {
    const echoed = take(emptyInbox, messageReport(instagram, "2", onInstagram, 2, { echo: true }))
    assert.deepStrictEqual(peopleWanted(echoed), [[instagram.id, psid]])
  })

  it("is not needed for WhatsApp, other accounts and persons with a name", () => {
    const byNumber = take(emptyInbox, messageReport(number, "1", person([phone("15551234567")]), 1))
    assert.deepStrictEqual(peopleWanted(byNumber), [])
    const byId = take(emptyInbox, messageReport(number, "1", person([{ kind: "whatsapp", value: "US.1" }]), 1))
    assert.deepStrictEqual(wantedProfiles(byId, [{ ...number, externalId: "" }], later), [])
    assert.deepStrictEqual(wantedProfiles(wrote(), [{ ...page, externalId: "other" }], later), [])
    assert.deepStrictEqual(wantedProfiles(wrote(), [{ ...instagram, externalId: page.externalId }], later), [])
    assert.deepStrictEqual(peopleWanted(namedHere(wrote(), "Ada")), [])
    assert.deepStrictEqual(peopleWanted(told(wrote(), "Ada")), [])
  })

  it("is needed again a day after the platform had no name, or when a member removed the name", () => {
    const nameless = told(wrote(), null)
    assert.deepStrictEqual(peopleWanted(nameless, later), [])
    const nextDay = DateTime.add(later, { days: 1 })
    assert.deepStrictEqual(peopleWanted(nameless, DateTime.subtract(nextDay, { milliseconds: 1 })), [])
    assert.deepStrictEqual(peopleWanted(nameless, nextDay), [[page.id, psid]])
    assert.deepStrictEqual(peopleWanted(namedHere(told(wrote(), "Ada"), "")), [[page.id, psid]])
  })
})

describe("a name of the platform's profile", () => {
  it.prop("becomes the contact's name, and is announced", [Name], ([name]) => {
    const before = wrote()
    const after = told(before, name)
    const { contact, nameAt } = only(contactsIn(after))
    assert.deepStrictEqual([contact.name, contact.updatedAt, nameAt], [name, later, later])
    const [announced, ...others] = eventsOf(after).slice(before.events.length)
    assert.deepStrictEqual(others, [])
    assert.strictEqual(announced?.type, "contact.updated")
    assert.deepStrictEqual(announced?.data, {
      contact: { id: contact.id, phone: "", name, email: null, tags: [] },
      source: "messenger"
    })
  })

  it.prop("does not replace a name that a member set, and then has no event", [Name, Name], ([own, name]) => {
    const before = namedHere(wrote(), own)
    assert.strictEqual(told(before, name), before)
    assert.strictEqual(told(before, null), before)
  })

  it.prop("has the same result if it is reported twice", [Name], ([name]) => {
    const once = told(wrote(), name)
    assert.strictEqual(told(once, name), once)
  })

  it("replaces an earlier reported name, but a missing name does not", () => {
    const ada = told(wrote(), "Ada")
    const nextMinute = DateTime.add(later, { minutes: 1 })
    assert.strictEqual(nameIn(told(ada, "Ada L.", nextMinute)), "Ada L.")
    assert.strictEqual(told(ada, null, nextMinute), ada)
    assert.strictEqual(told(ada, "", nextMinute), ada)
  })

  it("is stored a day after the platform had no name", () => {
    const nameless = told(wrote(), null)
    assert.deepStrictEqual(eventsOf(nameless), eventsOf(wrote()))
    const { contact, nameAt } = only(contactsIn(nameless))
    assert.deepStrictEqual([contact, nameAt], [only(contactsIn(wrote())).contact, later])
    assert.strictEqual(nameIn(told(nameless, "Ada", DateTime.add(later, { days: 1 }))), "Ada")
  })

  it("is dropped if the person is unknown, or known to another account", () => {
    assert.strictEqual(told(emptyInbox, "Ada"), emptyInbox)
    const somebody = withContact(emptyInbox, contactNamed("", [{ kind: "phone", scope: "", value: psid }]))
    assert.strictEqual(told(somebody, "Ada"), somebody)
    const before = wrote()
    assert.strictEqual(told(before, "Ada", later, { ...page, externalId: "other" }), before)
    assert.strictEqual(told(before, "Ada", later, instagram), before)
  })
})

describe("the state needed for a profile", () => {
  it("is the person, without messages", () => {
    assert.deepStrictEqual(profileNeeds(page, psid), {
      identities: [{ kind: "messenger", scope: "page", value: psid }],
      messages: [],
      sent: [],
      marks: [],
      consents: false,
      reopensSince: null
    })
    assert.deepStrictEqual(profileNeeds(number, psid).identities, [])
    assert.isTrue(DateTime.isLessThan(minute(1), today))
  })
})
