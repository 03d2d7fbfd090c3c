import { Array, Effect, type Layer, Order } from "effect"
import {
  type ConsentChange,
  ConsentSource,
  ConsentState,
  inConsentOrder,
  maxConsentChanges
} from "../../../src/domain/contacts/Consent.ts"
import { withContact } from "../../../src/domain/inbound/InboxState.ts"
import { mergeInboxContacts } from "../../../src/domain/inbound/mergeInboxContacts.ts"
import { withConsent } from "../../../src/domain/inbound/InboxContact.ts"
import { ConsentStore } from "../../../src/ports/contacts/ConsentStore.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { seconds } from "../../given/era.ts"
import { someone } from "../../given/given.ts"
import { changed, givenInbox, loaded, newInboxContact } from "../../given/inbox.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

const phone = { kind: "phone", value: someone } as const
const bsuid = { kind: "whatsapp", value: "US.1" } as const
const everything = { state: null, channel: null, since: null }
const newestFirst = Order.flip(inConsentOrder)

/** Two contacts, and a change at a second. */
const givenContacts = Effect.gen(function* () {
  const { account, at, id } = yield* givenInbox
  const ada = yield* newInboxContact(account, at, [phone], { contact: { phone: someone, name: "Ada" } })
  const bob = yield* newInboxContact(account, seconds(at, 1), [bsuid], { contact: { name: "Bob" } })
  yield* changed(
    id,
    at,
    {},
    (state) => withContact(state, ada),
    (state) => withContact(state, bob)
  )
  const change = (later: number, parts: Partial<ConsentChange> = {}): ConsentChange => ({
    channel: "whatsapp",
    state: "opted_out",
    at: seconds(at, later),
    source: "api",
    by: "",
    ...parts
  })
  const identities = [phone, bsuid].map((one) => ({ kind: one.kind, scope: "", value: one.value }))
  return { id, at, account, ada, bob, change, identities }
})

