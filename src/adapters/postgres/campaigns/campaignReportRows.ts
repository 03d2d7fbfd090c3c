import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ContactStep, RecipientReport } from "../../../domain/campaigns/campaignReports.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { booleans, instants, ofOrganization, texts, uuids } from "../database/ArrayParameter.ts"

/**
 * Applies reports of messages to their recipients: `withReport` of `domain/campaigns/campaignReports.ts`, compared by
 * `testing/contracts/stores/CampaignStore.contract.ts`. Messages outside of campaigns are not looked up: a message names its
 * recipient.
 */
export const saveRecipientReports = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  reports: ReadonlyArray<RecipientReport>
) => {
  if (reports.length === 0) return Effect.void
  const column = <A>(of: (report: RecipientReport) => A) => reports.map(of)
  const reported = sql`unnest(
      ${uuids(column(({ recipientId }) => recipientId))}::uuid[], ${uuids(column(({ messageId }) => messageId))}::uuid[],
      ${uuids(column(({ contactId }) => contactId))}::uuid[], ${instants(column(({ sentAt }) => sentAt))}::timestamptz[],
      ${instants(column(({ deliveredAt }) => deliveredAt))}::timestamptz[],
      ${instants(column(({ readAt }) => readAt))}::timestamptz[],
      ${texts(column(({ failure }) => (failure === null ? null : JSON.stringify(failure))))}::text[],
      ${texts(column(({ category }) => category))}::text[], ${booleans(column(({ billable }) => billable))}::boolean[]
    ) as t(id, message_id, contact_id, sent_at, delivered_at, read_at, failure, category, billable)`
  return sql`
    update campaign_recipients r set message_id = coalesce(r.message_id, t.message_id), contact_id = t.contact_id,
      begun_at = null, sent_at = coalesce(r.sent_at, t.sent_at),
      delivered_at = coalesce(r.delivered_at, t.delivered_at), read_at = coalesce(r.read_at, t.read_at),
      failure = coalesce(r.failure, t.failure::json), category = coalesce(t.category, r.category),
      billable = coalesce(t.billable, r.billable)
    from ${ofOrganization(sql, organizationId, reported)} t
    where r.organization_id = t.organization_id and r.id = t.id`
}

/**
 * Applies replies and opt-outs of contacts to their recipients, with one look-up by contact: `withStep` of
 * `domain/campaigns/campaignReports.ts`, compared by `testing/contracts/stores/CampaignStore.contract.ts`.
 */
export const saveContactSteps = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  steps: ReadonlyArray<ContactStep>
) => {
  if (steps.length === 0) return Effect.void
  const stepped = sql`unnest(${uuids(steps.map(({ contactId }) => contactId))}::uuid[],
      ${steps.map(({ step }) => step)}::text[], ${instants(steps.map(({ at }) => at))}::timestamptz[]
    ) as t(contact_id, step, at)`
  return sql`
    with candidate as (
      select t.step, t.at, x.organization_id, x.id,
        x.begun_at is null and x.sent_at is null and x.left_out is null and x.failure is null
          and t.step = any(c.stop_on) and c.status in ('scheduled', 'running', 'paused') as is_stopped,
        coalesce(x.sent_at, x.begun_at) <= t.at and t.at < coalesce(x.sent_at, x.begun_at) + interval '7 days' as is_in_period,
        row_number() over (partition by t.contact_id, t.step
          order by coalesce(x.sent_at, x.begun_at) desc nulls last, x.id) = 1 as is_latest
      from ${ofOrganization(sql, organizationId, stepped)} t
        join campaign_recipients x on x.organization_id = t.organization_id and x.contact_id = t.contact_id
        join campaigns c on c.organization_id = x.organization_id and c.id = x.campaign_id
    ),
    step as (
      select organization_id, id,
        min(at) filter (where step = 'reply' and is_latest and is_in_period) as replied_at,
        min(at) filter (where step = 'opt_out' and is_latest and is_in_period) as opted_out_at,
        min(case step when 'reply' then 'replied' else 'opted_out' end) filter (where is_stopped) as left_out
      from candidate where is_stopped or (is_latest and is_in_period) group by organization_id, id order by id
    )
    update campaign_recipients r set replied_at = coalesce(r.replied_at, s.replied_at),
      opted_out_at = coalesce(r.opted_out_at, s.opted_out_at),
      left_out = case when r.begun_at is null and r.sent_at is null and r.failure is null
        then coalesce(r.left_out, s.left_out) else r.left_out end
    from step s where r.organization_id = s.organization_id and r.id = s.id`
}
