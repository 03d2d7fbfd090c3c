/**
 * The statements of a send as they are usually written: one thing each, the counter's row first, so that nothing is done
 * for a send that is refused. They leave the very rows that ours leave.
 */
export const sendStatements = {
  /** $1 organization, $2 month. No row when the month has no room. */
  count: `insert into monthly_usage as u (organization_id, month, used, granted) values ($1::uuid, $2::date, 1, 1)
    on conflict (organization_id, month) do update set used = u.used + 1
    where u.used < coalesce((select monthly_limit from organizations where id = $1::uuid), 9223372036854775807)
    returning used`,
  /** $1 organization, $2 identity of the number. */
  findContact: `select contact_id from contact_identities
    where organization_id = $1::uuid and kind = 'phone' and scope = '' and value = $2`,
  /** $1 organization, $2 id, $3 vendor id, $4 number, $5 country, $6 instant. */
  addContact: `insert into contacts (organization_id, id, vendor_contact_id, phone, name, country_code, tags, source,
      created_at, updated_at, searched)
    values ($1::uuid, $2::uuid, $3, $4, '', $5, '{}', 'api', $6::timestamptz, $6::timestamptz, E'\\n' || $4::text || E'\\n')`,
  /** $1 organization, $2 identity of the number, $3 contact. */
  addIdentity: `insert into contact_identities (organization_id, kind, scope, value, contact_id)
    values ($1::uuid, 'phone', '', $2, $3::uuid) on conflict do nothing`,
  /** $1 organization, $2 id, $3 contact, $4 account, $5 instant. The id is another one when one is open already. */
  openConversation: `insert into conversations as c (organization_id, id, contact_id, channel, channel_account_id, status,
      source, created_at, updated_at, last_learned_at, last_sent_at)
    values ($1::uuid, $2::uuid, $3::uuid, 'whatsapp', $4::uuid, 'open', 'api', $5::timestamptz, $5::timestamptz,
      $5::timestamptz, $5::timestamptz)
    on conflict (organization_id, contact_id, channel_account_id) where status <> 'closed'
      do update set updated_at = greatest(c.updated_at, excluded.updated_at), unread_count = 0,
        last_learned_at = greatest(c.last_learned_at, excluded.last_learned_at),
        last_sent_at = greatest(c.last_sent_at, excluded.last_sent_at)
    returning id`,
  /** $1 organization, $2 contact, $3 instant. */
  noteActivity: `insert into contact_activity as c (organization_id, contact_id, contact_created_at, last_message_at,
      last_listed_at)
    values ($1::uuid, $2::uuid, $3::timestamptz, $3::timestamptz, $3::timestamptz)
    on conflict (organization_id, contact_id) do update set last_message_at = excluded.last_message_at,
      last_listed_at = excluded.last_listed_at
      where c.last_message_at < excluded.last_message_at`,
  /** $1 organization, $2 id, $3 conversation, $4 contact, $5 account, $6 number, $7 type, $8 content, $9 instant. */
  addMessage: `insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id,
      direction, peer, type, content, status, created_at, learned_at, listed_at)
    values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, 'whatsapp', $5::uuid, 'outbound', $6, $7, $8::jsonb, 'pending',
      $9::timestamptz, $9::timestamptz, $9::timestamptz)`,
  /** $1 organization, $2 message, $3 the platform's id, $4 instant. */
  settleMessage: `update messages set status = 'sent', platform_message_id = $3, settled_at = $4::timestamptz
    where organization_id = $1::uuid and id = $2::uuid and status = 'pending'`,
  /** $1 organization, $2 id, $3 type, $4 conversation, $5 instant, $6 data. */
  addEvent: `insert into events (organization_id, id, type, conversation_id, occurred_at, data)
    values ($1::uuid, $2::uuid, $3, $4::uuid, $5::timestamptz, $6::json)`,
  /** $1 organization, $2 id, $3 method, $4 path, $5 status, $6 request, $7 answer, $8 address, $9 agent, $10 time taken, $11 instant, $12 id of the request. */
  logRequest: `insert into request_logs (organization_id, id, method, path, status, request_body, response_body, ip_address,
      user_agent, duration_millis, created_at, request_id)
    values ($1::uuid, $2::uuid, $3, $4, $5, $6::json, $7::json, $8, $9, $10, $11::timestamptz, $12)`
} as const
