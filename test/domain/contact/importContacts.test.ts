import { assert, describe, it } from "@effect/vitest"
import { Array, Result, Schema } from "effect"
import { planImport, type ReadRow, type RefusedRow } from "../../../src/domain/contact/importContacts.ts"
import {
  CountryCode,
  InvalidPhoneNumber,
  type PhoneIdentity,
  phoneIdentity,
  PhoneNumber
} from "../../../src/domain/contact/PhoneNumber.ts"

const countryCode = CountryCode.make("US")

/** A row whose number was read as these digits, or as none when they are null. */
const row = (index: number, digits: string | null, rest: Partial<ReadRow> = {}): ReadRow => {
  const number = digits === null ? "call me" : `+${digits}`
  return {
    index,
    number,
    name: "",
    email: null,
    tags: [],
    read:
      digits === null
        ? Result.fail(new InvalidPhoneNumber({ text: number }))
        : Result.succeed({ phone: PhoneNumber.make(digits), countryCode }),
    ...rest
  }
}

/** Tagged errors are compared by their fields. */
const shown = ({ refusal, ...rest }: RefusedRow) => ({ ...rest, refusal: { ...refusal } })

/** Few numbers, in several forms, so that they come again. */
const Some = Schema.Array(
  Schema.Struct({
    digits: Schema.NullOr(
      Schema.Literals(["5511987654321", "551187654321", "525512345678", "5215512345678", "15551234567"])
    ),
    email: Schema.Literals(["", "ada", "ada@example.com"])
  })
)
const rowsOf = (some: typeof Some.Type) => some.map(({ digits, email }, index) => row(index, digits, { email }))

describe("planImport", () => {
  it("takes rows as they are, within the limits of a contact", () => {
    const plan = planImport([
      row(0, "15551234567", { name: "Ada", email: "ada@example.com", tags: ["vip", "new", "vip"] }),
      row(1, "15557654321", { email: "" })
    ])
    assert.deepStrictEqual(plan, {
      accepted: [
        {
          index: 0,
          number: "+15551234567",
          phone: PhoneNumber.make("15551234567"),
          countryCode,
          name: "Ada",
          email: "ada@example.com",
          tags: ["vip", "new"]
        },
        {
          index: 1,
          number: "+15557654321",
          phone: PhoneNumber.make("15557654321"),
          countryCode,
          name: "",
          email: null,
          tags: []
        }
      ],
      refused: []
    })
  })

  it("says of each row that it refuses which it is, and why", () => {
    const { accepted, refused } = planImport([
      row(0, null),
      row(1, "15551234567", { name: "x".repeat(513) }),
      row(2, "15551234567", { email: "ada" }),
      row(3, "15551234567", { tags: [""] }),
      row(4, null, { name: "x".repeat(513) })
    ])
    const phone = PhoneNumber.make("15551234567")
    const field = (name: string, reason: string) => ({ _tag: "ContactFieldRefused", field: name, reason })
    assert.deepStrictEqual(accepted, [])
    assert.deepStrictEqual<ReadonlyArray<unknown>>(refused.map(shown), [
      { index: 0, number: "call me", phone: null, refusal: { _tag: "InvalidPhoneNumber", text: "call me" } },
      { index: 1, number: "+15551234567", phone, refusal: field("name", "name too long") },
      { index: 2, number: "+15551234567", phone, refusal: field("email", "not an e-mail address") },
      { index: 3, number: "+15551234567", phone, refusal: field("tags", "tag empty or too long") },
      { index: 4, number: "call me", phone: null, refusal: { _tag: "InvalidPhoneNumber", text: "call me" } }
    ])
  })

  it("takes the first of the rows with one number, in any of its forms, that can be taken", () => {
    const { accepted, refused } = planImport([
      row(0, "5511987654321", { email: "ada" }),
      row(1, "551187654321"),
      row(2, "15551234567"),
      row(3, "5511987654321"),
      row(4, "551187654321", { email: "ada" }),
      row(5, "5511987654321")
    ])
    assert.deepStrictEqual(
      accepted.map(({ index }) => index),
      [1, 2]
    )
    assert.deepStrictEqual<ReadonlyArray<unknown>>(
      refused.map(({ index, refusal }) => [index, refusal._tag, "firstIndex" in refusal ? refusal.firstIndex : null]),
      [
        [0, "ContactFieldRefused", null],
        [3, "PhoneNumberRepeated", 1],
        [4, "ContactFieldRefused", null],
        [5, "PhoneNumberRepeated", 1]
      ]
    )
  })

  it.prop(
    "puts every row into one of the lists, in their order, and no number twice into the first",
    { rows: Some },
    ({ rows }) => {
      const { accepted, refused } = planImport(rowsOf(rows))
      const places = (list: ReadonlyArray<{ readonly index: number }>) => list.map(({ index }) => index)
      const rising = (list: ReadonlyArray<number>) => list.toSorted((one, other) => one - other)
      assert.deepStrictEqual(places(accepted), rising(places(accepted)))
      assert.deepStrictEqual(places(refused), rising(places(refused)))
      assert.deepStrictEqual(
        rising([...places(accepted), ...places(refused)]),
        rows.map((_, index) => index)
      )
      assert.strictEqual(new Set(accepted.map(({ phone }) => phoneIdentity(phone))).size, accepted.length)
      // Nobody is left out without one of the same number being in, unless the row itself is at fault.
      for (const { phone, refusal } of refused) {
        if (refusal._tag === "PhoneNumberRepeated") {
          const first = accepted.find(({ index }) => index === refusal.firstIndex)
          assert.strictEqual(first && phoneIdentity(first.phone), phone && phoneIdentity(phone))
        }
      }
    }
  )

  it.prop(
    "plans the same in parts as at once",
    { rows: Some, size: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 })) },
    ({ rows, size }) => {
      const whole = planImport(rowsOf(rows))
      const firsts = new Map<PhoneIdentity, number>()
      const parts = Array.chunksOf(rowsOf(rows), size).map((part) => planImport(part, firsts))
      assert.deepStrictEqual(
        parts.flatMap(({ accepted }) => accepted),
        whole.accepted
      )
      assert.deepStrictEqual(parts.flatMap(({ refused }) => refused).map(shown), whole.refused.map(shown))
    }
  )
})
