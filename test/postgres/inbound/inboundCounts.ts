import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const Counted = Schema.Array(Schema.Record(Schema.String, Schema.Int))

/** What must not be there, and how much there must be. */
export const counted = Effect.fnUntraced(function* (lastName: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select
      (select count(*) from contacts)::int as contacts,
      (select count(*) from messages)::int as messages,
      (select count(*) from messages where direction = 'inbound')::int as inbound,
      (select count(*) from messages where status = 'pending')::int as pending,
      (select count(*) from inbound_deliveries where done_at is null)::int as undone,
      (select count(*) from inbound_problems)::int as problems,
      (select count(*) from inbound_parked)::int as parked,
      (select count(*) from media)::int as media,
      (select count(*) from contact_identities)::int as identities,
      (select count(*) from (select 1 from conversations where status <> 'closed'
        group by contact_id, channel_account_id having count(*) > 1) t)::int as twice,
      (select count(*) from messages m join conversations v on v.id = m.conversation_id
        where v.contact_id <> m.contact_id or v.channel_account_id <> m.channel_account_id)::int as strayed,
      (select count(*) from conversations v where v.status <> 'closed' and v.unread_count <> (
        select count(*) from messages m where m.conversation_id = v.id and m.direction = 'inbound'
          and m.learned_at > coalesce(v.last_sent_at, '-infinity') and m.created_at >= coalesce(v.last_echo_at, '-infinity')))::int as miscounted,
      (select count(*) from messages where direction = 'outbound' and status <> 'read')::int as unread,
      (select count(*) from messages
        where coalesce(jsonb_array_length(annotations->'reactions'), 0) <> 2)::int as unanswered,
      (select count(*) from contacts where phone is not null and name <> ${lastName})::int as misnamed,
      (select count(*) from conversations)::int - (select count(*) from events
        where type = 'conversation.opened')::int as opened,
      (select count(*) from conversations where status = 'closed')::int - (select count(*) from events
        where type = 'conversation.closed')::int as closed,
      (select count(*) from (select type, data->>'message_id' from events where type like 'message.%'
        group by type, data->>'message_id', data->>'from', data->>'emoji', data->>'timestamp'
        having count(*) > 1) t)::int as announced_twice,
      (select count(*) from events where type = 'contact.created')::int as created,
      (select count(*) from events where type = 'message.received')::int as received,
      (select count(*) from events where type = 'message.sent')::int as sent,
      (select count(*) from events where type = 'message.delivered')::int as delivered,
      (select count(*) from events where type = 'message.read')::int as read`
  const [row] = yield* Schema.decodeUnknownEffect(Counted)(rows)
  return row ?? (yield* Effect.die("no row"))
})

/** What there must be none of. */
export const nothing = {
  pending: 0,
  undone: 0,
  problems: 0,
  parked: 0,
  unanswered: 0,
  misnamed: 0,
  unread: 0,
  twice: 0,
  strayed: 0,
  miscounted: 0,
  opened: 0,
  closed: 0,
  announced_twice: 0
}
