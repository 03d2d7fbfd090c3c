import { Effect } from "effect"
import type { Inbound } from "../../domain/inbound/Inbound.ts"
import { makeRareLog } from "../../telemetry/logRarely.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"

type Of<Tag extends Inbound["_tag"]> = Extract<Inbound, { readonly _tag: Tag }>

/** A subscription may deliver a field thousands of times an hour: the process logs each name once in that time. */
const rarely = makeRareLog()

/** The label of a report of no channel. */
const noChannel = "none"

/** Counts a field that this version does not know, and logs its name. The name is the platform's, at most 64 characters. */
export const noteUnknownField = Effect.fnUntraced(function* ({ channel, field }: Of<"FieldUnknown">) {
  const meter = yield* Meter
  meter.record(metrics.unknownFields, 1, { channel: channel ?? noChannel, field })
  yield* rarely(
    `${channel} ${field}`,
    Effect.logWarning("the platform reports a field that this version does not know", { channel, field })
  )
})

/** Logs an example of the platform's dashboard. People send these by hand, so each has its own line. */
export const noteTestDelivery = ({ channel, field }: Of<"TestDelivered">) =>
  Effect.logInfo("the platform's dashboard sent a test webhook", { channel, field })
