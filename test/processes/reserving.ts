import { NodeRuntime } from "@effect/platform-node"
import { Config, Console, DateTime, Effect, Layer, Result } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { ChannelAccountId, OrganizationId } from "../../src/domain/Ids.ts"
import { phoneOf, sendIntent } from "../../testing/given/given.ts"
import { sendOff } from "../../testing/given/sendOff.ts"
import { storesOn } from "../support/database/postgresStores.ts"

/** One of several processes that send for one organization at the same time; prints how many sends went through. */
const main = Effect.gen(function* () {
  const organizationId = yield* Config.schema(OrganizationId, "ORGANIZATION")
  const accountId = yield* Config.schema(ChannelAccountId, "ACCOUNT")
  const sends = yield* Config.Int("SENDS")
  const at = DateTime.makeUnsafe(yield* Config.String("AT"))
  const one = (ordinal: number) =>
    Effect.flatMap(sendIntent(organizationId, accountId, { at, phone: phoneOf(ordinal % 20) }), (intent) =>
      Effect.result(sendOff(organizationId, intent))
    )
  const results = yield* Effect.forEach(
    Array.from({ length: sends }, (_, ordinal) => ordinal),
    one,
    { concurrency: "unbounded" }
  )
  yield* Console.log(JSON.stringify({ admitted: results.filter(Result.isSuccess).length }))
})

const url = Config.Redacted("DATABASE_URL")
NodeRuntime.runMain(Effect.provide(main, Layer.unwrap(Effect.map(url, (given) => storesOn(Database.server(given))))))
