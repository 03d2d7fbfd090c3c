import { Cache, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, SqlSchema } from "effect/sql"
import { ApiKeyUnknown } from "../../../domain/access/AccessFailures.ts"
import { ApiKeyId, OrganizationId } from "../../../domain/Ids.ts"
import { type ApiCaller, ApiKeys, maxListedApiKeys } from "../../../ports/stores/ApiKeys.ts"
import { IdSource } from "../../../ports/policies/IdSource.ts"
import * as ApiKeyToken from "../../identity/ApiKeyToken.ts"

/** How long a key is believed without asking again: less than the 5 seconds in which a revoked one has to be refused. */
const freshFor = "3 seconds"

/** Most keys remembered at once. Only well-formed ones take a place, so guesses do not push the real ones out. */
const remembered = 10_000

const KeyRow = Schema.Struct({ organization_id: OrganizationId, id: ApiKeyId })

const ListedRow = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  createdAt: Schema.DateTimeUtcFromDate,
  revokedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(Schema.encodeKeys({ createdAt: "created_at", revokedAt: "revoked_at" }))

const RevokedRow = Schema.Struct({ hex: Schema.String, revoked_at: Schema.DateTimeUtcFromDate })

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
        select organization_id, id from api_keys where hash = decode(${hex}, 'hex') and revoked_at is null`
    })

    const list = SqlSchema.findAll({
      Request: OrganizationId,
      Result: ListedRow,
      execute: (organizationId) => sql`
        select id, name, created_at, revoked_at from api_keys where organization_id = ${organizationId}::uuid
        order by created_at desc, id desc limit ${maxListedApiKeys}::int`
    })
    /** The first revocation counts. */
    const revoke = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, id: ApiKeyId, at: Schema.String }),
      Result: RevokedRow,
      execute: ({ at, id, organizationId }) => sql`
        update api_keys set revoked_at = coalesce(revoked_at, ${at}::timestamptz)
        where organization_id = ${organizationId}::uuid and id = ${id}::uuid
        returning encode(hash, 'hex') as hex, revoked_at`
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
        values (${organizationId}::uuid, ${id}::uuid, ${name}, decode(${ApiKeyToken.hash(Redacted.value(key))}, 'hex'), ${createdAt}::timestamptz)`
      return { id, key }
    }, Effect.orDie)

    const authenticate = (key: string): Effect.Effect<Option.Option<ApiCaller>> =>
      ApiKeyToken.isWellFormed(key)
        ? Effect.map(Cache.get(cache, ApiKeyToken.hash(key)), (row) =>
            Option.map(row, (kept) => ({ organizationId: kept.organization_id, apiKeyId: kept.id }))
          )
        : Effect.succeed(Option.none())

    return ApiKeys.of({
      create,
      list: Effect.fn("PgApiKeys.list")((organizationId) => Effect.orDie(list(organizationId))),
      revoke: Effect.fn("PgApiKeys.revoke")(function* (organizationId, id) {
        const at = DateTime.formatIso(yield* DateTime.now)
        const revoked = yield* Effect.orDie(revoke({ organizationId, id, at }))
        if (Option.isNone(revoked)) return yield* new ApiKeyUnknown({ organizationId, apiKeyId: id })
        yield* Cache.invalidate(cache, revoked.value.hex)
        return revoked.value.revoked_at
      }),
      authenticate
    })
  })
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