export const consentStoreContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ConsentStore: ${name}`, ports, (it) => {
    it.effect("consents: changes of several contacts that are added together are those of each", () =>
      Effect.gen(function* () {
        const { ada, bob, change, id } = yield* givenContacts
        const { add, addAll, ofContact } = yield* ConsentStore
        const imported = change(3, { source: "import", by: "user" })
        const earlier = change(1)
        yield* add(id, ada.contact.id, earlier)
        const all = [ada, bob].map(({ contact }) => ({ contactId: contact.id, change: imported }))
        yield* addAll(id, all)
        yield* addAll(id, all)
        yield* addAll(id, [])
        assert.deepStrictEqual(yield* ofContact(id, ada.contact.id), [imported, earlier])
        assert.deepStrictEqual(yield* ofContact(id, bob.contact.id), [imported])
      })
    )

    it.effect("consents: each change is stored once, in the order of the domain", () =>
      Effect.gen(function* () {
        const { ada, bob, change, id } = yield* givenContacts
        const { add, ofContact } = yield* ConsentStore
        const changes = [
          change(1),
          change(2, { state: "opted_in" }),
          ...ConsentState.literals.flatMap((state) =>
            ConsentSource.literals.flatMap((source) =>
              ["", "wamid.b", "wamid.B"].map((by) => change(3, { state, source, by }))
            )
          )
        ].slice(0, maxConsentChanges)
        yield* Effect.forEach([...changes, ...changes.toReversed()], (one) => add(id, ada.contact.id, one))
        const other = change(1, { channel: "instagram" })
        yield* add(id, ada.contact.id, other)
        const found = yield* ofContact(id, ada.contact.id)
        assert.deepStrictEqual(found, [...changes, other].toSorted(newestFirst))
        assert.deepStrictEqual(yield* ofContact(id, bob.contact.id), [])
      })
    )

    it.effect("consents: the newest changes of each channel are stored", () =>
      Effect.gen(function* () {
        const { ada, change, id } = yield* givenContacts
        const { add, ofContact } = yield* ConsentStore
        const all = Array.range(1, maxConsentChanges + 3).map((later) => change(later))
        const other = change(0, { channel: "messenger" })
        yield* Effect.forEach([other, ...all.toReversed()], (one) => add(id, ada.contact.id, one))
        const newest = all.toSorted(newestFirst).slice(0, maxConsentChanges)
        assert.deepStrictEqual(yield* ofContact(id, ada.contact.id), [...newest, other])
      })
    )

    it.effect("consents: the list has the current ones, filtered and in parts", () =>
      Effect.gen(function* () {
        const { ada, at, bob, change, id } = yield* givenContacts
        const { add, list } = yield* ConsentStore
        yield* add(id, ada.contact.id, change(1))
        yield* add(id, ada.contact.id, change(5, { state: "opted_in" }))
        yield* add(id, ada.contact.id, change(3, { channel: "instagram" }))
        yield* add(id, bob.contact.id, change(4, { source: "word", by: "wamid.1" }))
        const listed = (filter: Partial<Parameters<typeof list>[1]>) =>
          Effect.map(list(id, { ...everything, ...filter }, null, 10), (rows) =>
            rows.map(({ consent, contact }) => [contact.name, consent.channel, consent.state])
          )
        const [first, second, third] = [
          ["Ada", "whatsapp", "opted_in"],
          ["Bob", "whatsapp", "opted_out"],
          ["Ada", "instagram", "opted_out"]
        ]
        assert.deepStrictEqual(yield* listed({}), [first, second, third])
        assert.deepStrictEqual(yield* listed({ state: "opted_out" }), [second, third])
        assert.deepStrictEqual(yield* listed({ channel: "whatsapp" }), [first, second])
        assert.deepStrictEqual(yield* listed({ since: seconds(at, 4) }), [first, second])
        const [row] = yield* list(id, everything, null, 1)
        const { id: contactId, name, phone, vendorContactId } = ada.contact
        assert.deepStrictEqual(row, {
          contact: { id: contactId, vendorContactId, phone, name },
          consent: change(5, { state: "opted_in" })
        })
        const after = { at: seconds(at, 5), contactId, channel: "whatsapp" } as const
        assert.deepStrictEqual(
          (yield* list(id, everything, after, 1)).map(({ contact }) => contact.name),
          ["Bob"]
        )
        const other = yield* givenContacts
        assert.deepStrictEqual(yield* list(other.id, everything, null, 10), [])
      })
    )

    it.effect("consents: changes of reports are stored with the contact, and loaded on request", () =>
      Effect.gen(function* () {
        const { ada, at, change, id, identities } = yield* givenContacts
        const { ofContact } = yield* ConsentStore
        const [older, newer] = [change(1, { source: "word", by: "wamid.1" }), change(2, { state: "opted_in" })]
        yield* changed(id, at, { identities }, (state) => withContact(state, [older, newer].reduce(withConsent, ada)))
        assert.deepStrictEqual(yield* ofContact(id, ada.contact.id), [newer, older])
        const consentsIn = (consents: boolean) =>
          Effect.map(
            loaded(id, { identities, consents }),
            ({ contacts }) => [...contacts].find(([contactId]) => contactId === ada.contact.id)?.[1].consents
          )
        assert.deepStrictEqual(yield* consentsIn(true), [newer])
        assert.deepStrictEqual(yield* consentsIn(false), [])
      })
    )

    it.effect("consents: a merge moves them, and each is stored once afterwards", () =>
      Effect.gen(function* () {
        const { ada, at, bob, change, id, identities } = yield* givenContacts
        const { add, ofContact } = yield* ConsentStore
        yield* add(id, ada.contact.id, change(1))
        yield* add(id, bob.contact.id, change(1))
        yield* add(id, bob.contact.id, change(2))
        yield* changed(id, at, { identities }, (state) => mergeInboxContacts(state, [ada, bob], at))
        assert.deepStrictEqual(yield* ofContact(id, ada.contact.id), [change(2), change(1)])
        assert.deepStrictEqual(yield* ofContact(id, bob.contact.id), [])
      })
    )

    it.effect("consents: they are deleted with their contact", () =>
      Effect.gen(function* () {
        const { ada, change, id } = yield* givenContacts
        const { add, list, ofContact } = yield* ConsentStore
        yield* add(id, ada.contact.id, change(1))
        yield* (yield* ContactStore).remove(id, ada.contact.id)
        assert.deepStrictEqual(yield* ofContact(id, ada.contact.id), [])
        assert.deepStrictEqual(yield* list(id, everything, null, 10), [])
      })
    )
  })
