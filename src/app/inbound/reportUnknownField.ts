import { Effect } from "effect"
import type { Inbound } from "../../domain/inbound/Inbound.ts"
import { makeRareLog } from "../../telemetry/failureLog.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"

type ItemOf<Tag extends Inbound["_tag"]> = Extract<Inbound, { readonly _tag: Tag }>

/** Names of fields that a process counts separately. */
export const maxCountedFields = 50

/** The label of all fields beyond `maxCountedFields`. */
export const otherFields = "other"

/** The label of a report without a channel. */
const noChannel = "none"

/** Returns a function that maps the first `max` distinct names to themselves and all later ones to `otherFields`. */
export const makeFieldLabels = (max: number) => {
  const labels = new Set<string>()
  return (name: string): string => {
    if (!labels.has(name) && labels.size >= max) return otherFields
    labels.add(name)
    return name
  }
}

/** A subscription may deliver a field thousands of times an hour: the process logs each name once an hour. */
const rarely = makeRareLog()

const labelOf = makeFieldLabels(maxCountedFields)

/** Counts a field that this version does not know, and logs its name of at most 64 characters. */
export const reportUnknownField = Effect.fnUntraced(function* ({ channel, field }: ItemOf<"FieldUnknown">) {
  const meter = yield* Meter
  meter.record(metrics.unknownFields, 1, { channel: channel ?? noChannel, field: labelOf(field) })
  yield* rarely(
    `${channel} ${field}`,
    Effect.logWarning("the platform reports a field that this version does not know", { channel, field })
  )
})

/** Logs an example that a person sent from the platform's dashboard. Each example has its own line. */
export const logTestDelivery = ({ channel, field }: ItemOf<"TestDelivered">) =>
  Effect.logInfo("the platform's dashboard sent a test webhook", { channel, field })
