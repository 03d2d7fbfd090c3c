import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { AccountChange, maxAccountChanges } from "../../../domain/inbound/AccountChange.ts"
import { AccountChanges, maxListedChanges } from "../../../ports/inbound/Inbox.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { AccountRow } from "../access/ChannelAccountRow.ts"

const ChangeRow = Schema.Struct({
  change_key: Schema.NonEmptyString,
  what: Schema.NonEmptyString,
  change_values: Schema.fromJsonString(AccountChange.fields.values),
  changed_at: Schema.DateTimeUtcFromDate
})

const decodeAccounts = Schema.decodeUnknownEffect(Schema.Array(AccountRow))
const decodeChanges = Schema.decodeUnknownEffect(Schema.Array(ChangeRow))

/** Decodes rows of changes, each with its account. */
const decodeListed = Effect.fnUntraced(function* (rows: ReadonlyArray<unknown>) {
  const accounts = yield* decodeAccounts(rows)
  const changes = yield* decodeChanges(rows)
  return changes.flatMap(({ change_key: key, change_values: values, changed_at: at, what }, index) => {
    const account = accounts[index]
    return account === undefined ? [] : [{ account, key, what, values, at }]
  })
})

/**
 * The order of changes is `inTime` of `domain/messages/messageAfterwards.ts`, compared by
 * `testing/contracts/stores/AccountChanges.contract.ts`.
 */
const makeStatements = (sql: SqlClient.SqlClient) => ({
  /** Skips a change that is stored already, or older than the newest `maxAccountChanges`. */
  insert: (organizationId: OrganizationId, { account, at, key, values, what }: AccountChange) => sql`
    insert into account_changes (organization_id, channel_account_id, key, what, change_values, at)
    select ${organizationId}::uuid, ${account.id}::uuid, ${key}, ${what}, ${JSON.stringify(values)}::json, n.at
    from (select ${DateTime.formatIso(at)}::timestamptz as at) n
    where not exists (
      select from (
        select c.at, c.key from account_changes c
        where c.organization_id = ${organizationId}::uuid and c.channel_account_id = ${account.id}::uuid
        order by c.at desc, c.key desc offset ${maxAccountChanges - 1}::int limit 1) oldest
      where (oldest.at, oldest.key) > (n.at, ${key} collate "C"))
    on conflict do nothing
    returning key`,
  forget: (organizationId: OrganizationId, { account }: AccountChange) => sql`
    delete from account_changes
    where organization_id = ${organizationId}::uuid and channel_account_id = ${account.id}::uuid and key = any(array(
      select c.key from account_changes c
      where c.organization_id = ${organizationId}::uuid and c.channel_account_id = ${account.id}::uuid
      order by c.at desc, c.key desc offset ${maxAccountChanges}::int))`,
  newest: (changes: Statement.Fragment) => sql`
    select a.*, c.key as change_key, c.what, c.change_values::text as change_values, c.at as changed_at
    from (${changes}) c
      join channel_accounts a on a.organization_id = c.organization_id and a.id = c.channel_account_id
    order by c.at desc, c.key desc, a.id limit ${maxListedChanges}::int`,
  all: sql`select * from account_changes`,
  ofOrganization: (organizationId: OrganizationId) => sql`
    select * from account_changes where organization_id = ${organizationId}::uuid`
})

export const layer = Layer.effect(
  AccountChanges,
  Effect.gen(function* () {
    const statements = makeStatements(yield* SqlClient.SqlClient)
    return AccountChanges.of({
      add: Effect.fnUntraced(
        function* (organizationId, change) {
          const added = yield* statements.insert(organizationId, change)
          if (added.length === 0) return false
          yield* statements.forget(organizationId, change)
          return true
        },
        Effect.orDie,
        spanned("PgAccountChanges.add")
      ),
      ofOrganization: (organizationId) =>
        statements
          .newest(statements.ofOrganization(organizationId))
          .pipe(Effect.flatMap(decodeListed), Effect.orDie, spanned("PgAccountChanges.ofOrganization")),
      list: statements
        .newest(statements.all)
        .pipe(Effect.flatMap(decodeListed), Effect.orDie, spanned("PgAccountChanges.list"))
    })
  })
)
