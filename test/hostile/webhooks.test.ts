import { assert, describe, it } from "@effect/vitest"
import { Array, Effect } from "effect"
import { signedBy, webhookPath } from "../support/http/metaPost.ts"
import { assertUnharmed, besideHostile, statusesOf } from "./besideHostile.ts"
import { type Backend, type Service, startService } from "./businesses.ts"

/** The time in which the worker processes the webhooks. */
const processingTime = "5 seconds"

const backends: ReadonlyArray<Backend> = ["server", "embedded"]

/** A value of a WhatsApp change, with the number of the hostile business. */
const valueOf = (value: Readonly<Record<string, unknown>>, { hostile }: Service) => ({
  messaging_product: "whatsapp",
  metadata: { display_phone_number: "15559000001", phone_number_id: hostile.accounts.whatsapp },
  ...value
})

const envelope = (value: string) =>
  `{"object":"whatsapp_business_account","entry":[{"id":"400000000000001","changes":[{"field":"messages","value":${value}}]}]}`

const message = (name: string, n: number) => ({
  from: `1555300${String(n % 2_000).padStart(4, "0")}`,
  id: `wamid.${name}.${n}`,
  timestamp: "1790000000",
  type: "text",
  text: { body: `Hello ${n}` }
})

/** A webhook with a message that has a field with this many levels of nesting. */
const nested = (service: Service, levels: number, name: string) => {
  const marked = JSON.stringify(valueOf({ messages: [{ ...message(name, 0), extra: "@" }] }, service))
  return envelope(marked.replace('"@"', `${"[".repeat(levels)}1${"]".repeat(levels)}`))
}

/** A webhook with many messages, each of another contact. */
const many = (service: Service, count: number, name: string) =>
  envelope(JSON.stringify(valueOf({ messages: Array.makeBy(count, (n) => message(name, n)) }, service)))

describe.each(backends)("large signed webhooks, on %s", (backend) => {
  it.live.each<readonly [string, (service: Service, name: string) => string]>([
    ["100 000 levels of nesting", (service, name) => nested(service, 100_000, name)],
    ["1 400 000 levels of nesting", (service, name) => nested(service, 1_400_000, name)],
    ["2 000 messages in one body", (service, name) => many(service, 2_000, name)]
  ])(
    "webhooks: %s delay other callers by less than 1 s",
    ([, bodyOf]) =>
      Effect.gen(function* () {
        const service = yield* startService({ backend })
        const report = yield* besideHostile(service, (ask) =>
          Effect.forEach(
            Array.range(1, 5),
            (n) => {
              const body = bodyOf(service, `load${n}`)
              return ask({ path: webhookPath, headers: signedBy(service.appSecret, body), body: Buffer.from(body) })
            },
            { concurrency: "unbounded" }
          ).pipe(
            Effect.tap(() => Effect.sleep(processingTime)),
            Effect.map(statusesOf)
          )
        )
        assertUnharmed(report)
        assert.deepStrictEqual(report.hostile, { 200: 5 })
      }).pipe(Effect.scoped),
    120_000
  )
})
