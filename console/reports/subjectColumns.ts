import type { ReportRow } from "../../client/promise/SessionMethods.ts"
import type { Value } from "./chart/chartGeometry.ts"
import type { Subject } from "./reportQueries.ts"

/** A column of a table of things, with its value in a row. */
export interface SubjectColumn {
  readonly id:
    | "opened"
    | "closed"
    | "openAtEnd"
    | "received"
    | "sent"
    | "delivered"
    | "read"
    | "failed"
    | "firstResponse"
    | "resolution"
  readonly format: "count" | "duration"
  readonly of: (row: ReportRow) => Value
}

const counts = (...ids: ReadonlyArray<Exclude<SubjectColumn["id"], "firstResponse" | "resolution">>) =>
  ids.map((id): SubjectColumn => ({ id, format: "count", of: (row) => row[id] }))

const firstResponse: SubjectColumn = { id: "firstResponse", format: "duration", of: (row) => row.firstResponse.p50 }
const resolution: SubjectColumn = { id: "resolution", format: "duration", of: (row) => row.resolution.p50 }

const all = [...counts("opened", "closed", "openAtEnd", "received", "sent", "failed"), firstResponse, resolution]
const conversations = [...counts("opened", "closed", "openAtEnd"), firstResponse, resolution]
const messages = counts("sent", "delivered", "read", "failed")

/** Columns of each report: the numbers that its subject counts (docs/reports.md). */
export const subjectColumns: Readonly<Record<Subject, ReadonlyArray<SubjectColumn>>> = {
  channels: all,
  numbers: all,
  members: [...counts("closed"), ...messages, firstResponse, resolution],
  teams: conversations,
  labels: conversations,
  templates: messages,
  campaigns: messages
}

/** Rows in descending or ascending order of a value. Rows without the value are last. */
export const sortedRows = <Row>(
  rows: ReadonlyArray<Row>,
  valueOf: (row: Row) => Value | string,
  isDescending: boolean
): ReadonlyArray<Row> =>
  rows.toSorted((one, other) => {
    const [first, second] = [valueOf(one), valueOf(other)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    const order =
      typeof first === "string" || typeof second === "string"
        ? String(first).localeCompare(String(second))
        : first - second
    return isDescending ? -order : order
  })
