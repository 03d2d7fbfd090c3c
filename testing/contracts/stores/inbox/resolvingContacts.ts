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
import { changed, givenInbox, loaded, comparable, newInboxContact } from "../../../given/inbox.ts"
import { contactKnownBy, contactOf } from "../../../given/seen.ts"
import { contextOf } from "../../../inbound/world.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const phone = { kind: "phone", value: someone } as const
const psid = { kind: "messenger", value: "7'\"\\ 漢" } as const
const bsuid = { kind: "whatsapp", value: "US.13491208655302741918" } as const

/** Contacts of the inbox and their fields. */
export const resolvingContacts = (it: Tests<StorePorts>) => {
  it.effect("inbox contacts: every field of a new contact is stored, and each identity finds it", () =>
    Effect.gen(function* () {
      const { account, at, id, page } = yield* givenInbox
      const person = yield* newInboxContact(account, at, [phone, bsuid], {
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
      yield* changed(id, at, { identities: person.identities }, (state) => withContact(state, person))
      yield* changed(id, at, { identities: other.identities }, (state) => withContact(state, other))

      for (const identity of person.identities) {
        const state = comparable(yield* loaded(id, { identities: [identity] }))
        assert.deepStrictEqual(state.contacts, comparable(withContact(yield* loaded(id, {}), person)).contacts)
      }
      const both = yield* loaded(id, { identities: [...person.identities, ...other.identities] })
      assert.deepStrictEqual(
        comparable(both),
        comparable(withContact(withContact(yield* loaded(id, {}), person), other))
      )
      assert.deepStrictEqual(yield* contactOf(id, person.contact.id), person.contact)
    })
  )

  it.effect("inbox contacts: are visible by number, in searches and by identity", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const person = yield* newInboxContact(account, at, [phone, bsuid], {
        contact: { phone: someone, name: "Ada\nLovelace" }
      })
      yield* changed(id, at, { identities: person.identities }, (state) => withContact(state, person))
      const { identities, list } = yield* ContactStore
      assert.deepStrictEqual(yield* contactKnownBy(id, someone), person.contact)
      assert.sameDeepMembers([...(yield* identities(id, person.contact.id))], [...person.identities])
      const found = yield* list(id, { page: 1, limit: 10 }, contactSearch("LOVE", "name, phone and email"))
      assert.deepStrictEqual(found.rows, [
        {
          contact: person.contact,
          channels: [
            { channel: "whatsapp", accountId: null, personId: someone },
            { channel: "whatsapp", accountId: null, personId: bsuid.value }
          ]
        }
      ])
    })
  )

  it.effect("inbox contacts: of another organization or Page, or unrequested ones, are not loaded", () =>
    Effect.gen(function* () {
      const acme = yield* givenInbox
      const globex = yield* givenInbox
      const person = yield* newInboxContact(acme.page, acme.at, [psid])
      yield* changed(acme.id, acme.at, {}, (state) => withContact(state, person))
      const elsewhere = person.identities.map((identity) => ({ ...identity, scope: globex.page.externalId }))
      for (const [id, identities] of [
        [globex.id, person.identities],
        [acme.id, elsewhere],
        [acme.id, []]
      ] as const) {
        assert.deepStrictEqual(comparable(yield* loaded(id, { identities })), comparable(yield* loaded(id, {})))
      }
    })
  )

  it.effect("inbox contacts: only the changed fields of one contact are replaced", () =>
    Effect.gen(function* () {
      const { account, at, id, page } = yield* givenInbox
      const mark = { channelAccountId: page.id, deliveredUpTo: seconds(at, 1), readUpTo: null }
      const person = yield* newInboxContact(page, at, [psid], {
        nameAt: at,
        contact: { name: "Ada" },
        watermarks: [mark]
      })
      const other = yield* newInboxContact(account, at, [phone], {
        nameAt: at,
        contact: { name: "Bob", phone: someone }
      })
      yield* changed(
        id,
        at,
        {},
        (state) => withContact(state, person),
        (state) => withContact(state, other)
      )
      const number = { kind: "phone" as const, scope: "", value: phoneOf(1) }
      const marked = withWatermark(person, { ...mark, deliveredUpTo: null, readUpTo: seconds(at, 9) })
      const after = {
        ...withIdentities(marked, [number]),
        contact: { ...person.contact, name: "Augusta", phone: phoneOf(1), optedIn: true, updatedAt: seconds(at, 10) },
        nameAt: null,
        phoneAt: seconds(at, 3),
        optedInAt: seconds(at, 4)
      }
      yield* changed(id, at, { identities: person.identities }, (state) => withContact(state, after))
      const { contacts } = comparable(yield* loaded(id, { identities: [...after.identities, ...other.identities] }))
      const expected = withContact(withContact(yield* loaded(id, {}), after), other)
      assert.deepStrictEqual(contacts, comparable(expected).contacts)
      const { list } = yield* ContactStore
      const totalOf = (term: string) =>
        Effect.map(list(id, { page: 1, limit: 1 }, contactSearch(term, "name, phone and email")), ({ total }) => total)
      assert.deepStrictEqual([yield* totalOf("ada"), yield* totalOf("augusta"), yield* totalOf(phoneOf(1))], [0, 1, 1])
    })
  )

  it.effect("inbox contacts: a new contact with a known identity is refused without changes", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const known = yield* givenContact(id)
      const person = yield* newInboxContact(account, at, [phone, bsuid])
      const other = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: "another" }])
      const refused = yield* Effect.flip(
        changed(
          id,
          at,
          {},
          (state) => withContact(state, other),
          (state) => withContact(state, person)
        )
      )
      assert.strictEqual(refused._tag, "InboxConflict")
      const { list } = yield* ContactStore
      assert.deepStrictEqual(yield* list(id, { page: 1, limit: 10 }, null), { rows: [byNumber(known)], total: 1 })
      const { contacts } = comparable(yield* loaded(id, { identities: [...person.identities, ...other.identities] }))
      assert.deepStrictEqual(
        contacts.map(({ contact }) => contact.id),
        [known.id]
      )
    })
  )

  it.effect("inbox contacts: an added identity of another contact is refused without changes", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      yield* givenContact(id)
      const person = yield* newInboxContact(account, at, [bsuid])
      yield* changed(id, at, {}, (state) => withContact(state, person))
      const both = withIdentities(person, [{ kind: "phone", scope: "", value: someone }])
      const needs = { identities: person.identities }
      const after = { ...both, contact: { ...both.contact, name: "Mallory" } }
      assert.strictEqual(
        (yield* Effect.flip(changed(id, at, needs, (state) => withContact(state, after))))._tag,
        "InboxConflict"
      )
      assert.deepStrictEqual((yield* contactOf(id, person.contact.id))?.name, "")
    })
  )

  it.effect("inbox contacts: concurrent saves of one person leave one contact, with a reload after a conflict", () =>
    Effect.gen(function* () {
      const { account, at, id } = yield* givenInbox
      const newContacts = yield* Effect.replicateEffect(newInboxContact(account, at, [bsuid]), 12)
      const save = (person: InboxContact) =>
        changed(id, at, { identities: person.identities }, (state) =>
          HashMap.isEmpty(state.contacts) ? withContact(state, person) : state
        )
      yield* Effect.forEach(newContacts, (person) => Effect.retry(save(person), { times: 20 }), {
        concurrency: "unbounded"
      })
      const { contacts } = comparable(
        yield* loaded(id, { identities: newContacts.flatMap(({ identities }) => identities) })
      )
      assert.lengthOf(contacts, 1)
      assert.strictEqual((yield* (yield* ContactStore).list(id, { page: 1, limit: 10 }, null)).total, 1)
    })
  )

  it.effect("inbox contacts: two organizations can each have the same person", () =>
    Effect.gen(function* () {
      const acme = yield* givenInbox
      const globex = yield* givenInbox
      const one = yield* newInboxContact(acme.account, acme.at, [phone, bsuid])
      const other = yield* newInboxContact(globex.account, acme.at, [phone, bsuid])
      yield* changed(acme.id, acme.at, {}, (state) => withContact(state, one))
      yield* changed(globex.id, acme.at, {}, (state) => withContact(state, other))
      const seen = comparable(yield* loaded(globex.id, { identities: other.identities }))
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
          const { contacts } = comparable(yield* loaded(id, { identities: metIdentities(account, [one]) }))
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
