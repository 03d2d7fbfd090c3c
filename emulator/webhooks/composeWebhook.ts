import { DateTime, type Schema } from "effect"
import type { PlatformReport, ReportBody } from "./PlatformReport.ts"

/**
 * The bytes that are sent and signed. The platform escapes slashes and everything beyond ASCII, so that a signature
 * over these bytes and one over the escaped text are the same (platforms P15).
 */
export const webhookBody = (payload: Schema.Json): string =>
  JSON.stringify(payload)
    .replaceAll("/", "\\/")
    .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

type OfNumber = Extract<ReportBody, { readonly _tag: "OfNumber" }>

const isOfNumber = (body: ReportBody): body is OfNumber => body._tag === "OfNumber"

/** Reports that go into one change: they are about one number, and of one field. */
const changeKey = ({ field, metadata }: OfNumber): string => `${field} ${metadata.phone_number_id}`

/** The lists by name, each in the order of the reports. */
const listed = (bodies: ReadonlyArray<OfNumber>): Schema.JsonObject =>
  Object.fromEntries(
    [...Map.groupBy(bodies, ({ list }) => list)].map(([list, ofList]) => [list, ofList.map(({ item }) => item)])
  )

/** Everybody once for each way of naming them. */
const contactsOf = (bodies: ReadonlyArray<OfNumber>): ReadonlyArray<Schema.JsonObject> => [
  ...new Map(
    bodies.flatMap(({ contact }) => (contact === null ? [] : [[JSON.stringify(contact), contact] as const]))
  ).values()
]

const changeOf = (bodies: ReadonlyArray<OfNumber>, { field, metadata }: OfNumber): Schema.JsonObject => {
  const contacts = contactsOf(bodies)
  return {
    value: {
      messaging_product: "whatsapp",
      metadata,
      ...(contacts.length === 0 ? {} : { contacts }),
      ...listed(bodies)
    },
    field
  }
}

/** A change stands where its first report stands. */
const changesOf = (bodies: ReadonlyArray<ReportBody>): ReadonlyArray<Schema.JsonObject> => {
  const ofNumbers = Map.groupBy(bodies.filter(isOfNumber), changeKey)
  return bodies.flatMap((body) => {
    if (body._tag === "Change") return [{ value: body.value, field: body.field }]
    if (body._tag === "Messaging") return []
    const together = ofNumbers.get(changeKey(body)) ?? []
    return together[0] === body ? [changeOf(together, body)] : []
  })
}

const itemsOf = (bodies: ReadonlyArray<ReportBody>, list: "messaging" | "standby"): ReadonlyArray<Schema.JsonObject> =>
  bodies.flatMap((body) => (body._tag === "Messaging" && body.list === list ? [body.item] : []))

/** Everything about one account. WhatsApp counts `time` in seconds, the others in milliseconds. */
const entryOf = (object: PlatformReport["object"], reports: ReadonlyArray<PlatformReport>): Schema.JsonObject => {
  const bodies = reports.map(({ body }) => body)
  const changes = changesOf(bodies)
  const messaging = itemsOf(bodies, "messaging")
  const standby = itemsOf(bodies, "standby")
  const latest = Math.max(...reports.map(({ at }) => DateTime.toEpochMillis(at)))
  return {
    id: reports[0]?.entryId ?? "0",
    time: object === "whatsapp_business_account" ? Math.floor(latest / 1000) : latest,
    ...(changes.length === 0 ? {} : { changes }),
    ...(messaging.length === 0 ? {} : { messaging }),
    ...(standby.length === 0 ? {} : { standby })
  }
}

/**
 * The payload of one webhook about all of these, which are of one object: an entry for each account in the order of
 * their first reports, and one for each report that stands alone (platforms P5, P11, P13).
 */
export const composeWebhook = (
  object: PlatformReport["object"],
  reports: ReadonlyArray<PlatformReport>,
  alone: ReadonlySet<PlatformReport> = new Set()
): Schema.JsonObject => {
  const entries = Map.groupBy(reports, (report) => (alone.has(report) ? report : report.entryId))
  return { object, entry: [...entries.values()].map((together) => entryOf(object, together)) }
}
