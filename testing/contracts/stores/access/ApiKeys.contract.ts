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

/** How long a revoked key may still be taken somewhere (contract C38). */
const revocationDelay = "5 seconds"

/** A key in the right form that was never given to anybody. */
const unknownKey = ApiKeyToken.make((size) => Effect.succeed(new Uint8Array(size).fill(7)))

const unused = { expiresAt: null, lastUsedAt: null }

export const apiKeysContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ApiKeys: ${name}`, ports, (it) => {
    it.effect("knows the organization of every key, and gives each key once", () =>
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

    it.effect("accepts no text that is no key, and no unknown key", () =>
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

    it.effect("takes a revoked key no more, and others still", () =>
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

    it.effect("does not revoke the key of another organization, or one that is not there", () =>
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

    it.effect("lists the keys of one organization, the newest first, with revoked ones", () =>
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

    it.effect("forgets keys that ended before many others, and no key that can be used", () =>
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

    it.effect("refuses a key from its expiry on, also one that was taken a moment before", () =>
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

    it.effect("shows when a key was used last, two minutes late at most", () =>
      Effect.gen(function* () {
        const { authenticate, create, list } = yield* ApiKeys
        const { id: organizationId } = yield* givenOrganization()
        const used = yield* create(organizationId, "used")
        const other = yield* create(organizationId, "other")
        const shown = Effect.map(
          list(organizationId),
          (keys) => new Map(keys.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
        )
        /**
         * The key is used, and looked at two minutes later, until it shows that use: a store writes late, and a write that
         * a jump of the clock timed out is not repeated.
         */
        const usedAndShown = Effect.repeat(
          Effect.gen(function* () {
            yield* authenticate(Redacted.value(used.key))
            const at = yield* DateTime.now
            yield* TestClock.adjust("2 minutes")
            const all = yield* shown
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
