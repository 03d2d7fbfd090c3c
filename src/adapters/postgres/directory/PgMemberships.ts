import { Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { OrganizationId, UserId } from "../../../domain/Ids.ts"
import { Membership, User } from "../../../domain/access/Organization.ts"
import { type Member, Memberships } from "../../../ports/stores/Memberships.ts"

const MemberRow = Schema.Struct({
  ...Membership.fields,
  name: User.fields.name,
  email: User.fields.email
}).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    userId: "user_id",
    conversationScope: "conversation_scope"
  })
)

const asMember = (row: typeof MemberRow.Type): Member => ({
  user: { id: row.userId, name: row.name, email: row.email },
  membership: Struct.omit(row, ["name", "email"])
})

export const layer = Layer.effect(
  Memberships,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, userId: UserId }),
      Result: MemberRow,
      execute: ({ organizationId, userId }) => sql`
        select m.organization_id, m.user_id, m.role, m.conversation_scope, u.name, u.email
        from memberships m join users u on u.id = m.user_id
        where m.organization_id = ${organizationId}::uuid and m.user_id = ${userId}::uuid`
    })

    return Memberships.of({
      find: Effect.fn("PgMemberships.find")((organizationId, userId) =>
        Effect.orDie(find({ organizationId, userId })).pipe(Effect.map(Option.map(asMember)))
      )
    })
  })
)
