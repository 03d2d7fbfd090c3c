import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { changeContact, createContact, getContact, upsertContact } from "../../../src/app/contacts/contacts.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import { CountryCode } from "../../../src/domain/contacts/PhoneNumber.ts"
import { eventsOf } from "../../../testing/given/seen.ts"

const acme = OrganizationId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e01")

const world = Layer.mergeAll(LibPhoneNumbers.layer, MemoryTagSync.layer).pipe(Layer.provideMerge(Memory.layer()))

const at = (time: string) => TestClock.setTime(Date.parse(time))

describe("changeContact", () => {
  it.effect("changes the named fields, stores the time of the change, and announces it", () =>
    Effect.gen(function* () {
      yield* at("2026-11-20T12:00:00.000Z")
      const before = yield* createContact(acme, "15551234567", {
        name: "Ada",
        attributes: { how: "merge", values: { plan: "gold", seats: 3 } }
      })
      yield* at("2026-11-21T09:30:00.250Z")
      const after = yield* changeContact(acme, before.id, {
        email: "ada@example.com",
        isBlocked: true,
        optedIn: true,
        source: "whatsapp",
        attributes: { how: "replace", values: { seats: 4 } }
      })
      assert.deepStrictEqual(after, {
        ...before,
        email: "ada@example.com",
        isBlocked: true,
        optedIn: true,
        source: "whatsapp",
        attributes: { seats: 4 },
        updatedAt: DateTime.makeUnsafe("2026-11-21T09:30:00.250Z")
      })
      assert.deepStrictEqual(yield* getContact(acme, before.id), after)
      const [, updated, ...others] = yield* eventsOf(acme)
      assert.deepStrictEqual(
        others.map(({ type }) => type),
        ["contact.opted_in"]
      )
      assert.deepStrictEqual(
        { type: updated?.type, occurredAt: updated?.occurredAt, data: updated?.data },
        {
          type: "contact.updated",
          occurredAt: DateTime.makeUnsafe("2026-11-21T09:30:00.250Z"),
          data: {
            contact: { id: before.id, phone: "15551234567", name: "Ada", email: "ada@example.com", tags: [] },
            source: "api"
          }
        }
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("announces nothing if nothing changed, and leaves the time of the last change", () =>
    Effect.gen(function* () {
      yield* at("2026-11-20T12:00:00.000Z")
      const before = yield* createContact(acme, "15551234567", { name: "Ada", tags: ["vip"] })
      yield* at("2026-11-21T09:30:00.250Z")
      assert.deepStrictEqual(yield* changeContact(acme, before.id, {}), before)
      assert.deepStrictEqual(yield* changeContact(acme, before.id, { name: "Ada", tags: ["vip", "vip"] }), before)
      assert.deepStrictEqual(yield* upsertContact(acme, "+1 (555) 123-4567", { name: "Ada" }), before)
      assert.lengthOf(yield* eventsOf(acme), 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("applies all fields of a request or none", () =>
    Effect.gen(function* () {
      const before = yield* createContact(acme, "15551234567", { name: "Ada" })
      const error = yield* Effect.flip(changeContact(acme, before.id, { name: "Eve", tags: [""] }))
      assert.strictEqual(error._tag === "ContactFieldRefused" && error.field, "tags")
      assert.deepStrictEqual(yield* getContact(acme, before.id), before)
      assert.lengthOf(yield* eventsOf(acme), 1)
    }).pipe(Effect.provide(world))
  )
})

describe("a calling code", () => {
  it.effect.each([
    { number: "14165550123", callingCode: "1", country: "CA" },
    { number: "14165550123", callingCode: "+1", country: "CA" },
    { number: "15551234567", callingCode: "1", country: "US" },
    { number: "77771234567", callingCode: "7", country: "KZ" },
    { number: "14165550123", callingCode: "44", country: "GB" },
    { number: "442079460958", callingCode: "+7", country: "RU" },
    { number: "80012345678", callingCode: "1", country: "US" },
    { number: "14165550123", callingCode: null, country: null },
    { number: "14165550123", callingCode: "", country: null },
    { number: "14165550123", callingCode: undefined, country: "CA" },
    { number: "80012345678", callingCode: undefined, country: null }
  ])("$callingCode sets the country $country for the number $number", ({ callingCode, country, number }) =>
    Effect.gen(function* () {
      const { id } = yield* createContact(acme, number, {})
      const { countryCode } = yield* changeContact(acme, id, { callingCode })
      assert.strictEqual(countryCode, country === null ? null : CountryCode.make(country))
    }).pipe(Effect.provide(world))
  )

  it.effect.each(["999", "800", "1246", "US", "1 ", "00", "+"])(
    "%j is refused, and nothing is changed",
    (callingCode) =>
      Effect.gen(function* () {
        const before = yield* createContact(acme, "14165550123", { name: "Ada" })
        const error = yield* Effect.flip(changeContact(acme, before.id, { name: "Eve", callingCode }))
        assert.strictEqual(error._tag, "UnknownCountry")
        assert.deepStrictEqual(yield* getContact(acme, before.id), before)
      }).pipe(Effect.provide(world))
  )

  it.effect("does not replace a country set by its own code if the number has the same calling code", () =>
    Effect.gen(function* () {
      const { id } = yield* createContact(acme, "14165550123", {})
      const { countryCode } = yield* changeContact(acme, id, { country: "JM" })
      assert.strictEqual(countryCode, CountryCode.make("JM"))
      const again = yield* changeContact(acme, id, { callingCode: "1" })
      assert.strictEqual(again.countryCode, CountryCode.make("JM"))
    }).pipe(Effect.provide(world))
  )
})
