import * as ApiKeyToken from "../../identity/ApiKeyToken.ts"
import { Array, Cache, Clock, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeHashKeys } from "../secrets/hashKeys.ts"
import { ApiKeyId, OrganizationId } from "../../../domain/Ids.ts"
import { makeRareLog } from "../../../telemetry/failureLog.ts"
import { instants, texts, uuids } from "../database/ArrayParameter.ts"
import { actingForRows } from "../rowsecurity/Acting.ts"
import { Writer } from "../database/DatabaseClients.ts"
import { freshly } from "../../../collections/elapsedMillis.ts"
import { ApiKeyUnknown, OrganizationSuspended } from "../../../domain/access/AccessFailures.ts"
import { type ApiCaller, ApiKeys, maxEndedApiKeys, maxListedApiKeys } from "../../../ports/access/ApiKeys.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"

/** How long a use waits to be written: a process writes a key at most once in that time. */
const writeInterval = "1 minute"

/** Maximum keys with an unwritten use. A key beyond it is written after a later use. */
export const maxWaiting = 10_000

/** Keys that one statement writes. */
const batchSize = 1_000

/** How long the last uses may take at shutdown. */
const shutdownPatience = "2 seconds"

interface Use {
  readonly organizationId: OrganizationId
  readonly id: ApiKeyId
  readonly at: DateTime.Utc
}

/**
 * Remembers when API keys were used, and writes it once a minute, off the path of requests. Uses that cannot be written
 * are dropped. Several processes together write a key at most once a minute, too.
 */
const makeLastUses = Effect.gen(function* () {
  const sql = yield* Writer
  const rarely = makeRareLog()
  const waiting = new Map<ApiKeyId, { readonly organizationId: OrganizationId; readonly millis: number }>()

  const write = (uses: ReadonlyArray<Use>) =>
    actingForRows(uses)(sql`
    update api_keys k set last_used_at = t.at
    from unnest(
      ${uuids(uses.map(({ organizationId }) => organizationId))}::uuid[], ${uuids(uses.map(({ id }) => id))}::uuid[],
      ${instants(uses.map(({ at }) => at))}::timestamptz[]
    ) as t(organization_id, id, at)
    where k.organization_id = t.organization_id and k.id = t.id
      and (k.last_used_at is null or k.last_used_at <= t.at - interval '1 minute')`)

  const flush = Effect.suspend(() => {
    const uses = Array.fromIterable(waiting).map(([id, { millis, organizationId }]) => ({
      organizationId,
      id,
      at: DateTime.makeUnsafe(millis)
    }))
    waiting.clear()
    return Effect.forEach(Array.chunksOf(uses, batchSize), write, { discard: true })
  }).pipe(
    Effect.catchCause((cause) => rarely("uses", Effect.logWarning("uses of API keys could not be written", cause)))
  )

  yield* Effect.forkScoped(Effect.forever(Effect.delay(flush, writeInterval)))
  yield* Effect.addFinalizer(() => Effect.timeoutOption(flush, shutdownPatience))

  /** Remembers a use. */
  return (organizationId: OrganizationId, id: ApiKeyId, millis: number): void => {
    if (waiting.size < maxWaiting || waiting.has(id)) waiting.set(id, { organizationId, millis })
  }
})

/** How long a key is believed without asking again: less than the 5 seconds in which a revoked one has to be refused. */
const freshFor = "3 seconds"

/** Most keys remembered at once. Only well-formed ones take a place, so guesses do not push the real ones out. */
const remembered = 10_000

const KeyRow = Schema.Struct({
  organization_id: OrganizationId,
  id: ApiKeyId,
  hex: Schema.String,
  proof: Schema.Uint8Array,
  expires_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  is_suspended: Schema.Boolean
})

const ListedRow = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  createdAt: Schema.DateTimeUtcFromDate,
  expiresAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  revokedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(
  Schema.encodeKeys({
    createdAt: "created_at",
    expiresAt: "expires_at",
    revokedAt: "revoked_at",
    lastUsedAt: "last_used_at"
  })
)

const RevokedRow = Schema.Struct({ revoked_at: Schema.DateTimeUtcFromDate })

/** A key as it is remembered. The expiry is compared at each use, in epoch milliseconds. */
interface KnownKey {
  readonly caller: ApiCaller
  readonly expiresAt: number
  readonly isSuspended: boolean
}

/** Whether a key has ended: not `isUsableKey` of `domain/access/apiKeyExpiry.ts`, compared by `test/postgres/restatedRules.test.ts`. */
export const isEndedKey = (sql: SqlClient.SqlClient, now: string) =>
  sql`(revoked_at is not null or expires_at <= ${now}::timestamptz)`

