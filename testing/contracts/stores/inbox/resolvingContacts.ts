import { Effect, HashMap } from "effect"
import { contactSearch } from "../../../../src/domain/contacts/ContactSearch.ts"
import { type InboxContact, withIdentities, withWatermark } from "../../../../src/domain/inbound/InboxContact.ts"
import { withContact } from "../../../../src/domain/inbound/InboxState.ts"
import { Inbound } from "../../../../src/domain/inbound/Inbound.ts"
import { takeInbound } from "../../../../src/domain/inbound/takeInbound.ts"
import { metIdentities } from "../../../../src/domain/contacts/ContactIdentity.ts"
import { CountryCode } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { seconds } from "../../../given/era.ts"
import { phoneOf, someone } from "../../../given/given.ts"
import { byNumber, givenContact } from "../../../given/givenContact.ts"
import { changed, givenInbox, loaded, shown, newInboxContact } from "../../../given/inbox.ts"
import { contactKnownBy, contactOf } from "../../../given/seen.ts"
import { contextOf } from "../../../inbound/world.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const phone = { kind: "phone", value: someone } as const
const psid = { kind: "messenger", value: "7'\"\\ 漢" } as const
const bsuid = { kind: "whatsapp", value: "US.13491208655302741918" } as const

/** The contacts, and their fields. */
export const resolvingContacts = (it: Tests<StorePorts>) => {
  it.effect("stores every field of a new contact, and finds them under each of their identities", () =>
    Effect.gen(function* () {
      const { account, at, id, page } = yield* givenInbox
      const met = yield* newInboxContact(account, at, [phone, bsuid], {
        contact: {
          phone: someone,
          name: "Ada \u{1F680} O'Hara\\",
          countryCode: CountryCode.make("US"),
          tags: ["vip", "a,b"],
          labels: ["met"],
          attributes: { plan: "gold", deep: [{ since: 1843 }] },
          email: "ada@example.com",
          isBlocked: true,
          optedIn: true,
          updatedAt: seconds(at, 5)
        },
        nameAt: seconds(at, 1),
        phoneAt: seconds(at, 2),
        optedInAt: seconds(at, 3),
        watermarks: [
          { channelAccountId: account.id, deliveredUpTo: seconds(at, 4), readUpTo: null },
          { channelAccountId: page.id, deliveredUpTo: null, readUpTo: seconds(at, 5) }
        ]
      })
      const other = yield* newInboxContact(page, at, [psid])
      yield* changed(id, at, { identities: met.identities }, (state) => withContact(state, met))
      yield* changed(id, at, { identities: other.identities }, (state) => withContact(state, other))

      for (const identity of met.identities) {
        const state = shown(yield* loaded(id, { identities: [identity] }))
        assert.deepStrictEqual(state.contacts, shown(withContact(yield* loaded(id, {}), met)).contacts)
      }
      const both = yield* loaded(id, { identities: [...met.identities, ...other.identities] })
      assert.deepStrictEqual(shown(both), shown(withContact(withContact(yield* loaded(id, {}), met), other)))
      assert.deepStrictEqual(yield* contactOf(id, met.contact.id), met.contact)
    })
  )

  it.effect("shows them to everybody else: by their number, in searches, by what they are known by", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const met = yield* newInboxContact(account, at, [phone, bsuid], {
        contact: { phone: someone, name: "Ada\nLovelace" }
      })
      yield* changed(id, at, { identities: met.identities }, (state) => withContact(state, met))
      const { identities, list } = yield* ContactStore
      assert.deepStrictEqual(yield* contactKnownBy(id, someone), met.contact)
      assert.sameDeepMembers([...(yield* identities(id, met.contact.id))], [...met.identities])
      const found = yield* list(id, { page: 1, limit: 10 }, contactSearch("LOVE", "name, phone and email"))
      assert.deepStrictEqual(found.rows, [
        {
          contact: met.contact,
          channels: [
            { channel: "whatsapp", accountId: null, personId: someone },
            { channel: "whatsapp", accountId: null, personId: bsuid.value }
          ]
        }
      ])
    })
  )

  it.effect("knows no contact of another organization, on another Page, or that was not asked for", () =>
    Effect.gen(function* () {
      const acme = yield* givenInbox
      const globex = yield* givenInbox
      const met = yield* newInboxContact(acme.page, acme.at, [psid])
      yield* changed(acme.id, acme.at, {}, (state) => withContact(state, met))
      const elsewhere = met.identities.map((identity) => ({ ...identity, scope: globex.page.externalId }))
      for (const [id, identities] of [
        [globex.id, met.identities],
        [acme.id, elsewhere],
        [acme.id, []]
      ] as const) {
        assert.deepStrictEqual(shown(yield* loaded(id, { identities })), shown(yield* loaded(id, {})))
      }
    })
  )

  it.effect("replaces the changed fields of a contact, and no other contact", () =>
    Effect.gen(function* () {
      const { account, at, id, page } = yield* givenInbox
      const mark = { channelAccountId: page.id, deliveredUpTo: seconds(at, 1), readUpTo: null }
      const met = yield* newInboxContact(page, at, [psid], { nameAt: at, contact: { name: "Ada" }, watermarks: [mark] })
      const other = yield* newInboxContact(account, at, [phone], {
        nameAt: at,
        contact: { name: "Bob", phone: someone }
      })
      yield* changed(
        id,
        at,
        {},
        (state) => withContact(state, met),
        (state) => withContact(state, other)
      )
      const number = { kind: "phone" as const, scope: "", value: phoneOf(1) }
      const marked = withWatermark(met, { ...mark, deliveredUpTo: null, readUpTo: seconds(at, 9) })
      const after = {
        ...withIdentities(marked, [number]),
        contact: { ...met.contact, name: "Augusta", phone: phoneOf(1), optedIn: true, updatedAt: seconds(at, 10) },
        nameAt: null,
        phoneAt: seconds(at, 3),
        optedInAt: seconds(at, 4)
      }
      yield* changed(id, at, { identities: met.identities }, (state) => withContact(state, after))
      const { contacts } = shown(yield* loaded(id, { identities: [...after.identities, ...other.identities] }))
      const expected = withContact(withContact(yield* loaded(id, {}), after), other)
      assert.deepStrictEqual(contacts, shown(expected).contacts)
      const { list } = yield* ContactStore
      const totalOf = (term: string) =>
        Effect.map(list(id, { page: 1, limit: 1 }, contactSearch(term, "name, phone and email")), ({ total }) => total)
      assert.deepStrictEqual([yield* totalOf("ada"), yield* totalOf("augusta"), yield* totalOf(phoneOf(1))], [0, 1, 1])
    })
  )

  it.effect("is refused a contact whose identity another one has, and writes nothing", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const known = yield* givenContact(id)
      const met = yield* newInboxContact(account, at, [phone, bsuid])
      const other = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: "another" }])
      const refused = yield* Effect.flip(
        changed(
          id,
          at,
          {},
          (state) => withContact(state, other),
          (state) => withContact(state, met)
        )
      )
      assert.strictEqual(refused._tag, "InboxConflict")
      const { list } = yield* ContactStore
      assert.deepStrictEqual(yield* list(id, { page: 1, limit: 10 }, null), { rows: [byNumber(known)], total: 1 })
      const { contacts } = shown(yield* loaded(id, { identities: [...met.identities, ...other.identities] }))
      assert.deepStrictEqual(
        contacts.map(({ contact }) => contact.id),
        [known.id]
      )
    })
  )

  it.effect("is refused an identity that another contact has, and writes nothing", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      yield* givenContact(id)
      const met = yield* newInboxContact(account, at, [bsuid])
      yield* changed(id, at, {}, (state) => withContact(state, met))
      const both = withIdentities(met, [{ kind: "phone", scope: "", value: someone }])
      const needs = { identities: met.identities }
      const after = { ...both, contact: { ...both.contact, name: "Mallory" } }
      assert.strictEqual(
        (yield* Effect.flip(changed(id, at, needs, (state) => withContact(state, after))))._tag,
        "InboxConflict"
      )
      assert.deepStrictEqual((yield* contactOf(id, met.contact.id))?.name, "")
    })
  )

  it.effect("makes one contact of many who meet the same person at once, each looking anew after a conflict", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const newContacts = yield* Effect.replicateEffect(newInboxContact(account, at, [bsuid]), 12)
      const meet = (met: InboxContact) =>
        changed(id, at, { identities: met.identities }, (state) =>
          HashMap.isEmpty(state.contacts) ? withContact(state, met) : state
        )
      yield* Effect.forEach(newContacts, (met) => Effect.retry(meet(met), { times: 20 }), { concurrency: "unbounded" })
      const { contacts } = shown(yield* loaded(id, { identities: newContacts.flatMap(({ identities }) => identities) }))
      assert.lengthOf(contacts, 1)
      assert.strictEqual((yield* (yield* ContactStore).list(id, { page: 1, limit: 10 }, null)).total, 1)
    })
  )

  it.effect("lets two organizations each have the same person", () =>
    Effect.gen(function* () {
      const acme = yield* givenInbox
      const globex = yield* givenInbox
      const one = yield* newInboxContact(acme.account, acme.at, [phone, bsuid])
      const other = yield* newInboxContact(globex.account, acme.at, [phone, bsuid])
      yield* changed(acme.id, acme.at, {}, (state) => withContact(state, one))
      yield* changed(globex.id, acme.at, {}, (state) => withContact(state, other))
      const seen = shown(yield* loaded(globex.id, { identities: other.identities }))
      assert.deepStrictEqual(
        seen.contacts.map(({ contact }) => contact.id),
        [other.contact.id]
      )
    })
  )

  it.effect("identities: a new user id joins the contact of the former parent's id, whichever id arrives first", () =>
    Effect.gen(function* () {
      const parent = { kind: "whatsapp", value: "US.ENT.1" } as const
      const changedId = { kind: "whatsapp", value: "US.22" } as const
      for (const isNewIdFirst of [false, true]) {
        const { account, at, id } = yield* givenInbox
        const known = yield* newInboxContact(account, at, [phone, parent], { contact: { phone: someone, name: "Ada" } })
        yield* changed(id, at, {}, (state) => withContact(state, known))
        if (isNewIdFirst) {
          const unlinked = yield* newInboxContact(account, seconds(at, 1), [changedId])
          yield* changed(id, at, {}, (state) => withContact(state, unlinked))
        }
        const item = Inbound.cases.PersonChanged.make({
          key: "system wamid.9",
          at: seconds(at, 2),
          channel: "whatsapp",
          accountExternalId: account.externalId,
          previous: [parent],
          person: { ids: [changedId], name: null, username: null }
        })
        const needs = { identities: metIdentities(account, [parent, changedId]) }
        const context = contextOf({ account, item }, seconds(at, 3))
        yield* changed(id, seconds(at, 3), needs, (state) => takeInbound(state, item, context))
        // A repeated report changes nothing.
        yield* changed(id, seconds(at, 3), needs, (state) => takeInbound(state, item, context))

        for (const one of [phone, parent, changedId]) {
          const { contacts } = shown(yield* loaded(id, { identities: metIdentities(account, [one]) }))
          assert.deepStrictEqual(
            contacts.map(({ contact: { id, name, phone } }) => ({ id, name, phone })),
            [{ id: known.contact.id, name: "Ada", phone: someone }]
          )
        }
        assert.strictEqual((yield* (yield* ContactStore).list(id, { page: 1, limit: 10 }, null)).total, 1)
      }
    })
  )
}
