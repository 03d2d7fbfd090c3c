import { DateTime } from "effect"
import type { SqlClient } from "effect/sql"
import type { RecipientStatus } from "../../../domain/campaigns/CampaignRecipient.ts"
import type { CampaignId, OrganizationId } from "../../../domain/Ids.ts"
import type { RecipientFilter, RecipientOutcome } from "../../../ports/campaigns/CampaignStore.ts"
import { booleans, instants, ofOrganization, texts, uuids } from "../database/ArrayParameter.ts"
import { recipientColumns } from "./campaignRows.ts"

/** Whether a recipient `r` has no outcome yet, in the words of the index of the queue. */
const isOpen = "r.left_out is null and r.failure is null and r.sent_at is null"

/**
 * The same for recipients that are named by their ids. The planner does not relate it to the index of the queue. Without
 * statistics it would scan all open recipients of the organization for each of these.
 */
const isStillOpen = "num_nulls(r.left_out, r.failure, r.sent_at) = 3"

const at = (sql: SqlClient.SqlClient, instant: DateTime.Utc) => sql`${DateTime.formatIso(instant)}::timestamptz`

/** Claims the next due recipients of a running campaign, each with the fields of its contact. */
export const claimOpen = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  campaignId: CampaignId,
  now: DateTime.Utc,
  leaseUntil: DateTime.Utc,
  limit: number
) => sql`
  with due as (
    select r.organization_id, r.id from campaign_recipients r
    where r.organization_id = ${organizationId}::uuid and r.campaign_id = ${campaignId}::uuid
      and ${sql.literal(isOpen)} and r.next_at <= ${at(sql, now)}
      and exists (select from campaigns c where c.organization_id = ${organizationId}::uuid and c.id = ${campaignId}::uuid
        and c.status = 'running' and c.is_frozen)
    order by r.next_at, r.position limit ${limit} for no key update skip locked
  ),
  claimed as (
    update campaign_recipients r set begun_at = coalesce(r.begun_at, ${at(sql, now)}), next_at = ${at(sql, leaseUntil)}
    from due d where r.organization_id = d.organization_id and r.id = d.id
    returning r.*
  )
  select ${sql.literal(recipientColumns)}, (
    select json_build_object('name', k.name, 'phone', k.phone, 'email', k.email, 'attributes', k.attributes)::text
    from contacts k where k.organization_id = r.organization_id and k.id = r.contact_id
  ) as contact
  from claimed r order by r.position`

/**
 * Records outcomes of open recipients. Reports may have been stored with the message before, so its state is read here. A
 * report that is stored at the same time names the recipient, and is applied to it as well.
 */
export const settleRecipients = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  outcomes: ReadonlyArray<RecipientOutcome>,
  endedAt: DateTime.Utc
) => {
  const column = <A>(of: (outcome: RecipientOutcome) => A) => outcomes.map(of)
  const ended = sql`unnest(
      ${uuids(column(({ id }) => id))}::uuid[], ${column(({ _tag }) => _tag)}::text[],
      ${uuids(column((outcome) => (outcome._tag === "Sent" ? outcome.messageId : null)))}::uuid[],
      ${uuids(column((outcome) => (outcome._tag === "Sent" ? outcome.contactId : null)))}::uuid[],
      ${texts(column((outcome) => (outcome._tag === "NotSent" ? JSON.stringify(outcome.failure) : null)))}::text[],
      ${texts(column((outcome) => (outcome._tag === "LeftOut" ? outcome.reason : null)))}::text[],
      ${instants(column((outcome) => ("until" in outcome ? outcome.until : null)))}::timestamptz[],
      ${booleans(column((outcome) => outcome._tag === "Queued" && outcome.isRetry))}::boolean[]
    ) as t(id, tag, message_id, contact_id, failure, left_out, until, is_retry)`
  return sql`
    update campaign_recipients r set message_id = t.message_id, contact_id = coalesce(t.contact_id, r.contact_id),
      sent_at = case when t.tag = 'Sent' then ${at(sql, endedAt)} end,
      delivered_at = coalesce(r.delivered_at, m.delivered_at), read_at = coalesce(r.read_at, m.read_at), failure = t.failure::json, left_out = t.left_out,
      begun_at = case when t.tag = 'Open' then r.begun_at end, retries = r.retries + t.is_retry::int,
      next_at = coalesce(t.until, r.next_at)
    from ${ofOrganization(sql, organizationId, ended)} t
      left join messages m on m.organization_id = t.organization_id and m.id = t.message_id
    where r.organization_id = t.organization_id and r.id = t.id and ${sql.literal(isStillOpen)}`
}

/**
 * Whether a recipient `r` has the status: `recipientStatus` of `domain/campaigns/CampaignRecipient.ts`, compared by
 * `testing/contracts/stores/CampaignStore.contract.ts`.
 */
const hasStatus: Readonly<Record<RecipientStatus, string>> = {
  left_out: "r.left_out is not null",
  read: "r.left_out is null and r.read_at is not null",
  delivered: "r.left_out is null and r.read_at is null and r.delivered_at is not null",
  failed: "r.left_out is null and r.read_at is null and r.delivered_at is null and r.failure is not null",
  sent: "r.left_out is null and r.read_at is null and r.delivered_at is null and r.failure is null and r.sent_at is not null",
  sending: `r.read_at is null and r.delivered_at is null and ${isOpen} and r.begun_at is not null`,
  queued: `r.read_at is null and r.delivered_at is null and ${isOpen} and r.begun_at is null`
}

/** Recipients in their order. */
export const listRecipients = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  campaignId: CampaignId,
  { after, limit, status }: RecipientFilter
) => sql`
  select ${sql.literal(recipientColumns)} from campaign_recipients r
  where r.organization_id = ${organizationId}::uuid and r.campaign_id = ${campaignId}::uuid and r.position > ${after}
    ${status === null ? sql`` : sql`and ${sql.literal(hasStatus[status])}`}
  order by r.organization_id, r.campaign_id, r.position limit ${limit}`

/** When the next open recipient may be claimed. */
export const nextOpen = (sql: SqlClient.SqlClient, organizationId: OrganizationId, campaignId: CampaignId) =>
  sql<{ readonly next: Date | null }>`
    select greatest(r.next_at, '1970-01-01Z') as next from campaign_recipients r
    where r.organization_id = ${organizationId}::uuid and r.campaign_id = ${campaignId}::uuid and ${sql.literal(isOpen)}
    order by r.organization_id, r.campaign_id, r.next_at, r.position limit 1`
