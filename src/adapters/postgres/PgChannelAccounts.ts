import { Cache, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import {
  Channel,
  ChannelAccount,
  ChannelNotConnected,
  ChannelTokenMissing,
  ChannelTokenUnreadable
} from "../../domain/Channel.ts"
import { OrganizationId } from "../../domain/Ids.ts"
import { ChannelAccounts } from "../../ports/ChannelAccounts.ts"
import { Sealer } from "./Sealer.ts"

/** How long another instance may go on with what it knew of an account. */
const freshFor = "3 seconds"

/** Most accounts remembered at once. */
const remembered = 10_000

const AccountRow = Schema.Struct({
  ...ChannelAccount.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  sealedToken: Schema.NullOr(Schema.String)
}).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    externalId: "external_id",
    displayName: "display_name",
    businessAccountId: "business_account_id",
    pageId: "page_id",
    createdAt: "created_at",
    sealedToken: "sealed_token"
  })
)

/** Equal by value, as plain objects are to Effect. */
interface Key {
  readonly organizationId: OrganizationId
  readonly channel: Channel
}

/** A sealed token opens only for the account it was stored with. */
const owner = (account: Pick<ChannelAccount, "organizationId" | "channel" | "externalId">) => [
  "channel_accounts.sealed_token",
  account.organizationId,
  account.channel,
  account.externalId
]

export const layer = Layer.effect(
  ChannelAccounts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sealer = yield* Sealer

    const findFirst = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, channel: Channel }),
      Result: AccountRow,
      execute: ({ channel, organizationId }) => sql`
        select * from channel_accounts where organization_id = ${organizationId}::uuid and channel = ${channel}
        order by created_at, id limit 1`
    })

    const look = Effect.fnUntraced(function* (organizationId: OrganizationId, channel: Channel) {
      const found = yield* Effect.orDie(findFirst({ organizationId, channel }))
      if (Option.isNone(found)) return yield* new ChannelNotConnected({ channel })
      const { sealedToken, ...account } = found.value
      if (sealedToken === null) return yield* new ChannelTokenMissing({ channel })
      const token = yield* Effect.mapError(
        sealer.open(owner(account), sealedToken),
        () => new ChannelTokenUnreadable({ channel })
      )
      return { account, token }
    })

    const cache = yield* Cache.make({
      capacity: remembered,
      timeToLive: freshFor,
      lookup: (key: Key) => look(key.organizationId, key.channel)
    })

    return ChannelAccounts.of({
      connect: Effect.fn("PgChannelAccounts.connect")(function* (organizationId, account, token) {
        const sealed = token === null ? null : yield* sealer.seal(owner(account), token)
        yield* Effect.orDie(sql`
          insert into channel_accounts as a (organization_id, id, channel, external_id, display_name,
            business_account_id, page_id, sealed_token, created_at)
          values (${organizationId}::uuid, ${account.id}::uuid, ${account.channel}, ${account.externalId},
            ${account.displayName}, ${account.businessAccountId}, ${account.pageId}, ${sealed},
            ${DateTime.formatIso(account.createdAt)}::timestamptz)
          on conflict (organization_id, id) do update set display_name = excluded.display_name,
            business_account_id = excluded.business_account_id, page_id = excluded.page_id,
            sealed_token = excluded.sealed_token`)
        yield* Cache.invalidate(cache, { organizationId, channel: account.channel })
      }),
      connected: Effect.fn("PgChannelAccounts.connected")((organizationId, channel) =>
        Cache.get(cache, { organizationId, channel })
      )
    })
  })
)
