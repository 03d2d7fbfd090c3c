import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { MediaId, OrganizationId } from "../../../domain/Ids.ts"
import { OrganizationDeletion } from "../../../ports/access/Organizations.ts"
import { texts } from "../database/ArrayParameter.ts"

/** Rows of one statement, which is one transaction. */
export const deletionBatch = 5_000

/** Attempts of a statement after its first, such as after a deadlock with work in flight. */
const retries = 3

/** Tables of credentials and of what starts new work. They go with the mark, in this order. */
const entranceTables = [
  "memberships",
  "invitations",
  "api_keys",
  "webhooks",
  "deferred_deliveries",
  "pending_sends",
  "contact_erasures",
  "consumer_events",
  "account_changes",
  "organization_settings",
  "channel_signups",
  "channel_accounts"
] as const

/** The table of files, whose bytes are removed before their rows. */
const fileTable = "media"

/** The other tables. Rows that refer to others go first; totals go last, because triggers of the others write them. */
const contentTables = [
  "campaign_recipients",
  "campaign_counters",
  "campaigns",
  "profile_lookups",
  "inbound_parked",
  "delivery_attempts",
  "events",
  "conversation_sequences",
  "notifications",
  "idempotency_keys",
  "messages",
  "conversation_notes",
  "receipt_watermarks",
  "contact_consents",
  "contact_identities",
  "contact_activity",
  "conversations",
  "contacts",
  "labels",
  "team_members",
  "teams",
  "saved_replies",
  "request_logs",
  "audit_log",
  "erased_keys",
  "monthly_usage",
  "daily_message_counts",
  "rate_calls",
  "conversation_totals",
  "inbox_totals",
  "report_changes",
  "conversation_turns",
  "report_conversations",
  "report_counters",
  "request_log_totals"
] as const

/** Every table with rows of organizations. */
export const organizationTables: ReadonlyArray<string> = [...entranceTables, fileTable, ...contentTables]

const makeStatements = (sql: SqlClient.SqlClient) => ({
  mark: SqlSchema.findOne({
    Request: Schema.Struct({ organizationId: OrganizationId, at: Schema.String }),
    Result: Schema.Struct({ at: Schema.DateTimeUtcFromDate }),
    execute: ({ at, organizationId }) => sql`
      update organizations set deleting_at = coalesce(deleting_at, ${at}::timestamptz)
      where id = ${organizationId}::uuid returning deleting_at as at`
  }),
  files: SqlSchema.findAll({
    Request: Schema.Struct({ organizationId: OrganizationId, limit: Schema.Int }),
    Result: Schema.Struct({ id: MediaId }),
    execute: ({ limit, organizationId }) => sql`
      select id from media where organization_id = ${organizationId}::uuid limit ${limit}::int`
  }),
  /** Two partitions may have rows with one ctid: then a batch is larger. */
  deleteBatch: SqlSchema.findOne({
    Request: Schema.Struct({ organizationId: OrganizationId, table: Schema.String }),
    Result: Schema.Struct({ count: Schema.Int }),
    execute: ({ organizationId, table }) => sql`
      with deleted as (
        delete from ${sql(table)} where organization_id = ${organizationId}::uuid and ctid = any(array(
          select ctid from ${sql(table)} where organization_id = ${organizationId}::uuid limit ${deletionBatch}::int))
        returning 1
      )
      select count(*)::int as count from deleted`
  })
})

export const layer = Layer.effect(
  OrganizationDeletion,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const statements = makeStatements(sql)

    /** Deletes the rows of the table, a row that an update moved meanwhile by a later statement. */
    const emptyTable = Effect.fnUntraced(function* (organizationId: OrganizationId, table: string) {
      const next = Effect.map(
        Effect.retry(statements.deleteBatch({ organizationId, table }), { times: retries }),
        ({ count }) => count
      )
      let rows = 0
      let count = yield* next
      while (count > 0) {
        rows += count
        count = yield* next
      }
      return rows
    })

    const emptyAll = (organizationId: OrganizationId, tables: ReadonlyArray<string>) =>
      Effect.map(
        Effect.forEach(tables, (table) => emptyTable(organizationId, table)),
        (counts) => counts.reduce((sum, count) => sum + count, 0)
      )

    return OrganizationDeletion.of({
      begin: Effect.fn("PgOrganizationDeletion.begin")(function* (organizationId, at) {
        const marked = yield* statements.mark({ organizationId, at: DateTime.formatIso(at) })
        yield* emptyAll(organizationId, entranceTables)
        return marked.at
      }, Effect.orDie),
      files: Effect.fn("PgOrganizationDeletion.files")((organizationId, limit) =>
        statements.files({ organizationId, limit }).pipe(
          Effect.map((rows) => rows.map(({ id }) => id)),
          Effect.orDie
        )
      ),
      forgetFiles: Effect.fn("PgOrganizationDeletion.forgetFiles")((organizationId, ids) =>
        sql`
          delete from media where organization_id = ${organizationId}::uuid and id = any(${texts(ids)}::text[]::uuid[])`.pipe(
          Effect.asVoid,
          Effect.orDie
        )
      ),
      deleteRows: Effect.fn("PgOrganizationDeletion.deleteRows")((organizationId) =>
        Effect.orDie(emptyAll(organizationId, [...entranceTables, ...contentTables]))
      ),
      finish: Effect.fn("PgOrganizationDeletion.finish")((organizationId) =>
        sql`delete from organizations where id = ${organizationId}::uuid and deleting_at is not null`.pipe(
          Effect.asVoid,
          Effect.orDie
        )
      )
    })
  })
)
