import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Queue } from "effect"
import { demoService } from "../support/demo/demoService.ts"
import { databaseName, maintain, serverDatabase } from "../support/database/serverDatabase.ts"

/** Sends of each service. */
const sends = 20

describe("two services in two schemas of one database", () => {
  it.live(
    "send and deliver at the same time, each its own messages",
    () =>
      Effect.gen(function* () {
        const url = yield* serverDatabase()
        yield* maintain(url, `alter database "${databaseName(url)}" reset search_path`)
        const services = yield* Effect.forEach(
          ["parley", "Second service"],
          (schema) => demoService({ DATABASE_URL: url, DATABASE_SCHEMA: schema, DATABASE_CONNECTIONS: "12" }),
          { concurrency: "unbounded" }
        )
        yield* Effect.forEach(
          services,
          ({ announced, send }) =>
            Effect.gen(function* () {
              const sent = yield* Effect.forEach(Array.range(1, sends), (ordinal) => send(`1555${1_000_000 + ordinal}`))
              const heard = yield* Effect.forEach(sent, () => Queue.take(announced))
              assert.deepStrictEqual(heard.toSorted(), sent.toSorted())
            }).pipe(Effect.timeout("80 seconds")),
          { concurrency: "unbounded", discard: true }
        )
        for (const { running } of services) {
          assert.strictEqual(yield* running.stop, 0)
          assert.notInclude(running.output(), `"level":"ERROR"`)
          assert.include(
            running.output(),
            "demo mode stores its organization and messages in the database of DATABASE_URL"
          )
        }
      }).pipe(Effect.scoped),
    120_000
  )
})
