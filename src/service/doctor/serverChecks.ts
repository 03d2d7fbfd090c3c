import { Effect, Exit, Option, type Redacted, Schema, Stream } from "effect"
import { type Check, type Finding, ok, problem, warning } from "../../adapters/cli/operator/doctorCommand.ts"
import * as S3MediaStore from "../../adapters/media/S3MediaStore.ts"
import * as GraphAgent from "../../adapters/outbound/GraphAgent.ts"
import type { HttpCall } from "../../adapters/outbound/HttpCall.ts"
import * as RandomIds from "../../adapters/identity/RandomIds.ts"
import type { MediaBucket } from "../../adapters/settings/MediaBucket.ts"
import { explainFailure } from "../../adapters/settings/explainFailure.ts"
import type { Settings } from "../../adapters/settings/Settings.ts"
import { otlpTargets, type OtlpTarget } from "../../adapters/telemetry/otlpTargets.ts"
import { MediaId, OrganizationId } from "../../domain/Ids.ts"
import { MediaStore } from "../../ports/media/MediaStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"

/** Longest time for one server. */
const deadline = "10 seconds"

/** Maximum bytes of an answer: a key set with certificates. */
const maxResponseBytes = 1_048_576

/** Loaded only if `REDIS_URL` is set. */
const redis = Effect.promise(() => import("../../adapters/redis/RedisRateLedger.ts"))

/** The findings of one check: `found` if it succeeds, else a problem with the remedy. */
const probed = <E, R>(
  what: string,
  probe: Effect.Effect<ReadonlyArray<Finding>, E, R>,
  remedy: string
): Effect.Effect<ReadonlyArray<Finding>, never, R> =>
  probe.pipe(
    Effect.timeout(deadline),
    Effect.catchCause((cause) => Effect.succeed([problem(what, explainFailure(cause), remedy)]))
  )

const redisFindings = (url: Redacted.Redacted) =>
  probed(
    "Redis",
    Effect.gen(function* () {
      const { probe } = yield* redis
      yield* probe(url)
      return [ok("Redis", "answers and runs scripts")]
    }),
    "Start the server of REDIS_URL, correct REDIS_URL, or unset it to count calls in Postgres"
  )

/** Bytes of the probe. */
const content = new TextEncoder().encode("parley doctor")

/** Writes, reads and removes a file that no message refers to. */
const bucketFindings = (bucket: MediaBucket) =>
  probed(
    "bucket",
    Effect.gen(function* () {
      const store = yield* MediaStore
      const { uuid } = yield* IdSource
      const organizationId = OrganizationId.make(yield* uuid)
      const id = MediaId.make(yield* uuid)
      yield* store.put(organizationId, id, { mimeType: "text/plain", bytes: Stream.make(content) })
      const found = yield* store.get(organizationId, id, null)
      const read = Option.isNone(found)
        ? 0
        : yield* Stream.runFold(
            found.value.bytes,
            () => 0,
            (sum, part) => sum + part.length
          )
      yield* store.remove(organizationId, id)
      return [
        read === content.length
          ? ok("bucket", `${bucket.bucket} stores, returns and removes a file`)
          : problem("bucket", `${bucket.bucket} returned ${read} of ${content.length} bytes`, bucketRemedy)
      ]
    }).pipe(Effect.provide([S3MediaStore.layer(bucket), RandomIds.layer])),
    bucketRemedy
  )

const bucketRemedy = "Check the MEDIA_S3_ variables, and that the keys may put, get and delete objects of the bucket"

const request = Effect.fnUntraced(function* (call: Pick<HttpCall, "method" | "url" | "headers" | "body">) {
  const agent = yield* GraphAgent.GraphAgent
  return yield* agent.request({ ...call, deadline, maxResponseBytes })
})

const KeySet = Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(Schema.Unknown) }))
const decoder = new TextDecoder()

