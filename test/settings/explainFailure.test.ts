import { assert, describe, it } from "@effect/vitest"
import { Cause, Schema } from "effect"
import { HttpServerError } from "effect/http"
import { SqlError } from "effect/sql"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"

class Silent extends Schema.TaggedError<Silent>()("Silent", {}) {}

/** A connection to a database that failed like this. */
const unconnected = (cause: object) =>
  explainFailure(
    Cause.fail(new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause, message: "failed" }) }))
  )

describe("explainFailure", () => {
  it.each([
    [
      { code: "ECONNREFUSED", message: "connect ECONNREFUSED 127.0.0.1:1" },
      "Start the database, or correct host and port"
    ],
    [{ code: "ENOTFOUND", message: "getaddrinfo ENOTFOUND db" }, "Correct the host of DATABASE_URL"],
    [{ code: "3D000", message: 'database "x" does not exist' }, "Create the database, or correct its name"],
    [{ code: "28P01", message: "password authentication failed" }, "Correct user and password of DATABASE_URL"],
    [{ message: "The server requested password authentication" }, "DATABASE_URL names no password, and the server"],
    [{ message: "No username configured" }, "DATABASE_URL names no user. Write it as postgres://user:password@"]
  ])("returns the remedy for the database on one line: %j", (cause, remedy) => {
    const text = unconnected(cause)
    assert.include(text, remedy)
    assert.include(text, cause.message)
    assert.notInclude(text, "\n")
  })

  it("returns the database's reason of a failed migration", () => {
    const cause = { code: "42P07", message: 'relation "organizations" already exists' }
    const reason = new SqlError.UnknownError({ cause, message: "Query failed" })
    const error = new Error('Migration "1_initial" failed', { cause: new SqlError.SqlError({ reason }) })
    assert.strictEqual(
      explainFailure(Cause.fail(error)),
      'Migration "1_initial" failed: UnknownError, relation "organizations" already exists, code 42P07'
    )
  })

  it("names the port in use, and the remedy", () => {
    const cause = { code: "EADDRINUSE", address: "127.0.0.1", port: 8080 }
    assert.strictEqual(
      explainFailure(Cause.fail(new HttpServerError.ServeError({ cause }))),
      "The server cannot listen on port 8080 of 127.0.0.1. Another program listens there. Stop it, or choose another port with PORT (metrics: ADMIN_PORT; the emulator: EMULATOR_PORT or --port)"
    )
  })

  it.each([
    [
      "EACCES",
      "port 9464 of 127.0.0.1. This user may not listen there. Choose a port above 1023 with PORT, for metrics with ADMIN_PORT"
    ],
    ["EADDRNOTAVAIL", "port 9464 of 127.0.0.1. This machine has no such address. Correct HOST, for metrics ADMIN_HOST"]
  ])("names the variables of both addresses: %s", (code, text) => {
    const cause = { code, address: "127.0.0.1", port: 9464 }
    const failure = explainFailure(Cause.fail(new HttpServerError.ServeError({ cause })))
    assert.strictEqual(failure, `The server cannot listen on ${text}`)
  })

  it("names an error without a message by its tag", () => {
    assert.strictEqual(explainFailure(Cause.fail(new Silent())), "Silent")
    assert.strictEqual(explainFailure(Cause.die(new Silent())), "Silent")
  })

  it("returns the database's reason without row values", () => {
    const cause = { code: "23505", constraint: "users_email", detail: "Key (lower(email))=(ada@example.com) exists." }
    const reason = new SqlError.UniqueViolation({ cause, constraint: "users_email" })
    const text = explainFailure(Cause.die(new SqlError.SqlError({ reason })))
    assert.strictEqual(text, "The database failed: UniqueViolation, code 23505, constraint users_email")
  })
})
