import { Clock, Console, DateTime, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../src/adapters/postgres/Database.ts"
import * as EmbeddedPostgres from "../src/adapters/postgres/EmbeddedPostgres.ts"
import { Writer } from "../src/adapters/postgres/Writer.ts"
import { searchedText } from "../src/domain/ContactSearch.ts"
import { SendLedger } from "../src/ports/SendLedger.ts"
import { accepted, givenOrganization, givenAccount, phoneOf, sendIntent } from "../test/support/given.ts"
import * as PostgresServer from "../test/support/PostgresServer.ts"
import { storesOn } from "../test/support/postgresStores.ts"

/** Sends that run at the same time, all of one organization: its counter is what they meet at. */
const concurrencies = [1, 64, 256]
const contacts = 1_000

interface Options {
  readonly smoke: boolean
}

/** Runs an effect over and over on so many fibers; gives what was done a second, and the slowest in a hundred. */
const measure = Effect.fnUntraced(function* <E, R>(
  one: (ordinal: number) => Effect.Effect<void, E, R>,
  concurrency: number,
  millis: number
) {
  const begin = yield* Clock.currentTimeMillis
  const end = begin + millis
  const took: Array<number> = []
  let ordinal = 0
  const loop = Effect.gen(function* () {
    while ((yield* Clock.currentTimeMillis) < end) {
      const start = performance.now()
      yield* one(ordinal++)
      took.push(performance.now() - start)
    }
  })
  yield* Effect.all(
    Array.from({ length: concurrency }, () => loop),
    { concurrency: "unbounded", discard: true }
  )
  const seconds = ((yield* Clock.currentTimeMillis) - begin) / 1_000
  took.sort((a, b) => a - b)
  return { perSecond: took.length / seconds, p99: took[Math.floor(took.length * 0.99)] ?? 0 }
})

/** The textbook: a transaction for each step of each send, with the counter's row locked from its first statement on. */
const textbook = Effect.gen(function* () {
  const sql = yield* Writer
  const { id } = yield* givenOrganization({ plan: "unlimited" })
  const account = yield* givenAccount(id)
  const at = yield* DateTime.now
  yield* sql`insert into monthly_usage values (${id}::uuid, date_trunc('month', now())::date, 0, 0)`
  return Effect.fnUntraced(function* (ordinal: number) {
    const intent = yield* sendIntent(id, account.id, { at, phone: phoneOf(ordinal % contacts) })
    const { contact, conversation, messageId } = intent
    const iso = DateTime.formatIso(at)
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`update monthly_usage set used = used + 1 where organization_id = ${id}::uuid`
        const [known] = yield* sql<{ readonly contact_id: string }>`
          select contact_id from contact_identities
          where organization_id = ${id}::uuid and kind = 'phone' and scope = '' and value = ${intent.identity.value}`
        if (known === undefined) {
          yield* sql`
            insert into contacts (organization_id, id, vendor_contact_id, phone, name, tags, source, created_at,
              updated_at, searched)
            values (${id}::uuid, ${contact.id}::uuid, ${contact.vendorContactId}, ${contact.phone}, '', '{}', 'api',
              ${iso}::timestamptz, ${iso}::timestamptz, ${searchedText(contact)})`
          yield* sql`
            insert into contact_identities values (${id}::uuid, 'phone', '', ${intent.identity.value},
              ${contact.id}::uuid)`
        }
        const contactId = known?.contact_id ?? contact.id
        const talk = yield* sql<{ readonly id: string }>`
          insert into conversations values (${id}::uuid, ${conversation.id}::uuid, ${contactId}::uuid, 'whatsapp',
            ${account.id}::uuid, 'open', ${iso}::timestamptz, ${iso}::timestamptz)
          on conflict (organization_id, contact_id, channel_account_id) where status <> 'closed'
            do update set updated_at = excluded.updated_at returning id`
        yield* sql`
          insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
            counterpart, type, content, status, created_at)
          values (${id}::uuid, ${messageId}::uuid, ${talk[0]?.id ?? conversation.id}::uuid, ${contactId}::uuid, 'whatsapp',
            ${account.id}::uuid, 'outbound', ${contact.phone}, 'template', '{}'::jsonb, 'pending', ${iso}::timestamptz)`
      })
    )
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
          update messages set status = 'sent', platform_message_id = ${`wamid.${messageId}`}
          where organization_id = ${id}::uuid and id = ${messageId}::uuid`
        yield* sql`
          insert into events values (${id}::uuid, ${intent.conversationEventId}::uuid, 'message.sent', null,
            ${iso}::timestamptz, '{}'::json)`
      })
    )
  })
})

/** Ours: `SendLedger`, as the service uses it. */
const ours = Effect.gen(function* () {
  const ledger = yield* SendLedger
  const { id } = yield* givenOrganization({ plan: "unlimited" })
  const account = yield* givenAccount(id)
  const at = yield* DateTime.now
  return Effect.fnUntraced(function* (ordinal: number) {
    const intent = yield* sendIntent(id, account.id, { at, phone: phoneOf(ordinal % contacts) })
    const reservation = yield* ledger.reserve(id, intent)
    yield* ledger.settle(id, intent.messageId, yield* accepted(intent, reservation), at)
  })
})

/** Nothing is faster for being wrong: what was counted is what was kept. */
const consistent = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly exact: boolean }>`
    select (select sum(used) from monthly_usage) = (select count(*) from messages)
      and (select count(*) from messages where status = 'sent')
        = (select count(*) from events where type = 'message.sent') as exact`
  return rows[0]?.exact === true
})

const compare = Effect.fnUntraced(function* (place: string, { smoke }: Options) {
  for (const concurrency of smoke ? [8] : concurrencies) {
    const run = <E, R, E2, R2>(scene: Effect.Effect<(ordinal: number) => Effect.Effect<void, E, R>, E2, R2>) =>
      Effect.flatMap(scene, (one) => measure(one, concurrency, smoke ? 300 : 4_000))
    const baseline = yield* run(textbook)
    const shared = yield* run(ours)
    const row = (name: string, { p99, perSecond }: typeof baseline) =>
      `  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)} sends/s   p99 ${p99.toFixed(1).padStart(7)} ms   ×${(
        perSecond / baseline.perSecond
      ).toFixed(1)}`
    yield* Console.log(
      `sends of one organization, ${concurrency} at a time, ${place}\n${row("a transaction for each step", baseline)}\n${row("SendLedger", shared)}`
    )
  }
  if (!(yield* consistent)) return yield* Effect.die("the counter and the messages disagree")
})

/** Reserve and settle of a send, with all that it writes, against the textbook transactions; on a server of its own. */
export const sendLedger = Effect.fn("sendLedger")(function* (options: Options) {
  const { url } = yield* PostgresServer.start()
  yield* Effect.provide(compare("on a server", options), storesOn(Database.server(Redacted.make(url))))
  const embedded = Layer.unwrap(Effect.map(EmbeddedPostgres.openInMemory(), ({ stream }) => Database.embedded(stream)))
  yield* Effect.provide(compare("on the embedded database", options), storesOn(embedded))
})
