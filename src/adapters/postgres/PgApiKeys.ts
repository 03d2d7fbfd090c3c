import { Cache, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { SqlClient, SqlSchema } from "effect/sql"
import { timingSafeEqual } from "node:crypto"
import { ApiKeyId, OrganizationId } from "../../domain/Ids.ts"
import { type ApiCaller, ApiKeys } from "../../ports/ApiKeys.ts"
import { IdSource } from "../../ports/IdSource.ts"
import * as ApiKeyToken from "../identity/ApiKeyToken.ts"

/** How long a key is believed without asking again: less than the 5 seconds in which a revoked one has to be refused. */
const freshFor = "3 seconds"

/** Most keys remembered at once. Only well-formed ones take a place, so guesses do not push the real ones out. */
const remembered = 10_000

const KeyRow = Schema.Struct({ organization_id: OrganizationId, id: ApiKeyId, hash: Schema.Uint8Array })

export const layer = Layer.effect(
  ApiKeys,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = yield* IdSource
    const random = yield* SecureRandom.SecureRandom

    const findByHash = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: KeyRow,
      execute: (hex) => sql`
        select organization_id, id, hash from api_keys where hash = decode(${hex}, 'hex') and revoked_at is null`
    })

    const cache = yield* Cache.make({
      capacity: remembered,
      timeToLive: freshFor,
      lookup: (hex: string) => Effect.orDie(findByHash(hex))
    })

    const create = Effect.fn("PgApiKeys.create")(function* (organizationId: OrganizationId, name: string) {
      const id = ApiKeyId.make(yield* ids.uuid)
      const key = yield* ApiKeyToken.make((size) => random.randomBytes(size))
      const createdAt = DateTime.formatIso(yield* DateTime.now)
      yield* sql`
        insert into api_keys (organization_id, id, name, hash, created_at)
        values (${organizationId}::uuid, ${id}::uuid, ${name}, ${ApiKeyToken.hash(key)}, ${createdAt}::timestamptz)`
      return { id, key }
    }, Effect.orDie)

    const authenticate = Effect.fnUntraced(function* (key: Redacted.Redacted) {
      if (!ApiKeyToken.isWellFormed(Redacted.value(key))) return Option.none<ApiCaller>()
      const hash = ApiKeyToken.hash(key)
      const row = yield* Cache.get(cache, Hex.encode(hash))
      return Option.map(
        Option.filter(row, (kept) => timingSafeEqual(kept.hash, hash)),
        (kept): ApiCaller => ({ organizationId: kept.organization_id, apiKeyId: kept.id })
      )
    })

    return ApiKeys.of({
      create,
      revoke: Effect.fn("PgApiKeys.revoke")(function* (organizationId, id) {
        const at = DateTime.formatIso(yield* DateTime.now)
        const revoked = yield* sql<{ readonly hex: string }>`
          update api_keys set revoked_at = ${at}::timestamptz
          where organization_id = ${organizationId}::uuid and id = ${id}::uuid and revoked_at is null
          returning encode(hash, 'hex') as hex`
        yield* Effect.forEach(revoked, ({ hex }) => Cache.invalidate(cache, hex), { discard: true })
      }, Effect.orDie),
      authenticate
    })
  })
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