const makeStatements = (sql: SqlClient.SqlClient) => ({
  find: SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: KeyRow,
    execute: (hexes) => sql`
      select k.organization_id, k.id, encode(k.hash, 'hex') as hex, k.proof, k.expires_at,
        o.suspended_at is not null as is_suspended
      from api_keys k join organizations o on o.id = k.organization_id
      where k.hash = any(array(select decode(hex, 'hex') from unnest(${texts(hexes)}::text[]) as t(hex)))
        and k.revoked_at is null`
  }),
  list: SqlSchema.findAll({
    Request: OrganizationId,
    Result: ListedRow,
    execute: (organizationId) => sql`
      select id, name, created_at, expires_at, revoked_at, last_used_at from api_keys
      where organization_id = ${organizationId}::uuid
      order by created_at desc, id desc limit ${maxListedApiKeys}::int`
  }),
  /** Removes the keys that ended and are no longer listed. */
  forget: SqlSchema.void({
    Request: Schema.Struct({ organizationId: OrganizationId, now: Schema.String }),
    execute: ({ now, organizationId }) => sql`
      delete from api_keys k using (
        select id from api_keys
        where organization_id = ${organizationId}::uuid
          and ${isEndedKey(sql, now)}
        order by created_at desc, id desc offset ${maxEndedApiKeys}::int
      ) ended
      where k.organization_id = ${organizationId}::uuid and k.id = ended.id`
  }),
  /** The first revocation counts. */
  revoke: SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, id: ApiKeyId, at: Schema.String }),
    Result: RevokedRow,
    execute: ({ at, id, organizationId }) => sql`
      update api_keys set revoked_at = coalesce(revoked_at, ${at}::timestamptz)
      where organization_id = ${organizationId}::uuid and id = ${id}::uuid
      returning revoked_at`
  })
})

export const layer = Layer.effect(
  ApiKeys,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = yield* IdSource
    const random = yield* SecureRandom.SecureRandom
    const clock = yield* Clock.Clock
    const hashKeys = yield* makeHashKeys
    const use = yield* makeLastUses
    const statements = makeStatements(sql)

    /** The key with this `ApiKeyToken.hash`, if its row is the one that it was stored with. */
    const lookUp = Effect.fnUntraced(function* (hash: string) {
      const tried = (yield* hashKeys.readable).map((keys) => ({ keys, hex: ApiKeyToken.lookUpHash(keys, hash) }))
      const rows = yield* statements.find(tried.map(({ hex }) => hex))
      const own = rows.find(({ hex, id, organization_id, proof }) =>
        tried.some(
          (one) => one.hex === hex && ApiKeyToken.isProof(proof, ApiKeyToken.proof(one.keys, hash, organization_id, id))
        )
      )
      if (own === undefined) return null
      const known: KnownKey = {
        caller: { organizationId: own.organization_id, apiKeyId: own.id },
        expiresAt: own.expires_at === null ? Infinity : DateTime.toEpochMillis(own.expires_at),
        isSuspended: own.is_suspended
      }
      return known
    }, Effect.orDie)

    const cache = yield* Cache.make({ capacity: remembered, timeToLive: freshFor, lookup: lookUp })
    const known = freshly(cache)

    const create = Effect.fn("PgApiKeys.create")(function* (
      organizationId: OrganizationId,
      name: string,
      expiresAt: DateTime.Utc | null = null
    ) {
      const id = ApiKeyId.make(yield* ids.uuid)
      const key = yield* ApiKeyToken.make((size) => random.randomBytes(size))
      const hash = ApiKeyToken.hash(Redacted.value(key))
      const keys = yield* hashKeys.current
      const createdAt = DateTime.formatIso(yield* DateTime.now)
      const expiry = expiresAt === null ? null : DateTime.formatIso(expiresAt)
      yield* sql`
        insert into api_keys (organization_id, id, name, hash, proof, created_at, expires_at)
        values (${organizationId}::uuid, ${id}::uuid, ${name}, decode(${ApiKeyToken.lookUpHash(keys, hash)}, 'hex'),
          decode(${Hex.encode(ApiKeyToken.proof(keys, hash, organizationId, id))}, 'hex'), ${createdAt}::timestamptz,
          ${expiry}::timestamptz)`
      yield* statements.forget({ organizationId, now: createdAt })
      return { id, key }
    }, Effect.orDie)

    const accepted = (known: KnownKey | null): Effect.Effect<Option.Option<ApiCaller>, OrganizationSuspended> => {
      const now = clock.currentTimeMillisUnsafe()
      if (known === null || now >= known.expiresAt) return Effect.succeedNone
      const { apiKeyId, organizationId } = known.caller
      if (known.isSuspended) return Effect.fail(new OrganizationSuspended({ organizationId }))
      use(organizationId, apiKeyId, now)
      return Effect.succeedSome(known.caller)
    }

    const forget = Effect.fnUntraced(function* (id: ApiKeyId) {
      for (const [hash, known] of yield* Cache.entries(cache)) {
        if (known?.caller.apiKeyId === id) yield* Cache.invalidate(cache, hash)
      }
    })

    return ApiKeys.of({
      create,
      list: Effect.fn("PgApiKeys.list")((organizationId) => Effect.orDie(statements.list(organizationId))),
      revoke: Effect.fn("PgApiKeys.revoke")(function* (organizationId, id) {
        const at = DateTime.formatIso(yield* DateTime.now)
        const revoked = yield* Effect.orDie(statements.revoke({ organizationId, id, at }))
        if (Option.isNone(revoked)) return yield* new ApiKeyUnknown({ organizationId, apiKeyId: id })
        yield* forget(id)
        return revoked.value.revoked_at
      }),
      authenticate: (key) =>
        ApiKeyToken.isWellFormed(key) ? Effect.flatMap(known(ApiKeyToken.hash(key)), accepted) : Effect.succeedNone
    })
  })
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
