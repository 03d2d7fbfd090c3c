import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { AdminKeys } from "../../../src/adapters/http/administration/middleware.ts"
import { strongSecret } from "../../support/strongSecret.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { ask, type Asked } from "../../support/http/requests.ts"

export const adminKey = strongSecret("admin")
export const nextKey = strongSecret("next admin")

/** The interfaces with the administration interface, which accepts two keys. */
export const adminWorld = Layer.provideMerge(
  Layer.succeed(AdminKeys, [Redacted.make(adminKey), Redacted.make(nextKey)]),
  httpWorld
)

/** A request of the operator, and its answer. */
export const administer = (path: string, asked: Asked = {}) =>
  ask(`/api/admin/v1${path}`, { ...asked, headers: { "x-admin-key": adminKey, ...asked.headers } })

/** Noon of 20 November 2026. */
export const noon = TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))

/** The answer of a call that must succeed. */
export const done = Effect.fnUntraced(function* (path: string, asked: Asked = {}) {
  const { body, status } = yield* administer(path, asked)
  if (status >= 300) return yield* Effect.die(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
})

/** An organization of the operator. */
export const creation = (reference: string, more: object = {}) => ({
  reference,
  name: "Acme",
  owner: { email: "grace@example.com" },
  ...more
})
