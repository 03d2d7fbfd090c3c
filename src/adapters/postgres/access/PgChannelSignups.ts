import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type SignupGrant, SignupRefused, maxSignups } from "../../../domain/access/ChannelSignup.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { ChannelSignups, type SignupClaim } from "../../../ports/access/ChannelSignups.ts"
import { Sealer } from "../secrets/Sealer.ts"

const Grant = Schema.fromJsonString(
  Schema.Struct({ token: Schema.String, pin: Schema.String, isRegistering: Schema.Boolean })
)
const encodeGrant = Schema.encodeSync(Grant)
const decodeGrant = Schema.decodeUnknownOption(Grant)

const ClaimedRow = Schema.Struct({
  redirect_url: Schema.NullOr(Schema.String),
  sealed_grant: Schema.NullOr(Schema.String)
})

const RefusedRow = Schema.Struct({ reason: Schema.Literals(["used", "expired", "another code", "in progress"]) })

const Attempt = Schema.Struct({
  organizationId: Schema.String,
  state: Schema.String,
  startedBy: Schema.String,
  code: Schema.String,
  at: Schema.String,
  until: Schema.String
})

const ownerOf = (organizationId: OrganizationId, state: string) => [
  "channel_signups.sealed_grant",
  organizationId,
  state
]

export const layer = Layer.effect(
  ChannelSignups,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sealer = yield* Sealer
    const hashOf = (text: string) => sql`sha256(convert_to(${text}, 'UTF8'))`
    const isSignup = (organizationId: string, state: string) =>
      sql`organization_id = ${organizationId}::uuid and state_hash = ${hashOf(state)}`

    // Concurrent attempts wait for the row, and find it claimed.
    const claim = SqlSchema.findOneOption({
      Request: Attempt,
      Result: ClaimedRow,
      execute: ({ at, code, organizationId, startedBy, state, until }) => sql`
        update channel_signups set code_hash = ${hashOf(code)}, claimed_until = ${until}::timestamptz
        where ${isSignup(organizationId, state)} and started_by = ${startedBy} and completed_at is null
          and expires_at > ${at}::timestamptz and (code_hash is null or code_hash = ${hashOf(code)})
          and (claimed_until is null or claimed_until <= ${at}::timestamptz)
        returning redirect_url, sealed_grant`
    })
    const refused = SqlSchema.findOneOption({
      Request: Attempt,
      Result: RefusedRow,
      execute: ({ at, code, organizationId, startedBy, state }) => sql`
        select case when completed_at is not null then 'used'
            when expires_at <= ${at}::timestamptz then 'expired'
            when code_hash <> ${hashOf(code)} then 'another code'
            else 'in progress' end as reason
        from channel_signups where ${isSignup(organizationId, state)} and started_by = ${startedBy}`
    })

    /** None for a grant that cannot be opened: its key was replaced meanwhile. */
    const openGrant = (organizationId: OrganizationId, state: string, sealed: string | null) =>
      sealed === null
        ? Effect.succeed(null)
        : Effect.map(Effect.option(sealer.open(ownerOf(organizationId, state), sealed)), (opened) =>
            Option.flatMap(opened, (text) => decodeGrant(Redacted.value(text))).pipe(
              Option.map(({ token, ...grant }): SignupGrant => ({ ...grant, token: Redacted.make(token) })),
              Option.getOrNull
            )
          )

    return ChannelSignups.of({
      begin: Effect.fn("PgChannelSignups.begin")(
        (organizationId, state, { expiresAt, redirectUrl, startedAt, startedBy }) =>
          sql`
            with gone as (
              delete from channel_signups
              where organization_id = ${organizationId}::uuid and (
                expires_at <= ${DateTime.formatIso(startedAt)}::timestamptz
                or state_hash in (
                  select state_hash from channel_signups where organization_id = ${organizationId}::uuid
                  order by started_at desc, state_hash offset ${maxSignups - 1}::int))
            )
            insert into channel_signups (organization_id, state_hash, started_by, redirect_url, started_at, expires_at)
            values (${organizationId}::uuid, ${hashOf(state)}, ${startedBy}, ${redirectUrl}::text,
              ${DateTime.formatIso(startedAt)}::timestamptz, ${DateTime.formatIso(expiresAt)}::timestamptz)`.pipe(
            Effect.asVoid,
            Effect.orDie
          )
      ),
      claim: Effect.fn("PgChannelSignups.claim")(function* (organizationId, state, attempt: SignupClaim) {
        const { at, code, startedBy, until } = attempt
        const request = {
          organizationId,
          state,
          startedBy,
          code,
          at: DateTime.formatIso(at),
          until: DateTime.formatIso(until)
        }
        const claimed = yield* Effect.orDie(claim(request))
        if (Option.isSome(claimed)) {
          const grant = yield* openGrant(organizationId, state, claimed.value.sealed_grant)
          return { redirectUrl: claimed.value.redirect_url, grant }
        }
        const found = yield* Effect.orDie(refused(request))
        return yield* new SignupRefused({ reason: Option.isNone(found) ? "unknown" : found.value.reason })
      }),
      storeGrant: Effect.fn("PgChannelSignups.storeGrant")(function* (organizationId, state, { token, ...grant }) {
        const text = encodeGrant({ ...grant, token: Redacted.value(token) })
        const sealed = yield* sealer.seal(ownerOf(organizationId, state), Redacted.make(text))
        yield* sql`update channel_signups set sealed_grant = ${sealed} where ${isSignup(organizationId, state)}`
      }, Effect.orDie),
      release: Effect.fn("PgChannelSignups.release")((organizationId, state) =>
        sql`update channel_signups set claimed_until = null where ${isSignup(organizationId, state)}`.pipe(
          Effect.asVoid,
          Effect.orDie
        )
      ),
      complete: Effect.fn("PgChannelSignups.complete")((organizationId, state, at) =>
        sql`
          update channel_signups set completed_at = ${DateTime.formatIso(at)}::timestamptz, claimed_until = null,
            sealed_grant = null
          where ${isSignup(organizationId, state)}`.pipe(Effect.asVoid, Effect.orDie)
      )
    })
  })
)
