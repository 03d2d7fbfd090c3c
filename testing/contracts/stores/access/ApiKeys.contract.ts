import { DateTime, Effect, type Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as ApiKeyToken from "../../../../src/adapters/identity/ApiKeyToken.ts"
import { ApiKeyId } from "../../../../src/domain/Ids.ts"
import { ApiKeys, maxEndedApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { givenOrganization, uuid } from "../../../given/given.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

/** Time for which a revoked key may still be accepted (contract: API keys). */
const revocationDelay = "5 seconds"

/** A well-formed key that was never issued. */
const unknownKey = ApiKeyToken.make((size) => Effect.succeed(new Uint8Array(size).fill(7)))

const unused = { expiresAt: null, lastUsedAt: null }

export const apiKeysContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ApiKeys: ${name}`, ports, (it) => {
    it.effect("API keys: each key identifies its organization, and keys are unique", () =>
      Effect.gen(function* () {
        const { authenticate, create } = yield* ApiKeys
        const acme = (yield* givenOrganization()).id
        const globex = (yield* givenOrganization()).id
        const keys = yield* Effect.forEach([acme, globex, acme], (organizationId) =>
          Effect.map(create(organizationId, "Ünïcödé"), ({ id, key }) => ({ organizationId, id, key }))
        )
        for (const { id, key, organizationId } of keys) {
          assert.isTrue(ApiKeyToken.isWellFormed(Redacted.value(key)))
          assert.deepStrictEqual(
            yield* authenticate(Redacted.value(key)),
            Option.some({ organizationId, apiKeyId: id })
          )
        }
        assert.strictEqual(new Set(keys.map(({ key }) => Redacted.value(key))).size, 3)
        assert.strictEqual(new Set(keys.map(({ id }) => id)).size, 3)
      })
    )

    it.effect("API keys: malformed and unknown keys are refused", () =>
      Effect.gen(function* () {
        const { authenticate, create } = yield* ApiKeys
        const { key } = yield* create((yield* givenOrganization()).id, "one")
        const text = Redacted.value(key)
        const wrong = text.slice(0, -1) + (text.endsWith("0") ? "1" : "0")
        for (const bad of ["", "pk_live_", wrong, text.toLowerCase(), `${text} `, ` ${text}`, "\u0000"]) {
          assert.deepStrictEqual(yield* authenticate(bad), Option.none())
        }
        assert.deepStrictEqual(yield* authenticate(Redacted.value(yield* unknownKey)), Option.none())
      })
    )

    it.effect("API keys: a revoked key is refused, and others are not", () =>
      Effect.gen(function* () {
        const { authenticate, create, revoke } = yield* ApiKeys
        const { id } = yield* givenOrganization()
        const first = yield* create(id, "first")
        const second = yield* create(id, "second")
        assert.isTrue(Option.isSome(yield* authenticate(Redacted.value(first.key))))

        const at = yield* DateTime.now
        assert.deepStrictEqual(yield* revoke(id, first.id), at)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* revoke(id, first.id), at)
        yield* TestClock.adjust(revocationDelay)

        assert.deepStrictEqual(yield* authenticate(Redacted.value(first.key)), Option.none())
        assert.isTrue(Option.isSome(yield* authenticate(Redacted.value(second.key))))
      })
    )

    it.effect("API keys: the key of another organization and an unknown one are not revoked", () =>
      Effect.gen(function* () {
        const { authenticate, create, revoke } = yield* ApiKeys
        const acme = (yield* givenOrganization()).id
        const globex = (yield* givenOrganization()).id
        const { id, key } = yield* create(acme, "key")

        const unknown = ApiKeyId.make(yield* uuid)
        for (const [organizationId, apiKeyId] of [
          [globex, id],
          [acme, unknown]
        ] as const) {
          const { _tag, ...facts } = yield* Effect.flip(revoke(organizationId, apiKeyId))
          assert.strictEqual(_tag, "ApiKeyUnknown")
          assert.deepStrictEqual({ ...facts }, { organizationId, apiKeyId })
        }
        yield* TestClock.adjust(revocationDelay)

        assert.isTrue(Option.isSome(yield* authenticate(Redacted.value(key))))
      })
    )

    it.effect("API keys: keys of one organization are listed newest first, revoked ones included", () =>
      Effect.gen(function* () {
        const { create, list, revoke } = yield* ApiKeys
        const acme = (yield* givenOrganization()).id
        yield* create((yield* givenOrganization()).id, "other")
        assert.deepStrictEqual(yield* list(acme), [])
        const createdAt = yield* DateTime.now
        const first = yield* create(acme, "first")
        yield* TestClock.adjust("1 minute")
        const revokedAt = yield* DateTime.now
        const second = yield* create(acme, "second")
        yield* revoke(acme, first.id)
        assert.deepStrictEqual(yield* list(acme), [
          { id: second.id, name: "second", createdAt: revokedAt, ...unused, revokedAt: null },
          { id: first.id, name: "first", createdAt, ...unused, revokedAt }
        ])
      })
    )

    it.effect("API keys: ended keys are removed beyond a maximum, and usable ones never", () =>
      Effect.gen(function* () {
        const { authenticate, create, list, revoke } = yield* ApiKeys
        const acme = (yield* givenOrganization()).id
        const other = yield* create((yield* givenOrganization()).id, "other")
        const oldest = yield* create(acme, "usable")
        const past = yield* DateTime.now
        yield* TestClock.adjust("1 second")
        const gone = yield* create(acme, "revoked")
        yield* revoke(acme, gone.id)
        yield* TestClock.adjust("1 second")
        yield* Effect.forEach(Array.from({ length: maxEndedApiKeys }), () => create(acme, "expired", past))
        yield* TestClock.adjust("1 second")
        const last = yield* create(acme, "last")
        const listed = yield* list(acme)
        assert.strictEqual(listed.length, maxEndedApiKeys + 2)
        assert.deepStrictEqual([listed[0]?.id, listed.at(-1)?.id], [last.id, oldest.id])
        assert.isFalse(listed.some(({ id }) => id === gone.id))
        for (const { key } of [oldest, last, other])
          assert.isTrue(Option.isSome(yield* authenticate(Redacted.value(key))))
      })
    )

    it.effect("API keys: a key is refused from its expiry on, even after a use just before", () =>
      Effect.gen(function* () {
        const { authenticate, create, list } = yield* ApiKeys
        const { id: organizationId } = yield* givenOrganization()
        const expiresAt = DateTime.add(yield* DateTime.now, { seconds: 10 })
        const short = yield* create(organizationId, "short", expiresAt)
        const lasting = yield* create(organizationId, "lasting", null)
        const expired = yield* create(organizationId, "expired", yield* DateTime.now)
        assert.deepStrictEqual(
          new Map((yield* list(organizationId)).map((key) => [key.id, key.expiresAt])),
          new Map([
            [short.id, expiresAt],
            [lasting.id, null],
            [expired.id, yield* DateTime.now]
          ])
        )
        const isTaken = ({ key }: typeof short) => Effect.map(authenticate(Redacted.value(key)), Option.isSome)
        assert.isFalse(yield* isTaken(expired))

        yield* TestClock.adjust("9999 millis")
        assert.isTrue(yield* isTaken(short))
        yield* TestClock.adjust("1 millis")
        assert.isFalse(yield* isTaken(short))
        assert.isTrue(yield* isTaken(lasting))
      })
    )

    it.effect("API keys: the last use is visible within two minutes", () =>
      Effect.gen(function* () {
        const { authenticate, create, list } = yield* ApiKeys
        const { id: organizationId } = yield* givenOrganization()
        const used = yield* create(organizationId, "used")
        const other = yield* create(organizationId, "other")
        const visible = Effect.map(
          list(organizationId),
          (keys) => new Map(keys.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
        )
        /**
         * Uses the key, and reads it two minutes later, until the use is visible. A store writes late, and does not
         * repeat a write that timed out because of a clock jump.
         */
        const usedAndShown = Effect.repeat(
          Effect.gen(function* () {
            yield* authenticate(Redacted.value(used.key))
            const at = yield* DateTime.now
            yield* TestClock.adjust("2 minutes")
            const all = yield* visible
            return { all, isShown: all.get(used.id)?.epochMilliseconds === at.epochMilliseconds }
          }),
          { until: ({ isShown }) => isShown }
        )

        assert.isNull((yield* usedAndShown).all.get(other.id))
        yield* authenticate(Redacted.value(yield* unknownKey))
        assert.isNull((yield* usedAndShown).all.get(other.id))
      })
    )
  })
