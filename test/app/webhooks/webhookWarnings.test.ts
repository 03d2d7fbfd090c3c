import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { warnOfFailingWebhooks } from "../../../src/app/webhooks/webhookWarnings.ts"
import { givenOrganization, givenWebhook } from "../../../testing/given/given.ts"
import { eventsOf } from "../../../testing/given/seen.ts"

describe("warnings of failing webhooks", () => {
  it.effect("are sent at 50, 70 and 90 % of the time, each once, as events of the organization", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const fine = (yield* givenOrganization()).id
      const failingSince = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
      yield* TestClock.setTime(failingSince.epochMilliseconds)
      const webhook = yield* givenWebhook(id, { failingSince })
      yield* givenWebhook(fine)
      const seen: Array<number> = []
      for (let hour = 0; hour < 120; hour++) {
        if ((yield* warnOfFailingWebhooks()) > 0) seen.push(hour)
        yield* TestClock.adjust("1 hour")
      }
      assert.deepStrictEqual(seen, [60, 84, 108])
      const [first, ...others] = (yield* eventsOf(id)).map(({ data, type }) => ({ data, type }))
      assert.deepStrictEqual(first, {
        type: "webhook.failing",
        data: {
          webhook_id: webhook.id,
          percent: 50,
          failing_since: "2026-11-20T12:00:00.000Z",
          disabled_at: "2026-11-25T12:00:00.000Z",
          timestamp: "2026-11-23T00:00:00.000Z"
        }
      })
      assert.lengthOf(others, 2)
      assert.deepStrictEqual(yield* eventsOf(fine), [])
    }).pipe(Effect.provide(Memory.layer()))
  )
})
