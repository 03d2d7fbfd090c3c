import type { Delivery } from "../emulator/webhooks/Deliveries.ts"
import type { SentMessage } from "../emulator/webhooks/Sends.ts"
import { businesses } from "./cast.ts"
import type { Difference, Fact, Verdict } from "./facts/compareFacts.ts"
import type { Diary } from "./Diary.ts"
import type { Kept } from "./facts/look.ts"
import { accountsIn } from "./facts/platformMarks.ts"

interface Shown {
  readonly differences: ReadonlyArray<Difference>
  readonly deliveries: ReadonlyArray<Delivery>
  readonly diary: Diary
  readonly found: ReadonlyArray<Fact>
  readonly sends: ReadonlyArray<SentMessage>
  readonly kept: Kept
  readonly nameOf: (organization: string) => string
  /** Milliseconds until the last action, and until all work was done. */
  readonly talked: number
  readonly took: number
}

type Row = readonly [name: string, ...ReadonlyArray<string | number>]

const heads: Row = [
  "",
  "items",
  "bodies",
  "repeats",
  "taken in",
  "messages",
  "statuses",
  "events",
  "lost",
  "doubled",
  "crossed",
  "other"
]

const aligned = (rows: ReadonlyArray<Row>): string => {
  const width = (column: number) => Math.max(...rows.map((row) => String(row[column] ?? "").length))
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(width(column)) : String(cell).padStart(width(column) + 2)
        )
        .join("")
        .trimEnd()
    )
    .join("\n")
}

/** Counts of matching webhooks: bodies, repetitions, and those answered with 200. */
const posted = (deliveries: ReadonlyArray<Delivery>, fits: (body: string) => boolean) => {
  const fitting = deliveries.filter(({ body }) => fits(body))
  const bodies = new Set(fitting.map(({ body }) => body)).size
  return [bodies, fitting.length - bodies, fitting.filter(({ status }) => status === 200).length]
}

const other: ReadonlySet<Verdict> = new Set(["changed", "strange"])

const differing = (differences: ReadonlyArray<Difference>, fits: (owner: string) => boolean) => {
  const own = differences.filter(({ owner }) => fits(owner))
  const count = (is: (verdict: Verdict) => boolean) => own.filter(({ verdict }) => is(verdict)).length
  return [
    ...(["lost", "doubled", "crossed"] as const).map((one) => count((verdict) => verdict === one)),
    count((verdict) => other.has(verdict))
  ]
}

/** The afternoon as a table: a line for each business, and one for all, with accounts that are not connected. */
export const tableOf = ({
  deliveries,
  diary,
  differences,
  found,
  kept,
  nameOf,
  sends,
  talked,
  took
}: Shown): string => {
  const accounts = new Map(deliveries.map(({ body }) => [body, accountsIn(body)]))
  const rowOf = (
    name: string,
    isOwn: (owner: string) => boolean,
    isOf: (account: string) => boolean,
    isItem: (business: string | undefined) => boolean
  ): Row => {
    const items = [...diary.items].reduce(
      (sum, [{ business }, count]) => (isItem(business?.name) ? sum + count : sum),
      0
    )
    const ofKind = (kind: string) => found.filter((fact) => fact.kind === kind && isOwn(fact.owner)).length
    return [
      name,
      items,
      ...posted(deliveries, (body) => [...(accounts.get(body) ?? [])].some(isOf)),
      ofKind("message"),
      ofKind("status"),
      kept.events.filter(({ organization }) => isOwn(nameOf(organization))).length,
      ...differing(differences, isOwn)
    ]
  }
  const rows = businesses.map(({ accounts: own, name }) =>
    rowOf(
      name,
      (owner) => owner === name,
      (account) => own.some(({ id, wabaId }) => account === id || account === wabaId),
      (business) => business === name
    )
  )
  const all = rowOf(
    "all",
    () => true,
    () => true,
    () => true
  )
  const reports = sends.reduce((sum, { outcomes }) => sum + outcomes.length, 0)
  const items = Number(all[1]) + reports
  const seconds = (millis: number) => (millis / 1_000).toFixed(1)
  const statuses = [...new Set(found.filter(({ kind }) => kind === "status").map(({ detail }) => detail))]
  const became = statuses.map(
    (status) => `${found.filter((one) => one.kind === "status" && one.detail === status).length} ${status}`
  )
  return [
    aligned([heads, ...rows, all]),
    "",
    `Of what businesses sent: ${became.join(", ")}; ${diary.unsent.length} came to nothing, or to nobody knows what.`,
    `${items} items came in, ${reports} of them about what businesses sent: ${seconds(talked)} s, all done after ${seconds(took)} s: ${((items * 1_000) / took).toFixed(0)} items a second.`
  ].join("\n")
}
