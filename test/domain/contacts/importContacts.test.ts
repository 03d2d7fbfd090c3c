import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { planImport, type ReadRow, type RefusedRow } from "../../../src/domain/contacts/importContacts.ts"
import { CountryCode, InvalidPhoneNumber, PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

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
        ? Result.fail(new InvalidPhoneNumber({ text: number, reason: "not a number" }))
        : Result.succeed({ phone: PhoneNumber.make(digits), countryCode }),
    ...rest
  }
}

/** Tagged errors are compared by their fields. */
const shown = ({ refusal, ...rest }: RefusedRow) => ({ ...rest, refusal: { ...refusal } })

lawTests(runner, "planImport, by its laws", Laws.imports, planImport)

describe("planImport", () => {
  it("accepts rows unchanged within the limits of a contact", () => {
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
          tags: ["vip", "new"],
          optedIn: null
        },
        {
          index: 1,
          number: "+15557654321",
          phone: PhoneNumber.make("15557654321"),
          countryCode,
          name: "",
          email: null,
          tags: [],
          optedIn: null
        }
      ],
      refused: []
    })
  })

  it("returns the row and the reason of each refusal", () => {
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
      {
        index: 0,
        number: "call me",
        phone: null,
        refusal: { _tag: "InvalidPhoneNumber", text: "call me", reason: "not a number" }
      },
      { index: 1, number: "+15551234567", phone, refusal: field("name", "name too long") },
      { index: 2, number: "+15551234567", phone, refusal: field("email", "not an e-mail address") },
      { index: 3, number: "+15551234567", phone, refusal: field("tags", "tag empty or too long") },
      {
        index: 4,
        number: "call me",
        phone: null,
        refusal: { _tag: "InvalidPhoneNumber", text: "call me", reason: "not a number" }
      }
    ])
  })

  it("accepts the first valid row of each number, in any of its forms", () => {
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
})
