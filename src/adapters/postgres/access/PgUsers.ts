import * as RefreshToken from "../../identity/RefreshToken.ts"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { Hex } from "effect/encoding"
import { SqlClient, SqlSchema } from "effect/sql"
import { User } from "../../../domain/access/Organization.ts"
import { UserId } from "../../../domain/Ids.ts"
import { type Account, Users } from "../../../ports/access/SignIns.ts"

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

export const layer = Layer.effect(
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

    const findByReset = SqlSchema.findOneOption({
      Request: Schema.Struct({ hash: Schema.String, at: Schema.String }),
      Result: UserRow,
      execute: ({ at, hash }) => sql`
        select ${columns} from users
        where reset_hash = decode(${hash}, 'hex') and reset_expires_at > ${at}::timestamptz and password_hash is not null`
    })

    return Users.of({
      find: Effect.fn("PgUsers.find")((id) => Effect.orDie(Effect.map(find(id), Option.map(account)))),
      findByEmail: Effect.fn("PgUsers.findByEmail")((email) =>
        Effect.orDie(Effect.map(findByEmail(email), Option.map(withHash)))
      ),
      rename: Effect.fn("PgUsers.rename")((id, name) =>
        sql`update users set name = ${name} where id = ${id}::uuid and password_hash is not null`.pipe(
          Effect.asVoid,
          Effect.orDie
        )
      ),
      setPassword: Effect.fn("PgUsers.setPassword")((id, passwordHash) =>
        sql`
          update users set password_hash = ${passwordHash}, reset_hash = null, reset_expires_at = null
          where id = ${id}::uuid and password_hash is not null`.pipe(Effect.asVoid, Effect.orDie)
      ),
      startReset: Effect.fn("PgUsers.startReset")((id, token, expiresAt) =>
        sql`
          update users set reset_hash = decode(${Hex.encode(RefreshToken.hash(token))}, 'hex'),
            reset_expires_at = ${DateTime.formatIso(expiresAt)}::timestamptz
          where id = ${id}::uuid and password_hash is not null`.pipe(Effect.asVoid, Effect.orDie)
      ),
      findByReset: Effect.fn("PgUsers.findByReset")((token, at) =>
        Effect.orDie(
          Effect.map(
            findByReset({ hash: Hex.encode(RefreshToken.hash(token)), at: DateTime.formatIso(at) }),
            Option.map(account)
          )
        )
      )
    })
  })
)
