import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { OrganizationId } from "../../../domain/Ids.ts"
import { Month, monthlyLimit } from "../../../domain/limits/MonthlyLimit.ts"
import { ListedOrganization, Organization } from "../../../domain/access/Organization.ts"
import { makeSettings } from "./organizationSettings.ts"
import { maxListedOrganizations, Organizations } from "../../../ports/access/Organizations.ts"

const OrganizationRow = Schema.Struct({ ...Organization.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({ createdAt: "created_at" })
)

const ListedRow = Schema.Struct({
  ...ListedOrganization.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  deletingAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(Schema.encodeKeys({ createdAt: "created_at", deletingAt: "deleting_at" }))

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
      execute: (id) => sql`select id, name, plan, created_at, deleting_at from organizations where id = ${id}::uuid`
    })
    const list = SqlSchema.findAll({
      Request: Schema.Void,
      Result: ListedRow,
      execute: () => sql`
        select id, name, plan, created_at, deleting_at from organizations
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
        Effect.orDie(findAny(id)).pipe(Effect.map(Option.getOrNull))
      ),
      list: Effect.withSpan(Effect.orDie(list(undefined)), "PgOrganizations.list"),
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
      )
    })
  })
)
