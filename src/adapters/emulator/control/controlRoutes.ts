import { ByteSize, Effect, Layer, Option, Schema, SchemaIssue } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { digitsOf, EmulatorState } from "../EmulatorState.ts"
import { FaultRule, Faults } from "../Faults.ts"
import { Ledger } from "../Ledger.ts"
import { Callback, Webhooks } from "../Webhooks.ts"

/** More rules than anybody writes by hand, and more than they take as text. */
const maxRules = 1_000
const maxBodySize = ByteSize.mebibytes(1)

/** The request of somebody who steers the emulator cannot be used; the reason names the field. */
class BadControl extends Schema.TaggedError<BadControl>()("BadControl", { reason: Schema.String }) {}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first issue: `rules[0].code: is required when mode is sync`. */
const reasonOf = (issue: SchemaIssue.Issue): string => {
  const [first] = issuesOf(issue).issues
  const keys = (first?.path ?? []).map((key) => (typeof key === "object" ? key.key : key))
  const field = keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("")
  return `${field.replace(/^\./, "") || "body"}: ${first?.message ?? "is not valid"}`
}

const readBody = <A>(schema: Schema.ConstraintDecoder<A>) =>
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

/** A route that answers with the JSON of what it does. */
const control = <R>(
  method: "GET" | "POST" | "DELETE",
  path: `/_emulator/${string}`,
  act: Effect.Effect<unknown, BadControl, R>
) =>
  HttpRouter.add(
    method,
    path,
    act.pipe(
      Effect.map((body) => HttpServerResponse.jsonUnsafe(body)),
      Effect.catchTag("BadControl", ({ reason }) =>
        Effect.succeed(HttpServerResponse.jsonUnsafe({ error: reason }, { status: 400 }))
      )
    )
  )

const done = { success: true }

const readLedger = Effect.flatMap(Ledger, ({ calls }) => Effect.map(calls, (all) => ({ calls: all })))
const clearLedger = Effect.flatMap(Ledger, ({ clear }) => Effect.as(clear, done))

const Rules = Schema.Struct({ rules: Schema.Array(FaultRule).check(Schema.isMaxLength(maxRules)) })

const readFaults = Effect.flatMap(Faults, ({ rules }) => Effect.map(rules, (left) => ({ rules: left })))
const replaceFaults = Effect.gen(function* () {
  const { rules } = yield* readBody(Rules)
  yield* (yield* Faults).replace(rules)
  return done
})

const PhoneText = Schema.String.check(
  Schema.makeFilter((text) => /^[1-9]\d{6,14}$/.test(digitsOf(text)), { message: "must be a phone number" })
)
const Person = Schema.Struct({ phone: PhoneText, waId: Schema.optionalKey(PhoneText) })

const introduce = Effect.gen(function* () {
  const { phone, waId = phone } = yield* readBody(Person)
  yield* (yield* EmulatorState).setWaId(phone, waId)
  return { phone: digitsOf(phone), waId: digitsOf(waId) }
})

const setCallback = Effect.gen(function* () {
  const callback = yield* readBody(Callback)
  yield* (yield* Webhooks).setCallback(Option.some(callback))
  return done
})
const clearCallback = Effect.flatMap(Webhooks, (webhooks) => Effect.as(webhooks.setCallback(Option.none()), done))

/**
 * How tests and people steer the emulator, in plain JSON; an unusable request is a 400 `{error}` that names the field.
 *
 * - `GET /_emulator/ledger` → `{calls}`, `DELETE` empties it.
 * - `GET /_emulator/faults` → `{rules}`, `POST {rules}` replaces them.
 * - `POST /_emulator/people {phone, waId?}` gives a number another `wa_id`.
 * - `POST /_emulator/webhook {url, appSecret}` says where to report to, `DELETE` nowhere.
 */
export const layer = Layer.mergeAll(
  control("GET", "/_emulator/ledger", readLedger),
  control("DELETE", "/_emulator/ledger", clearLedger),
  control("GET", "/_emulator/faults", readFaults),
  control("POST", "/_emulator/faults", replaceFaults),
  control("POST", "/_emulator/people", introduce),
  control("POST", "/_emulator/webhook", setCallback),
  control("DELETE", "/_emulator/webhook", clearCallback),
  HttpRouter.add("*", "/_emulator/*", HttpServerResponse.jsonUnsafe({ error: "Not found" }, { status: 404 }))
)
