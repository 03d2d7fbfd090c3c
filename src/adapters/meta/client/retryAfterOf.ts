import { Option, Schema } from "effect"
import type { HttpAnswer } from "../../outbound/HttpCall.ts"

/** Usage by business and use case, with the minutes until the next call is allowed (0 if now). */
const BusinessUsage = Schema.fromJsonString(
  Schema.Record(
    Schema.String,
    Schema.Array(Schema.Struct({ estimated_time_to_regain_access: Schema.optionalKey(Schema.Finite) }))
  )
)
const readUsage = Schema.decodeUnknownOption(BusinessUsage)

const secondsPerMinute = 60
const wholeSeconds = /^\d{1,6}$/

/**
 * Whole seconds until the next call, from `X-Business-Use-Case-Usage`, else `Retry-After` (platforms P22); null without
 * either. `X-App-Usage` has no time.
 */
export const retryAfterOf = (headers: HttpAnswer["headers"]): number | null => {
  const usage = Option.getOrElse(readUsage(headers["x-business-use-case-usage"]), () => ({}))
  const minutes = Math.max(
    0,
    ...Object.values(usage).flatMap((uses) => uses.map((use) => use.estimated_time_to_regain_access ?? 0))
  )
  if (minutes > 0) return Math.ceil(minutes * secondsPerMinute)
  const seconds = headers["retry-after"]
  return typeof seconds === "string" && wholeSeconds.test(seconds) ? Number(seconds) : null
}
