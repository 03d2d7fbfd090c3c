import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { maxKept, openedWebhooks } from "../../../src/adapters/postgres/webhooks/WebhookRow.ts"
import { Sealer } from "../../../src/adapters/postgres/secrets/Sealer.ts"

const rowOf = (digit: string, secret: string, before: string | null = null, isSuspended = false) => ({
  isSuspended,
  webhook: JSON.stringify({
    organization_id: `01890000-0000-7000-8000-0000000000${digit.padStart(2, "0")}`,
    id: `01890000-0000-7000-8000-0000000001${digit.padStart(2, "0")}`,
    url: "https://example.com/hook",
    events: ["message.sent"],
    status: "active",
    failing_since: "2026-11-20T13:00:00.007+01:00",
    created_at: "2026-11-20T12:00:00+00:00",
    updated_at: "2026-11-20T12:00:00.123+00:00",
    sealed_secret: secret,
    secret_chosen: true,
    sealed_previous_secrets: before === null ? [] : [{ sealed: before, until: "2026-11-21T12:00:00.000Z" }],
    endpoint: null
  })
})

/** Subscriptions whose sealed secrets open to themselves, and how often one was opened. */
const scene = () => {
  let count = 0
  const sealer = Sealer.of({
    keyIds: ["00000000"],
    canOpen: () => Effect.succeed(true),
    seal: (_, secret) => Effect.succeed(Redacted.value(secret)),
    open: (_, sealed) => Effect.sync(() => ((count += 1), Redacted.make(sealed)))
  })
  return { open: openedWebhooks(sealer), opened: () => count }
}

describe("cached subscriptions", () => {
  it.effect("are decoded from their rows, and decrypted once until these change", () =>
    Effect.gen(function* () {
      const { open, opened } = scene()
      const [first] = yield* open([rowOf("1", "now", "before")])
      assert.deepStrictEqual(first?.secret, { value: "now", chosen: true })
      assert.deepStrictEqual(first?.previousSecrets, [
        { value: "before", until: DateTime.makeUnsafe("2026-11-21T12:00:00Z") }
      ])
      assert.deepStrictEqual(first?.failingSince, DateTime.makeUnsafe("2026-11-20T12:00:00.007Z"))
      const [again, other] = yield* open([rowOf("1", "now", "before"), rowOf("2", "now")])
      assert.strictEqual(again, first)
      assert.strictEqual(opened(), 3)
      assert.deepStrictEqual(other?.previousSecrets, [])
      const [changed] = yield* open([rowOf("1", "next")])
      assert.strictEqual(changed?.secret?.value, "next")
      assert.strictEqual(opened(), 4)
      const [suspended] = yield* open([rowOf("1", "next", null, true)])
      assert.deepStrictEqual([changed?.isSuspended, suspended?.isSuspended], [false, true])
      assert.strictEqual(opened(), 4)
    })
  )

  it.effect("are limited in number, and the latest used ones remain", () =>
    Effect.gen(function* () {
      const { open, opened } = scene()
      const rows = Array.from({ length: maxKept }, (_, nth) => rowOf("1", `secret ${nth}`))
      yield* open(rows)
      yield* open(rows.slice(0, 1))
      assert.strictEqual(opened(), maxKept)
      yield* open([rowOf("1", "one more")])
      yield* open(rows.slice(0, 1))
      assert.strictEqual(opened(), maxKept + 1)
      yield* open(rows.slice(1, 2))
      assert.strictEqual(opened(), maxKept + 2)
    })
  )
})
