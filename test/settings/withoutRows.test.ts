import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { logging } from "../../src/adapters/settings/logging.ts"
import { printed } from "./printed.ts"
import { serverStores } from "../support/database/postgresStores.ts"

const canary = "canary-4711"
const uuid = "9f7c2a4e-0d0e-4f55-8c0e-1f0d5a3b7c21"

const levels = ["Trace", "Debug", "Info", "Warn", "Error", "Fatal"] as const

describe("the logged text of a database failure", () => {
  it.live.each(["pretty", "json"] as const)("contains no value of a row, in any form, at any level (%s)", (format) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table things (id uuid primary key, name text unique not null, size integer check (size > 0))`
      yield* sql`insert into things values (${uuid}::uuid, ${canary}, 1)`
      const failures = yield* Effect.forEach(
        [
          sql`insert into things values (gen_random_uuid(), ${canary}, 1)`,
          sql`insert into things values (gen_random_uuid(), ${`${canary}-2`}, -1)`,
          sql`insert into things select gen_random_uuid(), null, 1 where ${canary} <> ''`,
          sql`insert into things values (${uuid}::uuid, ${`${canary}-3`}, 1)`,
          sql`select ${canary}::text::integer`,
          sql`select (${`"${canary}`}::text)::json`,
          sql`do $$ begin raise exception 'canary-4711 of a function'; end $$`
        ],
        (statement) => Effect.flip(statement)
      )
      const log = Effect.forEach(levels, (level) =>
        Effect.forEach(failures, (failure) =>
          Effect.gen(function* () {
            yield* Effect.logWithLevel(level)("bare", failure)
            yield* Effect.logWithLevel(level)("in a cause", Cause.die(failure))
            yield* Effect.logWithLevel(level)("expected", Cause.fail(failure))
            yield* Effect.logWithLevel(level)("below another", new Error("no luck", { cause: failure }))
            yield* Effect.logWithLevel(level)("in facts", { failure })
          })
        )
      ).pipe(Effect.provide(Layer.fresh(logging({ logFormat: Option.some(format), logLevel: "Trace" }, false))))
      const text = yield* printed(log)
      assert.notInclude(text, canary)
      assert.notInclude(text, uuid)
      assert.include(text, "23505")
      assert.include(text, "things_name_key")
      assert.include(text, "no luck")
    }).pipe(Effect.provide(serverStores))
  )
})
