import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { createHmac } from "node:crypto"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { demoFile, freePort, ready, temporaryFolder } from "../support/processes/service.ts"
import { faultProxy } from "../support/servers/FaultProxy.ts"

/** Within this every request is answered, in milliseconds. */
const longestAnswer = 10_000

/** Within this what is refused at once is answered, in milliseconds. */
const shortestRefusal = 2_000

interface Answer {
  readonly status: number
  readonly millis: number
  readonly retryAfter: string | null
  readonly body: string
}

const asked = (url: string, init: RequestInit = {}) =>
  Effect.promise(async (): Promise<Answer> => {
    const begun = performance.now()
    const response = await fetch(url, init)
    const body = await response.text()
    const millis = performance.now() - begun
    return { status: response.status, millis, retryAfter: response.headers.get("retry-after"), body }
  })

const Ledger = Schema.fromJsonString(Schema.Struct({ calls: Schema.Array(Schema.Struct({ body: Schema.Json })) }))

const scene = Effect.gen(function* () {
  const proxy = yield* faultProxy(yield* serverDatabase())
  const dataDir = yield* temporaryFolder
  const port = yield* freePort
  const service = yield* startInstalled({
    DEMO: "1",
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url,
    META_APP_SECRET: "app-secret",
    PORT: String(port),
    EMULATOR_PORT: String(yield* freePort)
  })
  const appUrl = `http://127.0.0.1:${port}`
  yield* ready(service, appUrl)
  const demo = yield* demoFile(dataDir)
  const developer = { "x-api-key": demo.apiKey, "content-type": "application/json" }
  const session = {
    authorization: `Bearer ${demo.serviceRoleKey}`,
    "x-org-id": demo.orgId,
    "content-type": "application/json"
  }
  const send = (to: string) =>
    asked(`${demo.baseUrl}/v1/send-message`, {
      method: "POST",
      headers: developer,
      body: JSON.stringify({ to, template: { name: "hello_world", language: { code: "en_US" } } })
    })
  const report = '{"object":"whatsapp_business_account","entry":[]}'
  const signature = `sha256=${createHmac("sha256", "app-secret").update(report).digest("hex")}`
  const everything = (to: string) =>
    Effect.all(
      {
        send: send(to),
        contacts: asked(`${demo.baseUrl}/v1/contacts`, { headers: developer }),
        webhooks: asked(`${demo.baseUrl}/v1/webhooks`, { headers: developer }),
        session: asked(`${appUrl}/api/whatsapp/contacts`, { headers: session }),
        created: asked(`${appUrl}/api/whatsapp/contacts`, {
          method: "POST",
          headers: session,
          body: JSON.stringify({ userNumber: "+15559990001" })
        }),
        meta: asked(`${appUrl}/webhooks/meta`, {
          method: "POST",
          headers: { "x-hub-signature-256": signature, "content-type": "application/json" },
          body: report
        })
      },
      { concurrency: "unbounded" }
    )
  const sentTo = (to: string) =>
    asked(`${demo.emulatorUrl}/_emulator/ledger`).pipe(
      Effect.flatMap(({ body }) => Schema.decodeUnknownEffect(Ledger)(body)),
      Effect.map(({ calls }) => calls.filter(({ body }) => JSON.stringify(body).includes(to)).length)
    )
  const isReady = Effect.map(asked(`${appUrl}/ready`), ({ status }) => status)
  /** Waits until requests are answered again. */
  const recovered = everything("15550000099").pipe(
    Effect.repeat({
      schedule: Schedule.spaced("250 millis"),
      until: (answers) => Object.values(answers).every(({ status }) => status < 500)
    }),
    Effect.timeout("20 seconds")
  )
  return { proxy, everything, sentTo, isReady, recovered, service }
})

const assertUnavailable = (answers: Readonly<Record<string, Answer>>, within: number) => {
  for (const [name, { body, millis, retryAfter, status }] of Object.entries(answers)) {
    assert.strictEqual(status, 503, `${name}: ${body}`)
    assert.isBelow(millis, within, name)
    assert.match(retryAfter ?? "", /^\d+$/, name)
    if (name !== "meta") assert.match(body, /"success":false/, name)
    assert.include(body, "Service temporarily unavailable", name)
  }
}

describe("a service whose database", () => {
  it.live(
    "is frozen responds within 10 seconds, sends nothing late, and continues afterwards",
    () =>
      Effect.gen(function* () {
        const { everything, isReady, proxy, recovered, sentTo } = yield* scene
        yield* recovered
        yield* proxy.set("stalls")
        assertUnavailable(yield* everything("15551110001"), longestAnswer)
        assert.strictEqual(yield* isReady, 503)
        assertUnavailable(yield* everything("15551110002"), shortestRefusal)
        yield* proxy.set("passes")
        yield* recovered
        assert.strictEqual(yield* isReady, 200)
        // The caller was told that it may be sent again.
        yield* Effect.sleep("1 second")
        assert.strictEqual(yield* sentTo("15551110001"), 0)
        assert.strictEqual(yield* sentTo("15551110002"), 0)
      }).pipe(Effect.scoped),
    90_000
  )

  it.live(
    "rejects connections responds soon, and continues afterwards",
    () =>
      Effect.gen(function* () {
        const { everything, isReady, proxy, recovered, sentTo } = yield* scene
        yield* recovered
        yield* proxy.set("refuses")
        assertUnavailable(yield* everything("15551110003"), shortestRefusal)
        assert.strictEqual(yield* isReady, 503)
        yield* proxy.set("passes")
        yield* recovered
        assert.strictEqual(yield* isReady, 200)
        assert.strictEqual(yield* sentTo("15551110003"), 0)
      }).pipe(Effect.scoped),
    90_000
  )
})
