import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import {
  type ContactMerge,
  type InboxState,
  type JoinedConversation,
  joinedConversations
} from "../../../domain/inbound/InboxState.ts"

const joinConversations = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { gone, into }: JoinedConversation
) =>
  Effect.gen(function* () {
    // Sends without an outcome have an index of their own. They come first: they may get their outcome in between.
    yield* sql`
      update messages set conversation_id = ${into}::uuid
      where settled_at is null and created_at > '-infinity'
        and organization_id = ${organizationId}::uuid and conversation_id = ${gone}::uuid`
    yield* sql`
      update messages set conversation_id = ${into}::uuid
      where organization_id = ${organizationId}::uuid and conversation_id = ${gone}::uuid and settled_at is not null
        and type <> 'reaction'`
    yield* sql`
      update messages set conversation_id = ${into}::uuid
      where organization_id = ${organizationId}::uuid and conversation_id = ${gone}::uuid and type = 'reaction'`
    yield* sql`
      update notifications set conversation_id = ${into}::uuid
      where organization_id = ${organizationId}::uuid and conversation_id = ${gone}::uuid`
    yield* sql`
      update conversation_notes set conversation_id = ${into}::uuid
      where organization_id = ${organizationId}::uuid and conversation_id = ${gone}::uuid`
    yield* sql`
      update pending_sends set conversation_id = ${into}::uuid
      where organization_id = ${organizationId}::uuid and conversation_id = ${gone}::uuid`
    // Its facts are those of the other conversation from now on.
    yield* sql`
      insert into report_changes (organization_id, conversation_id) values (${organizationId}::uuid, ${gone}::uuid)`
    yield* sql`delete from conversations where organization_id = ${organizationId}::uuid and id = ${gone}::uuid`
  })

const moveContact = (sql: SqlClient.SqlClient, organizationId: OrganizationId, { from, into }: ContactMerge) =>
  Effect.gen(function* () {
    yield* sql`
      update messages set contact_id = ${into}::uuid
      where settled_at is null and created_at > '-infinity'
        and organization_id = ${organizationId}::uuid and contact_id = ${from}::uuid`
    yield* sql`
      update messages m set contact_id = ${into}::uuid from conversations v
      where v.organization_id = ${organizationId}::uuid and v.contact_id in (${from}::uuid, ${into}::uuid)
        and m.organization_id = v.organization_id and m.conversation_id = v.id and m.settled_at is not null
        and m.type <> 'reaction' and m.contact_id = ${from}::uuid`
    yield* sql`
      update messages m set contact_id = ${into}::uuid from conversations v
      where v.organization_id = ${organizationId}::uuid and v.contact_id in (${from}::uuid, ${into}::uuid)
        and m.organization_id = v.organization_id and m.conversation_id = v.id and m.type = 'reaction'
        and m.contact_id = ${from}::uuid`
    yield* sql`
      update conversations set contact_id = ${into}::uuid
      where organization_id = ${organizationId}::uuid and contact_id = ${from}::uuid`
    yield* sql`
      update contact_identities set contact_id = ${into}::uuid
      where organization_id = ${organizationId}::uuid and contact_id = ${from}::uuid`
    yield* sql`
      insert into contact_consents (organization_id, contact_id, channel, at, state, source, actor)
      select organization_id, ${into}::uuid, channel, at, state, source, actor from contact_consents
      where organization_id = ${organizationId}::uuid and contact_id = ${from}::uuid
      on conflict do nothing`
    yield* sql`
      update contact_activity a set last_message_at = f.last_message_at, last_listed_at = f.last_listed_at
      from contact_activity f
      where a.organization_id = ${organizationId}::uuid and a.contact_id = ${into}::uuid
        and f.organization_id = a.organization_id and f.contact_id = ${from}::uuid
        and a.last_listed_at < f.last_listed_at`
    yield* sql`
      update pending_sends set contact_id = ${into}::uuid
      where organization_id = ${organizationId}::uuid and contact_id = ${from}::uuid`
    yield* sql`
      update campaign_recipients set contact_id = ${into}::uuid
      where organization_id = ${organizationId}::uuid and contact_id = ${from}::uuid`
    yield* sql`delete from contacts where organization_id = ${organizationId}::uuid and id = ${from}::uuid`
  })

/** Moves the data of merged contacts to the contacts that they became. This is rare, so each step is a statement. */
export const mergeContacts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  before: InboxState,
  after: InboxState
) {
  if (after.merges.length === 0) return
  yield* Effect.forEach(joinedConversations(before, after), (join) => joinConversations(sql, organizationId, join))
  yield* Effect.forEach(after.merges, (merge) => moveContact(sql, organizationId, merge))
})
