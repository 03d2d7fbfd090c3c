import * as RefreshToken from "../../identity/RefreshToken.ts"
import { DateTime, Effect, Layer, Option, Result, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { SignInId, UserId } from "../../../domain/Ids.ts"
import { User } from "../../../domain/access/Organization.ts"
import { type Account, SignIns, Users } from "../../../ports/access/SignIns.ts"
import { Hex } from "effect/encoding"
import {
  RefreshTokenReused,
  RefreshTokenUnknown,
  SignIn,
  SignInExpired,
  SignOut,
  idleLimit,
  judgeRefresh
} from "../../../domain/access/SignIn.ts"
import { retryTransaction } from "../database/sqlFaults.ts"

const UserRow = Schema.Struct({
  ...User.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  passwordHash: Schema.String,
  lastSignInAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(Schema.encodeKeys({ createdAt: "created_at", passwordHash: "password_hash", lastSignInAt: "last_sign_in_at" }))

const account = ({ createdAt, email, id, lastSignInAt, name }: typeof UserRow.Type): Account => ({
  user: { id, email, name, createdAt },
  lastSignInAt
})

const withHash = (row: typeof UserRow.Type) => ({ ...account(row), passwordHash: row.passwordHash })

const users = Layer.effect(
  Users,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql`id, email, name, created_at, password_hash, last_sign_in_at`

    const find = SqlSchema.findOneOption({
      Request: UserId,
      Result: UserRow,
      execute: (id) => sql`select ${columns} from users where id = ${id}::uuid and password_hash is not null`
    })
    const findByEmail = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: UserRow,
      execute: (email) => sql`
        select ${columns} from users where lower(email) = lower(${email}) and password_hash is not null`
    })

    return Users.of({
      find: Effect.fn("PgUsers.find")((id) => Effect.orDie(Effect.map(find(id), Option.map(account)))),
      findByEmail: Effect.fn("PgUsers.findByEmail")((email) =>
        Effect.orDie(Effect.map(findByEmail(email), Option.map(withHash)))
      )
    })
  })
)

const fields = {
  ...SignIn.fields,
  startedAt: Schema.DateTimeUtcFromDate,
  refreshedAt: Schema.DateTimeUtcFromDate
}
const keys = { userId: "user_id", startedAt: "started_at", refreshedAt: "refreshed_at" } as const

const SignInRow = Schema.Struct(fields).pipe(Schema.encodeKeys(keys))
const LockedRow = Schema.Struct({ ...fields, isEnded: Schema.Boolean }).pipe(
  Schema.encodeKeys({ ...keys, isEnded: "is_ended" })
)
const TokenRow = Schema.Struct({
  usedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  isParentOfNext: Schema.Boolean
}).pipe(Schema.encodeKeys({ usedAt: "used_at", isParentOfNext: "is_parent_of_next" }))

/** Hashes as hexadecimal digits. */
const Exchange = Schema.Struct({ token: Schema.String, successor: Schema.String })

/** A session last refreshed, or a token used, before this instant has expired. */
const horizon = (at: DateTime.Utc): string => DateTime.formatIso(DateTime.subtractDuration(at, idleLimit))

const makeQueries = (sql: SqlClient.SqlClient) => ({
  /** Locks the session of a token until the transaction ends. */
  lock: SqlSchema.findOneOption({
    Request: Schema.String,
    Result: LockedRow,
    execute: (token) => sql`
      select id, user_id, started_at, refreshed_at, revoked_at is not null as is_ended from sign_ins
      where id = (select sign_in_id from refresh_tokens where hash = decode(${token}, 'hex'))
      for update`
  }),
  /** The state of the token after concurrent exchanges, read once the session is locked. */
  exchangeState: SqlSchema.findOneOption({
    Request: Exchange,
    Result: TokenRow,
    execute: ({ successor, token }) => sql`
      select used_at, exists (
        select 1 from refresh_tokens n
        where n.hash = decode(${successor}, 'hex') and n.parent = t.hash and n.used_at is null
      ) as is_parent_of_next
      from refresh_tokens t where hash = decode(${token}, 'hex')`
  }),
  find: SqlSchema.findOneOption({
    Request: SignInId,
    Result: SignInRow,
    execute: (id) => sql`
      select id, user_id, started_at, refreshed_at from sign_ins where id = ${id}::uuid and revoked_at is null`
  })
})

