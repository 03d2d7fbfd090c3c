import { HttpServerResponse } from "effect/http"
import type { OpenApi } from "effect/http-api"

/** A cell that a spreadsheet program would take for a formula. */
const formula = /^[=+\-@\t\r]/

const needsQuotes = /[",\r\n]/

/** A cell as text, with an apostrophe before a formula, so that spreadsheet programs show it instead of running it. */
const cellText = (cell: string | number): string => {
  if (typeof cell === "number") return String(cell)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Rows as CSV (RFC 4180). */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<string | number>>): string =>
  rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("")

/** The form that `Accept` prefers: the first of both by its place; JSON if it names neither. */
export const prefersCsv = (accept: string | undefined): boolean => {
  const types = (accept ?? "").split(",").map((type) => type.split(";")[0]?.trim().toLowerCase())
  return types.find((type) => type === "text/csv" || type === "application/json" || type === "*/*") === "text/csv"
}

/** An answer with a CSV file. */
export const csvAnswer = (filename: string, rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  HttpServerResponse.text(csvOf(rows), {
    contentType: "text/csv; charset=utf-8",
    headers: { "content-disposition": `attachment; filename="${filename}"`, vary: "accept" }
  })

/** Documents that the answer is also CSV, with an example. */
export const alsoCsv =
  (example: string): OpenApi.Transform["Service"] =>
  (operation) => {
    const { "200": success, ...failures } = operation.responses
    const csv = { schema: { type: "string" as const }, examples: { csv: { value: example } } }
    return {
      ...operation,
      responses: { "200": { ...success, content: { ...success?.content, "text/csv": csv } }, ...failures }
    }
  }
