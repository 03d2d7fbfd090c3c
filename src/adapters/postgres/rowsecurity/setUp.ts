import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quoted } from "../database/DatabaseSchema.ts"
import { type Roles, rolesOf } from "./Acting.ts"

const allOf = ({ finder, service, worker }: Roles): ReadonlyArray<string> => [service, finder, worker]

const listed = (roles: ReadonlyArray<string>): string => roles.map(quoted).join(", ")

/** The roles of row-level security cannot be used. */
export class RowSecurityUnavailable extends Schema.TaggedError<RowSecurityUnavailable>()("RowSecurityUnavailable", {
  user: Schema.String,
  roles: Schema.Array(Schema.String),
  reason: Schema.String
}) {
  override get message() {
    return `Row-level security cannot be set up as ${this.user}: ${this.reason}. Let a role that may create roles run: ${this.roles.map((role) => `create role ${quoted(role)} nologin;`).join(" ")} grant ${listed(this.roles)} to ${quoted(this.user)}; or set ROW_SECURITY=off`
  }
}

/** Types whose parameters set a statement's organizations and role until the transaction ends. */
const types = `
  do $$ begin
    create domain parley_acting_for as text
      check (set_config('parley.organizations', value, true) is not null);
    create domain parley_acting_as as text check (set_config('role', value, true) is not null);
  exception when duplicate_object then null;
  end $$`

/** A function instead would be read again for each plan: to find a row by its id would take twice as long. */
const organizations = "select nullif(current_setting(''parley.organizations'', true), '''')::uuid[]"

/** The schema that the session creates tables in. */
const ownSchema = "(select oid from pg_namespace where nspname = current_schema())"

/**
 * Protects every table with an organization that is not protected yet, partitions too: row-level security also for the
 * owner, a policy for each role, and what the roles may do.
 *
 * The policy's condition is no condition of an index, and is expected to hold: plans are those without it.
 */
const protectTables = ({ finder, service, worker }: Roles) => `
  create or replace function parley_protect_tables() returns void language plpgsql as $f$
  declare
    t record;
  begin
    for t in
      select c.oid::regclass as name, c.relname, pg_get_userbyid(c.relowner) as owner
      from pg_class c
      where c.relnamespace = ${ownSchema} and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and c.relforcerowsecurity)
        and exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
    loop
      execute format('alter table %s enable row level security, force row level security', t.name);
      execute format('create policy acting_for on %s to ${listed([service, finder])}
        using (array_position((${organizations}), organization_id) is not null)', t.name);
      execute format('create policy everyone on %s to ${quoted(worker)} using (true)', t.name);
      execute format('create policy owner on %s to %I using (true)', t.name, t.owner);
      if t.relname = 'contacts' then
        execute format('create policy found on %s for select to ${quoted(finder)} using (true)', t.name);
      end if;
      execute format('grant select, insert, update, delete on %s to ${listed([service, worker])}', t.name);
      execute format('grant select on %s to ${quoted(finder)}', t.name);
    end loop;
  end $f$`

/** Grants that the roles need beside those on the tables of organizations. */
const grants = (schema: string, { finder, service, worker }: Roles) => [
  `grant usage on schema ${quoted(schema)} to ${listed([service, finder, worker])}`,
  `grant select, insert, update, delete on all tables in schema ${quoted(schema)} to ${listed([service, worker])}`,
  `grant select on all tables in schema ${quoted(schema)} to ${quoted(finder)}`
]

/** Creates the role unless it is there, also beside another process that does the same. */
export const createRole = (role: string) => `
  do $$ begin
    create role ${quoted(role)} nologin;
  exception when duplicate_object or unique_violation then null;
  end $$`

const State = Schema.Struct({
  user: Schema.String,
  missing: Schema.Array(Schema.String),
  bypassing: Schema.Array(Schema.String),
  foreign: Schema.Array(Schema.String),
  isDone: Schema.Boolean
})

const decodeState = Schema.decodeUnknownEffect(Schema.NonEmptyArray(State))

/** The current state: roles that are missing, bypass policies or cannot be assumed, and whether all tables are protected. */
const stateOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, roles: Roles) {
  const all = allOf(roles)
  const [state] = yield* decodeState(
    yield* sql`
      select current_user::text as user,
        array(select w from unnest(${all}::text[]) w where to_regrole(quote_ident(w)) is null) as missing,
        array(select rolname::text from pg_roles where rolname = any(${all}::text[]) and (rolsuper or rolbypassrls)) as bypassing,
        array(select rolname::text from pg_roles
          where rolname = any(${all}::text[]) and not pg_has_role(current_user, oid, 'member')) as foreign,
        to_regtype('parley_acting_as') is not null and to_regprocedure('parley_protect_tables()') is not null
        and not exists (
          select from pg_class c where c.relnamespace = ${sql.literal(ownSchema)} and c.relkind in ('r', 'p')
            and case when to_regrole(quote_ident(${roles.service})) is null then true
              else not has_table_privilege(to_regrole(quote_ident(${roles.service})), c.oid, 'select')
                or (not (c.relrowsecurity and c.relforcerowsecurity) and exists (select from pg_attribute a
                  where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)) end
        ) as "isDone"`
  )
  return state
})

const decodeTypes = Schema.decodeUnknownEffect(
  Schema.NonEmptyArray(Schema.Struct({ organizations: Schema.Number, role: Schema.Number }))
)

/** Held while one process sets up. Any number that no other lock has; the schema is the other half of the key. */
const lockKey = 5_246_810

/**
 * Sets up row-level security as the owner of the tables. Returns the types that connections need to act for organizations.
 * Most starts find it complete with one query. Fails if a role is missing and cannot be created.
 */
export const setUpRowSecurity = Effect.fnUntraced(function* (schema: string) {
  const sql = yield* SqlClient.SqlClient
  const roles = rolesOf(schema)
  const { foreign, isDone, missing, user } = yield* stateOf(sql, roles)
  const unavailable = (reason: string) => new RowSecurityUnavailable({ user, roles: allOf(roles), reason })
  const refused = ({ message, reason: { cause } }: SqlError.SqlError) =>
    unavailable(cause instanceof Error ? cause.message : message)
  for (const role of missing) yield* Effect.mapError(sql.unsafe(createRole(role)), refused)
  for (const role of [...foreign, ...missing]) {
    const [answer] = yield* sql<{ readonly is: boolean }>`select pg_has_role(current_user, ${role}, 'member') as is`
    if (answer?.is !== true) yield* Effect.mapError(sql.unsafe(`grant ${quoted(role)} to current_user`), refused)
  }
  const { bypassing } = yield* stateOf(sql, roles)
  if (bypassing.length > 0) return yield* unavailable(`the role ${bypassing.join()} bypasses policies`)
  if (!isDone)
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`select pg_advisory_xact_lock(${lockKey}::int, hashtext(${schema}))`
        yield* Effect.forEach([types, protectTables(roles), ...grants(schema, roles)], (statement) =>
          sql.unsafe(statement)
        )
        yield* sql`select parley_protect_tables()`
      })
    )
  const [found] = yield* decodeTypes(
    yield* sql`select 'parley_acting_for'::regtype::oid::bigint::float8 as organizations, 'parley_acting_as'::regtype::oid::bigint::float8 as role`
  )
  return { ...found, roles }
})

/** Protects tables that were just created, if row-level security has ever been set up here. */
export const protectNewTables = (sql: SqlClient.SqlClient) => sql`
  do $$ begin
    if to_regprocedure('parley_protect_tables()') is not null then perform parley_protect_tables(); end if;
  end $$`
