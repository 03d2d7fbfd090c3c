import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** The default schema of the tables. */
export const defaultSchema = "parley"

/** Maximum bytes of UTF-8. Role and table names with this prefix stay below Postgres' limit of 63 bytes. */
export const longestSchema = 32

const expected = `expected 1 to ${longestSchema} bytes: letters, digits, spaces, "_", "-" and ".", beginning with a letter or "_", not with "pg_", and not "information_schema"`

const validName = /^[\p{L}_][\p{L}\p{N}_ .-]*$/u
const reserved = /^(?:pg(?:_|$)|information_schema$)/

const encoder = new TextEncoder()

/** The name cannot be that of a schema. */
export class InvalidSchema extends Schema.TaggedError<InvalidSchema>()("InvalidSchema", { schema: Schema.String }) {
  override get message() {
    return `The schema of the database (DATABASE_SCHEMA) is "${this.schema}": ${expected}`
  }
}

/** The schema or an extension is missing, and the user of the database may not create it. */
export class SchemaUnavailable extends Schema.TaggedError<SchemaUnavailable>()("SchemaUnavailable", {
  schema: Schema.String,
  user: Schema.String,
  problem: Schema.String,
  remedy: Schema.String
}) {
  override get message() {
    return `The schema ${quoted(this.schema)} cannot be used as ${this.user}: ${this.problem}. Let a role that may run: ${this.remedy}`
  }
}

/** The name as a quoted identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The setting `search_path` of sessions that use the schema: no name of another schema is found without its schema. */
export const searchPath = (schema: string): { readonly search_path: string } => ({ search_path: quoted(schema) })

/** Fails unless the name can be that of a schema. */
export const checkSchema = (schema: string): Effect.Effect<void, InvalidSchema> =>
  validName.test(schema) && !reserved.test(schema) && encoder.encode(schema).length <= longestSchema
    ? Effect.void
    : Effect.fail(new InvalidSchema({ schema }))

/** Extensions that the search of contacts needs. */
const extensions = ["pg_trgm", "btree_gin"]

const State = Schema.Struct({
  user: Schema.String,
  isThere: Schema.Boolean,
  mayUse: Schema.Boolean,
  mayCreate: Schema.Boolean,
  missing: Schema.Array(Schema.String)
})

const decodeState = Schema.decodeUnknownEffect(Schema.NonEmptyArray(State))

/** Creates the schema unless it is there, also beside another process that does the same. */
const create = (schema: string) => `
  do $$ begin
    create schema ${quoted(schema)};
  exception when duplicate_schema or unique_violation then null;
  end $$`

/** Creates the schema if it is missing, and fails if its tables could not be created, with the statements that help. */
export const prepareSchema = Effect.fnUntraced(function* (schema: string) {
  const sql = yield* SqlClient.SqlClient
  const [{ isThere, mayCreate, mayUse, missing, user }] = yield* decodeState(
    yield* sql`
      select current_user::text as user, n.oid is not null as "isThere",
        coalesce(has_schema_privilege(n.oid, 'usage') and has_schema_privilege(n.oid, 'create'), false) as "mayUse",
        has_database_privilege(current_database(), 'create') as "mayCreate",
        array(select e from unnest(${extensions}::text[]) e
          where not exists (select from pg_extension where extname = e)) as missing
      from (select) one left join pg_namespace n on n.nspname = ${schema}`
  )
  const unavailable = (problem: string, remedy: string) => new SchemaUnavailable({ schema, user, problem, remedy })
  if (isThere && !mayUse)
    return yield* unavailable(
      "it may not create tables there",
      `grant usage, create on schema ${quoted(schema)} to ${quoted(user)};`
    )
  const statements = [
    ...(isThere ? [] : [`create schema ${quoted(schema)} authorization ${quoted(user)};`]),
    ...missing.map((extension) => `create extension ${extension};`)
  ]
  if (!mayCreate && statements.length > 0)
    return yield* unavailable("it may not create schemas and extensions in the database", statements.join(" "))
  if (!isThere) yield* sql.unsafe(create(schema))
})

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
