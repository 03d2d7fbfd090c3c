import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import {
  Cause,
  ConfigProvider,
  Effect,
  Exit,
  Fiber,
  Layer,
  Logger,
  Metric,
  References,
  Schedule,
  Schema,
  Tracer
} from "effect"
import { Reactivity } from "effect/reactivity"
import { createHash, createHmac, randomBytes } from "node:crypto"
import { join } from "node:path"
import * as EmbeddedPostgres from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import * as AnsweredRequests from "../../src/adapters/http/server/answeredRequests.ts"
import * as Meter from "../../src/telemetry/Meter.ts"
import { demo } from "../../src/service/demo.ts"
import { prepared } from "../../src/service/stores.ts"
import { type Canary, filesOf, leaksOf, metricsOf, recorder, type Surface } from "./canaries.ts"
import { callerOf } from "../support/http/callService.ts"
import { receiver } from "../support/http/receiver.ts"
import { demoFile, freePort, temporaryFolder } from "../support/processes/service.ts"

const word = (name: string) => `canary-${name}-${randomBytes(12).toString("hex")}`
const hex = () => randomBytes(32).toString("hex")

/** What the environment has. */
const environment = {
  META_APP_SECRET: word("app-secret"),
  META_VERIFY_TOKEN: word("verify-token"),
  SECRETS_KEY: hex(),
  AUTH_JWT_SECRET: word("jwt-secret"),
  SERVICE_ROLE_KEY: word("service-role")
}

/** What callers send that must not be kept anywhere, whether it is accepted or refused. */
const sent = {
  password: word("password"),
  wrongApiKey: `pk_live_${randomBytes(19).toString("hex")}`,
  bearer: word("bearer"),
  refreshToken: word("refresh"),
  query: word("query"),
  field: word("field"),
  signature: randomBytes(32).toString("hex")
}

/** What is stored sealed, and shown by GET /v1/webhooks to its owner. */
const signing = { first: word("signing-one"), second: word("signing-two") }

/** A part of the address of a webhook: stored and shown, and in no log. */
const inAddress = word("address")

/** What people write: stored, and in no log line, span or metric. */
const contents = {
  outbound: word("outbound"),
  refused: word("refused"),
  inbound: word("inbound"),
  unreadable: word("unreadable"),
  contactName: word("name")
}

const canariesOf = (texts: Readonly<Record<string, string>>): ReadonlyArray<Canary> =>
  Object.entries(texts).map(([name, text]) => ({ name, text }))

const Session = Schema.fromJsonString(Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String }))
const decodeSession = Schema.decodeUnknownEffect(Session)

/** The whole service in this process, in demo mode at the most talkative level, until the scope ends. */
const running = Effect.fnUntraced(function* (dataDir: string, watched: ReturnType<typeof recorder>) {
  const env = {
    ...environment,
    DATA_DIR: dataDir,
    PORT: String(yield* freePort),
    EMULATOR_PORT: String(yield* freePort),
    LOG_LEVEL: "trace",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32,::1/128",
    RATE_STANDARD_PER_MINUTE: "0"
  }
  const program = Effect.gen(function* () {
    yield* Layer.launch(Layer.unwrap(demo(yield* prepared)))
  }).pipe(
    Effect.provide([
      NodeServices.layer,
      Logger.layer(watched.loggers),
      Layer.succeed(References.MinimumLogLevel, "Trace"),
      Layer.succeed(Tracer.Tracer, watched.tracer),
      Layer.effect(AnsweredRequests.AnsweredRequests, AnsweredRequests.make([], true)).pipe(
        Layer.provideMerge(Meter.layer),
        Layer.provide(Logger.layer(watched.loggers))
      ),
      ConfigProvider.layer(ConfigProvider.fromUnknown(env))
    ])
  )
  const fiber = yield* Effect.forkChild(program)
  const appUrl = `http://127.0.0.1:${env.PORT}`
  yield* Effect.tryPromise(async () => {
    const response = await fetch(`${appUrl}/ready`)
    await response.text()
    return response.ok ? undefined : Promise.reject(new Error(`/ready says ${response.status}`))
  }).pipe(
    Effect.retry({ schedule: Schedule.spaced("50 millis"), while: () => fiber.pollUnsafe() === undefined }),
    Effect.catch(() =>
      Effect.flatMap(Fiber.await(fiber), (exit) =>
        Effect.die(new Error(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "the service ended"))
      )
    )
  )
  return { appUrl, stop: Fiber.interrupt(fiber) }
})

