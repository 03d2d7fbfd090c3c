import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { UserId } from "../../../domain/Ids.ts"
import { User } from "../../../domain/access/Organization.ts"
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

    return Users.of({
      find: Effect.fn("PgUsers.find")((id) => Effect.orDie(Effect.map(find(id), Option.map(account)))),
      findByEmail: Effect.fn("PgUsers.findByEmail")((email) =>
        Effect.orDie(Effect.map(findByEmail(email), Option.map(withHash)))
      )
    })
  })
)
