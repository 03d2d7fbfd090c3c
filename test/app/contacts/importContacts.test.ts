import { assert, describe, it } from "@effect/vitest"
import { Array, DateTime, Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { createContact } from "../../../src/app/contacts/contacts.ts"
import { type ImportOutcome, importContacts } from "../../../src/app/contacts/importContacts.ts"
import { type Contact, newContact } from "../../../src/domain/contacts/Contact.ts"
import type { ImportRow } from "../../../src/domain/contacts/importContacts.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import { CountryCode } from "../../../src/domain/contacts/PhoneNumber.ts"
import { ConsentStore } from "../../../src/ports/contacts/ConsentStore.ts"
import { PhoneNumbers } from "../../../src/ports/contacts/ContactStore.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { eventsOf } from "../../../testing/given/seen.ts"

const acme = OrganizationId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e01")
const globex = OrganizationId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e02")

const world = Layer.mergeAll(LibPhoneNumbers.layer, MemoryTagSync.layer).pipe(Layer.provideMerge(Memory.layer()))

const at = (time: string) => TestClock.setTime(Date.parse(time))

const rowsOf = (...rows: ReadonlyArray<Partial<ImportRow> & Pick<ImportRow, "number">>): ReadonlyArray<ImportRow> =>
  rows.map((row, index) => Object.assign({ index, name: "", email: null, tags: [] }, row))

const kept = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ contacts, identities }) => ({ contacts, identities })
)

/** Which rows were refused, and for what. */
const reasons = ({ refused }: ImportOutcome) => refused.map(({ index, phone, refusal }) => [index, phone, refusal._tag])

