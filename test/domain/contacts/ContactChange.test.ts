import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import {
  type Contact,
  type ContactAttributes,
  ContactSource,
  newContact,
  VendorContactId
} from "../../../src/domain/contacts/Contact.ts"
import {
  changedContact,
  type ContactChange,
  mergeAttributes,
  tagDifference
} from "../../../src/domain/contacts/ContactChange.ts"
import { ContactId, OrganizationId } from "../../../src/domain/Ids.ts"
import { CountryCode, PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"

const added = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const later = DateTime.makeUnsafe("2026-11-21T08:30:00.500Z")

const ada: Contact = {
  ...newContact(
    {
      id: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
      vendorContactId: VendorContactId.make(`ct_${"a".repeat(24)}`),
      organizationId: OrganizationId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e72"),
      source: "api",
      phone: PhoneNumber.make("15551234567"),
      name: "Ada",
      email: "ada@example.com",
      countryCode: CountryCode.make("US"),
      tags: ["vip", "newsletter"],
      attributes: { plan: "gold", seats: 3 }
    },
    added
  ),
  labels: ["hot"]
}

/** What the change makes of Ada. */
const change = (request: ContactChange) => Result.getOrThrow(changedContact(ada, request, later))

/** Few keys, so that two objects meet in some; among them one that plain objects treat in their own way. */
const keys = ["plan", "seats", "__proto__"] as const
const Entries = Schema.Array(Schema.Tuple([Schema.Literals(keys), Schema.Json]))
const Tags = Schema.Array(Schema.String.check(Schema.isPattern(/^[a-d]$/)))

const asAttributes = (entries: typeof Entries.Type): ContactAttributes => Object.fromEntries(entries)
const withoutNulls = (attributes: ContactAttributes): ContactAttributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null))

describe("mergeAttributes", () => {
  it("adds new keys, replaces existing ones, and removes those that are null", () => {
    assert.deepStrictEqual(
      mergeAttributes({ plan: "gold", seats: 3, old: true }, { seats: 4, old: null, never: null, team: { size: 2 } }),
      { plan: "gold", seats: 4, team: { size: 2 } }
    )
  })

  it("replaces nested values completely, including their nulls", () => {
    assert.deepStrictEqual(mergeAttributes({ team: { size: 2, lead: "Ada" } }, { team: { size: null } }), {
      team: { size: null }
    })
  })

  it("leaves a stored null that the change does not name", () => {
    assert.deepStrictEqual(mergeAttributes({ seen: null }, { plan: "gold" }), { seen: null, plan: "gold" })
  })

  it.prop("has the same result if it is repeated", { present: Entries, values: Entries }, (given) => {
    const [present, values] = [asAttributes(given.present), asAttributes(given.values)]
    const once = mergeAttributes(present, values)
    assert.deepStrictEqual(mergeAttributes(once, values), once)
  })

  it.prop(
    "has the same result for two changes in sequence as for both together, in which the later one wins",
    { present: Entries, first: Entries, second: Entries },
    (given) => {
      const [present, first, second] = [given.present, given.first, given.second].map(asAttributes)
      assert.deepStrictEqual(
        mergeAttributes(mergeAttributes(present ?? {}, first ?? {}), second ?? {}),
        mergeAttributes(present ?? {}, { ...first, ...second })
      )
    }
  )

  it.prop(
    "returns every key of the change that is not null, and no other new key",
    { present: Entries, values: Entries },
    (given) => {
      const [present, values] = [asAttributes(given.present), asAttributes(given.values)]
      const merged = mergeAttributes(present, values)
      for (const key of keys) {
        const expected = [values, present].find((attributes) => Object.hasOwn(attributes, key))
        const isThere = expected !== undefined && (expected !== values || expected[key] !== null)
        assert.strictEqual(Object.hasOwn(merged, key), isThere)
        if (isThere) assert.deepStrictEqual(merged[key], expected[key])
      }
    }
  )

  it.prop(
    "removes nulls if no attributes are stored, and changes nothing if the change is empty",
    { given: Entries },
    (entries) => {
      const attributes = asAttributes(entries.given)
      assert.deepStrictEqual(mergeAttributes({}, attributes), withoutNulls(attributes))
      assert.deepStrictEqual(mergeAttributes(attributes, {}), attributes)
    }
  )
})

