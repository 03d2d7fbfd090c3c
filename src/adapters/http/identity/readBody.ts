import { ByteSize, Effect, Schema, SchemaIssue } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { isUtf8 } from "node:buffer"
import { refusal } from "./GoTrueError.ts"

/** Maximum body size: ample for an address, a password and fields that clients add. */
const maxBodySize = ByteSize.kibibytes(16)

const parse = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const badJson = (problem: string) => refusal(400, "bad_json", `Could not parse request body as JSON: ${problem}`)

/** Names the field and never its value. */
const problemOf = ({ issue }: Schema.SchemaError): string => {
  const [first] = issuesOf(issue).issues
  const [field] = (first?.path ?? []).map((key) => String(typeof key === "object" ? key.key : key))
  return field === undefined ? "not an object" : `${field} is not a text`
}

/** Reads the body of a request. Unknown fields are ignored. */
export const readBody = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const bytes = yield* request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, maxBodySize),
      Effect.mapError(({ reason }) =>
        reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
          ? refusal(413, "validation_failed", "Request body is too large")
          : badJson("it could not be read")
      )
    )
    if (!isUtf8(bytes)) return yield* badJson("not valid UTF-8")
    const text = new TextDecoder().decode(bytes)
    const json = yield* Effect.mapError(parse(text), () => badJson("not valid JSON"))
    return yield* Effect.mapError(decode(json), (error) => badJson(problemOf(error)))
  })
}

/** A text field. An absent field counts as the empty text, as in Go. */
export const field = Schema.optionalKey(Schema.NullOr(Schema.String))
