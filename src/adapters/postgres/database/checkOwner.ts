import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { quoted } from "./DatabaseSchema.ts"

/** Tables of the schema belong to a role whose rights the user of the database does not have. */
export class TablesOwnedByOther extends Schema.TaggedError<TablesOwnedByOther>()("TablesOwnedByOther", {
  schema: Schema.String,
  user: Schema.String,
  owner: Schema.String
}) {
  override get message() {
    return `The tables of the schema ${quoted(this.schema)} belong to ${this.owner}, and ${this.user} may not maintain them: the service makes and drops tables each day. Let ${this.owner} or an administrator run: grant ${quoted(this.owner)} to ${quoted(this.user)}; or connect as ${this.owner}`
  }
}

const decodeOwners = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ user: Schema.String, owner: Schema.String }))
)

/**
 * Fails unless the user has the rights of the owner of each table in the schema. Otherwise a process would start, and fail
 * days later, when the next tables of events are due.
 */
export const checkOwner = Effect.fnUntraced(function* (schema: string) {
  const sql = yield* SqlClient.SqlClient
  const [other] = yield* decodeOwners(
    yield* sql`
      select current_user::text as user, pg_get_userbyid(c.relowner)::text as owner
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relkind in ('r', 'p') and not pg_has_role(current_user, c.relowner, 'usage')
      limit 1`
  )
  if (other !== undefined) return yield* new TablesOwnedByOther({ schema, ...other })
})
