import { PgPool, PgTypes } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, ManagedRuntime, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { createRequire } from "node:module"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import { WhatsAppPlatform } from "../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { fewestConnections } from "../../src/adapters/postgres/connections/connectionSizes.ts"
import { allRoles, type Role } from "../../src/adapters/settings/Settings.ts"
import { createContact, getContact, listContacts } from "../../src/app/contacts/contacts.ts"
import { importContacts } from "../../src/app/contacts/importContacts.ts"
import { assignConversation, listConversations } from "../../src/app/conversations/conversations.ts"
import { addNote, listNotes } from "../../src/app/conversations/notes.ts"
import { inTransaction } from "../../src/app/inTransaction.ts"
import { pendingSend, sendAfterCommit } from "../../src/app/sends/pendingSends.ts"
import { sendWhatsApp } from "../../src/app/sends/sendWhatsApp.ts"
import { type OrganizationId, PendingSendId } from "../../src/domain/Ids.ts"
import { contactSearch } from "../../src/domain/contacts/ContactSearch.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import { CannotJoinTransaction } from "../../src/ports/process/OpenTransaction.ts"
import * as Postgres from "../../src/service/library/Postgres.ts"
import * as Service from "../../src/service/library/Service.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { givenMember, serviceAccess } from "../../testing/given/givenMember.ts"
import { maintain, serverDatabase } from "../support/database/serverDatabase.ts"
import { strongSecret } from "../support/strongSecret.ts"

/** The client of plain `pg`, which brings no types. */
interface PlainClient {
  connect(): Promise<void>
  query(
    text: string,
    values?: ReadonlyArray<unknown>
  ): Promise<{ readonly rows: ReadonlyArray<Record<string, unknown>> }>
  end(): Promise<void>
}
const pg: { readonly Client: new (url: string) => PlainClient } = createRequire(import.meta.url)("pg")

const secretsKey = strongSecret("key")
const page = { page: 1, limit: 20 }
const hello = WhatsAppContent.cases.Text.make({ text: "Hello" })
const message = { channel: "whatsapp", content: hello } as const

const poolOn = (url: string, config: Partial<PgPool.Config> = {}) =>
  PgPool.make({
    url: Redacted.make(url),
    startupParameters: { search_path: "shop" },
    maxConnections: fewestConnections + 3,
    types: PgTypes.makeRegistry(),
    ...config
  })

/** A program with tables of its own, one of which has a name that the service uses too. */
const given = Effect.gen(function* () {
  const url = yield* serverDatabase()
  yield* maintain(
    url,
    "create schema shop",
    "create table shop.contacts (id int, name text)",
    "create table shop.orders (id int primary key, contact text)"
  )
  return url
})

const serviceOn = (
  pool: PgPool.PgPool,
  platforms: Layer.Layer<Layer.Success<typeof MemoryPlatforms.layer>> = MemoryPlatforms.layer,
  roles: ReadonlyArray<Role> = allRoles
) =>
  Service.layer({
    roles,
    metaAppSecret: strongSecret("app"),
    metaVerifyToken: strongSecret("verify"),
    authJwtSecret: strongSecret("jwt"),
    serviceRoleKey: strongSecret("service"),
    overrides: platforms
  }).pipe(
    Layer.provideMerge(Postgres.layer({ pool, connections: fewestConnections, secretsKey })),
    Layer.provideMerge(Postgres.sqlClient(pool))
  )

