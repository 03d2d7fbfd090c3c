import * as RefreshToken from "../../identity/RefreshToken.ts"
import { DateTime, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { Hex } from "effect/encoding"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Factor } from "../../../domain/access/SecondFactor.ts"
import { FactorId, UserId } from "../../../domain/Ids.ts"
import { SecondFactors } from "../../../ports/access/SignIns.ts"
import { texts } from "../database/ArrayParameter.ts"
import { type Owner, Sealer } from "../secrets/Sealer.ts"

/** The record of a sealed key. */
export const factorOwner = (userId: string, id: string): Owner => ["second_factors.sealed_key", userId, id]

const Row = Schema.Struct({
  id: FactorId,
  userId: UserId,
  name: Schema.String,
  createdAt: Schema.DateTimeUtcFromDate,
  verifiedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(Schema.encodeKeys({ userId: "user_id", createdAt: "created_at", verifiedAt: "verified_at" }))

const KeyRow = Schema.Struct({ sealed: Schema.String, lastStep: Schema.NullOr(Schema.Finite) }).pipe(
  Schema.encodeKeys({ sealed: "sealed_key", lastStep: "last_step" })
)

const asFactor = ({ verifiedAt, ...row }: typeof Row.Type): Factor => ({
  ...row,
  status: verifiedAt === null ? "unverified" : "verified",
  updatedAt: verifiedAt ?? row.createdAt
})

const hashOf = (code: Redacted.Redacted): string => Hex.encode(RefreshToken.hash(code))

const isAny = (rows: ReadonlyArray<unknown>): boolean => rows.length > 0

const OfUser = Schema.Struct({ userId: UserId, factorId: FactorId })
const decodeCount = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ count: Schema.Finite })))

const makeFinders = (sql: SqlClient.SqlClient) => ({
  list: SqlSchema.findAll({
    Request: UserId,
    Result: Row,
    execute: (userId) => sql`
      select id, user_id, name, created_at, verified_at from second_factors
      where user_id = ${userId}::uuid order by created_at, id`
  }),
  key: SqlSchema.findOneOption({
    Request: OfUser,
    Result: KeyRow,
    execute: ({ factorId, userId }) => sql`
      select sealed_key, last_step::float8 as last_step from second_factors
      where user_id = ${userId}::uuid and id = ${factorId}::uuid`
  })
})

export const layer = Layer.effect(
  SecondFactors,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sealer = yield* Sealer
    const find = makeFinders(sql)

    /** Removes the recovery codes of a user without a verified factor. */
    const removeCodes = (userId: UserId) => sql`
      delete from recovery_codes where user_id = ${userId}::uuid and not exists (
        select 1 from second_factors where user_id = ${userId}::uuid and verified_at is not null)`

    return SecondFactors.of({
      list: Effect.fn("PgSecondFactors.list")((userId) =>
        Effect.orDie(Effect.map(find.list(userId), (rows) => rows.map(asFactor)))
      ),
      enrol: Effect.fn("PgSecondFactors.enrol")(function* ({ createdAt, id, name, userId }, key) {
        const sealed = yield* sealer.seal(factorOwner(userId, id), key)
        yield* sql`
          with replaced as (delete from second_factors where user_id = ${userId}::uuid and verified_at is null)
          insert into second_factors (user_id, id, name, sealed_key, created_at)
          values (${userId}::uuid, ${id}::uuid, ${name}, ${sealed}, ${DateTime.formatIso(createdAt)}::timestamptz)`
      }, Effect.orDie),
      keyOf: Effect.fn("PgSecondFactors.keyOf")(function* (userId, factorId) {
        const found = yield* find.key({ userId, factorId })
        if (Option.isNone(found)) return Option.none()
        const { lastStep, sealed } = found.value
        const key = yield* Effect.option(sealer.open(factorOwner(userId, factorId), sealed))
        return Option.map(key, (key) => ({ key, lastStep }))
      }, Effect.orDie),
      useStep: Effect.fn("PgSecondFactors.useStep")((userId, factorId, step) =>
        sql`
          update second_factors set last_step = ${step}::float8::bigint
          where user_id = ${userId}::uuid and id = ${factorId}::uuid
            and (last_step is null or last_step < ${step}::float8::bigint)
          returning 1`.pipe(Effect.map(isAny), Effect.orDie)
      ),
      verify: Effect.fn("PgSecondFactors.verify")((userId, factorId, at) =>
        sql`
          update second_factors set verified_at = ${DateTime.formatIso(at)}::timestamptz
          where user_id = ${userId}::uuid and id = ${factorId}::uuid`.pipe(Effect.asVoid, Effect.orDie)
      ),
      remove: Effect.fn("PgSecondFactors.remove")(function* (userId, factorId) {
        const removed = yield* sql`
          delete from second_factors where user_id = ${userId}::uuid and id = ${factorId}::uuid returning 1`
        yield* removeCodes(userId)
        return isAny(removed)
      }, Effect.orDie),
      removeAll: Effect.fn("PgSecondFactors.removeAll")(function* (userId) {
        const removed = yield* sql`delete from second_factors where user_id = ${userId}::uuid returning 1`
        yield* removeCodes(userId)
        return removed.length
      }, Effect.orDie),
      setRecoveryCodes: Effect.fn("PgSecondFactors.setRecoveryCodes")(function* (userId, codes) {
        yield* sql`delete from recovery_codes where user_id = ${userId}::uuid`
        yield* sql`
          insert into recovery_codes (user_id, hash)
          select ${userId}::uuid, decode(hash, 'hex') from unnest(${texts(codes.map(hashOf))}::text[]) as t(hash)`
      }, Effect.orDie),
      useRecoveryCode: Effect.fn("PgSecondFactors.useRecoveryCode")((userId, code) =>
        sql`
          delete from recovery_codes where user_id = ${userId}::uuid and hash = decode(${hashOf(code)}, 'hex')
          returning 1`.pipe(Effect.map(isAny), Effect.orDie)
      ),
      countRecoveryCodes: Effect.fn("PgSecondFactors.countRecoveryCodes")(function* (userId) {
        const rows = yield* sql`
          select count(*)::float8 as count from recovery_codes where user_id = ${userId}::uuid`
        const [{ count }] = yield* decodeCount(rows)
        return count
      }, Effect.orDie)
    })
  })
)
