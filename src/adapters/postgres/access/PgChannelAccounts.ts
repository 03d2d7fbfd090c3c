import { Array, Cache, DateTime, Effect, Equal, Exit, Layer, Option, Order, type Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import {
  Channel,
  ChannelAccount,
  ChannelAccountTaken,
  ChannelNotConnected,
  type TokenProblem
} from "../../../domain/conversations/Channel.ts"
import { withHistoryReport } from "../../../domain/conversations/AccountHistory.ts"
import { cachedRead } from "../database/cachedRead.ts"
import { ChannelAccountId, OrganizationId } from "../../../domain/Ids.ts"
import { ChannelAccounts, type ListedAccount, maxListedAccounts } from "../../../ports/access/ChannelAccounts.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import {
  AccountRow,
  asListed,
  HistoryColumn,
  ListedRow,
  openAccount,
  SealedRow,
  tokenOwner
} from "./ChannelAccountRow.ts"
import { keyIdAt, Sealer } from "../secrets/Sealer.ts"

const decodeHistory = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ history: HistoryColumn })))
const encodeHistory = Schema.encodeSync(HistoryColumn)

/** How long another instance may go on with what it knew of an account. */
const freshFor = "3 seconds"

/** How long an account may be cached as absent: an account connected meanwhile is found after this delay. */
const absentFor = "1 second"

/** Most accounts remembered at once, and most accounts of the platforms, connected or not. */
const remembered = 10_000

/** Keys are equal by value, as plain objects are to Effect. */
interface ByChannel {
  readonly organizationId: OrganizationId
  readonly channel: Channel
}
interface ById {
  readonly organizationId: OrganizationId
  readonly id: ChannelAccountId
}
interface OnPlatform {
  readonly channel: Channel
  readonly externalId: string
}

const unreadableFirst = Order.mapInput(Order.Number, ({ tokenState }: ListedAccount) =>
  tokenState === "unreadable" ? 0 : 1
)

