import { assert, describe, it } from "@effect/vitest"
import { Cause, DateTime, Effect, Exit, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import {
  changeContact,
  createContact,
  deleteContact,
  getContact,
  upsertContact
} from "../../../src/app/contacts/contacts.ts"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import { CountryCode } from "../../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore, TagSync } from "../../../src/ports/contacts/ContactStore.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { eventsOf } from "../../../testing/given/seen.ts"

const acme = OrganizationId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e01")
const globex = OrganizationId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e02")

const world = Layer.mergeAll(LibPhoneNumbers.layer, MemoryTagSync.layer).pipe(Layer.provideMerge(Memory.layer()))

const at = (time: string) => TestClock.setTime(Date.parse(time))

const dataOf = (organizationId: OrganizationId) =>
  Effect.map(eventsOf(organizationId), (events) => events.map(({ data, type }) => ({ type, data })))

const offered = Effect.flatMap(MemoryTagSync.TagSyncLog, ({ offered }) => offered)

const kept = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ contacts }) => contacts
)

describe("createContact", () => {
  it.effect("adds a contact as requested, records its event, and offers its tags", () =>
    Effect.gen(function* () {
      yield* at("2026-11-20T12:00:00.000Z")
      const contact = yield* createContact(acme, "+1 416 555 0123", {
        name: "Ada",
        email: "ada@example.com",
        tags: ["vip", "vip", "new"],
        attributes: { how: "replace", values: { plan: null } }
      })
      const { id, phone, vendorContactId } = contact
      assert.deepStrictEqual(contact, {
        ...newContact({ id, vendorContactId, organizationId: acme, phone, source: "api" }, contact.createdAt),
        name: "Ada",
        email: "ada@example.com",
        countryCode: CountryCode.make("CA"),
        tags: ["vip", "new"],
        attributes: { plan: null },
        createdAt: DateTime.makeUnsafe("2026-11-20T12:00:00.000Z"),
        updatedAt: DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
      })
      assert.strictEqual<string | null>(contact.phone, "14165550123")
      assert.deepStrictEqual(yield* getContact(acme, contact.id), contact)
      assert.deepStrictEqual(yield* dataOf(acme), [
        {
          type: "contact.created",
          data: {
            contact: {
              id: contact.id,
              phone: "14165550123",
              name: "Ada",
              email: "ada@example.com",
              tags: ["vip", "new"]
            },
            source: "api"
          }
        }
      ])
      assert.deepStrictEqual(yield* offered, [
        { organizationId: acme, contactId: contact.id, added: ["vip", "new"], removed: [] }
      ])
    }).pipe(Effect.provide(world))
  )

  it.effect("prefers the country of the request to that of the number, and stores the source", () =>
    Effect.gen(function* () {
      const country = CountryCode.make("GG")
      const contact = yield* createContact(acme, "442079460958", { country }, "import")
      assert.deepStrictEqual([contact.countryCode, contact.source], [country, "import"])
      const [event] = yield* eventsOf(acme)
      assert.deepInclude(event?.data, { source: "import" })
    }).pipe(Effect.provide(world))
  )

  it.effect("fails when another contact has the number in another form, and does not change that contact", () =>
    Effect.gen(function* () {
      const first = yield* createContact(acme, "5511987654321", { name: "Ada" })
      const error = yield* Effect.flip(createContact(acme, "+55 11 8765-4321", { name: "Eve", tags: ["new"] }))
      assert.strictEqual(error._tag, "PhoneNumberTaken")
      assert.deepStrictEqual(yield* kept, [first])
      assert.lengthOf(yield* eventsOf(acme), 1)
      assert.deepStrictEqual(yield* offered, [])
      yield* createContact(globex, "551187654321", {})
      assert.lengthOf(yield* kept, 2)
    }).pipe(Effect.provide(world))
  )

  it.effect("stores nothing for an invalid number or a rejected field", () =>
    Effect.gen(function* () {
      const unreadable = yield* Effect.flip(createContact(acme, "call me", {}))
      assert.strictEqual(unreadable._tag, "InvalidPhoneNumber")
      const refused = yield* Effect.flip(createContact(acme, "15551234567", { email: "ada" }))
      assert.strictEqual(refused._tag === "ContactFieldRefused" && refused.field, "email")
      assert.deepStrictEqual([yield* kept, yield* eventsOf(acme), yield* offered], [[], [], []])
    }).pipe(Effect.provide(world))
  )
})

