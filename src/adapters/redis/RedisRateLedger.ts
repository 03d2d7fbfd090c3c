import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { Effect, Layer, Redacted, Schema } from "effect"
import { Redis } from "effect/persistence"
import type { OrganizationId } from "../../domain/Ids.ts"
import { type CallReport, StoredCalls, bookCalls, bookedOf, storedOf } from "../../domain/limits/RateLedger.ts"
import { type RateCounter, RateLedger } from "../../ports/limits/RateLimits.ts"

const Stored = Schema.fromJsonString(StoredCalls)
const decode = Schema.decodeUnknownEffect(Stored)
const encode = Schema.encodeEffect(Stored)

/** Redis does not answer at the start. */
export class RedisUnavailable extends Schema.TaggedError<RedisUnavailable>()("RedisUnavailable", {
  cause: Schema.Defect()
}) {
  override get message(): string {
    return "the server of REDIS_URL does not answer: start it, correct REDIS_URL, or unset it to count calls in Postgres"
  }
}

/** Reads the clock of the server, in two parts, and the stored calls. */
const readScript = Redis.script((key: string) => [key], {
  numberOfKeys: 1,
  lua: `
local time = redis.call("TIME")
return { time[1], time[2], redis.call("GET", KEYS[1]) or "" }
`
}).withReturnType<readonly [seconds: string, micros: string, calls: string]>()

/**
 * Replaces the stored calls if they are unchanged since they were read. They expire once none of them counts any more.
 */
const replaceScript = Redis.script(
  (key: string, read: string, calls: string, expiryMillis: number) => [key, read, calls, expiryMillis],
  {
    numberOfKeys: 1,
    lua: `
if (redis.call("GET", KEYS[1]) or "") ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
return 1
`
  }
).withReturnType<number>()

/** A concurrent booking by another process. */
class Outrun extends Schema.TaggedError<Outrun>()("Outrun", {}) {}

/**
 * Maximum number of attempts. In each round trip one of the concurrent reports on a counter succeeds, and a process has
 * one of them. So a deployment with fewer processes never needs all attempts.
 */
const mostRepetitions = 100

const keyOf = (organizationId: OrganizationId, { rated, tier }: RateCounter): string =>
  `parley:rates:${organizationId}:${rated}:${tier}`

const make = Effect.gen(function* () {
  const redis = yield* Redis.Redis
  const read = redis.eval(readScript)
  const replace = redis.eval(replaceScript)

  const attempt = Effect.fnUntraced(function* (key: string, { allowance }: RateCounter, report: CallReport) {
    const [seconds, micros, stored] = yield* read(key)
    const now = Number(seconds) * 1_000_000 + Number(micros)
    const booked = stored === "" ? [] : bookedOf(yield* decode(stored))
    const [booking, after] = bookCalls(allowance, booked, report, now)
    const isReplaced = yield* replace(key, stored, yield* encode(storedOf(after)), allowance.perMillis)
    return isReplaced === 1 ? booking : yield* new Outrun()
  })

  return RateLedger.of({
    book: Effect.fn("RedisRateLedger.book")((organizationId, counter, report) =>
      attempt(keyOf(organizationId, counter), counter, report).pipe(
        Effect.retry({ times: mostRepetitions, while: ({ _tag }) => _tag === "Outrun" }),
        Effect.orDie
      )
    )
  })
})

/** Commands fail at once while the connection is lost; the client reconnects automatically. */
const options = { disableOfflineQueue: true }

/** Connects to a server and runs the script that reads a counter, on a key that does not exist. */
export const probe = (url: Redacted.Redacted): Effect.Effect<void, RedisUnavailable> =>
  Effect.gen(function* () {
    yield* (yield* Redis.Redis).eval(readScript)("parley:probe")
  }).pipe(
    Effect.provide(NodeRedis.layer({ ...options, url: Redacted.value(url) })),
    Effect.mapError(({ cause }) => new RedisUnavailable({ cause }))
  )

/** A ledger in Redis 6 or newer. */
export const layer = (url: Redacted.Redacted) =>
  Layer.effect(RateLedger, make).pipe(
    Layer.provide(NodeRedis.layer({ ...options, url: Redacted.value(url) })),
    Layer.catchTag("RedisError", ({ cause }) => Layer.effect(RateLedger, Effect.fail(new RedisUnavailable({ cause }))))
  )
