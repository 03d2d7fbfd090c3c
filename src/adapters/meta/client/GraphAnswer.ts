import { Option, Result, Schema, SchemaGetter } from "effect"
import { PlatformMessageId } from "../../../domain/Ids.ts"
import { PlatformOutcomeUnknown, PlatformRejected, titleOf } from "../../../domain/messages/PlatformError.ts"
import type { HttpAnswer } from "../../outbound/HttpCall.ts"
import { excerpt, storable } from "../../outbound/excerpt.ts"
import { parsePlatformJson } from "../inbound/PlatformJson.ts"
import { retryAfterOf } from "./retryAfterOf.ts"

/** Longest id of an answer; the platforms' have at most a few hundred characters. Reports have the same limit. */
const maxIdLength = 512

/** An id that is neither blank nor longer than a database can index, as for ids of reports. */
const isId = Schema.makeFilter((id: string) => id.length <= maxIdLength && id.trim() !== "", {
  expected: `an id of at most ${maxIdLength} characters`
})

/**
 * The id of an accepted message, in the storable form that ids of reports have. An answer without such an id leaves the
 * outcome unknown (contract C360).
 */
export const AcceptedMessageId = Schema.String.pipe(
  Schema.decodeTo(PlatformMessageId.check(isId), {
    decode: SchemaGetter.transform(storable),
    encode: SchemaGetter.passthrough<string>()
  })
)

/** The answer of Messenger and Instagram to a send: its id makes it a success, nothing else is sure to be there. */
export const AcceptedMessage = Schema.Struct({ message_id: AcceptedMessageId })

/** An id of the platform: text as a rule, a number in older answers (platforms P11). */
export const GraphId = Schema.Union([Schema.NonEmptyString, Schema.Int]).pipe(
  Schema.decodeTo(Schema.NonEmptyString.check(isId), {
    decode: SchemaGetter.transform((id: string | number) => storable(String(id))),
    encode: SchemaGetter.passthrough<string, string | number>({ strict: false })
  })
)

/** Longest excerpt of an unreadable answer in the detail of a failure. */
const maxExcerptBytes = 200

/** Everything but the code may be missing or odd: that takes nothing from the verdict. */
const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Int,
    message: Schema.optionalKey(Schema.Unknown),
    error_subcode: Schema.optionalKey(Schema.Unknown),
    error_data: Schema.optionalKey(Schema.Unknown)
  })
})

const readError = Schema.decodeUnknownOption(ErrorBody)
const readString = Schema.decodeUnknownOption(Schema.String)
const readText = (value: unknown) => Option.map(readString(value), storable)
const readInt = Schema.decodeUnknownOption(Schema.Int)
const readDetails = Schema.decodeUnknownOption(Schema.Struct({ details: Schema.String }))

/** `error_data` is an object as a rule, and a plain string at times (platforms P6). */
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
    details: Option.getOrNull(detailsOf(error.error_data)),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds })
  })
}

const utf8 = new TextDecoder()

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/**
 * Reads answers of the Graph API that are `accepted` when all went well. Texts are in the form that every store takes.
 *
 * The verdict is in the body, as the platform documents it; sources disagree on the HTTP status of nearly every code. So an
 * error object is a rejection under any status, 200 and 5xx included, and also with a transient code (1, 2, 131000,
 * 131016): the platform itself says that the send failed. Other answers leave the outcome unknown: a proxy's page, a broken
 * or endless body, a success that names no message.
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
