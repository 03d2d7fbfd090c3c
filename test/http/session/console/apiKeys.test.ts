import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { maxApiKeys } from "../../../../src/domain/access/apiKeyExpiry.ts"
import { ask } from "../../../support/http/requests.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, givenDashboard, kept, refused } from "../sessionDashboard.ts"

const path = "/developer/api-keys"
const noon = "2026-11-20T12:00:00.000Z"

const Created = Schema.Struct({ data: Schema.Struct({ id: Schema.String, key: Schema.String }) })

/** A dashboard that makes keys and uses them. */
const given = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  return {
    ...dashboard,
    made: Effect.fnUntraced(function* (body: unknown) {
      return (yield* Schema.decodeUnknownEffect(Created)((yield* dashboard.post(path, body)).body)).data
    }),
    statusWith: (key: string) =>
      Effect.map(ask("/api/developer/v1/contacts", { headers: { "x-api-key": key } }), ({ status }) => status)
  }
})

describe("/developer/api-keys", () => {
  it.effect("creates a key, whose text only the first response has, lists and revokes it", () =>
    Effect.gen(function* () {
      const { get, post, remove, statusWith } = yield* given
      assert.deepStrictEqual(yield* get(path), answered(200, { apiKeys: [] }))
      const answer = yield* post(path, { name: "Shop backend" })
      const { id, key } = (yield* Schema.decodeUnknownEffect(Created)(answer.body)).data
      const shown = { id, name: "Shop backend", createdAt: noon, expiresAt: null }
      assert.deepStrictEqual(answer, answered(201, { ...shown, key }))
      assert.match(key, /^pk_live_[0-9A-Za-z]{38}$/)
      assert.deepStrictEqual(
        yield* get(path),
        answered(200, { apiKeys: [{ ...shown, revokedAt: null, lastUsedAt: null }] })
      )

      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* statusWith(key), 200)
      yield* TestClock.adjust("1 minute")
      const revokedAt = "2026-11-20T12:02:00.000Z"
      assert.deepStrictEqual(yield* remove(`${path}/${id}`), answered(200, { id, revokedAt }))
      assert.strictEqual(yield* statusWith(key), 401)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* remove(`${path}/${id}`), answered(200, { id, revokedAt }))
      assert.deepStrictEqual(
        yield* get(path),
        answered(200, { apiKeys: [{ ...shown, revokedAt, lastUsedAt: "2026-11-20T12:01:00.000Z" }] })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("creates a key that expires", () =>
    Effect.gen(function* () {
      const { get, made, statusWith } = yield* given
      const { id, key } = yield* made({ name: "CI", expiresAt: "2026-11-20T13:01:00+01:00" })
      assert.deepStrictEqual(
        yield* get(path),
        answered(200, {
          apiKeys: [
            {
              id,
              name: "CI",
              createdAt: noon,
              expiresAt: "2026-11-20T12:01:00.000Z",
              revokedAt: null,
              lastUsedAt: null
            }
          ]
        })
      )
      assert.strictEqual(yield* statusWith(key), 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* statusWith(key), 401)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{}, "Missing required field: name"],
    [{ name: " " }, "Missing required field: name"],
    [{ name: null }, "Missing required field: name"],
    [{ name: "x".repeat(201) }, "Invalid field name: Expected at most 200 characters"],
    [{ name: "a", expiresAt: noon }, null],
    [{ name: "a", expiresAt: "2026-11-20T11:59:59Z" }, null],
    [{ name: "a", expiresAt: "2036-11-18T12:00:01Z" }, null],
    [{ name: "a", expiresAt: "90d" }, "Invalid field expiresAt: Expected a timestamp such as 2026-11-20T12:00:00.000Z"]
  ] as const)("refuses %j, and creates no key", ([body, error]) =>
    Effect.gen(function* () {
      const { post } = yield* given
      const before = yield* kept
      const text = "Invalid field expiresAt: Expected an instant in the future, at most 3650 days away"
      assert.deepStrictEqual(yield* post(path, body), refused(400, error ?? text))
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("creates no more keys than can be used at once", () =>
    Effect.gen(function* () {
      const { made, post, remove } = yield* given
      const keys = yield* Effect.forEach(Array.from({ length: maxApiKeys }), (_, place) =>
        made({ name: `${place}`, ...(place === 1 ? { expiresAt: "2026-11-20T12:30:00Z" } : {}) })
      )
      const tooMany = refused(409, "The organization has 100 API keys in use; revoke one first")
      assert.deepStrictEqual(yield* post(path, { name: "one more" }), tooMany)
      yield* remove(`${path}/${keys[0]?.id}`)
      assert.strictEqual((yield* post(path, { name: "instead" })).status, 201)
      assert.deepStrictEqual(yield* post(path, { name: "one more" }), tooMany)
      yield* TestClock.adjust("30 minutes")
      assert.strictEqual((yield* post(path, { name: "after one expired" })).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("revokes no key of another organization, and no unknown key", () =>
    Effect.gen(function* () {
      const { remove } = yield* given
      const theirs = yield* given
      const { id } = yield* theirs.made({ name: "theirs" })
      const before = yield* kept
      for (const unknown of [id, "x", "00000000-0000-4000-8000-000000000001", "%00"])
        assert.deepStrictEqual(yield* remove(`${path}/${unknown}`), refused(404, "API key not found"))
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns 500 if keys cannot be read or created", () =>
    Effect.gen(function* () {
      const { get, post } = yield* given
      const { failNext } = yield* World
      yield* failNext("ApiKeys.list")
      assert.deepStrictEqual(yield* get(path), refused(500, "Internal server error"))
      yield* failNext("ApiKeys.create")
      assert.deepStrictEqual(yield* post(path, { name: "a" }), refused(500, "Internal server error"))
      assert.deepStrictEqual(yield* get(path), answered(200, { apiKeys: [] }))
    }).pipe(Effect.provide(httpWorld))
  )
})
