import { ByteSize, Effect, FileSystem, Option, Path, Redacted, Ref, Schema, Semaphore } from "effect"
import { HttpClient, HttpClientResponse, HttpIncomingMessage } from "effect/http"

/** The connection data in `DATA_DIR/demo.json`; other fields of the file are ignored. */
export const ListenDemo = Schema.Struct({
  /** The base URL of the Developer interface, without a trailing slash. */
  baseUrl: Schema.String,
  apiKey: Schema.String
})
export type ListenDemo = typeof ListenDemo.Type

class DemoUnknown extends Schema.TaggedError<DemoUnknown>()("DemoUnknown", {
  path: Schema.String,
  reason: Schema.Literals(["missing", "not readable"])
}) {}

/** The part of the file that the schema describes. */
export const readAs = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  return Effect.fn("ListenDemo.read")(function* (dataDir: string) {
    const files = yield* FileSystem.FileSystem
    const path = (yield* Path.Path).join(dataDir, "demo.json")
    return yield* files.readFileString(path).pipe(
      Effect.flatMap(decode),
      Effect.catchReasons(
        "PlatformError",
        { NotFound: () => new DemoUnknown({ path, reason: "missing" }) },
        () => new DemoUnknown({ path, reason: "not readable" })
      ),
      Effect.catchTag("SchemaError", () => new DemoUnknown({ path, reason: "not readable" }))
    )
  })
}

export const readDemo = readAs(ListenDemo)

/**
 * Deadline of the request for the secret. The delivery waits for it, and the service aborts a delivery after 15
 * seconds.
 */
const askingDeadline = "3 seconds"

/** Maximum size of the answer; a subscription has some hundred bytes. */
const largestAnswer = ByteSize.kibibytes(64)

/** The secret is not available. `reason` has the cause and the next step. */
export class SecretUnknown extends Schema.TaggedError<SecretUnknown>()("SecretUnknown", {
  reason: Schema.String
}) {}

/** The source of the subscription's secret. */
export interface ListenSecret {
  readonly current: Effect.Effect<Redacted.Redacted, SecretUnknown>
  /** The secret after a signature did not match `stale`; `stale` again if there is no other. */
  changedSince(stale: Redacted.Redacted): Effect.Effect<Redacted.Redacted, SecretUnknown>
}

/** The secret of the option `--secret`. */
export const fixed = (secret: Redacted.Redacted): ListenSecret => ({
  current: Effect.succeed(secret),
  changedSince: Effect.succeed
})

/** The part of the answer of `GET {baseUrl}/v1/webhooks` with the secret. */
const Answer = Schema.Struct({
  data: Schema.Struct({ webhook: Schema.NullOr(Schema.Struct({ secret: Schema.NullOr(Schema.NonEmptyString) })) })
})

/** Describes the next step for a missing or unreadable `demo.json`. */
export const describeDemoUnknown = ({ path, reason }: DemoUnknown): string =>
  reason === "missing"
    ? `${path} is missing: start the service first (\`parley demo\`), or give --secret`
    : `${path} cannot be read: start the service again to have it written, or give --secret`

const unknown = (reason: string) => new SecretUnknown({ reason })

const ask = Effect.fnUntraced(
  function* (client: HttpClient.HttpClient, { apiKey, baseUrl }: ListenDemo) {
    const url = `${baseUrl}/v1/webhooks`
    const response = yield* Effect.mapError(client.get(url, { headers: { "x-api-key": apiKey } }), () =>
      unknown(`the service at ${baseUrl} cannot be reached: does it still run?`)
    )
    if (response.status !== 200) return yield* unknown(`the service answered ${response.status} to GET ${url}`)
    const { data } = yield* Effect.mapError(HttpClientResponse.schemaBodyJson(Answer)(response), () =>
      unknown(`the service's answer to GET ${url} is not understood`)
    )
    if (data.webhook === null) return yield* unknown("no webhook is registered with the service")
    return data.webhook.secret === null
      ? yield* unknown("the service cannot open the webhook's secret: register the webhook again")
      : Redacted.make(data.webhook.secret)
  },
  Effect.provideService(HttpIncomingMessage.MaxBodySize, largestAnswer),
  Effect.timeoutOrElse({
    duration: askingDeadline,
    orElse: () => Effect.fail(unknown(`the service did not answer within ${askingDeadline}`))
  })
)

/**
 * The secret of the demo's subscription, fetched on first use and then cached. The service may start, and the
 * subscription may be registered or get another secret, at any time.
 */
export const ofDemo = Effect.fn("ListenSecret.ofDemo")(function* (dataDir: string) {
  const services = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const client = yield* HttpClient.HttpClient
  const known = yield* Ref.make(Option.none<Redacted.Redacted>())
  // Of concurrent deliveries one fetches the secret, and the others wait for it.
  const { withPermit } = yield* Semaphore.make(1)

  const fetched = readDemo(dataDir).pipe(
    Effect.mapError((error) => unknown(describeDemoUnknown(error))),
    Effect.flatMap((demo) => ask(client, demo)),
    Effect.tap((secret) => Ref.set(known, Option.some(secret))),
    Effect.provideContext(services)
  )
  const cachedUnless = (isStale: (secret: Redacted.Redacted) => boolean) =>
    Ref.get(known).pipe(
      Effect.flatMap((cached) =>
        Option.match(
          Option.filter(cached, (secret) => !isStale(secret)),
          { onNone: () => fetched, onSome: Effect.succeed }
        )
      ),
      withPermit
    )

  const secret: ListenSecret = {
    current: cachedUnless(() => false),
    changedSince: (stale) => cachedUnless((cached) => Redacted.value(cached) === Redacted.value(stale))
  }
  return secret
})
