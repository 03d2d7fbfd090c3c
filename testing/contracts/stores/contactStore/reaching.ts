import { Array, Effect, Option } from "effect"
import { type ContactChannel, maxContactChannels } from "../../../../src/domain/contacts/ContactIdentity.ts"
import type { Contact } from "../../../../src/domain/contacts/Contact.ts"
import { contactSearch } from "../../../../src/domain/contacts/ContactSearch.ts"
import { PhoneNumber } from "../../../../src/domain/contacts/PhoneNumber.ts"
import type { OrganizationId } from "../../../../src/domain/Ids.ts"
import type { InboxContact } from "../../../../src/domain/inbound/InboxContact.ts"
import { withContact } from "../../../../src/domain/inbound/InboxState.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { givenAccount, phoneOf, someone } from "../../../given/given.ts"
import { byNumber, givenContact } from "../../../given/givenContact.ts"
import { changed, givenInbox, newInboxContact } from "../../../given/inbox.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const withNinthDigit = PhoneNumber.make("5511987654321")

const all = { page: 1, limit: 100 }

/** Stores a contact with all its identities. */
const saveContact = Effect.fnUntraced(function* (inbox: Effect.Success<typeof givenInbox>, contact: InboxContact) {
  yield* changed(inbox.id, inbox.at, { identities: contact.identities }, (state) => withContact(state, contact))
  return contact
})

/** The contact's ids wherever contacts are shown: in both lists, with and without a search, and on its own. */
const channelsOf = Effect.fnUntraced(function* (organizationId: OrganizationId, { id, name }: Contact) {
  const { findOverview, list, listOverviews } = yield* ContactStore
  const order = { by: "createdAt", direction: "descending" } as const
  const term = contactSearch(name, "name and phone")
  const pages = [
    yield* list(organizationId, all, null),
    yield* list(organizationId, all, term),
    yield* listOverviews(organizationId, all, null, order),
    yield* listOverviews(organizationId, all, term, order)
  ]
  const views = [
    ...pages.map(({ rows }) => rows.find(({ contact }) => contact.id === id)),
    Option.getOrUndefined(yield* findOverview(organizationId, id))
  ].map((row) => row?.channels)
  const [first] = views
  for (const channels of views) assert.deepStrictEqual(channels, first)
  return first
})

/** Ids by which contacts can be reached. */
export const reaching = (it: Tests<StorePorts>) => {
  it.effect("contact channels: ids on every channel are shown, the number first, and only the contact's own", () =>
    Effect.gen(function* () {
      const inbox = yield* givenInbox
      const { account, at, id, page } = inbox
      const instagram = yield* givenAccount(id, { channel: "instagram", businessAccountId: null })
      const second = yield* givenAccount(id, { channel: "messenger", businessAccountId: null })
      const ada = yield* newInboxContact(account, at, [{ kind: "phone", value: someone }], {
        contact: { phone: someone, name: "Ada" }
      })
      yield* saveContact(inbox, {
        ...ada,
        identities: [
          ...ada.identities,
          { kind: "instagram", scope: instagram.externalId, value: "igsid" },
          { kind: "messenger", scope: second.externalId, value: "psid 2" },
          { kind: "messenger", scope: page.externalId, value: "psid 1" },
          { kind: "whatsapp", scope: "", value: "US.13491208655302741918" }
        ]
      })
      const grace = yield* saveContact(
        inbox,
        yield* newInboxContact(page, at, [{ kind: "messenger", value: "psid 3" }], { contact: { name: "Grace" } })
      )
      const bob = yield* givenContact(id, { phone: phoneOf(1), name: "Bob" })

      const pages: ReadonlyArray<ContactChannel> = [
        { channel: "messenger" as const, accountId: page.externalId, personId: "psid 1" },
        { channel: "messenger" as const, accountId: second.externalId, personId: "psid 2" }
      ].toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
      assert.deepStrictEqual(yield* channelsOf(id, ada.contact), [
        { channel: "whatsapp", accountId: null, personId: someone },
        { channel: "whatsapp", accountId: null, personId: "US.13491208655302741918" },
        ...pages,
        { channel: "instagram", accountId: instagram.externalId, personId: "igsid" }
      ])
      assert.deepStrictEqual(yield* channelsOf(id, grace.contact), [
        { channel: "messenger", accountId: page.externalId, personId: "psid 3" }
      ])
      assert.deepStrictEqual(yield* channelsOf(id, bob), byNumber(bob).channels)
    })
  )

  it.effect("contact channels: the number is shown in its original form, for any of its forms", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbox
      const contact = yield* givenContact(id, { phone: withNinthDigit })
      assert.deepStrictEqual(yield* channelsOf(id, contact), byNumber(contact).channels)
    })
  )

  it.effect("contact channels: a contact of another organization with the same ids is not shown", () =>
    Effect.gen(function* () {
      const [acme, globex] = [yield* givenInbox, yield* givenInbox]
      const ids = [{ kind: "whatsapp" as const, value: "US.1" }]
      const ours = yield* saveContact(
        acme,
        yield* newInboxContact(acme.account, acme.at, ids, { contact: { name: "Ada" } })
      )
      yield* saveContact(globex, yield* newInboxContact(globex.account, globex.at, ids, { contact: { name: "Ada" } }))
      const bare = yield* givenContact(globex.id, { name: "Bob" })
      assert.deepStrictEqual(yield* channelsOf(acme.id, ours.contact), [
        { channel: "whatsapp", accountId: null, personId: "US.1" }
      ])
      assert.deepStrictEqual(yield* channelsOf(globex.id, bare), byNumber(bare).channels)
    })
  )

  it.effect("contact channels: the number of shown ids has a maximum", () =>
    Effect.gen(function* () {
      const inbox = yield* givenInbox
      const { account, at, id } = inbox
      const values = Array.makeBy(maxContactChannels + 5, (index) => `US.${String(index).padStart(3, "0")}`)
      const ids = values.map((value) => ({ kind: "whatsapp" as const, value }))
      const many = yield* saveContact(
        inbox,
        yield* newInboxContact(account, at, [{ kind: "phone", value: someone }, ...ids], {
          contact: { phone: someone, name: "Ada" }
        })
      )
      assert.deepStrictEqual(
        (yield* channelsOf(id, many.contact))?.map(({ personId }) => personId),
        [someone, ...values.slice(0, maxContactChannels - 1)]
      )
    })
  )
}
