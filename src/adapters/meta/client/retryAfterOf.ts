import { Option, Schema } from "effect"
import type { HttpAnswer } from "../../outbound/HttpCall.ts"

/** Of each business and each of its uses: minutes until it may call again, 0 if it may. */
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
 * Whole seconds after which the platform says that it may be asked again: `X-Business-Use-Case-Usage`, else
 * `Retry-After` (platforms P22). Null where it does not say. `X-App-Usage` names no time.
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
