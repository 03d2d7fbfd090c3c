import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import { readContactsCsv } from "../../src/adapters/http/contacts/ContactsCsv.ts"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { importContacts } from "../../src/app/contacts/importContacts.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { maxImportRows } from "../../src/domain/contacts/importContacts.ts"
import type { Organizations } from "../../src/ports/access/Organizations.ts"
import type { WebhookStore } from "../../src/ports/webhooks/WebhookStore.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import { type Comparison, type Size, WrongResult } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { copyContacts } from "../opponents/copyContacts.ts"
import { csvOf, isGood, rowsRound } from "../rows/peopleToImport.ts"

/** Rows of a round: a hundred thousand in all. */
const roundRows = 20_000
const smokeRows = 2_000

const goodOf = (rows: number) => Array.from({ length: rows }).filter((_, n) => isGood(n)).length

/** From the bytes of files, each as large as may be, to contacts and events; who is refused is told why. */
const importFiles = Effect.fnUntraced(function* (id: OrganizationId, rows: number) {
  let refused = 0
  for (let from = 0; from < rows; from += maxImportRows) {
    const read = yield* readContactsCsv(csvOf(from, Math.min(maxImportRows, rows - from)))
    const outcome = yield* importContacts(
      id,
      read.filter(Result.isSuccess).map(({ success }) => success)
    )
    refused += outcome.refused.length
  }
  if (refused !== rows - goodOf(rows)) return yield* new WrongResult({ reason: `${refused} of ${rows} were refused` })
})

/** Nothing is faster for being wrong: each good row has its contact, what they are known by, and its event. */
const checked = Effect.fnUntraced(function* (id: OrganizationId, rows: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly least: number; readonly most: number }>`
    with counts as (
      select count(*) as n from contacts where organization_id = ${id}::uuid
      union all select count(*) from contact_identities where organization_id = ${id}::uuid
      union all select count(*) from events where organization_id = ${id}::uuid
      union all select contacts from inbox_totals where organization_id = ${id}::uuid
    )
    select min(n)::float8 as least, max(n)::float8 as most from counts`
  if (row?.least !== goodOf(rows) || row.most !== goodOf(rows)) {
    return yield* new WrongResult({ reason: `an import of ${rows} rows is not whole: ${JSON.stringify(row)}` })
  }
})

/** What was put off belongs to what it was put off by. */
const caughtUp = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select gin_clean_pending_list('contacts_searched'::regclass)`
)

/** A round on a new organization, with all that is written about its contacts. */
const round = <E, R, E2, R2>(
  rows: number,
  prepare: (id: OrganizationId, rows: number) => Effect.Effect<Effect.Effect<unknown, E, R>, E2, R2>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const work = yield* prepare(id, rows)
      const figures = yield* rowsRound(Effect.andThen(work, caughtUp), goodOf(rows))
      yield* checked(id, rows)
      return figures
    })
  )

const copied = "COPY of finished rows, same tables"

const compare = Effect.fnUntraced(function* (url: Redacted.Redacted, size: Size) {
  const rows = size.smoke ? smokeRows : roundRows
  const patient = PgClient.layer({ url, maxConnections: 2 })
  // A process that has just started has not compiled its code.
  yield* round(smokeRows, (id, rows) => Effect.succeed(importFiles(id, rows)))
  return yield* inTurn<
    Effect.Services<ReturnType<typeof importFiles> | ReturnType<typeof copyContacts>> | Organizations | WebhookStore
  >(
    {
      heading: `${rows} rows of CSV, one of fifty refused, until they are found by a search`,
      unit: "rows/s",
      contenders: [
        { name: "importContacts", round: round(rows, (id, rows) => Effect.succeed(importFiles(id, rows))) },
        { name: copied, round: Effect.provide(round(rows, copyContacts), patient) }
      ],
      targets: [{ what: "rows/s", against: copied, figure: "perSecond", must: { atLeast: 0.7 } }]
    },
    { ...size, warmUps: size.smoke ? 0 : 1 }
  )
})

export const importRows: Comparison = {
  about: "from the bytes of CSV files to contacts, identities and events",
  run: Effect.fnUntraced(function* (size) {
    const url = Redacted.make(yield* (yield* BenchServer).database)
    return [
      yield* Effect.provide(compare(url, size), Layer.merge(storesOn(Database.server(url)), LibPhoneNumbers.layer))
    ]
  })
}
