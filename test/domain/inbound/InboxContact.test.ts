import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import {
  type InboxContact,
  type Watermark,
  withIdentities,
  withOptIn,
  withReportedName,
  withReportedPhone,
  withWatermark
} from "../../../src/domain/inbound/InboxContact.ts"
import { CountryCode, PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { contactNamed, knownByPhone } from "../../../testing/inbound/given.ts"
import { minute, number, page } from "../../../testing/inbound/world.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const stranger = contactNamed("", [])
const bsuid = (value: string) => ({ kind: "whatsapp", scope: "", value }) as const

/** Every order of three comes to the same. */
const inAnyOrder = <A>(
  before: InboxContact,
  steps: readonly [A, A, A],
  step: (met: InboxContact, one: A) => InboxContact
) => {
  const [a, b, c] = steps
  const orders = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
    [c, b, a, b, c]
  ]
  const [first, ...others] = orders.map((order) => order.reduce(step, before))
  for (const other of others) assert.deepStrictEqual(other, first)
  return first ?? before
}

describe("the name of an inbox contact", () => {
  const Name = Schema.Struct({ name: Schema.NullOr(Schema.Literals(["Ada", "Bob", "Cy"])), at: upTo(3) })

  it.prop("is the latest reported name", { names: Schema.Tuple([Name, Name, Name]) }, ({ names }) => {
    const met = inAnyOrder(stranger, names, (before, { at, name }) => withReportedName(before, name, minute(at)))
    const told = names.flatMap(({ at, name }) => (name === null ? [] : [`${at} ${name}`])).toSorted()
    assert.strictEqual(met.contact.name, told.at(-1)?.slice(2) ?? "")
    assert.strictEqual(met.nameAt === null, told.length === 0)
  })

  it("is not replaced if a member set it", () => {
    const given = contactNamed("Ada", [])
    assert.strictEqual(withReportedName(given, "Bob", minute(9)), given)
  })

  it("is filled if it was empty", () => {
    const { contact, nameAt } = withReportedName(stranger, "Bob", minute(9))
    assert.deepStrictEqual([contact.name, nameAt], ["Bob", minute(9)])
  })

  it("changes only its time if it is reported again", () => {
    const met = withReportedName(stranger, "Ada", minute(1))
    assert.strictEqual(withReportedName(met, "Ada", minute(1)), met)
    const later = withReportedName(met, "Ada", minute(2))
    assert.strictEqual(later.contact, met.contact)
    assert.deepStrictEqual(later.nameAt, minute(2))
  })
})

const told = (value: string) => ({ phone: PhoneNumber.make(value), countryCode: CountryCode.make("US") })
const [first, second] = ["16505550000", "16505550001"] as const

describe("the number of an inbox contact", () => {
  const Told = Schema.Struct({ value: Schema.Literals([first, second]), at: upTo(9) })

  it.prop("is the latest reported number", { numbers: Schema.Tuple([Told, Told, Told]) }, ({ numbers }) => {
    if (new Set(numbers.map(({ at }) => at)).size < 3) return
    const met = inAnyOrder(stranger, numbers, (before, { at, value }) =>
      withReportedPhone(before, told(value), minute(at), false)
    )
    const latest = numbers.toSorted((one, other) => other.at - one.at)[0]
    assert.strictEqual<string | null | undefined>(met.contact.phone, latest?.value)
    assert.strictEqual(met.contact.countryCode, "US")
  })

  it("set by a member is unchanged until the person changes it", () => {
    const given = knownByPhone("Ada", first)
    assert.strictEqual(withReportedPhone(given, told(second), minute(5), false), given)
    const changed = withReportedPhone(given, told(second), minute(5), true)
    assert.deepStrictEqual(
      [changed.contact.phone, changed.contact.countryCode, changed.phoneAt],
      [second, "US", minute(5)]
    )
    assert.strictEqual(withReportedPhone(changed, told(first), minute(4), true), changed)
  })

  it("is not replaced by another form of the same number", () => {
    const given = knownByPhone("Ada", "5511987654321")
    assert.strictEqual(withReportedPhone(given, told("551187654321"), minute(5), true).contact, given.contact)
    const met = withReportedPhone(stranger, told("5511987654321"), minute(1), false)
    assert.strictEqual(withReportedPhone(met, told("551187654321"), minute(5), true).contact, met.contact)
  })

  it("of a change takes precedence over one reported for the same second", () => {
    const met = withReportedPhone(stranger, told(first), minute(5), false)
    const changed = withReportedPhone(met, told(second), minute(5), true)
    assert.strictEqual<string | null>(changed.contact.phone, second)
    assert.strictEqual(withReportedPhone(changed, told(first), minute(5), false), changed)
  })
})

describe("the opt-in of an inbox contact", () => {
  const Wish = Schema.Struct({ optedIn: Schema.Boolean, at: upTo(2) })

  it.prop(
    "is that of the latest report, and false if both have the same time",
    { all: Schema.Tuple([Wish, Wish, Wish]) },
    ({ all }) => {
      const met = inAnyOrder(stranger, all, (before, { at, optedIn }) => withOptIn(before, optedIn, minute(at)))
      const last = Math.max(...all.map(({ at }) => at))
      assert.deepStrictEqual(met.optedInAt, minute(last))
      assert.strictEqual(
        met.contact.optedIn,
        all.filter(({ at }) => at === last).every(({ optedIn }) => optedIn)
      )
    }
  )

  it("does not change the contact if it is the same", () => {
    const met = withOptIn(stranger, false, minute(1))
    assert.isFalse(met.contact.optedIn)
    assert.strictEqual(withOptIn(met, false, minute(2)).contact, met.contact)
  })
})

describe("identities and watermarks of an inbox contact", () => {
  it("are each stored once", () => {
    const known = withIdentities(stranger, [bsuid("US.1")])
    assert.strictEqual(withIdentities(known, [bsuid("US.1")]), known)
    assert.deepStrictEqual(withIdentities(known, [bsuid("US.1"), bsuid("US.2")]).identities, [
      bsuid("US.1"),
      bsuid("US.2")
    ])
  })

  const Mark = Schema.Struct({ on: Schema.Boolean, delivered: Schema.NullOr(upTo(3)), read: Schema.NullOr(upTo(3)) })
  const markOf = ({ delivered, on, read }: typeof Mark.Type): Watermark => ({
    channelAccountId: on ? page.id : number.id,
    deliveredUpTo: delivered === null ? null : minute(delivered),
    readUpTo: read === null ? null : minute(read)
  })
  const byAccount = (met: InboxContact) => ({
    ...met,
    watermarks: met.watermarks.toSorted((one, other) => (one.channelAccountId < other.channelAccountId ? -1 : 1))
  })

  it.prop("never move backwards", { marks: Schema.Tuple([Mark, Mark, Mark]) }, ({ marks }) => {
    const met = inAnyOrder(stranger, marks, (before, mark) => byAccount(withWatermark(before, markOf(mark))))
    for (const { channelAccountId, deliveredUpTo, readUpTo } of met.watermarks) {
      for (const mark of marks.map(markOf).filter((one) => one.channelAccountId === channelAccountId)) {
        const isReached = (to: DateTime.Utc | null, by: DateTime.Utc | null) =>
          by === null || (to !== null && DateTime.isGreaterThanOrEqualTo(to, by))
        assert.isTrue(isReached(deliveredUpTo, mark.deliveredUpTo) && isReached(readUpTo, mark.readUpTo))
      }
    }
  })
})