const keySetFindings = (url: string) => {
  const what = "keys of session tokens"
  const remedy = "Correct AUTH_JWKS_URL: it must answer a JSON Web Key Set"
  return probed(
    what,
    Effect.gen(function* () {
      const { body, status } = yield* request({
        method: "GET",
        url,
        headers: { accept: "application/json" },
        body: null
      })
      if (status !== 200) return [problem(what, `${url} answers status ${status}`, remedy)]
      const set = yield* Effect.exit(Schema.decodeUnknownEffect(KeySet)(decoder.decode(body)))
      if (Exit.isFailure(set)) return [problem(what, `${url} answers no JSON Web Key Set`, remedy)]
      const { length } = set.value.keys
      return [
        length === 0
          ? problem(what, `${url} has no key`, "Create a signing key at the identity provider, or set AUTH_JWT_SECRET")
          : ok(what, `${length} at ${url}`)
      ]
    }),
    "Check AUTH_JWKS_URL, and that this machine may connect to it"
  )
}

/** The health of a GoTrue-compatible provider. A browser needs the same address. */
const providerFindings = (url: string, key: Option.Option<string>) => {
  const what = "identity provider of the console"
  const headers = Option.match(key, { onNone: () => ({}), onSome: (apikey) => ({ apikey }) })
  return probed(
    what,
    Effect.gen(function* () {
      const { status } = yield* request({
        method: "GET",
        url: `${url.replace(/\/+$/, "")}/health`,
        headers,
        body: null
      })
      const found = `${url} answers status ${status}`
      if (status === 401 || status === 403)
        return [problem(what, found, "Set PUBLIC_APP_KEY to the public key of the provider")]
      if (status >= 500) return [problem(what, found, "Look at the log of the identity provider")]
      return [
        status === 200
          ? ok(what, `${url} answers`)
          : warning(what, found, "Check that CONSOLE_AUTH_URL ends with the path of a GoTrue API, such as /auth/v1")
      ]
    }),
    "Check CONSOLE_AUTH_URL, and that browsers and this machine may connect to it"
  )
}

/** Statuses by which a collector refuses the account or the path. */
const refusals = new Set([401, 403, 404])

/** Posts an export without data to each signal's address. */
const collectorFindings = ({ contentType, headers, signal, url }: OtlpTarget) => {
  const what = `collector of ${signal}`
  return probed(
    what,
    Effect.gen(function* () {
      const isJson = contentType === "application/json"
      const { status } = yield* request({
        method: "POST",
        url,
        headers: { ...headers, "content-type": contentType },
        body: isJson ? "{}" : new Uint8Array()
      })
      const found = `${URL.parse(url)?.host ?? "it"} answers status ${status}`
      return [
        refusals.has(status) || status >= 500
          ? problem(what, found, "Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS")
          : ok(what, found)
      ]
    }),
    "Check OTEL_EXPORTER_OTLP_ENDPOINT, and that this machine may connect to it"
  )
}

const collectorsCheck: Check["findings"] = otlpTargets.pipe(
  Effect.flatMap((targets) => Effect.forEach(targets, collectorFindings, { concurrency: "unbounded" })),
  Effect.map((findings) => findings.flat()),
  Effect.catchCause((cause) =>
    Effect.succeed([problem("collector", explainFailure(cause), "Correct this variable (docs/configuration.md)")])
  ),
  Effect.provide(GraphAgent.layer)
)

const present = <A>(
  setting: Option.Option<A>,
  name: string,
  findings: (value: A) => Effect.Effect<ReadonlyArray<Finding>, never, GraphAgent.GraphAgent>
): ReadonlyArray<Check> =>
  Option.isNone(setting) ? [] : [{ name, findings: Effect.provide(findings(setting.value), GraphAgent.layer) }]

/** The servers beside the database: Redis, bucket, key set, identity provider of the console, and collector. */
export const serverChecks = (settings: Settings): ReadonlyArray<Check> => [
  ...present(settings.redisUrl, "Redis", redisFindings),
  ...present(settings.mediaBucket, "bucket", bucketFindings),
  ...present(settings.authJwksUrl, "keys of session tokens", keySetFindings),
  ...present(settings.consoleAuthUrl, "identity provider of the console", (url) =>
    providerFindings(url, settings.publicAppKey)
  ),
  { name: "collector", findings: collectorsCheck }
]
