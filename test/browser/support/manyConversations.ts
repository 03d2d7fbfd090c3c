import { Effect } from "effect"
import { maintain } from "../../support/database/serverDatabase.ts"

/**
 * So many conversations of an organization, each with a contact and a message, made by the database. The first was
 * updated last. Every third is on Messenger, and every fifth is closed.
 */
export const givenConversations = (url: string, organizationId: string, count: number) =>
  maintain(
    url,
    `do $$
    declare
      organization constant uuid := '${organizationId}';
      number constant uuid := (
        select id from channel_accounts where organization_id = organization and channel = 'whatsapp');
      page constant uuid := (
        select id from channel_accounts where organization_id = organization and channel = 'messenger');
    begin
      create temporary table given on commit drop as
        select n, now() - n * interval '1 minute' as at,
          ('01a1fe08-0001-7000-8000-' || lpad(n::text, 12, '0'))::uuid as contact,
          ('01a1fe08-0002-7000-8000-' || lpad(n::text, 12, '0'))::uuid as conversation,
          ('01a1fe08-0003-7000-8000-' || lpad(n::text, 12, '0'))::uuid as message,
          'Reader ' || lpad(n::text, 6, '0') as name, '1555' || lpad(n::text, 7, '0') as phone,
          case when n % 3 = 0 then 'messenger' else 'whatsapp' end as channel,
          case when n % 3 = 0 then page else number end as account,
          case when n % 5 = 0 then 'closed' else 'open' end as status
        from generate_series(1, ${count}) n;
      insert into contacts (organization_id, id, vendor_contact_id, phone, name, tags, source, created_at, updated_at,
        searched)
        select organization, contact, 'ct_' || left(translate(md5(n::text), '0189', 'wxyz'), 24), phone, name, '{}', 'api', at, at, lower(name) || E'\\n' || phone
        from given;
      insert into conversations (organization_id, id, contact_id, channel, channel_account_id, status, created_at,
        updated_at, unread_count)
        select organization, conversation, contact, channel, account, status, at, at, n % 4 from given;
      insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
        peer, type, content, preview, status, created_at, settled_at, learned_at, listed_at)
        select organization, message, conversation, contact, channel, account, 'inbound', phone, 'text',
          jsonb_build_object('text', 'Question ' || n), 'Question ' || n, 'delivered', at, at, at, at from given;
    end $$`,
    "analyze contacts, conversations, messages"
  ).pipe(Effect.orDie)
