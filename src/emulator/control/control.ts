import { ByteSize, Effect, Layer, Schema, SchemaIssue } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ControlAccess, refusalOf } from "./ControlAccess.ts"

/** More than a thousand rules of faults take as text. */
const maxBodySize = ByteSize.mebibytes(1)

/** A control request is invalid; the reason names the field. */
export class BadControl extends Schema.TaggedError<BadControl>()("BadControl", { reason: Schema.String }) {}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first issue: `rules[0].code: is required when mode is sync`. */
export const reasonOf = (issue: SchemaIssue.Issue): string => {
  const [first] = issuesOf(issue).issues
  const keys = (first?.path ?? []).map((key) => (typeof key === "object" ? key.key : key))
  const field = keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("")
  return `${field.replace(/^\./, "") || "body"}: ${first?.message ?? "is not valid"}`
}

/** The JSON body of the request; keys that the schema does not have are refused. */
export const readBody = <A>(schema: Schema.ConstraintDecoder<A>) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const text = yield* Effect.provideService(request.text, HttpIncomingMessage.MaxBodySize, maxBodySize)
    return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text, { onExcessProperty: "error" })
  }).pipe(
    Effect.mapError((error) =>
      error._tag === "SchemaError"
        ? new BadControl({ reason: reasonOf(error.issue) })
        : new BadControl({ reason: "body: cannot be read" })
    )
  )

/** A route that answers with the JSON of what it does, to callers that may ask for it. */
export const control = <R>(
  method: "GET" | "POST" | "DELETE",
  path: `/_emulator/${string}`,
  act: Effect.Effect<unknown, BadControl, R>
) =>
  Layer.unwrap(
    Effect.map(ControlAccess, (access) =>
      HttpRouter.add(
        method,
        path,
        Effect.gen(function* () {
          const refusal = refusalOf(access, (yield* HttpServerRequest.HttpServerRequest).headers)
          if (refusal === null)
            return HttpServerResponse.jsonUnsafe(yield* Effect.provideService(act, ControlAccess, access))
          return HttpServerResponse.jsonUnsafe({ error: refusal.error }, { status: refusal.status })
        }).pipe(
          Effect.catchTag("BadControl", ({ reason }) =>
            Effect.succeed(HttpServerResponse.jsonUnsafe({ error: reason }, { status: 400 }))
          )
        )
      )
    )
  )

/** What a route answers that has nothing to tell. */
export const done = { success: true }
