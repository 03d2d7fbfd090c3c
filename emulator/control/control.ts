import { ByteSize, Effect, Layer, Schema } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ControlAccess, refusalOf } from "./ControlAccess.ts"
import { reasonOf } from "./reasonOf.ts"

/** More than a thousand rules of faults take as text. */
const maxBodySize = ByteSize.mebibytes(1)

/** A control request is invalid; the reason names the field. */
export class BadControl extends Schema.TaggedError<BadControl>()("BadControl", { reason: Schema.String }) {}

/** The text of the request's body. */
export const readText = (maxSize: ByteSize.ByteSize) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    return yield* Effect.provideService(request.text, HttpIncomingMessage.MaxBodySize, maxSize)
  }).pipe(Effect.mapError(() => new BadControl({ reason: "body: cannot be read" })))

/** The query of the request; parameters that the schema does not have are refused. */
export const readQuery = <A>(schema: Schema.ConstraintDecoder<A>) =>
  Effect.gen(function* () {
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const query = Object.fromEntries(new URLSearchParams(url.split("?")[1] ?? ""))
    return yield* Schema.decodeUnknownEffect(schema)(query, { onExcessProperty: "error" })
  }).pipe(Effect.mapError(({ issue }) => new BadControl({ reason: reasonOf(issue, "query") })))

/** How many entries of a list are wanted, the newest; without it all. */
export const limited = {
  limit: Schema.optionalKey(
    Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 1_000 }))
  )
}

/** The newest of a list whose newest is last. */
export const newestOf = <A>(all: ReadonlyArray<A>, { limit }: { readonly limit?: number }): ReadonlyArray<A> =>
  limit === undefined ? all : all.slice(-limit)

/** The JSON body of the request; keys that the schema does not have are refused. */
export const readBody = <A>(schema: Schema.ConstraintDecoder<A>) =>
  Effect.flatMap(readText(maxBodySize), (text) =>
    Effect.mapError(
      Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text, { onExcessProperty: "error" }),
      ({ issue }) => new BadControl({ reason: reasonOf(issue) })
    )
  )

const answerWith = (value: unknown) =>
  HttpServerResponse.isHttpServerResponse(value) ? value : HttpServerResponse.jsonUnsafe(value)

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
          if (refusal === null) return answerWith(yield* Effect.provideService(act, ControlAccess, access))
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
