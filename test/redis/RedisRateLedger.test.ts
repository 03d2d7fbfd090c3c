import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import * as SharedRateLimits from "../../src/adapters/limits/SharedRateLimits.ts"
import * as RedisRateLedger from "../../src/adapters/redis/RedisRateLedger.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { rateTable, usualRates } from "../../src/domain/limits/RateTier.ts"
import { RateLimits } from "../../src/ports/limits/RateLimits.ts"
import { rateLedgerContract } from "../../testing/contracts/stores/access/RateLedger.contract.ts"
import { isRedisInstalled, redisServer, withoutRedis } from "../support/servers/redisServer.ts"
import { runner } from "../support/runner.ts"

const acme = OrganizationId.make("00000000-0000-7000-8000-000000000001")

const ledgerAt = (url: string) => RedisRateLedger.layer(Redacted.make(url))

const onServer = Layer.unwrap(Effect.map(redisServer, ({ url }) => Layer.provideMerge(ledgerAt(url), Memory.layer())))

describe.skipIf(!isRedisInstalled)(`a ledger in Redis${withoutRedis}`, () => {
  rateLedgerContract(runner, "Redis", onServer)

  it.live("enforces a tier over four processes, which count separately after the server has stopped", () =>
    Effect.gen(function* () {
      const { stop, url } = yield* redisServer
      const processes = yield* Effect.forEach(Array.from({ length: 4 }), () =>
        Effect.map(
          Layer.build(
            Layer.fresh(
              SharedRateLimits.layer(rateTable(usualRates)).pipe(Layer.provide([ledgerAt(url), RandomIds.layer]))
            )
          ),
          (context) => Effect.provideContext(RateLimits, context)
        )
      )
      const callAll = (rated: "developer" | "session") =>
        Effect.forEach(
          Array.from({ length: 80 }, (_, call) => processes[call % 4]),
          (process) =>
            process === undefined
              ? Effect.die("no process")
              : Effect.flatMap(process, ({ take }) => take(acme, rated, "bulk")),
          { concurrency: "unbounded" }
        )
      const accepted = (verdicts: Effect.Success<ReturnType<typeof callAll>>) =>
        verdicts.filter((verdict) => verdict?.isAllowed).length
      assert.strictEqual(accepted(yield* callAll("developer")), 10)
      yield* stop
      assert.strictEqual(accepted(yield* callAll("session")), 40)
    }).pipe(Effect.scoped)
  )

  it.live("prevents a start without a reachable server, with the variable in the message", () =>
    Effect.gen(function* () {
      const { stop, url } = yield* redisServer
      yield* stop
      const { message } = yield* Effect.flip(Effect.scoped(Layer.build(ledgerAt(url))))
      assert.include(message, "REDIS_URL")
    }).pipe(Effect.scoped)
  )
})

if (!isRedisInstalled) it.skip(`Redis is not tested${withoutRedis}`, () => {})