/** Every row of every table, as the text of its JSON. */
const rowsOf = (dataDir: string) =>
  Effect.gen(function* () {
    const { stream } = yield* EmbeddedPostgres.open(dataDir)
    const sql = yield* PgClient.makeClient({ stream, username: "postgres" })
    const tables = yield* sql<{ readonly name: string }>`
      select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = 'parley'::regnamespace order by relname`
    const rows = yield* Effect.forEach(tables, ({ name }) =>
      Effect.map(
        sql.unsafe<{ readonly text: string }>(`select row_to_json(t)::text as text from parley.${name} t`),
        (found) => found.map(({ text }): Surface => ({ name: `table ${name}`, text }))
      )
    )
    yield* sql`checkpoint`
    return rows.flat()
  }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Reactivity.layer]))

/** Leaks as a careless change would make them, each in one place. */
const careless = (token: string) =>
  ({
    "a log line": Effect.logDebug("calling the platform", { headers: { authorization: `Bearer ${token}` } }),
    "an annotation": Effect.annotateLogs(Effect.logTrace("calling"), { token }),
    "an encoded header": Effect.logInfo(`Basic ${Buffer.from(token).toString("base64")}`),
    "a hash": Effect.logInfo(createHash("sha256").update(token).digest("hex")),
    "a log span": Effect.withLogSpan(Effect.logInfo("called"), token),
    "a cause": Effect.logError("failed", Cause.die(new Error(`refused: ${token}`))),
    "the attribute of a span": Effect.withSpan(Effect.void, "call", { attributes: { token } }),
    "the name of a span": Effect.withSpan(Effect.void, `call ${token}`),
    "the error of a span": Effect.exit(Effect.withSpan(Effect.fail(new Error(token)), "call")),
    "the event of a span": Effect.withSpan(
      Effect.flatMap(Effect.currentSpan, (span) => Effect.sync(() => span.event("sent", 0n, { token }))),
      "call"
    ),
    "the label of a metric": Metric.update(Metric.withAttributes(Metric.counter("calls"), { token }), 1)
  }) satisfies Readonly<Record<string, Effect.Effect<unknown, unknown>>>

describe("the search for canaries", () => {
  const token = word("leaked")
  const leaked = canariesOf({ token })
  it.effect.each(Object.entries(careless(token)))("finds a canary in %s", ([, leak]) =>
    Effect.gen(function* () {
      const watched = recorder()
      const all = Effect.map(Metric.snapshot, (metrics) => [
        ...watched.logLines(),
        ...watched.spans(),
        ...metricsOf(metrics)
      ])
      const found = yield* Effect.andThen(Effect.exit(leak), all).pipe(
        Effect.provide([
          Logger.layer(watched.loggers),
          Layer.succeed(References.MinimumLogLevel, "Trace"),
          Layer.succeed(Tracer.Tracer, watched.tracer),
          Layer.succeed(Metric.MetricRegistry, new Map())
        ])
      )
      assert.isNotEmpty(leaksOf(found, leaked))
      assert.deepStrictEqual(leaksOf(found, canariesOf({ other: word("other") })), [])
    })
  )
})

