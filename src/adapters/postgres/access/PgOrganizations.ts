import { Cache, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { cachedRead } from "../database/cachedRead.ts"
import {
  DefaultNumberUnknown,
  type ListedOrganization,
  Organization,
  OrganizationSettings,
  type SettingsChange,
  Suspension,
  changedSettings,
  initialSettings
} from "../../../domain/access/Organization.ts"
import { StopWords } from "../../../domain/contacts/StopWords.ts"
import { Assignment } from "../../../domain/conversations/assignment.ts"
import { AutoClose } from "../../../domain/conversations/automaticClosing.ts"
import { WorkingHours } from "../../../domain/conversations/workingHours.ts"
import { type ChannelAccountId, OrganizationId } from "../../../domain/Ids.ts"
import { Day, MessageCount, PricedMessages } from "../../../domain/limits/MessageCount.ts"
import { Month, monthlyLimit } from "../../../domain/limits/MonthlyLimit.ts"
import { uuids } from "../database/ArrayParameter.ts"
import { Organizations, maxListedOrganizations } from "../../../ports/access/Organizations.ts"

/** How long another process may use earlier settings. */
const freshFor = "3 seconds"

/** Most organizations with cached settings. */
const maxCached = 10_000

const SettingsRow = Schema.Struct({
  ...OrganizationSettings.fields,
  stopWords: Schema.NullOr(Schema.fromJsonString(StopWords)),
  autoClose: Schema.NullOr(Schema.fromJsonString(AutoClose)),
  assignment: Schema.NullOr(Schema.fromJsonString(Assignment)),
  workingHours: Schema.NullOr(Schema.fromJsonString(WorkingHours))
}).pipe(
  Schema.encodeKeys({
    defaultCountry: "default_country",
    defaultNumberId: "default_number_id",
    readReceipts: "read_receipts",
    stopWords: "stop_words",
    reopenWithinDays: "reopen_within_days",
    autoClose: "auto_close",
    assignOnReply: "assign_on_reply",
    workingHours: "working_hours",
    awayMessage: "away_message"
  })
)

/** The columns of a `SettingsRow`. */
const settingsColumns = `default_country, default_number_id, read_receipts, stop_words::text, reopen_within_days,
  auto_close::text, assignment::text, assign_on_reply, working_hours::text, away_message, greeting`

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Settings of organizations, with a cache of recently used ones. */
const makeSettings = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const find = (locking: string) =>
    SqlSchema.findOneOption({
      Request: OrganizationId,
      Result: SettingsRow,
      execute: (organizationId) => sql`
        select ${sql.literal(settingsColumns)} from organization_settings
        where organization_id = ${organizationId}::uuid ${sql.literal(locking)}`
    })
  const reader = (locking: string) => {
    const found = find(locking)
    return (organizationId: OrganizationId) =>
      Effect.map(Effect.orDie(found(organizationId)), (row) => Option.getOrElse(row, () => initialSettings))
  }
  const read = reader("")
  const lock = reader("for update")
  const cached = yield* Cache.make({ capacity: maxCached, timeToLive: freshFor, lookup: read })

  const replace = (organizationId: OrganizationId, settings: OrganizationSettings) => sql`
    insert into organization_settings (organization_id, default_country, default_number_id, read_receipts, stop_words,
      reopen_within_days, auto_close, assignment, assign_on_reply, working_hours, away_message, greeting)
    values (${organizationId}::uuid, ${settings.defaultCountry}::text, ${settings.defaultNumberId}::uuid,
      ${settings.readReceipts}, ${jsonOrNull(settings.stopWords)}::text::jsonb, ${settings.reopenWithinDays}::integer,
      ${jsonOrNull(settings.autoClose)}::text::jsonb, ${jsonOrNull(settings.assignment)}::text::jsonb,
      ${settings.assignOnReply}::boolean, ${jsonOrNull(settings.workingHours)}::text::jsonb,
      ${settings.awayMessage}::text, ${settings.greeting}::text)
    on conflict (organization_id) do update set
      default_country = excluded.default_country, default_number_id = excluded.default_number_id,
      read_receipts = excluded.read_receipts, stop_words = excluded.stop_words,
      reopen_within_days = excluded.reopen_within_days, auto_close = excluded.auto_close,
      assignment = excluded.assignment, assign_on_reply = excluded.assign_on_reply,
      working_hours = excluded.working_hours, away_message = excluded.away_message, greeting = excluded.greeting`

  /** Whether the number is connected. The lock prevents a disconnect before the commit. */
  const isConnected = (organizationId: OrganizationId, number: ChannelAccountId) =>
    Effect.map(
      sql`
        select id from channel_accounts
        where organization_id = ${organizationId}::uuid and id = ${number}::uuid and channel = 'whatsapp'
        for key share`,
      (rows) => rows.length > 0
    )

  const change = Effect.fnUntraced(function* (organizationId: OrganizationId, settingsChange: SettingsChange) {
    // Changes at once take turns, also before the first one has stored a row.
    yield* sql`select 1 from organizations where id = ${organizationId}::uuid for no key update`
    const { defaultNumberId } = settingsChange
    if (defaultNumberId !== undefined && defaultNumberId !== null) {
      const isFound = yield* isConnected(organizationId, defaultNumberId)
      if (!isFound) return yield* new DefaultNumberUnknown({ channelAccountId: defaultNumberId })
    }
    const changed = changedSettings(yield* lock(organizationId), settingsChange)
    yield* replace(organizationId, changed)
    return changed
  })

  return {
    settings: Effect.fn("PgOrganizations.settings")(read),
    recentSettings: cachedRead(cached),
    changeSettings: Effect.fn("PgOrganizations.changeSettings")(function* (
      organizationId: OrganizationId,
      settingsChange: SettingsChange
    ) {
      const changed = yield* sql
        .withTransaction(change(organizationId, settingsChange))
        .pipe(Effect.catchTag("SqlError", Effect.die))
      yield* Cache.invalidate(cached, organizationId)
      return changed
    })
  }
})

