import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac } from "node:crypto"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import type { Call } from "../callers.ts"
import { WrongResult } from "../Comparison.ts"

/** The secret that the servers here are started with. */
const appSecret = "7488c9a94e9d44a0bf2bbafcee4adfaf"

/** Messages that were sent by nobody here, of which the platform has nothing told yet; each fifth is to somebody else. */
export const givenSentMessages = Effect.fnUntraced(function* ({ id, organizationId }: ChannelAccount, count: number) {
  const sql = yield* SqlClient.SqlClient
  const people = Math.ceil(count / 5)
  yield* sql`
    with person as (
      insert into contacts (organization_id, id, vendor_contact_id, phone, name, tags, source, created_at, updated_at,
        searched)
      select ${organizationId}::uuid, gen_random_uuid(), 'ct_' || lpad(n::text, 24, 'a'), '1555' || lpad(n::text, 7, '0'), '',
        '{}', 'api', now(), now(), ''
      from generate_series(1, ${people}::int) n returning id
    ),
    talk as (
      insert into conversations (organization_id, id, contact_id, channel, channel_account_id, status, created_at, updated_at)
      select ${organizationId}::uuid, gen_random_uuid(), id, 'whatsapp', ${id}::uuid, 'open', now(), now() from person
      returning id, contact_id
    ),
    numbered as (select *, row_number() over () as place from talk)
    insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
      peer, type, content, status, platform_message_id, created_at, settled_at, learned_at, listed_at)
    select ${organizationId}::uuid, gen_random_uuid(), t.id, t.contact_id, 'whatsapp', ${id}::uuid, 'outbound',
      '1555' || lpad(t.place::text, 7, '0'), 'text', '{"text":"x"}', 'sent', 'wamid.reported.' || n, now(), now(), now(), now()
    from generate_series(0, ${count - 1}::int) n join numbered t on t.place = 1 + n % ${people}::int`
  yield* sql`analyze messages`
})

/**
 * Webhooks of the platform, each with the next status: first all messages are delivered, then all are read. They are
 * signed here and now, since what the platform does to sign takes nothing from the machine that they come to.
 */
export const statusCalls = (account: ChannelAccount, messages: number) => {
  const metadata = { display_phone_number: "15550100001", phone_number_id: account.externalId }
  const bodyOf = (ordinal: number): string => {
    const id = `wamid.reported.${ordinal % messages}`
    const status = ordinal < messages ? "delivered" : "read"
    const statuses = [{ id, status, timestamp: "1790000000", recipient_id: "15550200000" }]
    const value = { messaging_product: "whatsapp", metadata, statuses }
    return JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{ id: "1", changes: [{ field: "messages", value }] }]
    })
  }
  const signatures = Array.from({ length: 2 * messages }, (_, ordinal) =>
    createHmac("sha256", appSecret).update(bodyOf(ordinal)).digest("hex")
  )
  return (ordinal: number): Call => {
    const nth = ordinal % signatures.length
    const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signatures[nth]}` }
    return { method: "POST", path: "/webhooks/meta", headers, body: bodyOf(nth) }
  }
}

/** Whether nothing waits any more; asking takes nothing from who is at work. */
export const isAllActedOn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly waits: boolean }>`
    select exists (select from inbound_deliveries where done_at is null) as waits`
  return row?.waits === false
})

/** How many deliveries of the platform were acted on so far. */
export const actedOn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly done: number }>`
    select count(*)::int as done from inbound_deliveries where done_at is not null`
  return row?.done ?? 0
})

/** Each of so many statuses was announced, once; the messages have the last of theirs, and nothing came to nothing. */
export const exactReports = Effect.fnUntraced(function* (
  { organizationId }: ChannelAccount,
  messages: number,
  statuses: number
) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly read: number; readonly announced: number; readonly problems: number }>`
    select
      (select count(*) from messages where organization_id = ${organizationId}::uuid and status = 'read')::int as read,
      (select count(*) from events where organization_id = ${organizationId}::uuid
        and type in ('message.delivered', 'message.read'))::int as announced,
      (select count(*) from inbound_problems)::int as problems`
  if (row?.read !== Math.max(0, statuses - messages) || row.announced !== statuses || row.problems > 0) {
    return yield* new WrongResult({ reason: `of ${statuses} statuses of ${messages} messages: ${JSON.stringify(row)}` })
  }
})
