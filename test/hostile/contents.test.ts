import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { besideHostile, bounds, type Report, statusesOf } from "../support/besideHostile.ts"
import { type Backend, startService } from "../support/businesses.ts"

const backends: ReadonlyArray<Backend> = ["server", "embedded"]
const megabyte = 1024 * 1024

const assertUnharmed = (report: Report<unknown>) => {
  assert.deepStrictEqual(report.polite.failed, [])
  assert.deepStrictEqual(report.health.failed, [])
  assert.isBelow(report.polite.p99, bounds.politeP99, JSON.stringify(report.polite))
  assert.isBelow(report.health.longest, bounds.healthLongest, JSON.stringify(report.eventLoop))
  assert.isNull(report.ended)
}

describe.each(backends)("beside a business that sends as much as it can, on %s", (backend) => {
  it.live(
    "300 templates of 1 MB",
    () =>
      Effect.gen(function* () {
        const service = yield* startService({ backend })
        const text = "x".repeat(megabyte - 400)
        const body = Buffer.from(
          JSON.stringify({
            to: "15551234567",
            template: {
              name: "welcome",
              language: { code: "en_US" },
              components: [{ type: "body", parameters: [{ type: "text", text }] }]
            }
          })
        )
        const report = yield* besideHostile(service, (ask) =>
          Effect.map(
            Effect.forEach(
              Array.from({ length: 300 }),
              () => ask({ path: "/api/developer/v1/send-message", headers: service.hostile.developer, body }),
              { concurrency: 50 }
            ),
            statusesOf
          )
        )
        console.log(backend, JSON.stringify(report))
        assertUnharmed(report)
      }).pipe(Effect.scoped),
    600_000
  )
})
