import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { join } from "node:path"
import { callerOf } from "../support/http/callService.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { receiver, type Received } from "../support/http/receiver.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { demoFile, freePort, ready, temporaryFolder } from "../support/processes/service.ts"
import { collector, type Span } from "../telemetry/collector.ts"
import { usedMetrics } from "../telemetry/usedMetrics.ts"

const sampled = { traceId: "0af7651916cd43dd8448eb211c80319c", parent: "b7ad6b7169203331" }
const unsampled = { traceId: "1bf7651916cd43dd8448eb211c80319d", parent: "c7ad6b7169203332" }

const until = <A>(read: () => A, isThere: (value: A) => boolean) =>
  Effect.repeat(Effect.sync(read), { until: isThere, schedule: Schedule.spaced("100 millis") }).pipe(
    Effect.timeout("60 seconds")
  )

const attribute = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value.stringValue

/** The names on the way from the root of its trace to the span. */
const wayTo = (spans: ReadonlyArray<Span>, span: Span): ReadonlyArray<string> => {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent === undefined ? [span.name] : [...wayTo(spans, parent), span.name]
}

describe("a running service with telemetry", () => {
  it.live(
    "joins a send to its database, platform, reports and deliveries, shows its metrics and logs its requests",
    () =>
      Effect.gen(function* () {
        const dataDir = join(yield* temporaryFolder, "data")
        const collected = yield* collector
        const port = yield* freePort
        const adminPort = yield* freePort
        const service = yield* startInstalled({
          DEMO: "1",
          DATA_DIR: dataDir,
          DATABASE_URL: yield* serverDatabase(),
          PORT: String(port),
          EMULATOR_PORT: String(yield* freePort),
          ADMIN_PORT: String(adminPort),
          ACCESS_LOG: "on",
          WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128",
          OTEL_EXPORTER_OTLP_ENDPOINT: collected.url,
          OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
          OTEL_BSP_SCHEDULE_DELAY: "200",
          OTEL_METRIC_EXPORT_INTERVAL: "500",
          OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test"
        })
        const appUrl = `http://127.0.0.1:${port}`
        yield* ready(service, appUrl)
        const demo = yield* demoFile(dataDir)
        const { call, close } = callerOf(appUrl, 2)
        yield* Effect.addFinalizer(() => Effect.promise(() => close()))
        const developer = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
          Effect.promise(() =>
            call({ path: `/api/developer${path}`, body, headers: { "x-api-key": demo.apiKey, ...headers } })
          )

        const received: Array<Received> = []
        const url = yield* receiver(dataDir, (one) => received.push(one))
        const events = ["message.sent", "message.delivered", "message.read", "contact.created"]
        assert.strictEqual((yield* developer("/v1/webhooks", { url, events })).status, 200)

        const message = { type: "template", template: { name: "hello_world", language: { code: "en_US" } } }
        const send = (to: string, { parent, traceId }: typeof sampled, flag: string) =>
          developer(
            "/v1/send-message",
            { to, ...message },
            { traceparent: `00-${traceId}-${parent}-${flag}`, "x-request-id": `of-${flag}` }
          )
        const traced = yield* send("15550001111", sampled, "01")
        assert.strictEqual(traced.status, 201, traced.text)
        const plain = yield* send("15550002222", unsampled, "00")
        assert.strictEqual(plain.status, 201, plain.text)
        yield* developer("/v1/contacts/nobody", undefined)
        assert.strictEqual((yield* developer("/v1/contacts", undefined)).status, 200)

        const about = (phone: string) => received.filter(({ body }) => body.includes(phone))
        yield* until(
          () => [about("15550001111").length, about("15550002222").length],
          ([one = 0, other = 0]) => one >= 3 && other >= 3
        )

        // Deliveries: the receiver joins the trace of the send; that of an unsampled one is named nowhere.
        for (const { body, headers } of about("15550001111")) {
          assert.match(headers.traceparent ?? "", new RegExp(`^00-${sampled.traceId}-[0-9a-f]{16}-01$`), body)
        }
        assert.isFalse(received.some(({ headers }) => headers.traceparent?.includes(unsampled.traceId)))
        const sentOnly = about("15550002222").filter(({ body }) => body.includes('"message.sent"'))
        assert.deepStrictEqual(
          sentOnly.map(({ headers }) => headers.traceparent),
          [undefined]
        )

        // Traces.
        const ofTrace = () => collected.spans().filter(({ traceId }) => traceId === sampled.traceId)
        const named = about("15550001111").map(({ headers }) => headers.traceparent?.split("-")[2] ?? "")
        const expectedWays = [
          /> dispatch > PgSendLedger\.reserve > group commit reserve > parley_test_\w+\|parley$/,
          /> dispatch > .*Graph API POST$/,
          /> dispatch > PgSendLedger\.recordOutcome > group commit outcome > /,
          /> message\.delivered$/,
          /> message\.delivered > HttpWebhookSender\.send$/,
          /> HttpWebhookSender\.send$/
        ]
        const missingWays = (spans: ReadonlyArray<Span>) => {
          const ways = spans.map((span) => wayTo(spans, span).join(" > "))
          return expectedWays.filter((expected) => !ways.some((way) => expected.test(way))).map(String)
        }
        // Spans are exported in several batches.
        const spans = yield* Effect.repeat(Effect.sync(ofTrace), {
          until: (all) =>
            named.every((id) => all.some(({ spanId }) => spanId === id)) &&
            missingWays(all).length === 0 &&
            all.some(({ parentSpanId }) => parentSpanId === sampled.parent),
          schedule: Schedule.spaced("100 millis"),
          times: 100
        })
        assert.deepStrictEqual(missingWays(spans), [])
        const server = spans.find(({ parentSpanId }) => parentSpanId === sampled.parent)
        assert.strictEqual(server && attribute(server, "http.route"), "/api/developer/v1/send-message")
        assert.includeMembers(
          spans.filter(({ name }) => name === "HttpWebhookSender.send").map(({ spanId }) => spanId),
          named
        )
        assert.deepStrictEqual(
          collected.spans().filter(({ traceId }) => traceId === unsampled.traceId),
          []
        )
        // Polls of workers and of orchestrators begin no trace.
        const roots = collected.spans().filter(({ parentSpanId }) => parentSpanId === undefined)
        assert.deepStrictEqual(
          roots.filter(({ kind }) => kind !== 2 && kind !== 5),
          []
        )
        assert.isFalse(roots.some((span) => /^\/(?:health|ready)$/.test(attribute(span, "url.path") ?? "")))

        // Metrics, by scraping and by pushing.
        const scrape = Effect.promise(async () => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text())
        // Consumers of events are part of programs that embed the service.
        const names = [...usedMetrics()].filter((name) => !name.startsWith("parley_consumer_"))
        const missing = (text: string) => names.filter((name) => !text.includes(`# TYPE ${name} `))
        const text = yield* Effect.repeat(scrape, {
          // Numbers of the database are up to ten seconds old.
          until: (text) => missing(text).length === 0 && text.includes('parley_webhooks{state="healthy"} 1'),
          schedule: Schedule.spaced("500 millis"),
          times: 60
        })
        assert.deepStrictEqual(missing(text), [])
        assert.match(text, /parley_sends_total\{channel="whatsapp",outcome="accepted",code="none"\} 2\n/)
        assert.match(text, /parley_webhooks\{state="healthy"\} 1\n/)
        assert.match(text, /parley_delivery_attempt_duration_seconds_count\{outcome="success"\} [6-9]/)
        assert.match(text, /parley_delivery_first_attempt_age_seconds_count\{source="outbox"\} [6-9]/)
        assert.isTrue(yield* Effect.promise(async () => (await fetch(`http://127.0.0.1:${adminPort}/ready`)).ok))
        const onPublicPort = yield* Effect.promise(() => call({ path: "/metrics" }))
        assert.strictEqual(onPublicPort.status, 404)
        yield* until(collected.metrics, (all) => all.some((body) => body.includes("parley.sends")))

        // Logs.
        yield* until(collected.logs, (all) => all.some((body) => body.includes("request answered")))
        const lines = service.output().split("\n")
        const line = lines.find((one) => one.includes("request answered") && one.includes("of-01")) ?? ""
        for (const part of [
          '"method":"POST"',
          '"route":"/api/developer/v1/send-message"',
          '"status":201',
          `"organizationId":"${demo.orgId}"`,
          '"requestId":"of-01"'
        ]) {
          assert.include(line, part)
        }
        assert.match(line, /"apiKeyId":"[0-9a-f-]{36}"/)
        assert.include(lines.join("\n"), '"route":"/api/developer/v1/contacts/:id"')

        // Neither secrets nor people come out.
        for (const secret of [demo.apiKey, demo.serviceRoleKey, "15550001111", "15550002222"]) {
          assert.isFalse(text.includes(secret) || collected.texts().some((body) => body.includes(secret)), secret)
        }
        assert.isFalse(text.includes(demo.orgId))
        assert.strictEqual(yield* service.stop, 0)
      }).pipe(Effect.scoped),
    180_000
  )
})
