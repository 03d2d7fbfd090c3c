import { Clock, Effect, Fiber } from "effect"
import { Agent, request } from "undici"
import { isRefused } from "../ask.ts"
import type { Tenant } from "../business.ts"

/** The longest that requests of others may take beside an attack: 99 of 100, in milliseconds. */
const longestMillis = 1_000

/** Largest share of requests that may be refused for lack of time, on two cores that other programs use too. */
const mostRefused = 0.15

/** A business asks for something new after this time. */
const pause = "20 millis"

/** Times that a business looks at everything, at least: of fewer requests the hundredth part says nothing. */
const leastRounds = 10

interface Timed {
  readonly path: string
  readonly status: number
  /** The service had no time for it, and said so. */
  readonly isRefused: boolean
  readonly millis: number
}

const paths = ["/contacts", "/contacts?search=person", "/conversations/whatsapp", "/events?limit=20", "/logs"]

export interface Neighbourhood {
  readonly surprises: ReadonlyArray<string>
  readonly summary: string
}

const judged = (answers: ReadonlyArray<Timed>): Neighbourhood => {
  const times = answers.map(({ millis }) => millis).toSorted((one, other) => one - other)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  const failed = answers.filter(({ isRefused, status }) => status !== 200 && !isRefused)
  const refusals = answers.filter(({ isRefused }) => isRefused)
  const refused = refusals.length
  const refusedPaths = [...new Set(refusals.map(({ path }) => path))].join(", ")
  const many =
    refused > answers.length * mostRefused
      ? [`beside the attack ${refused} requests were refused: ${refusedPaths}`]
      : []
  const slow = at(0.99) > longestMillis ? [`beside the attack p99 of the others was ${at(0.99)} ms`] : []
  return {
    surprises: [
      ...failed.map(({ path, status }) => `beside the attack ${path} was answered ${status}`),
      ...many,
      ...slow
    ],
    summary: `Beside the attack: ${answers.length} requests of the others, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, ${refused} refused.`
  }
}

/** Has businesses look at their lists, as dashboards do, until the effect ends. */
export const besideNeighbours = Effect.fnUntraced(function* <A, E, R>(
  tenants: ReadonlyArray<Tenant>,
  hostile: Effect.Effect<A, E, R>
) {
  const dispatcher = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ connections: 8 })),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const answers: Array<Timed> = []
  const look = Effect.fnUntraced(function* ({ appUrl, developer: headers }: Tenant, path: string) {
    const begin = yield* Clock.currentTimeMillis
    const answered = yield* Effect.promise(async () => {
      const answer = await request(`${appUrl}/api/developer/v1${path}`, { headers, dispatcher })
      return { status: answer.statusCode, isRefused: isRefused(answer.statusCode, await answer.body.text()) }
    })
    answers.push({ path, ...answered, millis: (yield* Clock.currentTimeMillis) - begin })
    yield* Effect.sleep(pause)
  })
  const attacked = yield* Effect.forkChild(hostile, { startImmediately: true })
  const day = Effect.fnUntraced(function* (tenant: Tenant) {
    let rounds = 0
    do {
      yield* Effect.forEach(paths, (path) => look(tenant, path), { discard: true })
      rounds += 1
    } while (attacked.pollUnsafe() === undefined || rounds < leastRounds)
  })
  yield* Effect.forEach(tenants, day, { concurrency: "unbounded", discard: true })
  yield* Fiber.join(attacked)
  return judged(answers)
}, Effect.scoped)
