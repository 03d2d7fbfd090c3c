import { Effect, Option } from "effect"
import {
  personIdentity,
  phoneContactIdentity,
  userContactIdentity
} from "../../../../src/domain/contacts/ContactIdentity.ts"
import { ContactId } from "../../../../src/domain/Ids.ts"
import { PhoneNumber } from "../../../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { givenOrganization, givenSender, phoneOf, someone, uuid } from "../../../given/given.ts"
import { givenContact } from "../../../given/givenContact.ts"
import { contactKnownBy } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const numbers = (...digits: ReadonlyArray<string>) => digits.map((number) => PhoneNumber.make(number))

/** Forms of one number, per country that has two of them. */
const forms = [
  numbers("5511987654321", "551187654321"),
  numbers("5215512345678", "525512345678"),
  numbers("5491123456789", "541123456789")
]

/** Numbers that look like a form of one of those, and are none. */
const neighbours = numbers("5511987654322", "551198765432", "15512345678", "5511327654321", "4491123456789")

/** By what a contact is found, and by whom. */
export const finding = (it: Tests<StorePorts>) => {
  it.effect("finds a contact under every form of their number, and under no other number", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      for (const pair of forms) {
        for (const phone of pair.slice(0, 1)) {
          const contact = yield* givenContact(id, { phone })
          for (const form of pair) assert.deepStrictEqual(yield* contactKnownBy(id, form), contact)
        }
      }
      for (const phone of neighbours) assert.isNull(yield* contactKnownBy(id, phone))
    })
  )

  it.effect("finds nothing under an unknown id and number", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { find, findByPhone, identities, lock, lockByPhone } = yield* ContactStore
      yield* givenContact(id)
      const missing = ContactId.make(yield* uuid)

      assert.deepStrictEqual(yield* find(id, missing), Option.none())
      assert.deepStrictEqual(yield* lock(id, missing), Option.none())
      assert.deepStrictEqual(yield* findByPhone(id, phoneOf(1)), Option.none())
      assert.deepStrictEqual(yield* lockByPhone(id, phoneOf(1)), Option.none())
      assert.deepStrictEqual(yield* identities(id, missing), [])
    })
  )

  it.effect("finds a contact by any identity, of its own organization only", () =>
    Effect.gen(function* () {
      const { account, id, intent } = yield* givenSender()
      const { findByIdentity } = yield* ContactStore
      const identities = [
        userContactIdentity("US.13491208655302741918"),
        personIdentity("messenger", account, "US.13491208655302741918"),
        phoneContactIdentity(someone)
      ]
      const sends = yield* Effect.forEach(identities, (identity) => intent({ phone: null, identity }))
      yield* Effect.forEach(sends, (send) => sendOff(id, send))
      for (const { contact, identity } of sends) {
        assert.deepStrictEqual(yield* findByIdentity(id, identity), Option.some(contact))
        assert.deepStrictEqual(yield* findByIdentity((yield* givenOrganization()).id, identity), Option.none())
      }
      assert.deepStrictEqual(yield* findByIdentity(id, userContactIdentity("US.1")), Option.none())
    })
  )

  it.effect("shows a contact to its own organization only", () =>
    Effect.gen(function* () {
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const { find, findByPhone, identities, lock, lockByPhone } = yield* ContactStore
      const contact = yield* givenContact(acme)
      const seenBy = (id: typeof acme) =>
        Effect.all([
          find(id, contact.id),
          lock(id, contact.id),
          findByPhone(id, someone),
          lockByPhone(id, someone),
          Effect.map(identities(id, contact.id), Option.fromIterable)
        ])

      const known = Option.some(contact)
      const identity = Option.some(phoneContactIdentity(someone))
      assert.deepStrictEqual(yield* seenBy(acme), [known, known, known, known, identity])
      const none = Option.none()
      assert.deepStrictEqual(yield* seenBy(globex), [none, none, none, none, none])
    })
  )
}
