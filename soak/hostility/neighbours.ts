import { Clock, Effect, Fiber } from "effect"
import { Agent, request } from "undici"
import { isRefused } from "../ask.ts"
import type { Tenant } from "../business.ts"

/** Maximum response time of other tenants beside an attack, in milliseconds, at the quantile that `quantileOf` returns. */
const maxMillis = 1_000

/** Maximum share of requests that are still refused when the client repeats them after `Retry-After`. */
const maxStillRefused = 0.05

/**
 * Maximum share of requests that are refused at first. Two cores, shared with the attacker, the emulator and Postgres,
 * refuse up to a seventh.
 */
const maxRefusedAtFirst = 0.25

/** Time between two requests of a tenant. */
const pause = "20 millis"

/** Minimum rounds over all paths. Fewer requests are too few for a quantile. */
const minRounds = 10

const paths = ["/contacts", "/contacts?search=person", "/conversations/whatsapp", "/events?limit=20", "/logs"]

interface Answer {
  readonly status: number
  /** Whether the service was overloaded and did nothing. */
  readonly isRefused: boolean
  readonly retryAfterSeconds: number
  readonly millis: number
}

/** A request of a client that repeats a refused request once, after `Retry-After`. */
interface Exchange {
  readonly path: string
  readonly first: Answer
  readonly repeat: Answer | null
}

export interface Neighbourhood {
  readonly surprises: ReadonlyArray<string>
  readonly summary: string
}

/** At least ten responses are slower than the quantile: of 200, the slowest two only measure pauses of the machine. */
const quantileOf = (count: number): number => (count >= 1_000 ? 0.99 : 0.95)

const percent = (share: number): string => `${Math.round(share * 100)} %`

const pathsOf = (exchanges: ReadonlyArray<Exchange>): string =>
  [...new Set(exchanges.map(({ path }) => path))].join(", ")

/** Compares the exchanges of other tenants with the bounds above. */
export const judgeExchanges = (exchanges: ReadonlyArray<Exchange>): Neighbourhood => {
  const answers = exchanges.flatMap(({ first, repeat }) => (repeat === null ? [first] : [first, repeat]))
  const times = answers.map(({ millis }) => millis).toSorted((one, other) => one - other)
  const at = (quantile: number) => times[Math.ceil(times.length * quantile) - 1] ?? 0
  const lastOf = ({ first, repeat }: Exchange) => repeat ?? first
  const failed = exchanges.filter((exchange) => lastOf(exchange).status !== 200 && !lastOf(exchange).isRefused)
  const refused = exchanges.filter(({ first }) => first.isRefused)
  const stillRefused = exchanges.filter((exchange) => lastOf(exchange).isRefused)
  const undated = refused.filter(({ first }) => !(first.retryAfterSeconds > 0))
  const quantile = quantileOf(times.length)
  const slow = at(quantile) > maxMillis
  return {
    surprises: [
      ...failed.map((exchange) => `beside the attack ${exchange.path} was answered ${lastOf(exchange).status}`),
      ...(undated.length > 0
        ? [`beside the attack ${undated.length} refusals had no Retry-After: ${pathsOf(undated)}`]
        : []),
      ...(refused.length > exchanges.length * maxRefusedAtFirst
        ? [`beside the attack ${refused.length} requests were refused at first: ${pathsOf(refused)}`]
        : []),
      ...(stillRefused.length > exchanges.length * maxStillRefused
        ? [`beside the attack ${stillRefused.length} requests were refused twice: ${pathsOf(stillRefused)}`]
        : []),
      ...(slow ? [`beside the attack ${percent(quantile)} of the others took up to ${at(quantile)} ms`] : [])
    ],
    summary: `Beside the attack: ${exchanges.length} requests of the others, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, ${refused.length} refused at first, ${stillRefused.length} after a repeat.`
  }
}

/** Requests the lists of other tenants, as dashboards do, until the effect ends. */
export const besideNeighbours = Effect.fnUntraced(function* <A, E, R>(
  tenants: ReadonlyArray<Tenant>,
  hostile: Effect.Effect<A, E, R>
) {
  const dispatcher = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ connections: 8 })),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const get = Effect.fnUntraced(function* ({ appUrl, developer: headers }: Tenant, path: string) {
    const begin = yield* Clock.currentTimeMillis
    const answer = yield* Effect.promise(async () => {
      const {
        body,
        headers: fields,
        statusCode
      } = await request(`${appUrl}/api/developer/v1${path}`, {
        headers,
        dispatcher
      })
      const isOverloaded = isRefused(statusCode, await body.text())
      return { status: statusCode, isRefused: isOverloaded, retryAfterSeconds: Number(fields["retry-after"]) }
    })
    return { ...answer, millis: (yield* Clock.currentTimeMillis) - begin }
  })
  const exchanges: Array<Exchange> = []
  const repeat = Effect.fnUntraced(function* (tenant: Tenant, path: string, first: Answer) {
    yield* Effect.sleep(first.retryAfterSeconds > 0 ? first.retryAfterSeconds * 1_000 : 0)
    exchanges.push({ path, first, repeat: yield* get(tenant, path) })
  })
  const attacked = yield* Effect.forkChild(hostile, { startImmediately: true })
  const day = Effect.fnUntraced(function* (tenant: Tenant) {
    const repeats: Array<Fiber.Fiber<void>> = []
    let rounds = 0
    do {
      for (const path of paths) {
        const first = yield* get(tenant, path)
        // Other requests go on meanwhile, as those of other pages of a dashboard do.
        if (first.isRefused) repeats.push(yield* Effect.forkChild(repeat(tenant, path, first)))
        else exchanges.push({ path, first, repeat: null })
        yield* Effect.sleep(pause)
      }
      rounds += 1
    } while (attacked.pollUnsafe() === undefined || rounds < minRounds)
    yield* Fiber.joinAll(repeats)
  })
  yield* Effect.forEach(tenants, day, { concurrency: "unbounded", discard: true })
  yield* Fiber.join(attacked)
  return judgeExchanges(exchanges)
}, Effect.scoped)
