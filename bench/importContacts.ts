import { Console, DateTime, Effect, Layer, Redacted, Result, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { readContactsCsv } from "../src/adapters/http/session/ContactsCsv.ts"
import * as LibPhoneNumbers from "../src/adapters/phone/LibPhoneNumbers.ts"
import * as Database from "../src/adapters/postgres/Database.ts"
import * as EmbeddedPostgres from "../src/adapters/postgres/EmbeddedPostgres.ts"
import { importContacts } from "../src/app/importContacts.ts"
import { newContact } from "../src/domain/Contact.ts"
import { contactCreated } from "../src/domain/Event.ts"
import { ContactId, EventId, type OrganizationId } from "../src/domain/Ids.ts"
import { type ImportRow, maxImportRows } from "../src/domain/importContacts.ts"
import { ContactStore } from "../src/ports/ContactStore.ts"
import { EventLog } from "../src/ports/EventLog.ts"
import { IdSource } from "../src/ports/IdSource.ts"
import { PhoneNumbers } from "../src/ports/PhoneNumbers.ts"
import { Transaction } from "../src/ports/Transaction.ts"
import { givenOrganization } from "../test/support/given.ts"
import * as PostgresServer from "../test/support/PostgresServer.ts"
import { storesOn } from "../test/support/postgresStores.ts"
import { firstNames, lastNames } from "./people.ts"

interface Options {
  readonly smoke: boolean
}

/** Imports of ours in a row, of which the middle one counts: who imports is not alone on the machine. */
const runs = 7

/** Imports before those, which are not counted. */
const warmUps = 2

const nth = (names: ReadonlyArray<string>, n: number) => names[n % names.length] ?? ""

/** A file as people upload one; the bytes come in as from a socket. */
const fileOf = (size: number) => {
  const lines = Array.from({ length: size }, (_, n) => {
    const [first, last] = [nth(firstNames, n), nth(lastNames, n * 7)]
    return `+1202${2_000_000 + n},"${first} ${last}",${first}.${last}.${n}@example.com,customer;${n % 2 === 0 ? "even" : "odd"}`
  })
  const bytes = new TextEncoder().encode(["userNumber,userName,email,tags", ...lines].join("\r\n"))
  const packet = 64 * 1024
  const packets = Array.from({ length: Math.ceil(bytes.length / packet) }, (_, n) =>
    bytes.subarray(n * packet, (n + 1) * packet)
  )
  return Stream.fromIterable(packets)
}

const readable = (rows: ReadonlyArray<Result.Result<ImportRow, unknown>>) =>
  rows.filter(Result.isSuccess).map(({ success }) => success)

/** The textbook: one transaction, in which each row is written by itself. */
const rowByRow = Effect.fnUntraced(function* (organizationId: OrganizationId, rows: ReadonlyArray<ImportRow>) {
  const { insert } = yield* ContactStore
  const { append } = yield* EventLog
  const { uuid, vendorContactId } = yield* IdSource
  const { read } = yield* PhoneNumbers
  const { atomically } = yield* Transaction
  const at = yield* DateTime.now
  const add = Effect.fnUntraced(function* ({ email, name, number, tags }: ImportRow) {
    const { countryCode, phone } = yield* Effect.fromResult(read(number))
    const id = ContactId.make(yield* uuid)
    const ids = { id, vendorContactId: yield* vendorContactId, organizationId }
    const contact = { ...newContact({ ...ids, source: "api", name, email, countryCode, tags }, at), phone }
    yield* insert(contact)
    yield* append(contactCreated(EventId.make(yield* uuid), contact, "api"))
  })
  yield* atomically(Effect.forEach(rows, add, { discard: true }))
})

/** Ours, as the service does it. */
const ours = Effect.fnUntraced(function* (organizationId: OrganizationId, rows: ReadonlyArray<ImportRow>) {
  yield* importContacts(organizationId, rows)
})

/** Nothing is faster for being wrong: each row has its contact, its event, and where somebody listens its delivery. */
const consistent = Effect.fnUntraced(function* (organizationId: OrganizationId, size: number, deliveries: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly exact: boolean }>`
    select (select count(*) from contacts where organization_id = ${organizationId}::uuid) = ${size}::integer
      and (select count(*) from contact_identities where organization_id = ${organizationId}::uuid) = ${size}::integer
      and (select count(*) from events where organization_id = ${organizationId}::uuid) = ${size}::integer
      and (select count(*) from deliveries where organization_id = ${organizationId}::uuid) = ${deliveries}::integer
      as exact`
  return row?.exact === true
})

const compare = Effect.fnUntraced(function* (place: string, { smoke }: Options) {
  const size = smoke ? 100 : maxImportRows
  for (const listened of [false, true]) {
    const run = Effect.fnUntraced(function* <E, R>(
      way: (organizationId: OrganizationId, rows: ReadonlyArray<ImportRow>) => Effect.Effect<void, E, R>
    ) {
      const { id } = yield* givenOrganization(listened ? { webhook: {} } : {})
      const start = performance.now()
      yield* way(id, readable(yield* readContactsCsv(fileOf(size))))
      const millis = performance.now() - start
      if (!(yield* consistent(id, size, listened ? size : 0))) return yield* Effect.die("the import is not whole")
      return millis
    })
    const baseline = yield* run(rowByRow)
    // A service that has just started has not compiled what it runs, and is not what is asked about.
    yield* Effect.replicateEffect(run(ours), smoke ? 0 : warmUps, { discard: true })
    const millis = yield* Effect.replicateEffect(run(ours), smoke ? 1 : runs)
    const sorted = millis.toSorted((one, other) => one - other)
    const middle = sorted[Math.floor(sorted.length / 2)] ?? NaN
    const row = (name: string, millis: number) =>
      `  ${name.padEnd(34)} ${millis.toFixed(0).padStart(7)} ms   ${((size / millis) * 1_000).toFixed(0).padStart(7)} rows/s   ×${(
        baseline / millis
      ).toFixed(1)}`
    yield* Console.log(
      `an import of ${size} rows of CSV${listened ? ", each announced to a webhook" : ""}, ${place}\n${row("a statement for each row", baseline)}\n${row("importContacts, median", middle)}\n${row("importContacts, quickest", sorted[0] ?? NaN)}\n${row("importContacts, slowest", sorted.at(-1) ?? NaN)}`
    )
  }
})

/** From the bytes of a CSV file to its contacts and events, against a statement for each; on a server of its own. */
export const importing = Effect.fn("importing")(function* (options: Options) {
  const on = <A, E, R>(database: Layer.Layer<A, E, R>) => Layer.merge(storesOn(database), LibPhoneNumbers.layer)
  const { url } = yield* PostgresServer.start()
  yield* Effect.provide(compare("on a server", options), on(Database.server(Redacted.make(url))))
  const embedded = Layer.unwrap(Effect.map(EmbeddedPostgres.openInMemory(), ({ stream }) => Database.embedded(stream)))
  yield* Effect.provide(compare("on the embedded database", options), on(embedded))
})