/** Exchanges the token for its successor, and deletes tokens that were used long ago. */
const rotate = (
  sql: SqlClient.SqlClient,
  { successor, token }: typeof Exchange.Type,
  id: SignInId,
  at: DateTime.Utc
) => {
  const now = DateTime.formatIso(at)
  return sql`
    with refreshed as (update sign_ins set refreshed_at = ${now}::timestamptz where id = ${id}::uuid),
    used as (update refresh_tokens set used_at = ${now}::timestamptz where hash = decode(${token}, 'hex')),
    forgotten as (
      delete from refresh_tokens where sign_in_id = ${id}::uuid and used_at < ${horizon(at)}::timestamptz
    )
    insert into refresh_tokens (hash, sign_in_id, parent, created_at)
    values (decode(${successor}, 'hex'), ${id}::uuid, decode(${token}, 'hex'), ${now}::timestamptz)`
}

const signIns = Layer.effect(
  SignIns,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { find, lock, exchangeState } = makeQueries(sql)

    /** Returns the outcome as a value: a failure would roll back the end of the session when the caller is refused. */
    const exchange = Effect.fnUntraced(function* (
      exchange: typeof Exchange.Type,
      at: DateTime.Utc
    ): Effect.fn.Return<
      Result.Result<SignIn, RefreshTokenUnknown | RefreshTokenReused | SignInExpired>,
      SqlError.SqlError | Schema.SchemaError
    > {
      const locked = yield* lock(exchange.token)
      const facts = yield* exchangeState(exchange)
      if (Option.isNone(locked) || Option.isNone(facts)) return Result.fail(new RefreshTokenUnknown())
      const { isEnded, ...signIn } = locked.value
      switch (judgeRefresh({ ...facts.value, isSignInEnded: isEnded, refreshedAt: signIn.refreshedAt }, at)) {
        case "exchange":
          yield* rotate(sql, exchange, signIn.id, at)
          return Result.succeed({ ...signIn, refreshedAt: at })
        case "repeat":
          return Result.succeed(signIn)
        case "expired":
          return Result.fail(new SignInExpired())
        case "reused":
          yield* sql`
            update sign_ins set revoked_at = coalesce(revoked_at, ${DateTime.formatIso(at)}::timestamptz)
            where id = ${signIn.id}::uuid`
          return Result.fail(new RefreshTokenReused({ signInId: signIn.id }))
      }
    })

    return SignIns.of({
      begin: Effect.fn("PgSignIns.begin")(function* ({ id, refreshedAt, startedAt, userId }, token) {
        const started = DateTime.formatIso(startedAt)
        yield* sql`
          with signed_in as (update users set last_sign_in_at = ${started}::timestamptz where id = ${userId}::uuid),
          over as (
            delete from sign_ins where user_id = ${userId}::uuid
              and (revoked_at is not null or refreshed_at < ${horizon(startedAt)}::timestamptz)
          ),
          begun as (
            insert into sign_ins (id, user_id, started_at, refreshed_at)
            values (${id}::uuid, ${userId}::uuid, ${started}::timestamptz,
              ${DateTime.formatIso(refreshedAt)}::timestamptz)
            returning id
          )
          insert into refresh_tokens (hash, sign_in_id, created_at)
          select decode(${Hex.encode(RefreshToken.hash(token))}, 'hex'), id, ${started}::timestamptz from begun`
      }, Effect.orDie),
      exchange: Effect.fn("PgSignIns.exchange")(function* (token, successor, at) {
        const hashes = {
          token: Hex.encode(RefreshToken.hash(token)),
          successor: Hex.encode(RefreshToken.hash(successor))
        }
        const transaction = Effect.orDie(sql.withTransaction(exchange(hashes, at)))
        return yield* Effect.flatMap(retryTransaction(transaction), Effect.fromResult)
      }),
      find: Effect.fn("PgSignIns.find")((id) => Effect.orDie(find(id))),
      end: Effect.fn("PgSignIns.end")((userId, which) =>
        SignOut.match(which, {
          Everywhere: () => sql`delete from sign_ins where user_id = ${userId}::uuid`,
          Here: ({ signInId }) => sql`
            delete from sign_ins where user_id = ${userId}::uuid and id = ${signInId}::uuid`,
          Elsewhere: ({ signInId }) => sql`
            delete from sign_ins where user_id = ${userId}::uuid and id <> ${signInId}::uuid`
        }).pipe(Effect.asVoid, Effect.orDie)
      )
    })
  })
)

export const layer = Layer.mergeAll(signIns, users)
