import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import * as DeveloperFailures from "../../src/adapters/http/interfaces/developer/Failures.ts"
import * as SessionFailures from "../../src/adapters/http/interfaces/session/Failures.ts"
import * as DeveloperClient from "../../client/DeveloperClient.ts"
import * as SessionClient from "../../client/SessionClient.ts"

const classesOf = (module: object) =>
  Object.entries(module).flatMap(([name, value]): ReadonlyArray<readonly [string, object]> =>
    typeof value === "function" && value.prototype instanceof Error ? [[name, value.prototype]] : []
  )

/** A service that answers everything so. */
const answering = (status: number, body: object) =>
  Effect.provideService(FetchHttpClient.Fetch, async () => Response.json(body, { status }))

describe("a failure of the Effect clients", () => {
  it.each([
    ["developer", DeveloperFailures],
    ["session", SessionFailures]
  ] as const)("of the %s interface has its tag as its name", (name, module) => {
    const classes = classesOf(module)
    assert.isAtLeast(classes.length, 10)
    for (const [failure, prototype] of classes) {
      assert.deepPropertyVal(prototype, "_tag", `${name}/${failure}`)
    }
  })

  it.effect("is caught by its tag, with all fields of the response", () =>
    Effect.gen(function* () {
      const parley = yield* DeveloperClient.make({ url: "http://test", apiKey: Redacted.make("key") })
      const body = { success: false, message: "Contact not found", code: "NOT_FOUND" }
      const caught = yield* parley.contacts.get({ params: { id: "1" }, query: {} }).pipe(
        Effect.as("no failure"),
        Effect.catchTag("developer/NotFound", ({ code, message }) => Effect.succeed(`${code}: ${message}`)),
        answering(404, body)
      )
      assert.strictEqual(caught, "NOT_FOUND: Contact not found")
      assert.deepStrictEqual(JSON.parse(JSON.stringify(new DeveloperFailures.NotFound({ message: "x" }))), {
        success: false,
        message: "x"
      })
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )

  it.effect("of the Session interface is caught by its tag", () =>
    Effect.gen(function* () {
      const options = { url: "http://test", token: Redacted.make("token"), organizationId: "o" }
      const session = yield* SessionClient.make(options)
      const caught = yield* session.contacts.list({ query: {} }).pipe(
        Effect.as("no failure"),
        Effect.catchTag("session/Unauthorized", ({ error }) => Effect.succeed(error)),
        answering(401, { success: false, error: "Unauthorized" })
      )
      assert.strictEqual(caught, "Unauthorized")
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )
})
