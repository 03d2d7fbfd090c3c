import { Cause, Exit, Logger, type Metric, Redacted, Tracer } from "effect"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { withoutRows } from "../../src/adapters/settings/withoutRows.ts"
import { withoutSecrets } from "../../src/adapters/settings/withoutSecrets.ts"

/** A text that is planted somewhere, and must not come out somewhere else. */
export interface Canary {
  readonly name: string
  readonly text: string
  /** Whether its plain SHA-256 may be stored: the text is too random to be guessed, and lives for a short time only. */
  readonly isHashed?: boolean
}

/** A place where canaries are searched: a log line, a span, an answer, a row, a file. */
export interface Surface {
  readonly name: string
  readonly text: string
}

/** The text as logs, addresses, headers and tables may hold it, and its plain hash. */
const formsOf = ({ isHashed = false, text }: Canary): ReadonlyArray<string> => {
  const bytes = Buffer.from(text)
  const forms = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    ...(isHashed ? [] : [createHash("sha256").update(text).digest("hex")])
  ]
  return [...new Set(forms)]
}

/** Every canary that is somewhere: its name, and the name of the surface. */
export const leaksOf = (surfaces: ReadonlyArray<Surface>, canaries: ReadonlyArray<Canary>): ReadonlyArray<string> => {
  const forms = canaries.map((canary) => ({ name: canary.name, forms: formsOf(canary) }))
  const found = surfaces.flatMap((surface) =>
    forms
      .filter((canary) => canary.forms.some((form) => surface.text.includes(form)))
      .map((canary) => `${canary.name} in ${surface.name}`)
  )
  return [...new Set(found)]
}

/** All files of a folder, byte by byte. */
export const filesOf = (folder: string): ReadonlyArray<Surface> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { name: `file ${path.slice(folder.length + 1)}`, text: readFileSync(path, "latin1") }
    })

/** The value as exporters write it. What is redacted stays so. */
const shown = (value: unknown): string => {
  if (typeof value === "string") return value
  if (Redacted.isRedacted(value)) return "<redacted>"
  return JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one)) ?? String(value)
}

/** Logger and tracer that remember all of it, the logger behind the same filters as the service's own. */
export const recorder = () => {
  const surfaces: Array<Surface> = []
  const spans: Array<Tracer.NativeSpan> = []
  const note = (kind: string) =>
    withoutRows(
      withoutSecrets(
        Logger.map(kind === "JSON" ? Logger.formatJson : Logger.formatLogFmt, (text) => {
          surfaces.push({ name: `log line as ${kind}`, text })
        })
      )
    )
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const ofSpans = (): ReadonlyArray<Surface> =>
    spans.map((span) => ({
      name: `span ${span.name}`,
      text: [
        span.name,
        ...[...span.attributes].map(([key, value]) => `${key}=${shown(value)}`),
        ...span.events.map(([name, , attributes]) => `${name} ${shown(attributes)}`),
        // Exporters write the error of a span that failed.
        span.status._tag === "Ended" && Exit.isFailure(span.status.exit) ? Cause.pretty(span.status.exit.cause) : ""
      ].join("\n")
    }))
  return {
    loggers: [note("JSON"), note("logfmt")],
    tracer,
    logLines: () => surfaces,
    spans: ofSpans
  }
}

export const metricsOf = (snapshot: ReadonlyArray<Metric.Metric.Snapshot>): ReadonlyArray<Surface> =>
  snapshot.map(({ attributes, description, id }) => ({
    name: `metric ${id}`,
    text: `${id} ${description ?? ""} ${shown(attributes)}`
  }))
