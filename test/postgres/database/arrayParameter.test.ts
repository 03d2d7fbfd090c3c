import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import {
  epochMillis,
  instants,
  integers,
  texts,
  uuids
} from "../../../src/adapters/postgres/database/ArrayParameter.ts"
import { embeddedDatabase } from "../../support/database/embeddedDatabase.ts"
import { serverDatabase } from "../../support/database/serverDatabase.ts"

/** What Postgres takes for a text: anything that is a sequence of characters, but for the character zero. */
const text = Schema.String.check(Schema.makeFilter((value) => value.isWellFormed() && !value.includes("\0")))

/** Between these the driver is exact. */
const anyMillis = Schema.Int.check(Schema.isBetween({ minimum: Date.UTC(1_685, 0), maximum: Date.UTC(2_255, 0) }))

const columns = {
  ids: Schema.Array(Schema.NullOr(Schema.String.check(Schema.isUUID()))),
  words: Schema.Array(Schema.NullOr(text)),
  counts: Schema.Array(
    Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })))
  ),
  times: Schema.Array(Schema.NullOr(anyMillis))
}

const nothing = { ids: [], words: [], counts: [], times: [] }
const allMissing = { ids: [null, null], words: [null], counts: [null], times: [null] }

const cameBack = Effect.fnUntraced(function* (given: {
  readonly [Name in keyof typeof columns]: (typeof columns)[Name]["Type"]
}) {
  const sql = yield* SqlClient.SqlClient
  const dates = given.times.map((time) => (time === null ? null : DateTime.makeUnsafe(time)))
  const [row] = yield* sql<Record<string, ReadonlyArray<unknown>>>`
    select ${uuids(given.ids)}::uuid[]::text[] as ids, ${texts(given.words)}::text[] as words,
      ${integers(given.counts)}::integer[] as counts, ${epochMillis(given.times)}::timestamptz[] as times,
      ${instants(dates)}::timestamptz[] as dates`
  const millis = (values: ReadonlyArray<unknown> | undefined) =>
    values?.map((value) => (value instanceof Date ? value.getTime() : value))
  assert.deepStrictEqual(
    { ...row, times: millis(row?.times), dates: millis(row?.dates) },
    { ...given, ids: given.ids.map((id) => id?.toLowerCase() ?? null), dates: given.times }
  )
})

const onEmbedded = Layer.unwrap(Effect.map(embeddedDatabase, ({ stream }) => Database.embedded(stream)))
const onServer = Layer.unwrap(Effect.map(serverDatabase(), (url) => Database.server(Redacted.make(url))))

for (const [name, database] of [
  ["a server", onServer],
  ["the embedded database", onEmbedded]
] as const) {
  layer(database)(`a column as one parameter, on ${name}`, (it) => {
    it.effect.prop("arrives unchanged, with its element type", columns, cameBack)

    it.effect("may be empty, or contain only nulls", () => Effect.andThen(cameBack(nothing), cameBack(allMissing)))
  })
}
