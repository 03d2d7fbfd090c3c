import { Array as Arr, Equal, Result, Schema } from "effect"
import type { planImport, ReadRow } from "../../src/domain/contacts/importContacts.ts"
import { CountryCode, InvalidPhoneNumber, PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { type PhoneIdentity, phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** Separates the rows of an import that may add a contact from those that cannot. */
export type PlanImport = typeof planImport

const countryCode = CountryCode.make("US")

/** Rows with few numbers in several forms, so that they repeat. */
const Rows = Schema.Array(
  Schema.Struct({
    digits: Schema.NullOr(
      Schema.Literals(["5511987654321", "551187654321", "525512345678", "5215512345678", "15551234567"])
    ),
    email: Schema.Literals(["", "ada", "ada@example.com"])
  })
)

const rowsOf = (rows: typeof Rows.Type) =>
  rows.map(({ digits, email }, index): ReadRow => {
    const number = digits === null ? "call me" : `+${digits}`
    return {
      index,
      number,
      name: "",
      email,
      tags: [],
      read:
        digits === null
          ? Result.fail(new InvalidPhoneNumber({ text: number, reason: "not a number" }))
          : Result.succeed({ phone: PhoneNumber.make(digits), countryCode })
    }
  })

const indexes = (list: ReadonlyArray<{ readonly index: number }>) => list.map(({ index }) => index)
const rising = (list: ReadonlyArray<number>) => list.toSorted((one, other) => one - other)

export const importLaws = [
  law({
    name: "imports: every row is in one of the lists, in order",
    inputs: inputs({ rows: Rows }),
    holds: (planImport: PlanImport, { rows }) => {
      const { accepted, refused } = planImport(rowsOf(rows))
      return (
        Equal.equals(indexes(accepted), rising(indexes(accepted))) &&
        Equal.equals(indexes(refused), rising(indexes(refused))) &&
        Equal.equals(
          rising([...indexes(accepted), ...indexes(refused)]),
          rows.map((_, index) => index)
        )
      )
    }
  }),
  law({
    name: "imports: no number is accepted twice in any form, and a repetition refers to the accepted one",
    inputs: inputs({ rows: Rows }),
    holds: (planImport: PlanImport, { rows }) => {
      const { accepted, refused } = planImport(rowsOf(rows))
      return (
        new Set(accepted.map(({ phone }) => phoneIdentity(phone))).size === accepted.length &&
        refused.every(({ phone, refusal }) => {
          if (refusal._tag !== "PhoneNumberRepeated") return true
          const first = accepted.find(({ index }) => index === refusal.firstIndex)
          return first !== undefined && phone !== null && phoneIdentity(first.phone) === phoneIdentity(phone)
        })
      )
    }
  }),
  law({
    name: "imports: a row without a fault is refused only if its number was accepted before",
    inputs: inputs({ rows: Rows }),
    holds: (planImport: PlanImport, { rows }) => {
      const { accepted, refused } = planImport(rowsOf(rows))
      const known = new Set(accepted.map(({ phone }) => phoneIdentity(phone)))
      return refused.every(({ index, phone }) => {
        const hasFault = rows[index]?.digits === null || rows[index]?.email === "ada"
        return hasFault || (phone !== null && known.has(phoneIdentity(phone)))
      })
    }
  }),
  law({
    name: "imports: a plan in parts equals the plan of all rows",
    inputs: inputs({ rows: Rows, size: between(1, 4) }),
    holds: (planImport: PlanImport, { rows, size }) => {
      const whole = planImport(rowsOf(rows))
      const firsts = new Map<PhoneIdentity, number>()
      const parts = Arr.chunksOf(rowsOf(rows), size).map((part) => planImport(part, firsts))
      const flattened = (refused: typeof whole.refused) =>
        refused.map(({ refusal, ...row }) => ({ ...row, ...refusal }))
      return (
        Equal.equals(
          parts.flatMap(({ accepted }) => accepted),
          whole.accepted
        ) &&
        Equal.equals(
          JSON.stringify(flattened(parts.flatMap(({ refused }) => refused))),
          JSON.stringify(flattened(whole.refused))
        )
      )
    }
  })
]