describe("planted secrets and contents", () => {
  it.live(
    "are in no log line, span, metric, response, request log, table or file of the database",
    () =>
      Effect.gen(function* () {
        const dataDir = join(yield* temporaryFolder, "data")
        const watched = recorder()
        const { appUrl, stop } = yield* running(dataDir, watched)
        const demoed = yield* demoFile(dataDir)
        const { call, close } = callerOf(appUrl, 4)
        yield* Effect.addFinalizer(() => Effect.promise(() => close()))
        const emulator = callerOf(demoed.emulatorUrl, 1)
        yield* Effect.addFinalizer(() => Effect.promise(() => emulator.close()))

        const answers: Array<Surface> = []
        const ask = (path: string, { headers = {}, method, body }: Omit<Parameters<typeof call>[0], "path"> = {}) =>
          Effect.map(
            Effect.promise(() => call({ path, headers, body, ...(method === undefined ? {} : { method }) })),
            (answer) => {
              answers.push({
                name: `answer of ${method ?? ""} ${path.split("?")[0]} ${answer.status}`,
                text: answer.text
              })
              return answer
            }
          )
        const key = { "x-api-key": demoed.apiKey }
        const developer = (path: string, asked: Parameters<typeof ask>[1] = {}) =>
          ask(`/api/developer${path}`, { ...asked, headers: { ...key, ...asked.headers } })

        // Webhooks: a good one, its second secret, and one that cannot be reached.
        const received: Array<string> = []
        const hook = `${yield* receiver(dataDir, ({ body }) => received.push(body))}?token=${inAddress}`
        const events = ["message.sent", "message.received", "contact.created", "conversation.opened"]
        for (const [url, secret] of [
          [hook, signing.first],
          [`https://127.0.0.1:9/hook?secret=${inAddress}`, signing.second],
          [hook, signing.second]
        ]) {
          const answer = yield* developer("/v1/webhooks", { body: { url, events, signing_secret: secret } })
          assert.strictEqual(answer.status, 200, answer.text)
          yield* developer("/v1/webhooks/test", { method: "POST" })
        }
        const shownWebhook = yield* developer("/v1/webhooks")
        assert.include(shownWebhook.text, signing.second)
        yield* developer("/v1/webhooks", {
          body: { url: `http://user:${sent.field}@example.com/?key=${sent.query}`, events }
        })
        yield* developer("/v1/webhooks", { body: { url: hook, events: [1], signing_secret: sent.field } })

        // Sends, good and refused by the platform.
        const text = { type: "text", to: "15551234567" }
        yield* developer("/v1/contacts", { body: { phone: "15551234567", name: contents.contactName } })
        yield* Effect.promise(() =>
          emulator.call({
            path: "/_emulator/inbound",
            body: {
              channel: "whatsapp",
              from: "15551234567",
              name: contents.contactName,
              type: "text",
              text: contents.inbound
            }
          })
        )
        yield* developer("/v1/send-message", { body: { ...text, text: contents.outbound } })
        yield* developer("/v1/messenger/send-message", { body: { recipientId: "4711", text: contents.outbound } })
        yield* developer("/v1/messenger/send-message", { body: { recipientId: "4799", text: contents.refused } })
        yield* developer("/v1/send-message", { body: { ...text, to: "15550000000", text: contents.refused } })
        yield* developer("/v1/send-message", {
          body: { ...text, text: 1, token: sent.field, nested: { password: sent.field } }
        })
        yield* developer("/v1/send-message", { body: `{"token":"${sent.field}", "text":` })
        yield* developer("/v1/send-message", { body: `token=${sent.field}`, headers: { "content-type": "text/plain" } })

        // Credentials that are wrong, or in the wrong place.
        yield* developer("/v1/contacts", { headers: { "x-api-key": sent.wrongApiKey } })
        yield* developer(`/v1/contacts?token=${sent.query}&limit=${sent.query.length}`)
        yield* developer(`/v1/nothing?secret=${sent.query}`)
        yield* ask(`/api/whatsapp/contacts?search=${contents.contactName}`, {
          headers: { authorization: `Bearer ${environment.SERVICE_ROLE_KEY}`, "x-org-id": demoed.orgId }
        })
        yield* developer("/v1/contacts", {
          headers: { authorization: `Bearer ${sent.bearer}`, cookie: `session=${sent.bearer}` }
        })
        yield* ask("/api/whatsapp/conversations", {
          headers: { authorization: `Bearer ${sent.bearer}`, "x-org-id": demoed.orgId }
        })
        yield* ask(`/api/whatsapp/conversations?access_token=${sent.query}`)
        const session = (token: string) => ({ authorization: `Bearer ${token}`, "x-org-id": demoed.orgId })
        yield* ask("/api/whatsapp/conversations", { headers: session(environment.SERVICE_ROLE_KEY) })

        // The identity provider.
        const auth = (path: string, body: object) =>
          ask(`/auth/v1${path}`, { method: "POST", body, headers: { apikey: demoed.publicAppKey } })
        yield* auth("/token?grant_type=password", { email: demoed.email, password: sent.password })
        yield* auth("/token?grant_type=refresh_token", { refresh_token: sent.refreshToken })
        const signedIn = yield* auth("/token?grant_type=password", { email: demoed.email, password: demoed.password })
        const tokens = yield* decodeSession(signedIn.text)
        yield* ask("/api/whatsapp/conversations", { headers: session(tokens.access_token) })
        const refreshed = yield* auth("/token?grant_type=refresh_token", { refresh_token: tokens.refresh_token })
        const newTokens = yield* decodeSession(refreshed.text)

        // The platform's webhook.
        const verify = (token: string) =>
          ask(`/webhooks/meta?hub.mode=subscribe&hub.challenge=7&hub.verify_token=${token}`)
        yield* verify(environment.META_VERIFY_TOKEN)
        yield* verify(sent.query)
        const meta = (body: string, signature: string) =>
          ask("/webhooks/meta", { body, headers: { "x-hub-signature-256": `sha256=${signature}` } })
        const signed = (body: string) =>
          meta(body, createHmac("sha256", environment.META_APP_SECRET).update(body).digest("hex"))
        const report = (value: object) =>
          JSON.stringify({
            object: "whatsapp_business_account",
            entry: [{ id: demoed.whatsapp.wabaId, changes: [{ field: "messages", value }] }]
          })
        yield* meta(report({ messages: [{ text: contents.unreadable }] }), sent.signature)
        yield* signed(report({ messages: [{ text: { body: contents.unreadable } }], metadata: contents.unreadable }))
        yield* signed(`{"object":"page","entry":[{"messaging":[{"message":{"text":"${contents.unreadable}"}}]}]}`)
        yield* signed(`{"broken": "${contents.unreadable}`)

        // The platform refuses the stored token, and the log of requests is read.
        const emulatorToken = yield* Effect.promise(async () => {
          const { EMULATOR_TOKEN } = JSON.parse(
            await import("node:fs/promises").then(({ readFile }) => readFile(join(dataDir, "secrets.json"), "utf8"))
          ) as { readonly EMULATOR_TOKEN: string }
          return EMULATOR_TOKEN
        })
        yield* Effect.promise(() =>
          emulator.call({ path: "/_emulator/tokens", body: { accessToken: emulatorToken, state: "expired" } })
        )
        yield* developer("/v1/send-message", { body: { ...text, text: contents.refused } })
        yield* developer("/v1/conversations/messenger")
        yield* Effect.repeat(
          Effect.sync(() => received.length),
          {
            until: (count) => count >= 3,
            schedule: Schedule.spaced("50 millis")
          }
        )
        yield* Effect.repeat(developer("/v1/logs?limit=100"), {
          until: ({ text }) => text.includes("/v1/conversations/messenger"),
          schedule: Schedule.spaced("200 millis")
        })
        yield* developer("/v1/webhooks/deliveries")
        yield* developer("/v1/events")

        const metrics = metricsOf(yield* Metric.snapshot)
        yield* stop
        const rows = yield* rowsOf(dataDir)
        const files = filesOf(join(dataDir, "postgres"))

        const secrets = canariesOf({
          ...environment,
          ...sent,
          apiKey: demoed.apiKey,
          demoPassword: demoed.password,
          emulatorToken
        })
        const sessionTokens = [
          ...canariesOf({ accessToken: tokens.access_token, newAccessToken: newTokens.access_token }),
          { name: "refreshToken", text: tokens.refresh_token, isHashed: true },
          { name: "newRefreshToken", text: newTokens.refresh_token, isHashed: true }
        ]
        const signingSecrets = canariesOf(signing)
        const address = canariesOf({ inAddress })
        const written = canariesOf(contents)

        const logs = watched.logLines()
        const spans = watched.spans()
        assert.isAbove(logs.length, 4)
        assert.isAbove(spans.length, 100)
        assert.isAbove(metrics.filter(({ name }) => name.startsWith("metric parley.")).length, 50)
        assert.isTrue(logs.some(({ text }) => text.includes("request answered")))
        assert.isAbove(rows.length, 50)
        assert.isAbove(files.length, 100)
        const everything = [...secrets, ...sessionTokens, ...signingSecrets, ...address, ...written]
        assert.deepStrictEqual(leaksOf([...logs, ...spans, ...metrics], everything), [])

        // The owner sees the address whole, with the attempts to reach it (contract: Request logs).
        const ofAddress = /^table (?:webhooks|delivery_attempts\w*)$/
        const ofTokens = /^answer of POST \/auth\/v1\/token 200$/
        const ofWebhook = /^answer of  ?\/api\/developer\/v1\/webhooks 200$/
        assert.deepStrictEqual(leaksOf(answers, secrets), [])
        assert.deepStrictEqual(
          leaksOf(
            answers.filter(({ name }) => !ofTokens.test(name)),
            sessionTokens
          ),
          []
        )
        assert.deepStrictEqual(
          leaksOf(
            answers.filter(({ name }) => !ofWebhook.test(name)),
            signingSecrets
          ),
          []
        )

        const stored = [...secrets, ...sessionTokens, ...signingSecrets]
        assert.deepStrictEqual(leaksOf(rows, stored), [])
        assert.deepStrictEqual(
          leaksOf(
            rows.filter(({ name }) => !ofAddress.test(name)),
            address
          ),
          []
        )
        assert.deepStrictEqual(leaksOf(files, stored), [])

        // What is stored as it is shows that the search reaches tables and files.
        const known = canariesOf({ inbound: contents.inbound })
        assert.include(leaksOf(rows, known), "inbound in table messages")
        assert.isNotEmpty(leaksOf(files, known))
      }).pipe(Effect.scoped),
    240_000
  )
})
