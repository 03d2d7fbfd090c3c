import {
  planImport,
  PhoneNumberRepeated,
  type ImportPlan,
  type ReadRow
} from "../../../src/domain/contacts/importContacts.ts"
import {
  type PhoneIdentity,
  PhoneIdentity as identity,
  phoneIdentity
} from "../../../src/domain/contacts/phoneIdentity.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import type { PlanImport } from "../../../testing/laws/importLaws.ts"
import { findsDefects } from "./findsDefects.ts"

/** Our rule with another plan. */
const planning =
  (change: (plan: ImportPlan, rows: ReadonlyArray<ReadRow>) => ImportPlan): PlanImport =>
  (rows, firsts) =>
    change(planImport(rows, firsts), rows)

/** Accepts the last of several rows with one number. */
const lastOfEach = planning(({ accepted, refused }, rows) => {
  const parts = rows.flatMap((row) => planImport([row]).accepted)
  const last = parts.filter(
    ({ index, phone }) =>
      !parts.some((other) => other.index > index && phoneIdentity(other.phone) === phoneIdentity(phone))
  )
  const kept = new Set(last.map(({ index }) => index))
  const others = parts
    .filter(({ index }) => !kept.has(index))
    .map(({ index, number, phone }) => ({
      index,
      number,
      phone,
      refusal: new PhoneNumberRepeated({ firstIndex: index })
    }))
  const faulty = refused.filter(({ refusal }) => refusal._tag !== "PhoneNumberRepeated")
  return accepted.length === parts.length
    ? { accepted, refused }
    : { accepted: last, refused: [...faulty, ...others].toSorted((one, other) => one.index - other.index) }
})

/** Numbers of faulty rows count as accepted. */
const countingFaults: PlanImport = (rows, firsts = new Map<PhoneIdentity, number>()) => {
  const plans = rows.map((row) => {
    const plan = planImport([row], firsts)
    const [refused] = plan.refused
    if (refused !== undefined && refused.phone !== null && !firsts.has(phoneIdentity(refused.phone)))
      firsts.set(phoneIdentity(refused.phone), refused.index)
    return plan
  })
  return { accepted: plans.flatMap(({ accepted }) => accepted), refused: plans.flatMap(({ refused }) => refused) }
}

/** Distinguishes the numbers of a plan by their text. */
const byText: PlanImport = (rows, firsts = new Map<PhoneIdentity, number>()) => {
  const plans = rows.map((row) => {
    const plan = planImport([row])
    const [one] = plan.accepted
    if (one === undefined) return plan
    const key = identity.make(one.phone)
    const firstIndex = firsts.get(key)
    if (firstIndex === undefined) {
      firsts.set(key, one.index)
      return plan
    }
    const { index, number, phone } = one
    return { accepted: [], refused: [{ index, number, phone, refusal: new PhoneNumberRepeated({ firstIndex }) }] }
  })
  return { accepted: plans.flatMap(({ accepted }) => accepted), refused: plans.flatMap(({ refused }) => refused) }
}

findsDefects("imports", Laws.imports, [
  ["loses what it refuses", planning(({ accepted }) => ({ accepted, refused: [] }))],
  ["turns what it accepts", planning(({ accepted, refused }) => ({ accepted: accepted.toReversed(), refused }))],
  ["turns what it refuses", planning(({ accepted, refused }) => ({ accepted, refused: refused.toReversed() }))],
  [
    "accepts repeated numbers",
    planning((_, rows) => {
      const parts = rows.map((row) => planImport([row]))
      return { accepted: parts.flatMap(({ accepted }) => accepted), refused: parts.flatMap(({ refused }) => refused) }
    })
  ],
  ["tells forms of one number apart", byText],
  ["accepts the last of several", lastOfEach],
  ["counts numbers of faulty rows", countingFaults],
  ["knows nothing of other parts", (rows) => planImport(rows)],
  ["adds nothing for other parts", (rows, firsts) => planImport(rows, new Map(firsts))],
  [
    "counts rows of each part from 0",
    (rows, firsts) =>
      planImport(
        rows.map((row, index) => ({ ...row, index })),
        firsts
      )
  ],
  [
    "names the row before for the first",
    planning(({ accepted, refused }) => ({
      accepted,
      refused: refused.map((row) =>
        row.refusal._tag === "PhoneNumberRepeated"
          ? { ...row, refusal: new PhoneNumberRepeated({ firstIndex: row.index - 1 }) }
          : row
      )
    }))
  ],
  [
    "refuses every first row",
    planning(({ accepted, refused }) => {
      const [first, ...others] = accepted
      if (first === undefined || others.length === 0) return { accepted, refused }
      const { index, number, phone } = first
      const refusal = new PhoneNumberRepeated({ firstIndex: others[0]?.index ?? 0 })
      return { accepted: others, refused: [{ index, number, phone, refusal }, ...refused] }
    })
  ],
  [
    "refuses numbers of one country",
    planning(({ accepted, refused }) => ({
      accepted: accepted.filter(({ phone }) => !phone.startsWith("52")),
      refused: [
        ...refused,
        ...accepted
          .filter(({ phone }) => phone.startsWith("52"))
          .map(({ index, number, phone }) => ({
            index,
            number,
            phone,
            refusal: new PhoneNumberRepeated({ firstIndex: index })
          }))
      ].toSorted((one, other) => one.index - other.index)
    }))
  ]
])
