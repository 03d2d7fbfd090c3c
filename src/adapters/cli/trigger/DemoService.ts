import { Context, Effect, Layer, Option, Schedule, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { readAs } from "../ListenSecret.ts"
import { type OperatorError, failed, notFound } from "../operator/OperatorError.ts"

/** The access data of the demo in `DATA_DIR/demo.json`. */
export const DemoAccess = Schema.Struct({
  appUrl: Schema.String,
  baseUrl: Schema.String,
  emulatorUrl: Schema.String,
  orgId: Schema.String,
  apiKey: Schema.String,
  serviceRoleKey: Schema.String
})
export type DemoAccess = typeof DemoAccess.Type

/** Deadline of a call. */
const deadline = "10 seconds"

/** Polling for the effect of a person's action in the service. */
const settling = { schedule: Schedule.spaced("100 millis"), times: 50 }

type Side = "developer" | "session" | "emulator"

/** The running demo, by its interfaces and the control routes of its emulator. */
export class DemoService extends Context.Service<
  DemoService,
  {
    /** Posts, and returns the answer as JSON. Fails on a status other than success. */
    post(side: Side, path: string, body: Schema.Json): Effect.Effect<Schema.Json, OperatorError>
    /** Sends a DELETE, and returns the answer as JSON. */
    remove(side: Side, path: string): Effect.Effect<Schema.Json, OperatorError>
    /** Polls until `choose` finds a result. */
    find<A>(
      side: Side,
      path: string,
      choose: (answer: Schema.Json) => Option.Option<A>
    ): Effect.Effect<A, OperatorError>
  }
>()("effect-parley/adapters/cli/DemoService") {}

const headersOf = (side: Side, { apiKey, orgId, serviceRoleKey }: DemoAccess): Record<string, string> => {
  if (side === "developer") return { "x-api-key": apiKey }
  return side === "session" ? { authorization: `Bearer ${serviceRoleKey}`, "x-org-id": orgId } : {}
}

const urlOf = (side: Side, path: string, { appUrl, baseUrl, emulatorUrl }: DemoAccess): string =>
  ({ developer: baseUrl, session: appUrl, emulator: emulatorUrl })[side] + path

const make = Effect.fnUntraced(function* (dataDir: string) {
  const client = yield* HttpClient.HttpClient
  const access = yield* Effect.mapError(readAs(DemoAccess)(dataDir), ({ path }) =>
    notFound(`${path} is missing or cannot be read. Start the demo first: \`parley demo\``)
  )

  const call = (side: Side, request: HttpClientRequest.HttpClientRequest) =>
    client.execute(HttpClientRequest.setHeaders(request, headersOf(side, access))).pipe(
      Effect.flatMap((response) => Effect.map(response.json, (json) => ({ json, status: response.status }))),
      Effect.timeout(deadline),
      Effect.mapError(() => failed(`${request.url} cannot be reached. Does \`parley demo\` still run?`)),
      Effect.flatMap(({ json, status }) =>
        status < 300
          ? Schema.decodeUnknownEffect(Schema.Json)(json).pipe(Effect.orDie)
          : Effect.fail(failed(`${request.url} answered ${status}: ${JSON.stringify(json)}`))
      )
    )

  return DemoService.of({
    post: (side, path, body) =>
      Effect.flatMap(
        Effect.orDie(HttpClientRequest.bodyJson(HttpClientRequest.post(urlOf(side, path, access)), body)),
        (request) => call(side, request)
      ),
    remove: (side, path) => call(side, HttpClientRequest.delete(urlOf(side, path, access))),
    find: (side, path, choose) =>
      Effect.suspend(() => call(side, HttpClientRequest.get(urlOf(side, path, access)))).pipe(
        Effect.flatMap((answer) =>
          Option.match(choose(answer), {
            onNone: () => Effect.fail(failed(`The service shows no effect at ${path}. Look at its log`)),
            onSome: Effect.succeed
          })
        ),
        Effect.retry(settling)
      )
  })
})

/** The demo of the data folder. */
export const layer = (dataDir: string) => Layer.effect(DemoService, make(dataDir))
