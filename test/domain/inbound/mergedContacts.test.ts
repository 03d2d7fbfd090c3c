import { assert, describe, it } from "@effect/vitest"
import { type InboxContact, mergedContacts } from "../../../src/domain/inbound/InboxContact.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { contactNamed, knownByPhone } from "../../../testing/inbound/given.ts"
import { minute, otherNumber } from "../../../testing/inbound/world.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

const stranger = contactNamed("", [])
const usOne = { kind: "whatsapp", scope: "", value: "US.1" } as const
const [first, second] = ["16505550000", "16505550001"] as const

lawTests(runner, "mergedContacts, by its laws", Laws.merges, mergedContacts)

describe("mergedContacts", () => {
  const survivor = knownByPhone("", first, { tags: ["a", "b"], attributes: { city: "Here" }, email: null })
  const other: InboxContact = {
    ...contactNamed("Ada", [usOne], {
      email: "ada@example.com",
      tags: ["b", "c"],
      labels: ["l"],
      attributes: { city: "There", plan: "x" },
      isBlocked: true
    }),
    nameAt: minute(3),
    watermarks: [{ channelAccountId: otherNumber.id, deliveredUpTo: minute(1), readUpTo: null }],
    consents: []
  }

  it("returns all values of both contacts", () => {
    assert.deepStrictEqual(mergedContacts(survivor, other), {
      contact: {
        ...survivor.contact,
        name: "Ada",
        email: "ada@example.com",
        tags: ["a", "b", "c"],
        labels: ["l"],
        attributes: { city: "Here", plan: "x" },
        isBlocked: true
      },
      identities: [...survivor.identities, usOne],
      nameAt: minute(3),
      phoneAt: null,
      optedInAt: null,
      watermarks: other.watermarks,
      consents: []
    })
  })

  const merged = (into: Partial<InboxContact>, from: Partial<InboxContact>) =>
    mergedContacts({ ...stranger, ...into }, { ...other, ...from })
  const named = (name: string) => ({ ...stranger.contact, name })

  it.each([
    ["Given", null, "Told", 9, "Given", null],
    ["Told", 9, "Given", null, "Given", null],
    ["Told", 1, "Later", 2, "Later", 2],
    ["Later", 2, "Told", 1, "Later", 2],
    ["", null, "Given", null, "Given", null],
    ["Given", null, "Other", null, "Given", null],
    ["Told", 1, "", null, "Told", 1]
  ] as const)("returns for the names %s (%s) and %s (%s): %s", (one, oneAt, two, twoAt, name, at) => {
    const time = (minutes: number | null) => (minutes === null ? null : minute(minutes))
    const { contact, nameAt } = merged(
      { contact: named(one), nameAt: time(oneAt) },
      { contact: named(two), nameAt: time(twoAt) }
    )
    assert.deepStrictEqual([contact.name, nameAt], [name, time(at)])
  })

  it("returns the number that was reported last, else the survivor's, else the other's", () => {
    const phoned = (value: string | null) => ({
      ...stranger.contact,
      phone: value === null ? null : PhoneNumber.make(value)
    })
    const phoneOf = (one: string | null, oneAt: number | null, two: string | null, twoAt: number | null) =>
      merged(
        { contact: phoned(one), phoneAt: oneAt === null ? null : minute(oneAt) },
        { contact: phoned(two), phoneAt: twoAt === null ? null : minute(twoAt) }
      ).contact.phone
    assert.deepStrictEqual(
      [
        phoneOf(first, 1, second, 2),
        phoneOf(first, 2, second, 1),
        phoneOf(first, null, second, null),
        phoneOf(first, null, second, 2),
        phoneOf(null, null, second, null),
        phoneOf(first, null, null, null)
      ],
      [second, first, first, second, second, first]
    )
  })

  it("returns the latest consent, and of two without a time the opt-out", () => {
    const wish = (one: boolean | null, oneAt: number | null, two: boolean | null, twoAt: number | null) =>
      merged(
        { contact: { ...stranger.contact, optedIn: one }, optedInAt: oneAt === null ? null : minute(oneAt) },
        { contact: { ...other.contact, optedIn: two }, optedInAt: twoAt === null ? null : minute(twoAt) }
      ).contact.optedIn
    assert.deepStrictEqual(
      [
        wish(true, 1, false, 2),
        wish(false, 2, true, 1),
        wish(true, 1, false, null),
        wish(false, null, true, null),
        wish(true, null, false, null),
        wish(false, 1, true, null),
        wish(true, null, false, 1),
        wish(null, null, false, 1),
        wish(null, null, true, null),
        wish(false, 1, null, null),
        wish(null, null, null, null)
      ],
      [false, false, true, false, false, false, false, false, true, false, null]
    )
  })
})
