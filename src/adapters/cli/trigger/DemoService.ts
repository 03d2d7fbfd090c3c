import { Context, Effect, Layer, Option, Schedule, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { readAs } from "../ListenDemo.ts"
import { failed, notFound } from "../operator/OperatorError.ts"
import type { OperatorError } from "../operator/OperatorError.ts"

/** What `DATA_DIR/demo.json` says about acting on the demo. */
export const DemoPlace = Schema.Struct({
  appUrl: Schema.String,
  baseUrl: Schema.String,
  emulatorUrl: Schema.String,
  orgId: Schema.String,
  apiKey: Schema.String,
  serviceRoleKey: Schema.String
})
export type DemoPlace = typeof DemoPlace.Type

/** One call. */
const deadline = "10 seconds"

/** The service learns of what a person did within this time. */
const settling = { schedule: Schedule.spaced("100 millis"), times: 50 }

type Side = "developer" | "session" | "emulator"

/** The running demo, by its interfaces and by the controls of its emulator. */
export class DemoService extends Context.Service<
  DemoService,
  {
    /** The answer as JSON; any other status than a good one fails. */
    post(side: Side, path: string, body: Schema.Json): Effect.Effect<Schema.Json, OperatorError>
    /** The same for DELETE. */
    remove(side: Side, path: string): Effect.Effect<Schema.Json, OperatorError>
    /** Asks again and again until `choose` finds something. */
    find<A>(
      side: Side,
      path: string,
      choose: (answer: Schema.Json) => Option.Option<A>
    ): Effect.Effect<A, OperatorError>
  }
>()("effect-parley/adapters/cli/DemoService") {}

const headersOf = (side: Side, { apiKey, orgId, serviceRoleKey }: DemoPlace): Record<string, string> => {
  if (side === "developer") return { "x-api-key": apiKey }
  return side === "session" ? { authorization: `Bearer ${serviceRoleKey}`, "x-org-id": orgId } : {}
}

const urlOf = (side: Side, path: string, { appUrl, baseUrl, emulatorUrl }: DemoPlace): string =>
  ({ developer: baseUrl, session: appUrl, emulator: emulatorUrl })[side] + path

const make = Effect.fnUntraced(function* (dataDir: string) {
  const client = yield* HttpClient.HttpClient
  const place = yield* Effect.mapError(readAs(DemoPlace)(dataDir), ({ path }) =>
    notFound(`${path} is missing or cannot be read. Start the demo first: \`parley demo\``)
  )

  const call = (side: Side, request: HttpClientRequest.HttpClientRequest) =>
    client.execute(HttpClientRequest.setHeaders(request, headersOf(side, place))).pipe(
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
        Effect.orDie(HttpClientRequest.bodyJson(HttpClientRequest.post(urlOf(side, path, place)), body)),
        (request) => call(side, request)
      ),
    remove: (side, path) => call(side, HttpClientRequest.delete(urlOf(side, path, place))),
    find: (side, path, choose) =>
      Effect.suspend(() => call(side, HttpClientRequest.get(urlOf(side, path, place)))).pipe(
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
