import { DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { EmailAddress, Invitation, type Roster, RosterEntry, type RosterKey } from "../../../domain/access/Member.ts"
import { OrganizationId, UserId } from "../../../domain/Ids.ts"
import { Membership, Organization, Role, User } from "../../../domain/access/Organization.ts"
import {
  type FoundMember,
  type Member,
  Memberships,
  maxOrganizationsOfUser
} from "../../../ports/access/Memberships.ts"

const memberFields = { ...Membership.fields, name: User.fields.name, email: User.fields.email }

const memberColumns = {
  organizationId: "organization_id",
  userId: "user_id",
  conversationScope: "conversation_scope"
} as const

const MemberRow = Schema.Struct(memberFields).pipe(Schema.encodeKeys(memberColumns))

const FoundRow = Schema.Struct({ ...memberFields, isSuspended: Schema.Boolean }).pipe(
  Schema.encodeKeys({ ...memberColumns, isSuspended: "is_suspended" })
)

const InvitationRow = Schema.Struct({ ...Invitation.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    conversationScope: "conversation_scope",
    createdAt: "created_at"
  })
)

const asMember = (row: typeof MemberRow.Type): Member => ({
  user: { id: row.userId, name: row.name, email: row.email },
  membership: Struct.omit(row, ["name", "email"])
})

const asFound = ({ isSuspended, ...row }: typeof FoundRow.Type): FoundMember => ({ ...asMember(row), isSuspended })

const makeFinders = (sql: SqlClient.SqlClient) => ({
  one: SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, userId: UserId }),
    Result: FoundRow,
    execute: ({ organizationId, userId }) => sql`
      select m.organization_id, m.user_id, m.role, m.conversation_scope, u.name, u.email,
        o.suspended_at is not null as is_suspended
      from memberships m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
      where m.organization_id = ${organizationId}::uuid and m.user_id = ${userId}::uuid`
  }),
  organizations: SqlSchema.findAll({
    Request: Schema.Struct({ userId: UserId, email: Schema.NullOr(EmailAddress) }),
    Result: Schema.Struct({ id: OrganizationId, name: Organization.fields.name, role: Role }),
    execute: ({ email, userId }) => sql`
      with found as (
        select organization_id, role, 0 as precedence from memberships where user_id = ${userId}::uuid
        union all
        select organization_id, role, 1 from invitations where email = ${email}::text
      ),
      chosen as (
        select distinct on (organization_id) organization_id, role from found order by organization_id, precedence
      )
      select o.id, o.name, chosen.role from chosen join organizations o on o.id = chosen.organization_id
      order by o.name collate "C", o.id limit ${maxOrganizationsOfUser}`
  }),
  members: SqlSchema.findAll({
    Request: OrganizationId,
    Result: MemberRow,
    execute: (organizationId) => sql`
      select m.organization_id, m.user_id, m.role, m.conversation_scope, u.name, u.email
      from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId}::uuid
      order by lower(u.email) collate "C", u.id`
  }),
  invitations: SqlSchema.findAll({
    Request: OrganizationId,
    Result: InvitationRow,
    execute: (organizationId) => sql`
      select organization_id, email, name, role, conversation_scope, created_at from invitations
      where organization_id = ${organizationId}::uuid order by email collate "C"`
  }),
  invitation: SqlSchema.findOneOption({
    Request: Schema.Struct({ organizationId: OrganizationId, email: EmailAddress }),
    Result: InvitationRow,
    execute: ({ email, organizationId }) => sql`
      select organization_id, email, name, role, conversation_scope, created_at from invitations
      where organization_id = ${organizationId}::uuid and email = ${email}`
  })
})

/** The row of an entry in its table. */
const rowOf = (sql: SqlClient.SqlClient, organizationId: OrganizationId, key: RosterKey) =>
  key._tag === "Joined"
    ? {
        table: sql("memberships"),
        isIt: sql`organization_id = ${organizationId}::uuid and user_id = ${key.userId}::uuid`
      }
    : { table: sql("invitations"), isIt: sql`organization_id = ${organizationId}::uuid and email = ${key.email}` }