describe("upsertContact", () => {
  it.effect("stores a contact and its event, or neither", () =>
    Effect.gen(function* () {
      const { failNext } = yield* World
      yield* failNext("EventLog.append")
      assert.isTrue(Exit.hasDies(yield* Effect.exit(upsertContact(acme, "15551234567", { tags: ["vip"] }))))
      assert.deepStrictEqual([yield* kept, yield* offered], [[], []])

      const contact = yield* upsertContact(acme, "15551234567", { tags: ["vip"] })
      yield* failNext("EventLog.append")
      assert.isTrue(Exit.hasDies(yield* Effect.exit(upsertContact(acme, "15551234567", { tags: [] }))))
      assert.deepStrictEqual(yield* kept, [contact])
      assert.lengthOf(yield* offered, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("retries when a concurrent request adds the contact", () =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      const looks = yield* Ref.make(0)
      const first = yield* createContact(acme, "5511987654321", { name: "Ada" })
      /** The first look comes too early to see the contact. */
      const early = ContactStore.of({
        ...store,
        lockByPhone: (organizationId, phone) =>
          Effect.flatMap(
            Ref.updateAndGet(looks, (n) => n + 1),
            (look) => (look === 1 ? Effect.succeedNone : store.lockByPhone(organizationId, phone))
          )
      })
      const contact = yield* Effect.provideService(
        upsertContact(acme, "551187654321", { name: "Ada King" }),
        ContactStore,
        early
      )
      assert.deepStrictEqual([contact.id, contact.phone, contact.name], [first.id, first.phone, "Ada King"])
      assert.strictEqual(yield* Ref.get(looks), 2)
      assert.deepStrictEqual(
        (yield* eventsOf(acme)).map(({ type }) => type),
        ["contact.created", "contact.updated"]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("gives up if it never finds the existing contact", () =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      yield* createContact(acme, "15551234567", {})
      const blind = ContactStore.of({ ...store, lockByPhone: () => Effect.succeedNone })
      const exit = yield* Effect.exit(
        Effect.provideService(upsertContact(acme, "15551234567", {}), ContactStore, blind)
      )
      const defect = Exit.isFailure(exit) ? Option.getOrNull(Option.fromNullishOr(Cause.squash(exit.cause))) : null
      assert.propertyVal(defect, "_tag", "PhoneNumberTaken")
    }).pipe(Effect.provide(world))
  )

  it.effect("adds one contact for any number of concurrent requests", () =>
    Effect.gen(function* () {
      const forms = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? "5511987654321" : "+55 11 8765-4321"))
      yield* Effect.forEach(forms, (form, n) => upsertContact(acme, form, { name: `Ada ${n}` }), {
        concurrency: "unbounded"
      })
      assert.lengthOf(yield* kept, 1)
      assert.strictEqual((yield* eventsOf(acme)).filter(({ type }) => type === "contact.created").length, 1)
    }).pipe(Effect.provide(world))
  )
})

describe("the platform", () => {
  it.effect("is notified after the commit, only of added and removed tags", () =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const depth = yield* Ref.make(0)
      const heard = yield* Ref.make<ReadonlyArray<readonly [depth: number, tags: string]>>([])
      const counting = Transaction.of({
        ...transaction,
        atomically: (effect) =>
          Effect.ensuring(
            Effect.andThen(
              Ref.update(depth, (n) => n + 1),
              transaction.atomically(effect)
            ),
            Ref.update(depth, (n) => n - 1)
          )
      })
      const listening = TagSync.of({
        offer: (_, { added, removed }) =>
          Effect.flatMap(Ref.get(depth), (n) =>
            Ref.update(heard, (all) => [...all, [n, `+${added.join()} -${removed.join()}`] as const])
          )
      })
      yield* Effect.gen(function* () {
        const { id } = yield* upsertContact(acme, "15551234567", { tags: ["vip", "new"] })
        yield* upsertContact(acme, "15551234567", { tags: ["late", "vip"] })
        yield* changeContact(acme, id, { tags: ["vip", "late"] })
        yield* changeContact(acme, id, { name: "Ada" })
        yield* changeContact(acme, id, { tags: [] })
      }).pipe(Effect.provideService(Transaction, counting), Effect.provideService(TagSync, listening))
      assert.deepStrictEqual(yield* Ref.get(heard), [
        [0, "+vip,new -"],
        [0, "+late -new"],
        [0, "+ -vip,late"]
      ])
    }).pipe(Effect.provide(world))
  )
})

describe("another organization", () => {
  it.effect("cannot read, change or delete a contact", () =>
    Effect.gen(function* () {
      const contact = yield* createContact(acme, "15551234567", { name: "Ada" })
      const failures = yield* Effect.all([
        Effect.flip(getContact(globex, contact.id)),
        Effect.flip(changeContact(globex, contact.id, { name: "Eve" })),
        Effect.flip(deleteContact(globex, contact.id))
      ])
      assert.deepStrictEqual(
        failures.map(({ _tag }) => _tag),
        ["ContactNotFound", "ContactNotFound", "ContactNotFound"]
      )
      assert.deepStrictEqual(yield* kept, [contact])
      assert.deepStrictEqual(yield* eventsOf(globex), [])
    }).pipe(Effect.provide(world))
  )
})