describe("tagDifference", () => {
  it.prop(
    "describes the step from the tags before to the tags after",
    { before: Tags, after: Tags },
    ({ after, before }) => {
      const { added, removed } = tagDifference(before, after)
      const rebuilt = new Set([...before.filter((tag) => !removed.includes(tag)), ...added])
      assert.deepStrictEqual([...rebuilt].toSorted(), [...new Set(after)].toSorted())
      assert.isTrue(added.every((tag) => after.includes(tag) && !before.includes(tag)))
      assert.isTrue(removed.every((tag) => before.includes(tag) && !after.includes(tag)))
    }
  )

  it.prop("is empty for the same tags in any order", { tags: Tags }, ({ tags }) => {
    assert.deepStrictEqual(tagDifference(tags, tags.toReversed()), { added: [], removed: [] })
  })

  it("returns added and removed tags, in the order of the tags", () => {
    assert.deepStrictEqual(tagDifference(["a", "b", "c"], ["d", "b", "e"]), { added: ["d", "e"], removed: ["a", "c"] })
  })
})

describe("changedContact", () => {
  it("changes the named fields and no others", () => {
    const { contact, isChanged } = change({
      name: "Ada King",
      email: null,
      countryCode: CountryCode.make("GB"),
      tags: ["vip"],
      attributes: { how: "merge", values: { seats: null, team: 2 } },
      isBlocked: true,
      optedIn: true,
      source: "import"
    })
    assert.isTrue(isChanged)
    assert.deepStrictEqual(contact, {
      ...ada,
      name: "Ada King",
      email: null,
      countryCode: CountryCode.make("GB"),
      tags: ["vip"],
      attributes: { plan: "gold", team: 2 },
      isBlocked: true,
      optedIn: true,
      source: "import",
      updatedAt: later
    })
  })

  it.each<ContactChange>([
    { name: "" },
    { email: "" },
    { countryCode: null },
    { tags: [] },
    { tags: ["newsletter", "vip"] },
    { attributes: { how: "replace", values: { plan: "gold" } } },
    { attributes: { how: "merge", values: { seats: "3" } } },
    { attributes: { how: "merge", values: JSON.parse('{"__proto__": {"a": 1}}') } },
    { isBlocked: true },
    { optedIn: true },
    { source: "whatsapp" }
  ])("is a change: %j", (request) => {
    const { contact, isChanged } = change(request)
    assert.isTrue(isChanged)
    assert.strictEqual(contact.updatedAt, later)
    assert.notDeepEqual({ ...contact, updatedAt: added }, ada)
  })

  it.each<ContactChange>([
    {},
    { name: undefined, email: undefined, tags: undefined },
    { name: "Ada", email: "ada@example.com", countryCode: CountryCode.make("US"), isBlocked: false },
    { tags: ["vip", "newsletter", "vip"] },
    { attributes: { how: "merge", values: {} } },
    { attributes: { how: "merge", values: { seats: 3, never: null } } },
    { attributes: { how: "replace", values: { seats: 3, plan: "gold" } } },
    { source: "api" }
  ])("is no change, and leaves the time of the last one: %j", (request) => {
    assert.deepStrictEqual(change(request), { contact: ada, isChanged: false, tags: { added: [], removed: [] } })
  })

  it("treats an opt-out as a change while the consent is unknown, and the second one as no change", () => {
    const { contact, isChanged } = change({ optedIn: false })
    assert.deepStrictEqual([ada.optedIn, contact.optedIn, isChanged], [null, false, true])
    assert.isFalse(Result.getOrThrow(changedContact(contact, { optedIn: false }, later)).isChanged)
  })

  it("replaces all attributes on request, and stores a null in them", () => {
    const { contact } = change({ attributes: { how: "replace", values: { team: null } } })
    assert.deepStrictEqual(contact.attributes, { team: null })
  })

  it("stores each tag once, at its first position, and lists added and removed ones", () => {
    const { contact, tags } = change({ tags: ["late", "vip", "late", "trial", "vip"] })
    assert.deepStrictEqual(contact.tags, ["late", "vip", "trial"])
    assert.deepStrictEqual(tags, { added: ["late", "trial"], removed: ["newsletter"] })
  })

  it.prop(
    "has the same result if it is repeated",
    {
      name: Schema.String.check(Schema.isMaxLength(20)),
      tags: Tags,
      how: Schema.Literals(["merge", "replace"]),
      values: Entries,
      isBlocked: Schema.Boolean,
      source: ContactSource
    },
    ({ how, isBlocked, name, source, tags, values }) => {
      const request: ContactChange = {
        name,
        tags,
        isBlocked,
        source,
        attributes: { how, values: asAttributes(values) }
      }
      const once = change(request)
      assert.deepStrictEqual(Result.getOrThrow(changedContact(once.contact, request, added)), {
        contact: once.contact,
        isChanged: false,
        tags: { added: [], removed: [] }
      })
    }
  )
})
