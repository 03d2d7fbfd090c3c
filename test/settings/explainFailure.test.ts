import { assert, describe, it } from "@effect/vitest"
import { Cause, Schema } from "effect"
import { SqlError } from "effect/sql"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"

class Silent extends Schema.TaggedError<Silent>()("Silent", {}) {}

describe("explainFailure", () => {
  it("names an error that has no words of its own", () => {
    assert.strictEqual(explainFailure(Cause.fail(new Silent())), "Silent")
    assert.strictEqual(explainFailure(Cause.die(new Silent())), "Silent")
  })

  it("tells what the database refused, without what its rows hold", () => {
    const cause = { code: "23505", constraint: "users_email", detail: "Key (lower(email))=(ada@example.com) exists." }
    const reason = new SqlError.UniqueViolation({ cause, constraint: "users_email" })
    const text = explainFailure(Cause.die(new SqlError.SqlError({ reason })))
    assert.strictEqual(text, "The database failed: UniqueViolation, code 23505, constraint users_email")
  })
})
