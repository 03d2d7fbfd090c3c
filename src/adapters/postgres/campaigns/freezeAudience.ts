import type { SqlClient } from "effect/sql"
import type { Campaign } from "../../../domain/campaigns/Campaign.ts"
import { contactSearch } from "../../../domain/contacts/ContactSearch.ts"
import type { CampaignId, CampaignRecipientId, OrganizationId } from "../../../domain/Ids.ts"
import { isFoundBy } from "../contacts/searchConditions.ts"
import { texts, uuids } from "../database/ArrayParameter.ts"

/** The ids of an audience as the conditions take them. */
const isUuid = (id: string): boolean => !id.startsWith("ct_")

/**
 * Stores the next contacts of the audience: `inAudience` of `domain/campaigns/campaignAudience.ts`, and `leftOutOf` of
 * `domain/campaigns/CampaignRecipient.ts`, both compared by `testing/contracts/stores/CampaignStore.contract.ts`. A batch reads a
 * bounded number of contacts in the order of their ids, and the cursor is stored with its recipients.
 */
const freezeContacts = (
  sql: SqlClient.SqlClient,
  { id, organizationId }: Campaign,
  { attributes, contactIds, search, tags }: Extract<Campaign["audience"], { readonly _tag: "Contacts" }>,
  ids: ReadonlyArray<CampaignRecipientId>
) => {
  const searched = search === null ? null : contactSearch(search, "name, phone and email")
  const among =
    contactIds === null
      ? sql`true`
      : sql`k.id = any(array(
          select unnest(${uuids(contactIds.filter(isUuid))}::uuid[])
          union all select v.id from contacts v where v.organization_id = ${organizationId}::uuid
            and v.vendor_contact_id = any(${texts(contactIds.filter((one) => !isUuid(one)))}::text[])))`
  return sql`
    with campaign as (
      select c.* from campaigns c
      where c.organization_id = ${organizationId}::uuid and c.id = ${id}::uuid and c.status = 'running' and not c.is_frozen
      for no key update
    ),
    scanned as materialized (
      select s.* from campaign c cross join lateral (
        select k.* from contacts k
        where k.organization_id = c.organization_id
          and k.id > coalesce(c.frozen_contact, '00000000-0000-0000-0000-000000000000') and ${among}
        order by k.organization_id, k.id limit ${ids.length}
      ) s
    ),
    chosen as (
      select k.id, k.phone, k.is_blocked, k.opted_in, row_number() over (order by k.id) as place, (
        select i.value from contact_identities i
        where k.phone is null and i.organization_id = k.organization_id and i.contact_id = k.id and i.kind = 'whatsapp'
        order by i.value collate "C" limit 1
      ) as user_id
      from scanned k, campaign c
      where k.created_at <= c.started_at and k.tags @> ${texts(tags)}::text[]
        and k.attributes @> ${JSON.stringify(attributes)}::text::jsonb
        and ${searched === null ? sql`true` : isFoundBy(sql, searched)}
    ),
    added as (
      insert into campaign_recipients
        (organization_id, campaign_id, id, position, recipient, contact_id, left_out)
      select c.organization_id, c.id, (${uuids(ids)}::uuid[])[k.place], c.positions + k.place,
        coalesce('+' || k.phone, k.user_id, ''), k.id,
        case when k.is_blocked then 'blocked' when k.opted_in = false then 'opted_out'
          when k.phone is null and k.user_id is null then 'unreachable' end
      from chosen k, campaign c order by k.place
    )
    update campaigns c set positions = c.positions + (select count(*) from chosen),
      frozen_contact = coalesce((select s.id from scanned s order by s.id desc limit 1), c.frozen_contact),
      is_frozen = (select count(*) from scanned) < ${ids.length}
    from campaign where c.organization_id = campaign.organization_id and c.id = campaign.id`
}

/** Checks the next rows of the file of a campaign: finds their contacts, and leaves out repeated and refused ones. */
const freezeRows = (sql: SqlClient.SqlClient, { id, organizationId }: Campaign, limit: number) => sql`
  with campaign as (
    select c.* from campaigns c
    where c.organization_id = ${organizationId}::uuid and c.id = ${id}::uuid and c.status = 'running' and not c.is_frozen
    for no key update
  ),
  scanned as materialized (
    select r.id, r.campaign_id, r.organization_id, r.position, r.phone_key, r.left_out, (
      select i.contact_id from contact_identities i
      where i.organization_id = r.organization_id and i.kind = 'phone' and i.scope = '' and i.value = r.phone_key
    ) as contact_id
    from campaign c join campaign_recipients r on r.organization_id = c.organization_id and r.campaign_id = c.id
    where r.position > c.frozen_position
    order by r.position limit ${limit}
  ),
  checked as (
    select s.*, k.is_blocked, k.opted_in,
      exists (
        select from campaign_recipients e
        where e.organization_id = s.organization_id and e.campaign_id = s.campaign_id and e.phone_key = s.phone_key
          and e.position < s.position
      ) or row_number() over (partition by s.contact_id order by s.position) > 1 and s.contact_id is not null
      or exists (
        select from campaign_recipients e
        where e.organization_id = s.organization_id and e.contact_id = s.contact_id and e.campaign_id = s.campaign_id
      ) as is_repeated
    from scanned s left join contacts k on k.organization_id = s.organization_id and k.id = s.contact_id
  ),
  added as (
    update campaign_recipients r set contact_id = s.contact_id,
      left_out = coalesce(r.left_out, case when s.is_repeated then 'duplicate' when s.is_blocked then 'blocked'
        when s.opted_in = false then 'opted_out' end)
    from checked s where r.organization_id = s.organization_id and r.id = s.id
  )
  update campaigns c set
    frozen_position = coalesce((select max(s.position) from scanned s), c.frozen_position),
    is_frozen = (select count(*) from scanned) < ${limit}
  from campaign where c.organization_id = campaign.organization_id and c.id = campaign.id`

/** Freezes the next part of the audience in one statement, so that a crash repeats nothing and leaves nothing out. */
export const freezeAudience = (sql: SqlClient.SqlClient, campaign: Campaign, ids: ReadonlyArray<CampaignRecipientId>) =>
  campaign.audience._tag === "File"
    ? freezeRows(sql, campaign, ids.length)
    : freezeContacts(sql, campaign, campaign.audience, ids)

/** Adds rows to a draft whose audience is a file; the answer is empty if there is no such draft. */
export const insertRows = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  campaignId: CampaignId,
  records: string
) => sql`
  with campaign as (
    select c.organization_id, c.id, c.positions from campaigns c
    where c.organization_id = ${organizationId}::uuid and c.id = ${campaignId}::uuid and c.status = 'draft'
      and c.audience ->> '_tag' = 'File'
    for no key update
  ),
  row as (
    select t.*, row_number() over () as place
    from json_to_recordset(${records}::json) as t(id uuid, recipient text, name text, columns jsonb, phone_key text)
  ),
  added as (
    insert into campaign_recipients
      (organization_id, campaign_id, id, position, recipient, name, columns, phone_key, left_out)
    select c.organization_id, c.id, r.id, c.positions + r.place, r.recipient, r.name, r.columns, r.phone_key,
      case when r.phone_key is null then 'invalid_number' end
    from row r, campaign c order by r.place
  )
  update campaigns c set positions = c.positions + (select count(*) from row)
  from campaign where c.organization_id = campaign.organization_id and c.id = campaign.id
  returning true as added`
