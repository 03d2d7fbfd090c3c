import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { deliverer } from "../../../../src/app/webhooks/delivery/deliverer.ts"
import { DeliveryRefused } from "../../../../src/domain/webhooks/afterRefusal.ts"
import type { Webhook } from "../../../../src/domain/webhooks/Webhook.ts"
import { ApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../../../testing/given/given.ts"
import { ask } from "../../../support/http/requests.ts"
import { outstandingOf } from "../../../../testing/given/seen.ts"

export const start = "2026-11-20T12:00:00.000Z"

/** A backend with a key, at a known time, and a subscription unless it is to have none. */
export const givenBackend = Effect.fnUntraced(function* (webhook: Partial<Webhook> | null = {}) {
  yield* TestClock.setTime(Date.parse(start))
  const { id } = yield* givenOrganization(webhook === null ? {} : { webhook })
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key) }
  const call = (method: string, path: string, body?: unknown) =>
    Effect.map(
      ask(`/api/developer/v1${path}`, { headers, method, ...(body === undefined ? {} : { body }) }),
      ({ body, status }) => ({ status, body })
    )
  return {
    id,
    get: (path: string) => call("GET", path),
    post: (path: string, body?: unknown) => call("POST", path, body),
    /** Ids of the organization's events, in the order in which they were recorded. */
    eventIds: Effect.map(
      Effect.flatMap(World, ({ state }) => state),
      ({ events }) => events.flatMap((event) => (event.organizationId === id ? [event.id] : []))
    )
  }
})

/** Attempts once what is to be delivered now. */
export const deliverAll = Effect.gen(function* () {
  const now = yield* DateTime.now
  const { webhooks } = yield* (yield* World).state
  const deliver = yield* deliverer
  for (const webhook of webhooks.filter(({ status }) => status === "active"))
    for (const delivery of yield* outstandingOf(webhook.organizationId, now))
      yield* deliver({ delivery, webhook, answered: () => {} })
})

export const refused = (status: number, message: string, more: Readonly<Record<string, string>> = {}) => ({
  status,
  body: { success: false, message, ...more }
})

/** What a receiver refuses with. */
export const answering = (status: number) =>
  Effect.fail(
    new DeliveryRefused({
      status,
      detail: `answered with status ${status}`,
      durationMillis: 7,
      response: "no",
      retryAfterMillis: null
    })
  )