export const layer = Layer.effect(
  Memberships,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const find = makeFinders(sql)

    const list = Effect.fnUntraced(function* (organizationId: OrganizationId) {
      const members = yield* find.members(organizationId)
      const invitations = yield* find.invitations(organizationId)
      const roster: Roster = [
        ...members.map((row) => RosterEntry.cases.Joined.make(asMember(row))),
        ...invitations.map((invitation) => RosterEntry.cases.Invited.make({ invitation }))
      ]
      return roster
    }, Effect.orDie)

    return Memberships.of({
      find: Effect.fn("PgMemberships.find")((organizationId, userId) =>
        Effect.orDie(find.one({ organizationId, userId })).pipe(Effect.map(Option.map(asFound)))
      ),
      ofUser: Effect.fn("PgMemberships.ofUser")((userId, email) => Effect.orDie(find.organizations({ userId, email }))),
      list: Effect.fn("PgMemberships.list")(list),
      // `no key update` does not block inserts whose foreign keys refer to the organization.
      lock: Effect.fn("PgMemberships.lock")((organizationId) =>
        Effect.orDie(sql`select 1 from organizations where id = ${organizationId}::uuid for no key update`).pipe(
          Effect.andThen(list(organizationId))
        )
      ),
      add: Effect.fn("PgMemberships.add")((organizationId, user, { conversationScope, role }) =>
        sql`
          with person as (
            insert into users (id, email, name, created_at)
            values (${user.id}::uuid, ${user.email}, ${user.name}, ${DateTime.formatIso(user.createdAt)}::timestamptz)
            on conflict (id) do nothing
          )
          insert into memberships (organization_id, user_id, role, conversation_scope)
          values (${organizationId}::uuid, ${user.id}::uuid, ${role}, ${conversationScope})`.pipe(
          Effect.asVoid,
          Effect.orDie
        )
      ),
      invite: Effect.fn("PgMemberships.invite")((organizationId, { conversationScope, createdAt, email, name, role }) =>
        sql`
          insert into invitations (organization_id, email, name, role, conversation_scope, created_at)
          values (${organizationId}::uuid, ${email}, ${name}, ${role}, ${conversationScope},
            ${DateTime.formatIso(createdAt)}::timestamptz)`.pipe(Effect.asVoid, Effect.orDie)
      ),
      findInvitation: Effect.fn("PgMemberships.findInvitation")((organizationId, email) =>
        Effect.orDie(find.invitation({ organizationId, email }))
      ),
      accept: Effect.fn("PgMemberships.accept")((organizationId, email, userId, at) =>
        sql`
          with accepted as (
            delete from invitations where organization_id = ${organizationId}::uuid and email = ${email} returning *
          ),
          person as (
            insert into users (id, email, name, created_at)
            select ${userId}::uuid, email, name, ${DateTime.formatIso(at)}::timestamptz from accepted
            on conflict (id) do update set email = excluded.email where users.password_hash is null
          )
          insert into memberships (organization_id, user_id, role, conversation_scope)
          select organization_id, ${userId}::uuid, role, conversation_scope from accepted
          on conflict (organization_id, user_id) do nothing`.pipe(Effect.asVoid, Effect.orDie)
      ),
      change: Effect.fn("PgMemberships.change")((organizationId, key, { conversationScope, role }) => {
        const { isIt, table } = rowOf(sql, organizationId, key)
        return sql`
          update ${table} set role = ${role}, conversation_scope = ${conversationScope} where ${isIt} returning 1`.pipe(
          Effect.map((changed) => changed.length > 0),
          Effect.orDie
        )
      }),
      remove: Effect.fn("PgMemberships.remove")((organizationId, key) => {
        const { isIt, table } = rowOf(sql, organizationId, key)
        return sql`delete from ${table} where ${isIt} returning 1`.pipe(
          Effect.map((removed) => removed.length > 0),
          Effect.orDie
        )
      })
    })
  })
)
