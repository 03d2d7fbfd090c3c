import { Effect, type Layer, Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { VendorContactId } from "../../src/domain/contacts/Contact.ts"
import { ContactId } from "../../src/domain/Ids.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { assert } from "./assert.ts"
import type { Runner } from "./Runner.ts"
import { suite } from "./Suite.ts"

const isUuid = Schema.is(ContactId)
const isVendorContactId = Schema.is(VendorContactId)
const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Checks that ids rise, that none is given twice, and that each kind of id has its form. */
export const idSourceContract = <E>(runner: Runner, name: string, ids: Layer.Layer<IdSource, E>) =>
  suite(runner, `IdSource: ${name}`, ids, (it) => {
    it.effect("gives UUIDs of version 7, each after the ones before it", () =>
      Effect.gen(function* () {
        const { uuid } = yield* IdSource
        const uuids = yield* Effect.replicateEffect(uuid, 5_000)
        for (const id of uuids) {
          assert.isTrue(isUuid(id))
          assert.match(id, version7)
        }
        assert.deepStrictEqual([...new Set(uuids)].sort(), uuids)
      })
    )

    it.effect("gives each of many fibers its own", () =>
      Effect.gen(function* () {
        const { uuid } = yield* IdSource
        const uuids = yield* Effect.replicateEffect(uuid, 500, { concurrency: "unbounded" })
        assert.strictEqual(new Set(uuids).size, 500)
      })
    )

    it.effect("gives every contact a public id of its own", () =>
      Effect.gen(function* () {
        const { vendorContactId } = yield* IdSource
        const ids = yield* Effect.replicateEffect(vendorContactId, 500)
        for (const id of ids) assert.isTrue(isVendorContactId(id))
        assert.strictEqual(new Set(ids).size, 500)
      })
    )

    it.effect("gives signing secrets of 32 bytes in base64, each another one", () =>
      Effect.gen(function* () {
        const { signingSecret } = yield* IdSource
        const secrets = yield* Effect.replicateEffect(signingSecret, 100)
        for (const secret of secrets) {
          assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
          assert.strictEqual(Result.getOrThrow(Base64.decode(secret.slice(6))).length, 32)
        }
        assert.strictEqual(new Set(secrets).size, 100)
      })
    )
  })