/** Settings of the transaction, as the program sees them. */
const settings = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select current_setting('search_path') as path, current_user::text as role,
    current_setting('statement_timeout') as timeout, current_setting('lock_timeout') as locks,
    coalesce(current_setting('parley.organizations', true), '') as organizations,
    (select count(*)::int from contacts) as own`
)

const outcome = (id: OrganizationId, send: PendingSendId) =>
  Effect.map(pendingSend(id, send), (pending) => pending.outcome).pipe(
    Effect.filterOrFail((ended) => ended !== null),
    Effect.retry(Schedule.spaced("50 millis")),
    Effect.timeout("20 seconds")
  )

describe("use cases in a transaction of the application", () => {
  it.live(
    "transactions: use cases are committed or rolled back with it, and leave its settings unchanged",
    () =>
      Effect.gen(function* () {
        const pool = yield* poolOn(yield* given)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { id } = yield* givenOrganization({ webhook: {} })
          yield* givenAccount(id)
          const access = serviceAccess(id)
          const { user } = yield* givenMember(id, { name: "Ada" })
          yield* sendWhatsApp(id, "+49 151 12345670", hello)
          const conversation = (yield* listConversations(
            access,
            { channel: null, status: null, assigneeId: null, contactId: null, search: null },
            page
          )).rows[0]
          assert.isDefined(conversation)
          if (conversation === undefined) return

          const order = (number: number) =>
            sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`set local lock_timeout = '7s'`
                yield* sql`set local statement_timeout = '9s'`
                const before = yield* settings
                const contact = yield* createContact(id, `+49 151 1234568${number}`, { name: "Grace", tags: ["new"] })
                assert.deepStrictEqual(yield* settings, before)
                yield* sql`insert into orders values (${number}, ${contact.id})`
                yield* assignConversation(access, conversation.conversation.id, user.id)
                const { note } = yield* addNote(access, conversation.conversation.id, `order ${number}`)
                yield* importContacts(id, [
                  { index: 0, number: `+49 151 2234568${number}`, name: "Bob", email: null, tags: [] }
                ])
                // A search runs on other connections outside of the transaction.
                const found = yield* listContacts(id, page, contactSearch("Grace", "name and phone"))
                assert.strictEqual((yield* getContact(id, contact.id)).name, "Grace")
                const send = yield* sendAfterCommit(id, `+49 151 1234568${number}`, message)
                assert.deepStrictEqual(yield* settings, before)
                assert.deepStrictEqual(before[0], {
                  path: "shop",
                  role: (yield* sql<{ readonly u: string }>`select session_user::text as u`)[0]?.u,
                  timeout: "9s",
                  locks: "7s",
                  organizations: "",
                  own: 0
                })
                return { contact, note, send, found: found.total }
              })
            )

          const failed = yield* Effect.flip(sql.withTransaction(Effect.andThen(order(1), Effect.fail("no" as const))))
          assert.strictEqual(failed, "no")
          assert.deepStrictEqual(yield* sql`select * from orders`, [])
          assert.strictEqual((yield* listContacts(id, page, null)).total, 1)
          assert.strictEqual((yield* listNotes(access, conversation.conversation.id, page)).total, 0)

          const { contact, found, note, send } = yield* order(2)
          assert.strictEqual(found, 1)
          assert.deepStrictEqual(yield* sql`select * from orders`, [{ id: 2, contact: contact.id }])
          assert.strictEqual((yield* listContacts(id, page, null)).total, 3)
          assert.deepStrictEqual(
            (yield* listNotes(access, conversation.conversation.id, page)).rows.map((row) => row.note.id),
            [note.id]
          )
          assert.strictEqual((yield* outcome(id, send.id))._tag, "Sent")
          const { requests } = yield* WhatsAppPlatform
          assert.lengthOf(yield* requests, 2)
        }).pipe(Effect.provide(serviceOn(pool)))
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "transactions: use cases may fail without ending them, and refuse steps that cannot be undone",
    () =>
      Effect.gen(function* () {
        const url = yield* given
        const pool = yield* poolOn(url)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { id } = yield* givenOrganization()
          yield* givenAccount(id)
          const { requests } = yield* WhatsAppPlatform
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* createContact(id, "+49 151 12345678", { name: "Ada" })
              const before = yield* settings
              const failure = yield* Effect.flip(createContact(id, "+49 151 12345678", { name: "Grace" }))
              assert.strictEqual(failure._tag, "PhoneNumberTaken")
              const refused = yield* Effect.flip(
                inTransaction(
                  Effect.andThen(createContact(id, "+49 151 12345679", {}), sendWhatsApp(id, "+49 151 12345678", hello))
                )
              )
              assert.strictEqual(refused._tag, "CannotJoinTransaction")
              assert.deepStrictEqual(yield* settings, before)
              // At the same time: neither sees the settings of the other.
              yield* Effect.all(
                [
                  ...Array.from({ length: 8 }, (_, n) => createContact(id, `+49 151 3234567${n}`, {})),
                  ...Array.from({ length: 8 }, (_, n) => sql`insert into contacts values (${n}, 'own')`)
                ],
                { concurrency: "unbounded" }
              )
              yield* sql`insert into orders values (1, '')`
              const twice = yield* Effect.flip(inTransaction(sql`insert into orders values (1, '')`))
              assert.strictEqual(twice._tag, "SqlError")
            })
          )
          assert.strictEqual((yield* listContacts(id, page, null)).total, 9)
          assert.lengthOf(yield* sql`select * from contacts`, 8)
          assert.lengthOf(yield* sql`select * from orders`, 1)
          assert.lengthOf(yield* requests, 0)

          // A transaction of another pool is no transaction of these stores.
          const other = yield* poolOn(url, { maxConnections: 1 })
          const elsewhere = yield* Effect.flip(
            Effect.flatMap(SqlClient.SqlClient, (client) =>
              client.withTransaction(inTransaction(createContact(id, "+49 151 12345680", {})))
            ).pipe(Effect.provide(Postgres.sqlClient(other)))
          )
          assert.instanceOf(elsewhere, CannotJoinTransaction)
        }).pipe(Effect.provide(serviceOn(pool)))
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "transactions: sends of plain pg are recorded, and two services send them once",
    () =>
      Effect.gen(function* () {
        const url = yield* given
        const pool = yield* poolOn(url)
        const other = yield* poolOn(url)
        // One platform for both: its ids of messages are distinct.
        const platforms = Layer.succeedContext(yield* Layer.build(MemoryPlatforms.layer))
        yield* Effect.gen(function* () {
          const { id } = yield* givenOrganization()
          yield* givenAccount(id)
          const { requests } = yield* WhatsAppPlatform
          yield* Effect.acquireRelease(
            Effect.tap(
              Effect.sync(() => ManagedRuntime.make(serviceOn(other, platforms))),
              (second) => second.contextEffect
            ),
            (second) => second.disposeEffect
          )
          const client = new pg.Client(url)
          yield* Effect.acquireRelease(
            Effect.promise(() => client.connect()),
            () => Effect.promise(() => client.end())
          )
          const query = (text: string, values: ReadonlyArray<unknown> = []) =>
            Effect.map(
              Effect.promise(() => client.query(text, values)),
              ({ rows }) => rows.map((row) => ({ id: String(row["id"]) }))
            )
          const record = (recipient: string, key: string | null, content: unknown = { _tag: "Text", text: "Hello" }) =>
            query("select parley.send_after_commit($1, 'whatsapp', $2, $3, $4) as id", [
              id,
              recipient,
              JSON.stringify(content),
              key
            ])
          yield* query("begin")
          yield* record("+4915112345678", null)
          yield* query("rollback")
          yield* query("begin")
          const sends = yield* Effect.forEach(
            Array.from({ length: 20 }, (_, n) => n),
            (n) => record(`+49151123456${10 + n}`, `order ${n}`)
          )
          const [again] = yield* record("+4915112345610", "order 0")
          const [refused] = yield* record("+4915112345611", null, { _tag: "Nothing" })
          yield* query("commit")
          assert.deepStrictEqual(again, sends[0]?.[0])
          const ids = sends.flatMap((rows) => rows.map((row) => PendingSendId.make(row.id)))
          const outcomes = yield* Effect.forEach(ids, (send) => outcome(id, send))
          assert.deepStrictEqual(new Set(outcomes.map(({ _tag }) => _tag)), new Set(["Sent"]))
          const refusal = yield* outcome(id, PendingSendId.make(refused?.id ?? ""))
          assert.deepInclude(refusal, { _tag: "NotSent", reason: "PendingContentRefused" })
          assert.lengthOf(yield* requests, 20)
          const [stored] = yield* query(
            "select count(*) as id from parley.messages where organization_id = $1 and platform_message_id is not null",
            [id]
          )
          assert.strictEqual(stored?.id, "20")
          for (const [text, code] of [
            ["select parley.send_after_commit(gen_random_uuid(), 'whatsapp', '+1', '{}')", "23503"],
            [`select parley.send_after_commit('${id}', 'telegram', '+1', '{}')`, "23514"],
            [`select parley.send_after_commit('${id}', 'whatsapp', '', '{}')`, "23514"],
            [`select parley.send_after_commit('${id}', 'whatsapp', '+1', '[]')`, "23514"]
          ] as const) {
            const failure = yield* Effect.flip(Effect.tryPromise({ try: () => client.query(text), catch: (e) => e }))
            assert.propertyVal(failure, "code", code)
          }
        }).pipe(Effect.provide(serviceOn(pool, platforms)), Effect.scoped)
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "transactions: sends of a process that dies after its commit are completed by another process",
    () =>
      Effect.gen(function* () {
        const url = yield* given
        const platforms = Layer.succeedContext(yield* Layer.build(MemoryPlatforms.layer))
        const { requests } = yield* Effect.provide(WhatsAppPlatform, platforms)
        // It sends nothing itself, as if it had died.
        const { id, send } = yield* Effect.gen(function* () {
          const { id } = yield* givenOrganization()
          yield* givenAccount(id)
          const sql = yield* SqlClient.SqlClient
          const send = yield* sql.withTransaction(sendAfterCommit(id, "+49 151 12345678", message))
          return { id, send }
        }).pipe(Effect.provide(serviceOn(yield* poolOn(url), platforms, [])))
        assert.lengthOf(yield* requests, 0)
        yield* Effect.gen(function* () {
          assert.strictEqual((yield* outcome(id, send.id))._tag, "Sent")
          assert.lengthOf(yield* requests, 1)
        }).pipe(Effect.provide(serviceOn(yield* poolOn(url), platforms), { local: true }))
      }).pipe(Effect.scoped),
    60_000
  )
})