describe("importContacts", () => {
  it.effect("adds and announces a contact for each row", () =>
    Effect.gen(function* () {
      yield* at("2026-11-20T12:00:00.000Z")
      const { added, refused } = yield* importContacts(
        acme,
        rowsOf(
          { number: "+1 (416) 555-0123", name: "Ada", email: "ada@example.com", tags: ["vip", "vip", "new"] },
          { number: "15557654321" }
        )
      )
      const [ada, other] = added
      if (ada === undefined || other === undefined) return assert.fail("nothing was added")
      const noon = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
      const blank = ({ id, vendorContactId }: Pick<Contact, "id" | "vendorContactId">) =>
        newContact({ id, vendorContactId, organizationId: acme, source: "api" }, noon)
      assert.deepStrictEqual<unknown>(added, [
        {
          ...blank(ada),
          phone: "14165550123",
          countryCode: CountryCode.make("CA"),
          name: "Ada",
          email: "ada@example.com",
          tags: ["vip", "new"]
        },
        {
          ...blank(other),
          phone: "15557654321",
          countryCode: CountryCode.make("US")
        }
      ])
      assert.deepStrictEqual(refused, [])
      assert.deepStrictEqual<unknown>((yield* kept).contacts, added)
      assert.deepStrictEqual<unknown>(
        (yield* eventsOf(acme)).map(({ data, type }) => ({ type, data })),
        added.map(({ email, id, name, phone, tags }) => ({
          type: "contact.created",
          data: { contact: { id, phone, name, email, tags }, source: "api" }
        }))
      )
      assert.lengthOf(new Set(added.flatMap(({ id, vendorContactId }) => [id, vendorContactId])), 4)
    }).pipe(Effect.provide(world))
  )

  it.effect("import: a choice in a row is a consent with the source import, announced after its contact", () =>
    Effect.gen(function* () {
      yield* at("2026-11-20T12:00:00.000Z")
      const rows = rowsOf(
        { number: "+14165550123", optedIn: true },
        { number: "+14165550124", optedIn: false },
        { number: "+14165550125" },
        { number: "+14165550123", optedIn: false }
      )
      const { added } = yield* importContacts(acme, rows, null, "user")
      assert.deepStrictEqual(
        added.map(({ optedIn }) => optedIn),
        [true, false, null]
      )
      const noon = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
      const changeOf = (state: "opted_in" | "opted_out") => [
        { channel: "whatsapp", state, at: noon, source: "import", by: "user" }
      ]
      const { ofContact } = yield* ConsentStore
      assert.deepStrictEqual<unknown>(yield* Effect.forEach(added, ({ id }) => ofContact(acme, id)), [
        changeOf("opted_in"),
        changeOf("opted_out"),
        []
      ])
      assert.deepStrictEqual(
        (yield* eventsOf(acme)).map(({ type }) => type),
        ["contact.created", "contact.opted_in", "contact.created", "contact.opted_out", "contact.created"]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("skips and reports rows whose number is stored in another form", () =>
    Effect.gen(function* () {
      const known = yield* createContact(acme, "5511987654321", { name: "Ada" })
      yield* createContact(globex, "15551234567", { name: "Eve" })
      const outcome = yield* importContacts(
        acme,
        rowsOf(
          { number: "call me" },
          { number: "+55 11 8765-4321", name: "Eve" },
          { number: "15551234567", email: "ada" },
          { number: "15551234567" },
          { number: "+1 555 123 4567" }
        )
      )
      assert.deepStrictEqual<unknown>(reasons(outcome), [
        [0, null, "InvalidPhoneNumber"],
        [1, "551187654321", "PhoneNumberTaken"],
        [2, "15551234567", "ContactFieldRefused"],
        [4, "15551234567", "PhoneNumberRepeated"]
      ])
      assert.lengthOf(outcome.added, 1)
      const { contacts } = yield* kept
      assert.deepStrictEqual(
        contacts.filter(({ organizationId }) => organizationId === acme),
        [known, ...outcome.added]
      )
      assert.deepStrictEqual<unknown>(
        (yield* eventsOf(acme)).map(({ data }) => data),
        [[known, "api"] as const, ...outcome.added.map((contact) => [contact, "api"] as const)].map(
          ([{ email, id, name, phone, tags }, source]) => ({ contact: { id, phone, name, email, tags }, source })
        )
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("adds each contact once if the import is repeated", () =>
    Effect.gen(function* () {
      const rows = rowsOf({ number: "15551234567" }, { number: "15557654321" })
      yield* importContacts(acme, rows)
      const before = yield* kept
      const again = yield* importContacts(acme, rows)
      assert.deepStrictEqual(
        [again.added, reasons(again).map(([, , tag]) => tag)],
        [[], ["PhoneNumberTaken", "PhoneNumberTaken"]]
      )
      assert.deepStrictEqual(yield* kept, before)
      assert.lengthOf(yield* eventsOf(acme), 2)
    }).pipe(Effect.provide(world))
  )

  it.effect.each(["ContactStore.insertAll", "EventLog.appendAll"] as const)(
    "adds all contacts or none: %s fails",
    (call) =>
      Effect.gen(function* () {
        const { failNext } = yield* World
        yield* createContact(acme, "5511987654321", { name: "Ada" })
        const before = yield* kept
        const rows = rowsOf({ number: "15551234567" }, { number: "15557654321", tags: ["vip"] })
        yield* failNext(call)
        assert.isTrue(Exit.hasDies(yield* Effect.exit(importContacts(acme, rows))))
        assert.deepStrictEqual(yield* kept, before)
        assert.lengthOf(yield* eventsOf(acme), 1)
        assert.lengthOf((yield* importContacts(acme, rows)).added, 2)
      }).pipe(Effect.provide(world))
  )

  it.effect("reads each row once, even if the database repeats the transaction", () =>
    Effect.gen(function* () {
      const { atomicallyInTurn, ...others } = yield* Transaction
      const real = yield* PhoneNumbers
      let reads = 0
      const numbers = PhoneNumbers.of({ ...real, read: (text) => ((reads += 1), real.read(text)) })
      const again = Transaction.of({
        ...others,
        atomicallyInTurn: (organizationId, effect) => {
          const rolledBack = Effect.exit(
            atomicallyInTurn(organizationId, Effect.andThen(effect, Effect.die("rolled back")))
          )
          return Effect.andThen(rolledBack, atomicallyInTurn(organizationId, effect))
        }
      })
      const many = Array.makeBy(600, (n) => ({ number: n % 100 === 7 ? "call me" : `+1202${2_000_000 + n}` }))
      const { added, refused } = yield* importContacts(acme, rowsOf(...many)).pipe(
        Effect.provideService(Transaction, again),
        Effect.provideService(PhoneNumbers, numbers)
      )
      assert.lengthOf(added, 594)
      assert.deepStrictEqual(
        refused.map(({ index }) => index),
        [7, 107, 207, 307, 407, 507]
      )
      assert.deepStrictEqual<unknown>((yield* kept).contacts, added)
      assert.lengthOf(yield* eventsOf(acme), 594)
      assert.strictEqual(reads, 600)
    }).pipe(Effect.provide(world))
  )

  it.effect("sends no query if no row has a number", () =>
    Effect.gen(function* () {
      const { failNext } = yield* World
      const before = yield* kept
      yield* failNext("ContactStore.insertAll")
      assert.deepStrictEqual(yield* importContacts(acme, []), { added: [], refused: [] })
      assert.deepStrictEqual(reasons(yield* importContacts(acme, rowsOf({ number: "" }))), [
        [0, null, "InvalidPhoneNumber"]
      ])
      assert.deepStrictEqual(yield* kept, before)
    }).pipe(Effect.provide(world))
  )

  it.effect("sends no tags to the platform", () =>
    Effect.gen(function* () {
      yield* importContacts(acme, rowsOf({ number: "15551234567", tags: ["vip"] }))
      assert.deepStrictEqual(yield* (yield* MemoryTagSync.TagSyncLog).offered, [])
    }).pipe(Effect.provide(world))
  )
})
