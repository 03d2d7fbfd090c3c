import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { actingFor } from "../../src/adapters/postgres/rowsecurity/Acting.ts"

const nullable = Schema.NullOr(Schema.String)

const Message = Schema.Struct({
  id: nullable,
  organization: Schema.String,
  account: Schema.String,
  contact: nullable,
  conversation_contact: nullable,
  channel: Schema.String,
  peer: Schema.String,
  is_in_account: Schema.Boolean,
  direction: Schema.String,
  status: Schema.String,
  words: nullable,
  visit: nullable,
  failure: nullable,
  reactions: Schema.fromJsonString(
    Schema.Array(Schema.Struct({ by: Schema.String, reaction: Schema.NullOr(Schema.String) }))
  ),
  /** Epoch milliseconds. */
  at: Schema.Finite
})

const Contact = Schema.Struct({
  id: Schema.String,
  organization: Schema.String,
  name: Schema.String,
  phone: nullable,
  opted_in: Schema.NullOr(Schema.Boolean),
  known_by: Schema.Array(Schema.String)
})

const LoggedEvent = Schema.Struct({
  id: Schema.String,
  organization: Schema.String,
  type: Schema.String,
  message: nullable,
  contact: nullable,
  conversation: nullable,
  /** The conversation whose deliveries it is numbered in, and its number there. */
  order: nullable,
  sequence: Schema.Int
})

const Problem = Schema.Struct({ account: nullable, key: Schema.String, reason: Schema.String, error: Schema.String })

const Usage = Schema.Struct({ organization: Schema.String, used: Schema.Finite })

const rowsOf = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(schema))
  return (rows: Effect.Effect<ReadonlyArray<unknown>, unknown>) => Effect.orDie(Effect.flatMap(rows, decode))
}

/** All stored rows, read from the database. */
export const look = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const messages = yield* rowsOf(Message)(sql`
    select m.platform_message_id as id, m.organization_id::text as organization, a.external_id as account,
      m.contact_id::text as contact, m.channel, m.peer,
      (case when v.id is null then m.contact_id else v.contact_id end)::text as conversation_contact,
      coalesce(v.channel_account_id, m.channel_account_id) = m.channel_account_id as is_in_account, m.direction, m.status, m.content->>'text' as words,
      case when m.content->>'text' in ('Agreed to receive messages', 'Came by a link or an ad')
        then coalesce(m.content->'opt_in'->>'payload', m.content->'referral'->>'ref') end as visit,
      m.failure->>'_tag' as failure, coalesce(m.annotations->'reactions', '[]')::text as reactions,
      (extract(epoch from m.created_at) * 1000)::float8 as at
    from messages m
      join channel_accounts a on a.organization_id = m.organization_id and a.id = m.channel_account_id
      left join conversations v on v.organization_id = m.organization_id and v.id = m.conversation_id`)
  const contacts = yield* rowsOf(Contact)(sql`
    select c.id::text, c.organization_id::text as organization, c.name, c.phone, (
        select k.state = 'opted_in' from contact_consents k
        where k.organization_id = c.organization_id and k.contact_id = c.id order by k.at desc limit 1) as opted_in,
      array(select concat_ws(' ', i.kind, i.scope, i.value) from contact_identities i
        where i.organization_id = c.organization_id and i.contact_id = c.id) as known_by
    from contacts c`)
  const events = yield* rowsOf(LoggedEvent)(sql`
    select id::text, organization_id::text as organization, type, data->>'message_id' as message,
      data->'contact'->>'id' as contact, data->'conversation'->>'id' as conversation,
      conversation_id::text as "order", sequence
    from events`)
  const problems = yield* rowsOf(Problem)(sql`select distinct account, key, reason, error from inbound_problems`)
  const usage = yield* rowsOf(Usage)(sql`
    select organization_id::text as organization, sum(used)::float8 as used from monthly_usage group by 1`)
  return { messages, contacts, events, problems, usage }
}).pipe(actingFor("owner"))
export type Kept = Effect.Success<typeof look>