const OrganizationRow = Schema.Struct({ ...Organization.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({ createdAt: "created_at" })
)

const SuspensionRow = Schema.Struct({
  suspended_at: Schema.DateTimeUtcFromDate,
  suspension_reason: Suspension.fields.reason
})

const ListedRow = Schema.Struct({
  ...Organization.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  deletingAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  suspendedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  suspensionReason: Suspension.fields.reason
}).pipe(
  Schema.encodeKeys({
    createdAt: "created_at",
    deletingAt: "deleting_at",
    suspendedAt: "suspended_at",
    suspensionReason: "suspension_reason"
  })
)

const asListed = ({ suspendedAt, suspensionReason, ...row }: typeof ListedRow.Type): ListedOrganization => ({
  ...row,
  suspension: suspendedAt === null ? null : { since: suspendedAt, reason: suspensionReason }
})

const asSuspension = ({ suspended_at, suspension_reason }: typeof SuspensionRow.Type): Suspension => ({
  since: suspended_at,
  reason: suspension_reason
})

const CountRow = MessageCount.pipe(
  Schema.encodeKeys({ channelAccountId: "channel_account_id", campaignId: "campaign_id" })
)

const UsageRow = Schema.Struct({ used: Schema.Int, allowed: Schema.NullOr(Schema.Int) })

export const layer = Layer.effect(
  Organizations,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const settings = yield* makeSettings(sql)

    const find = SqlSchema.findOneOption({
      Request: OrganizationId,
      Result: OrganizationRow,
      execute: (id) => sql`
        select id, name, plan, created_at from organizations where id = ${id}::uuid and deleting_at is null`
    })
    const findAny = SqlSchema.findOneOption({
      Request: OrganizationId,
      Result: ListedRow,
      execute: (id) => sql`
        select id, name, plan, created_at, deleting_at, suspended_at, suspension_reason
        from organizations where id = ${id}::uuid`
    })
    const list = SqlSchema.findAll({
      Request: Schema.Void,
      Result: ListedRow,
      execute: () => sql`
        select id, name, plan, created_at, deleting_at, suspended_at, suspension_reason from organizations
        order by created_at desc, id desc limit ${maxListedOrganizations}::int`
    })
    const usage = SqlSchema.findOne({
      Request: Schema.Struct({ organizationId: OrganizationId, month: Month }),
      Result: UsageRow,
      execute: ({ month, organizationId }) => sql`
        select coalesce(u.used, 0)::float8 as used, o.monthly_limit::float8 as allowed
        from organizations o left join monthly_usage u on u.organization_id = o.id and u.month = ${month}::date
        where o.id = ${organizationId}::uuid`
    })
    // `byCategory` of `domain/limits/MessageCount.ts`, compared by `testing/contracts/stores/inbox/countingPrices.ts`.
    const pricedMessages = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, month: Month }),
      Result: PricedMessages,
      execute: ({ month, organizationId }) => sql`
        select category, sum(messages)::float8 as messages,
          coalesce(sum(messages) filter (where billable), 0)::float8 as billable
        from daily_message_counts
        where organization_id = ${organizationId}::uuid and day >= ${month}::date
          and day < ${month}::date + interval '1 month'
        group by category having sum(messages) > 0
        order by category collate "C"`
    })
    // `sumCounts` of `domain/limits/MessageCount.ts`, compared by the same suite.
    const messageCounts = SqlSchema.findAll({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        since: Day,
        until: Day,
        spans: Schema.Array(Day),
        perCampaign: Schema.Boolean,
        limit: Schema.Int
      }),
      Result: CountRow,
      execute: ({ limit, organizationId, perCampaign, since, spans, until }) => sql`
        select to_char(day, 'YYYY-MM-DD') as day, channel_account_id, country, campaign_id, billable, category,
          messages::float8 as messages
        from (
          select (${spans}::text[]::date[])[width_bucket(day, ${spans}::text[]::date[])] as day, channel_account_id,
            country, case when ${perCampaign} then campaign_id end as campaign_id, billable, category,
            sum(messages) as messages
          from daily_message_counts
          where organization_id = ${organizationId}::uuid and day between ${since}::date and ${until}::date
          group by 1, 2, 3, 4, 5, 6 having sum(messages) > 0
        ) as counts
        order by counts.day, channel_account_id, country collate "C", campaign_id nulls first, billable,
          category collate "C"
        limit ${limit}::int`
    })

    const suspend = SqlSchema.findOne({
      Request: Schema.Struct({ id: OrganizationId, at: Schema.String, reason: Suspension.fields.reason }),
      Result: SuspensionRow,
      execute: ({ at, id, reason }) => sql`
        update organizations set suspended_at = coalesce(suspended_at, ${at}::timestamptz),
          suspension_reason = coalesce(${reason}::text, suspension_reason)
        where id = ${id}::uuid returning suspended_at, suspension_reason`
    })
    const resume = SqlSchema.findOneOption({
      Request: OrganizationId,
      Result: SuspensionRow,
      execute: (id) => sql`
        with suspended as (
          select id, suspended_at, suspension_reason from organizations
          where id = ${id}::uuid and suspended_at is not null for no key update
        ),
        resumed as (
          update organizations o set suspended_at = null, suspension_reason = null from suspended s where o.id = s.id
        ),
        webhook as (
          update webhooks w set failing_since = null from suspended s
          where w.organization_id = s.id and w.status = 'active'
        )
        select suspended_at, suspension_reason from suspended`
    })
    const inactive = SqlSchema.findAll({
      Request: Schema.Array(OrganizationId),
      Result: Schema.Struct({ id: OrganizationId }),
      execute: (ids) => sql`
        select t.id from unnest(${uuids(ids)}::uuid[]) as t(id)
        where not exists (
          select from organizations o where o.id = t.id and o.deleting_at is null and o.suspended_at is null)`
    })

    return Organizations.of({
      ...settings,
      create: Effect.fn("PgOrganizations.create")(({ createdAt, id, name, plan }) =>
        sql`
          insert into organizations (id, name, plan, monthly_limit, created_at)
          values (${id}::uuid, ${name}, ${plan}, ${monthlyLimit[plan]}::bigint,
            ${DateTime.formatIso(createdAt)}::timestamptz)`.pipe(Effect.asVoid, Effect.orDie)
      ),
      find: Effect.fn("PgOrganizations.find")((id) => Effect.orDie(find(id))),
      findAny: Effect.fn("PgOrganizations.findAny")((id) =>
        Effect.map(Effect.orDie(findAny(id)), (found) => Option.getOrNull(Option.map(found, asListed)))
      ),
      list: Effect.withSpan(
        Effect.map(Effect.orDie(list(undefined)), (rows) => rows.map(asListed)),
        "PgOrganizations.list"
      ),
      suspend: Effect.fn("PgOrganizations.suspend")((id, at, reason) =>
        Effect.map(Effect.orDie(suspend({ id, at: DateTime.formatIso(at), reason })), asSuspension)
      ),
      resume: Effect.fn("PgOrganizations.resume")((id) =>
        Effect.map(Effect.orDie(resume(id)), (found) => Option.getOrNull(Option.map(found, asSuspension)))
      ),
      inactive: Effect.fn("PgOrganizations.inactive")((ids) =>
        Effect.map(Effect.orDie(inactive(ids)), (rows) => rows.map(({ id }) => id))
      ),
      rename: Effect.fn("PgOrganizations.rename")((id, name) =>
        sql`update organizations set name = ${name} where id = ${id}::uuid`.pipe(Effect.asVoid, Effect.orDie)
      ),
      changePlan: Effect.fn("PgOrganizations.changePlan")((id, plan) =>
        sql`
          update organizations set plan = ${plan}, monthly_limit = ${monthlyLimit[plan]}::bigint
          where id = ${id}::uuid`.pipe(Effect.asVoid, Effect.orDie)
      ),
      addMember: Effect.fn("PgOrganizations.addMember")((organizationId, { membership, passwordHash, user }) =>
        sql`
          with added as (
            insert into users (id, email, name, password_hash, created_at)
            values (${user.id}::uuid, ${user.email}, ${user.name}, ${passwordHash},
              ${DateTime.formatIso(user.createdAt)}::timestamptz)
            returning id
          )
          insert into memberships (organization_id, user_id, role, conversation_scope)
          select ${organizationId}::uuid, id, ${membership.role}, ${membership.conversationScope} from added`.pipe(
          Effect.asVoid,
          Effect.orDie
        )
      ),
      usage: Effect.fn("PgOrganizations.usage")((organizationId, month) =>
        Effect.orDie(usage({ organizationId, month }))
      ),
      pricedMessages: Effect.fn("PgOrganizations.pricedMessages")((organizationId, month) =>
        Effect.orDie(pricedMessages({ organizationId, month }))
      ),
      messageCounts: Effect.fn("PgOrganizations.messageCounts")((organizationId, days, limit) =>
        Effect.orDie(messageCounts({ organizationId, ...days, limit }))
      )
    })
  })
)
