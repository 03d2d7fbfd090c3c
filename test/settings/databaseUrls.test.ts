import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect } from "effect"
import { SqlError } from "effect/sql"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"

const reading = (DATABASE_URL: string) => settings.parse(ConfigProvider.fromUnknown({ DATABASE_URL }))

describe("DATABASE_URL", () => {
  it.effect.each([
    "postgres://a,b/db?target_session_attrs=read-write",
    "postgres://u:p@a:5432,b:5433/db",
    "postgres://u:p@a%2Cb/db",
    "postgresql:///db?host=a,b"
  ])("DATABASE_URL: several hosts are refused with the remedy (%s)", (url) =>
    Effect.gen(function* () {
      const told = explainFailure(yield* Effect.flip(Effect.sandbox(reading(url))))
      assert.include(told, "DATABASE_URL: Expected one host: several hosts are not supported")
      assert.notInclude(told, url)
    })
  )

  it.effect.each(["postgres://u:p,w@a:5432/db", "postgres://a/db?options=x,y", "postgresql://u@[::1]:5432/a,b"])(
    "DATABASE_URL: a comma elsewhere is not a list of hosts (%s)",
    (url) => reading(url)
  )

  it.each([
    [{ message: "Message length 1414811695 exceeds maxMessageSize 16777216" }, "no Postgres server"],
    [{ message: "Connection closed unexpectedly" }, "no Postgres server"],
    [{ code: "25006", message: "cannot execute CREATE TABLE in a read-only transaction" }, "is a standby, or read-only"]
  ] as const)("DATABASE_URL: %j is explained", (facts, text) => {
    const cause = Object.assign(new Error(facts.message), facts)
    const error = new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause, message: "failed" }) })
    assert.include(explainFailure(Cause.fail(error)), text)
    assert.include(explainFailure(Cause.fail(new Error("migration 1 failed", { cause: error }))), text)
  })
})