const Open = Schema.Struct({
  deliveries: Schema.Int,
  events: Schema.Int,
  sends: Schema.Int,
  files: Schema.Int,
  names: Schema.Int,
  parked: Schema.Int
})

/** What is still under way, but for events of the hostile organization. A file whose account has to be connected again waits longer than anybody looks on. */
export const open = Effect.fnUntraced(function* (hostileId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row = { deliveries: 0, events: 0, sends: 0, files: 0, names: 0, parked: 0 }] = yield* rowsOf(Open)(sql`
    select (select count(*)::int from inbound_deliveries where done_at is null) as deliveries,
      (select count(*)::int from events e where e.webhook_id is not null
        and e.organization_id <> ${hostileId}::uuid and not exists (select from delivery_attempts a
        where a.organization_id = e.organization_id and a.event_id = e.id and a.result <> 'Retry')) as events,
      (select count(*)::int from messages where status = 'pending') as sends,
      (select count(*)::int from media where status in ('pending', 'discarded') and coalesce(detail, '') not like 'MediaTokenRefused%')
        as files,
      (select count(*)::int from profile_lookups) as names,
      (select count(*)::int from inbound_parked p where exists (select from messages m
        where m.channel_account_id = p.channel_account_id and m.platform_message_id = p.platform_message_id)) as parked`)
  return row
}, actingFor("owner"))

/**
 * What must be so whatever was said; each query gives what is not. After a kill a file may wait for the end of its lease
 * (`mayWait`), which is five minutes: longer than anybody looks on.
 */
export const inconsistencies = Effect.fnUntraced(function* (mayWait: boolean) {
  const sql = yield* SqlClient.SqlClient
  const checks = {
    "unread count": sql`
      select v.id::text, v.unread_count, c.there from conversations v cross join lateral (
        select count(*)::int as there from messages m where m.organization_id = v.organization_id
          and m.conversation_id = v.id and m.direction = 'inbound' and m.counts_unread
          and m.settled_at is not null and m.learned_at > coalesce(v.last_sent_at, '-infinity')
          and m.created_at >= coalesce(v.last_echo_at, '-infinity')) c
      where v.unread_count <> c.there`,
    "last echo": sql`
      select v.id::text, v.last_echo_at, max(m.created_at) from conversations v
        join messages m on m.organization_id = v.organization_id and m.conversation_id = v.id
      where m.is_echo group by v.organization_id, v.id, v.last_echo_at
      having v.last_echo_at is distinct from max(m.created_at)`,
    "last learned": sql`
      select v.id::text, v.last_learned_at, max(m.learned_at) from conversations v
        join messages m on m.organization_id = v.organization_id and m.conversation_id = v.id
      where m.direction = 'inbound' group by v.organization_id, v.id, v.last_learned_at
      having v.last_learned_at is null or v.last_learned_at < max(m.learned_at)`,
    "contact announced once": sql`
      select c.id::text, coalesce(e.there, 0) as there from contacts c left join (
        select organization_id, data->'contact'->>'id' as id, count(*)::int as there from events
        where type = 'contact.created' group by 1, 2
      ) e on e.organization_id = c.organization_id and e.id = c.id::text
      where e.there is distinct from 1`,
    "conversation announced": sql`
      select v.id::text from conversations v where not exists (select from events e
        where e.organization_id = v.organization_id and e.type = 'conversation.opened' and e.conversation_id = v.id)`,
    "files fetched": sql`
      select m.id::text, m.status, m.detail from media m
      where m.status not in ('stored', 'discarded') and coalesce(m.detail, '') not like 'MediaTokenRefused%'
        and not (${mayWait}::boolean and m.status = 'pending' and m.due_at > now())`
  }
  return yield* Effect.forEach(Object.entries(checks), ([name, check]) =>
    Effect.map(Effect.orDie(check), (rows) => rows.map((row) => `${name}: ${JSON.stringify(row)}`))
  ).pipe(Effect.map((all) => all.flat()))
}, actingFor("owner"))
