import { Cache, Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { freshly } from "../../../collections/elapsedMillis.ts"
import {
  DefaultNumberUnknown,
  OrganizationSettings,
  type SettingsChange,
  initialSettings
} from "../../../domain/access/Organization.ts"
import { OrganizationId } from "../../../domain/Ids.ts"

/** How long another process may use earlier settings. */
const freshFor = "3 seconds"

/** Most organizations with cached settings. */
const maxCached = 10_000

const SettingsRow = OrganizationSettings.pipe(
  Schema.encodeKeys({ defaultCountry: "default_country", defaultNumberId: "default_number_id" })
)

/** Settings of organizations, with a cache of recently used ones. */
export const makeSettings = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const find = SqlSchema.findOneOption({
    Request: OrganizationId,
    Result: SettingsRow,
    execute: (organizationId) => sql`
      select default_country, default_number_id from organization_settings
      where organization_id = ${organizationId}::uuid`
  })
  /** Finds no row if the number is not connected. The lock prevents a disconnect before the commit. */
  const change = SqlSchema.findOneOption({
    Request: Schema.Struct({
      organizationId: OrganizationId,
      settings: OrganizationSettings,
      hasCountry: Schema.Boolean,
      hasNumber: Schema.Boolean
    }),
    Result: SettingsRow,
    execute: ({ hasCountry, hasNumber, organizationId, settings: { defaultCountry, defaultNumberId } }) => sql`
      with number as (
        select id from channel_accounts
        where organization_id = ${organizationId}::uuid and id = ${defaultNumberId}::uuid and channel = 'whatsapp'
        for key share
      )
      insert into organization_settings as s (organization_id, default_country, default_number_id)
      select ${organizationId}::uuid, ${defaultCountry}::text, ${defaultNumberId}::uuid
      where ${defaultNumberId}::uuid is null or exists (select from number)
      on conflict (organization_id) do update set
        default_country = case when ${hasCountry}::boolean then excluded.default_country else s.default_country end,
        default_number_id = case when ${hasNumber}::boolean then excluded.default_number_id else s.default_number_id end
      returning default_country, default_number_id`
  })

  const read = (organizationId: OrganizationId) =>
    Effect.map(Effect.orDie(find(organizationId)), (found) => Option.getOrElse(found, () => initialSettings))
  const cached = yield* Cache.make({ capacity: maxCached, timeToLive: freshFor, lookup: read })

  return {
    settings: Effect.fn("PgOrganizations.settings")(read),
    recentSettings: freshly(cached),
    changeSettings: Effect.fn("PgOrganizations.changeSettings")(function* (
      organizationId: OrganizationId,
      { defaultCountry, defaultNumberId }: SettingsChange
    ) {
      const settings = { defaultCountry: defaultCountry ?? null, defaultNumberId: defaultNumberId ?? null }
      const fields = { hasCountry: defaultCountry !== undefined, hasNumber: defaultNumberId !== undefined }
      const changed = yield* Effect.orDie(change({ organizationId, settings, ...fields }))
      if (Option.isSome(changed)) {
        yield* Cache.invalidate(cached, organizationId)
        return changed.value
      }
      return settings.defaultNumberId === null
        ? yield* Effect.die("a change of settings stored nothing")
        : yield* new DefaultNumberUnknown({ channelAccountId: settings.defaultNumberId })
    })
  }
})