const makeFinders = (sql: SqlClient.SqlClient) => ({
  first: SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, channel: Channel }),
    Result: SealedRow,
    execute: ({ channel, organizationId }) => sql`
      select * from channel_accounts where organization_id = ${organizationId}::uuid and channel = ${channel}
      order by created_at, id limit 1`
  }),
  onChannel: SqlSchema.findAll({
    Request: Schema.Struct({ organizationId: OrganizationId, channel: Channel }),
    Result: AccountRow,
    execute: ({ channel, organizationId }) => sql`
      select * from channel_accounts where organization_id = ${organizationId}::uuid and channel = ${channel}
      order by created_at, id limit ${maxListedAccounts}::int`
  }),
  one: SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, id: ChannelAccountId }),
    Result: SealedRow,
    execute: ({ id, organizationId }) => sql`
      select * from channel_accounts where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
  }),
  onPlatform: SqlSchema.findOneOption({
    Request: Schema.Struct({ channel: Channel, externalId: Schema.String }),
    Result: AccountRow,
    execute: ({ channel, externalId }) => sql`
      select * from channel_accounts where channel = ${channel} and external_id = ${externalId}`
  }),
  ofBusiness: SqlSchema.findAll({
    Request: Schema.String,
    Result: AccountRow,
    execute: (businessAccountId) => sql`
      select * from channel_accounts where business_account_id = ${businessAccountId} and channel = 'whatsapp'
      order by created_at, id`
  }),
  /** Returns none if the account belongs to another organization. */
  connect: SqlSchema.findOneOption({
    Request: Schema.Struct({ account: ChannelAccount, sealed: Schema.NullOr(Schema.String) }),
    Result: AccountRow,
    execute: ({ account, sealed }) => sql`
      insert into channel_accounts as a (organization_id, id, channel, external_id, display_name,
        business_account_id, page_id, sealed_token, created_at)
      values (${account.organizationId}::uuid, ${account.id}::uuid, ${account.channel}, ${account.externalId},
        ${account.displayName}, ${account.businessAccountId}, ${account.pageId}, ${sealed},
        ${account.createdAt}::timestamptz)
      on conflict (channel, external_id) do update set display_name = excluded.display_name,
        business_account_id = excluded.business_account_id, page_id = excluded.page_id,
        sealed_token = excluded.sealed_token, problem_code = null, problem_message = null, problem_at = null
      where a.organization_id = excluded.organization_id
      returning *`
  }),
  disconnect: SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, channel: Channel, externalId: Schema.String }),
    Result: AccountRow,
    execute: ({ channel, externalId, organizationId }) => sql`
      delete from channel_accounts
      where organization_id = ${organizationId}::uuid and channel = ${channel} and external_id = ${externalId}
      returning *`
  }),
  ofOrganization: SqlSchema.findAll({
    Request: OrganizationId,
    Result: ListedRow,
    execute: (organizationId) => sql`
      select * from channel_accounts where organization_id = ${organizationId}::uuid
      order by created_at, id limit ${maxListedAccounts}::int`
  }),
  /** Those first that were sealed with none of the keys. */
  all: SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: ListedRow,
    execute: (keyIds) => sql`
      select * from channel_accounts
      order by case when sealed_token is null then 2
          when substr(sealed_token, ${sql.literal(String(keyIdAt.from))}, ${sql.literal(String(keyIdAt.length))})
            <> all(${keyIds}::text[]) then 0
          when problem_code is null then 3 else 1 end,
        organization_id, created_at, id
      limit ${maxListedAccounts}::int`
  })
})

/** Writes what a platform thinks of a token. */
const makeJudge = (sql: SqlClient.SqlClient, { one }: ReturnType<typeof makeFinders>, sealer: Sealer["Service"]) =>
  Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    id: ChannelAccountId,
    token: Redacted.Redacted,
    problem: TokenProblem | null
  ) {
    const row = yield* Effect.orDie(one({ organizationId, id }))
    if (Option.isNone(row)) return false
    const current = yield* Effect.option(openAccount(sealer, row.value))
    if (Option.isNone(current) || !Equal.equals(current.value.token, token)) return false
    // The sealed text identifies the token here: a renewed token has another sealed text, even if the token is the
    // same.
    const still = sql`organization_id = ${organizationId}::uuid and id = ${id}::uuid
      and sealed_token = ${row.value.sealedToken}`
    const changed = yield* Effect.orDie(
      problem === null
        ? sql`
          update channel_accounts set problem_code = null, problem_message = null, problem_at = null
          where ${still} and problem_code is not null returning id`
        : sql`
          update channel_accounts set problem_code = ${problem.code}::int, problem_message = ${problem.message},
            problem_at = ${DateTime.formatIso(problem.at)}::timestamptz
          where ${still} and problem_code is null returning id`
    )
    return changed.length > 0
  })

export const layer = Layer.effect(
  ChannelAccounts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sealer = yield* Sealer
    const find = makeFinders(sql)
    const judge = makeJudge(sql, find, sealer)

    const readAccount = Effect.fnUntraced(function* (key: ByChannel | ById) {
      const found = yield* Effect.orDie("channel" in key ? find.first(key) : find.one(key))
      const channel = "channel" in key ? key.channel : null
      return Option.isNone(found)
        ? yield* new ChannelNotConnected({ channel })
        : yield* openAccount(sealer, found.value)
    })
    const usable = yield* Cache.make({ capacity: remembered, timeToLive: freshFor, lookup: readAccount })

    const channels = yield* Cache.make({
      capacity: remembered,
      timeToLive: freshFor,
      lookup: (key: ByChannel) => Effect.orDie(find.onChannel(key))
    })

    const routes = yield* Cache.makeWith((key: OnPlatform) => Effect.orDie(find.onPlatform(key)), {
      capacity: remembered,
      timeToLive: (exit) => (Exit.isSuccess(exit) && Option.isSome(exit.value) ? freshFor : absentFor)
    })

    const usableOf = cachedRead(usable)
    const accountsOf = cachedRead(channels)
    const routeOf = cachedRead(routes)

    /** Drops the cached rows of an account, so that the next use reads them again. */
    const forget = Effect.fnUntraced(function* ({ channel, externalId, id, organizationId }: ChannelAccount) {
      yield* Cache.invalidate(usable, { organizationId, channel })
      yield* Cache.invalidate(usable, { organizationId, id })
      yield* Cache.invalidate(channels, { organizationId, channel })
      yield* Cache.invalidate(routes, { channel, externalId })
    })

    return ChannelAccounts.of({
      connect: Effect.fnUntraced(function* (organizationId, input, token) {
        const account = { ...input, organizationId }
        const { channel, externalId } = account
        const sealed = token === null ? null : yield* sealer.seal(tokenOwner(account), token)
        const stored = yield* Effect.orDie(find.connect({ account, sealed }))
        if (Option.isNone(stored)) return yield* new ChannelAccountTaken({ channel, externalId })
        yield* forget(stored.value)
        return stored.value
      }, spanned("PgChannelAccounts.connect")),
      disconnect: Effect.fnUntraced(function* (organizationId, channel, externalId) {
        const removed = yield* Effect.orDie(find.disconnect({ organizationId, channel, externalId }))
        if (Option.isSome(removed)) yield* forget(removed.value)
        return removed
      }, spanned("PgChannelAccounts.disconnect")),
      connected: (organizationId, channel) =>
        spanned("PgChannelAccounts.connected")(usableOf({ organizationId, channel })),
      ofChannel: (organizationId, channel) =>
        spanned("PgChannelAccounts.ofChannel")(accountsOf({ organizationId, channel })),
      byId: (organizationId, id) => spanned("PgChannelAccounts.byId")(usableOf({ organizationId, id })),
      route: (channel, externalId) => spanned("PgChannelAccounts.route")(routeOf({ channel, externalId })),
      ofBusinessAccount: (businessAccountId) =>
        spanned("PgChannelAccounts.ofBusinessAccount")(Effect.orDie(find.ofBusiness(businessAccountId))),
      markReconnect: (...args) => spanned("PgChannelAccounts.markReconnect")(judge(...args)),
      clearReconnect: (organizationId, id, token) =>
        spanned("PgChannelAccounts.clearReconnect")(judge(organizationId, id, token, null)),
      noteHistory: Effect.fn("PgChannelAccounts.noteHistory")(function* (organizationId, id, report) {
        const row = sql`organization_id = ${organizationId}::uuid and id = ${id}::uuid`
        const [stored] = yield* decodeHistory(yield* sql`select history from channel_accounts where ${row} for update`)
        if (stored === undefined) return { before: null, after: null }
        const after = withHistoryReport(stored.history, report)
        yield* sql`update channel_accounts set history = ${encodeHistory(after)} where ${row}`
        return { before: stored.history, after }
      }, Effect.orDie),
      ofOrganization: (organizationId) =>
        find.ofOrganization(organizationId).pipe(
          Effect.orDie,
          Effect.flatMap((rows) => Effect.forEach(rows, (row) => asListed(sealer, row))),
          spanned("PgChannelAccounts.ofOrganization")
        ),
      list: Effect.withSpan(
        Effect.orDie(find.all(sealer.keyIds)).pipe(
          Effect.flatMap((rows) => Effect.forEach(rows, (row) => asListed(sealer, row))),
          // A token of a key that is there may not open all the same.
          Effect.map((listed) => Array.sort(listed, unreadableFirst))
        ),
        "PgChannelAccounts.list"
      )
    })
  })
)
