import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema, type OpenApi } from "effect/http-api"

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

/** The body of a CSV file that is read while it is sent. */
export const CsvFile = HttpApiSchema.StreamUint8Array({ contentType: "text/csv" })

/** An answer with a CSV file that is read while it is sent: the header row and the other lines. */
export const csvFileAnswer = <R>(filename: string, header: string, lines: Stream.Stream<string, never, R>) =>
  Effect.map(Effect.context<R>(), (services) =>
    HttpServerResponse.stream(
      Stream.concat(Stream.make(header), lines).pipe(Stream.encodeText, Stream.provideContext(services)),
      {
        contentType: "text/csv; charset=utf-8",
        headers: { "content-disposition": `attachment; filename="${filename}"`, "x-content-type-options": "nosniff" }
      }
    )
  )

/** Documents the answer with a CSV file, with an example. */
export const asCsvFile =
  (example: string): OpenApi.Transform["Service"] =>
  ({ responses, ...operation }) => {
    const { "200": file, ...failures } = responses
    const content = {
      "text/csv": { schema: { type: "string" as const, format: "binary" }, examples: { one: { value: example } } }
    }
    return { ...operation, responses: { "200": { ...file, description: "The table", content }, ...failures } }
  }

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
