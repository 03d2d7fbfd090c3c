import { Option, Result, Schema, SchemaGetter } from "effect"
import type { HttpAnswer } from "../../outbound/HttpCall.ts"
import { PlatformMessageId } from "../../../domain/Ids.ts"
import { PlatformOutcomeUnknown, PlatformRejected, titleOf } from "../../../domain/messages/PlatformError.ts"
import { excerpt, storable } from "../../outbound/excerpt.ts"
import { parsePlatformJson } from "../inbound/PlatformJson.ts"

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

/**
 * Longest id of an answer. The platforms' ids have at most a few hundred characters, and reports have the same limit.
 */
const maxIdLength = 512

/** Whether the id is not blank and short enough for a database index, as for ids of reports. */
const isId = Schema.makeFilter((id: string) => id.length <= maxIdLength && id.trim() !== "", {
  expected: `an id of at most ${maxIdLength} characters`
})

/**
 * The id of an accepted message, in the storable form that ids of reports have. An answer without such an id leaves the
 * outcome unknown (contract: Texts and ids in answers of the platform).
 */
export const AcceptedMessageId = Schema.String.pipe(
  Schema.decodeTo(PlatformMessageId.check(isId), {
    decode: SchemaGetter.transform(storable),
    encode: SchemaGetter.passthrough<string>()
  })
)

/** The answer of Messenger and Instagram to a send. The id makes it a success; no other field is guaranteed. */
export const AcceptedMessage = Schema.Struct({ message_id: AcceptedMessageId })

/** An id of the platform: usually text, a number in older answers (platforms P11). */
export const GraphId = Schema.Union([Schema.NonEmptyString, Schema.Int]).pipe(
  Schema.decodeTo(Schema.NonEmptyString.check(isId), {
    decode: SchemaGetter.transform((id: string | number) => storable(String(id))),
    encode: SchemaGetter.passthrough<string, string | number>({ strict: false })
  })
)

/** Longest excerpt of an unreadable answer in the detail of a failure. */
const maxExcerptBytes = 200

/** An error of the platform. All fields except the code may be missing or malformed. */
const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Int,
    message: Schema.optionalKey(Schema.Unknown),
    error_subcode: Schema.optionalKey(Schema.Unknown),
    error_data: Schema.optionalKey(Schema.Unknown),
    error_user_msg: Schema.optionalKey(Schema.Unknown)
  })
})

const readError = Schema.decodeUnknownOption(ErrorBody)
const readString = Schema.decodeUnknownOption(Schema.String)
const readText = (value: unknown) => Option.map(readString(value), storable)
const readInt = Schema.decodeUnknownOption(Schema.Int)
const readDetails = Schema.decodeUnknownOption(Schema.Struct({ details: Schema.String }))

/** Reads `error_data`, which is usually an object and sometimes a plain string (platforms P6). */
const detailsOf = (data: unknown): Option.Option<string> =>
  Option.orElse(readText(data), () => Option.map(readDetails(data), ({ details }) => storable(details)))

const rejection = ({ error }: typeof ErrorBody.Type, headers: HttpAnswer["headers"]): PlatformRejected => {
  const retryAfterSeconds = retryAfterOf(headers)
  const message = Option.getOrElse(readText(error.message), () => `(#${error.code})`)
  return new PlatformRejected({
    code: error.code,
    title: titleOf(error.code, message),
    message,
    subcode: Option.getOrNull(readInt(error.error_subcode)),
    details: Option.getOrNull(Option.orElse(detailsOf(error.error_data), () => readText(error.error_user_msg))),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds })
  })
}

const utf8 = new TextDecoder()

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/**
 * Reads Graph API answers; `accepted` decodes a success. Texts are in a storable form.
 *
 * The verdict is in the body; sources disagree on the HTTP status of nearly every code. An error object is a rejection
 * under any status, 200 and 5xx included. This also holds for transient codes (1, 2, 131000, 131016), because the
 * platform itself reports that the send failed. Other answers leave the outcome unknown: a proxy's page, a truncated or
 * endless body, a success without a message id.
 */
export const reader = <A>(accepted: Schema.ConstraintDecoder<A>) => {
  const readAccepted = Schema.decodeUnknownOption(accepted)
  return ({
    body,
    headers,
    status,
    truncated
  }: HttpAnswer): Result.Result<A, PlatformRejected | PlatformOutcomeUnknown> => {
    const json = truncated ? Option.none() : parsePlatformJson(utf8.decode(body))
    const success = isSuccess(status) ? Option.flatMap(json, readAccepted) : Option.none()
    if (Option.isSome(success)) return Result.succeed(success.value)
    return Option.match(Option.flatMap(json, readError), {
      onSome: (error) => Result.fail(rejection(error, headers)),
      onNone: () => {
        const detail = `HTTP ${status}: ${excerpt(body, maxExcerptBytes)}`
        return Result.fail(new PlatformOutcomeUnknown({ reason: "answer unreadable", detail }))
      }
    })
  }
}
