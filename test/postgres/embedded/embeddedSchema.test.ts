import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { embeddedDatabase } from "../../support/database/embeddedDatabase.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

it.live.each(["parley", "Zweites Büro-2.x"])(
  "the embedded database has its tables in the schema %s",
  (schema) =>
    Effect.gen(function* () {
      const { stream } = yield* embeddedDatabase
      yield* Effect.gen(function* () {
        const sender = yield* givenSender()
        const { contactId } = yield* sendOff(sender.id, yield* sender.intent())
        assert.isTrue(Option.isSome(yield* (yield* ContactStore).find(sender.id, contactId)))
        const sql = yield* SqlClient.SqlClient
        const schemas = yield* sql`
          select distinct relnamespace::regnamespace::text as name from pg_class
          where relkind in ('r', 'p') and relnamespace >= 16384 or relname = 'contacts'`
        assert.deepStrictEqual(schemas, [{ name: schema === "parley" ? schema : `"${schema}"` }])
      }).pipe(Effect.provide(storesOn(Database.embedded(stream, schema === "parley" ? undefined : schema))))
    }).pipe(Effect.scoped),
  180_000
)
