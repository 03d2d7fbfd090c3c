import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { manyContacts } from "../../bench/rows/manyContacts.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { givenContact } from "../../testing/given/givenContact.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { testSecretsKey } from "../support/database/testSealer.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { freePort, ready, start, temporaryFolder } from "../support/processes/service.ts"

const contacts = 200_000
const searches = 100

/** Terms that no index knows and that have two spellings: all contacts of the organization are read for each. */
const terms = ["1 2", "(2", "2-", "0 1", "example"]

/** Longest wait for a turn and longest statements of a search, in milliseconds, and some time to spare. */
const deadline = 12_000

interface Tenant {
  readonly id: OrganizationId
  readonly headers: Readonly<Record<string, string>>
}

const givenTenant = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const tenant: Tenant = { id, headers: { "x-api-key": Redacted.value(key) } }
  return tenant
})

/** Two organizations: the one with so many contacts, and one with a single contact. */
const givenTenants = (url: string) =>
  Effect.gen(function* () {
    const large = yield* givenTenant
    const small = yield* givenTenant
    yield* givenContact(small.id)
    yield* manyContacts(url, [[large.id, contacts]])
    return { large, small }
  }).pipe(Effect.provide(storesOn(Database.server(Redacted.make(url)))))

interface Answer {
  readonly status: number
  readonly millis: number
  readonly retryAfter: string | null
  readonly body: unknown
}

const refusal = {
  success: false,
  message: "Too many lists, searches or imports of the organization at once. Try again in 5 seconds"
}

const ask = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async (): Promise<Answer> => {
    const begin = performance.now()
    const response = await fetch(url, { headers })
    const body: unknown = await response.json()
    return {
      status: response.status,
      millis: performance.now() - begin,
      retryAfter: response.headers.get("retry-after"),
      body
    }
  })

const longest = (answers: ReadonlyArray<Answer>, share: number): number => {
  const times = answers.map(({ millis }) => millis).toSorted((one, other) => one - other)
  return times[Math.ceil(times.length * share) - 1] ?? 0
}

/** The service in a process of its own, on the database. */
const serving = Effect.fnUntraced(function* (databaseUrl: string) {
  const port = yield* freePort
  const appUrl = `http://127.0.0.1:${port}`
  const service = yield* start({
    DATABASE_URL: databaseUrl,
    DATA_DIR: yield* temporaryFolder,
    PORT: String(port),
    GRAPH_URL: "http://127.0.0.1:9",
    META_APP_SECRET: randomBytes(32).toString("hex"),
    META_VERIFY_TOKEN: randomBytes(32).toString("hex"),
    SECRETS_KEY: testSecretsKey,
    AUTH_JWT_SECRET: randomBytes(32).toString("hex"),
    SERVICE_ROLE_KEY: `sb_secret_${randomBytes(32).toString("hex")}`,
    RATE_STANDARD_PER_MINUTE: "0"
  })
  yield* ready(service, appUrl)
  return appUrl
})

describe("a service during a hundred heavy searches of one organization", () => {
  it.live(
    "responds in time to lists of another organization and to health checks",
    () =>
      Effect.gen(function* () {
        const url = yield* serverDatabase()
        const { large, small } = yield* givenTenants(url)
        const appUrl = yield* serving(url)
        const list = `${appUrl}/api/developer/v1/contacts`
        const search = (n: number) =>
          ask(`${list}?search=${encodeURIComponent(terms[n % terms.length] ?? "")}&page=${1 + n}`, large.headers)
        const beside = [
          ask(list, small.headers),
          ask(`${list}?search=someone`, small.headers),
          ask(`${appUrl}/api/developer/v1/logs`, small.headers)
        ]
        const health = ask(`${appUrl}/health`)
        // Opening connections takes time of this process, in which it would measure itself.
        yield* Effect.replicateEffect(health, searches + beside.length, { concurrency: "unbounded", discard: true })
        yield* Effect.all(beside, { concurrency: "unbounded" })

        const attack = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: searches }).keys(), search, { concurrency: "unbounded" }),
          { startImmediately: true }
        )
        const repeatedly = Effect.fnUntraced(function* (one: Effect.Effect<Answer>) {
          const answers: Array<Answer> = []
          do {
            answers.push(yield* one)
            yield* Effect.sleep("20 millis")
          } while (attack.pollUnsafe() === undefined)
          return answers
        })
        const [healthy, ...others] = yield* Effect.all([health, ...beside].map(repeatedly), {
          concurrency: "unbounded"
        })
        const found = yield* Fiber.join(attack)
        const answers = others.flat()
        yield* Effect.log({
          found: longest(found, 1),
          refused: found.filter(({ status }) => status === 503).length,
          lists: [answers.length, longest(answers, 0.5), longest(answers, 0.99), longest(answers, 1)],
          health: [longest(healthy ?? [], 0.5), longest(healthy ?? [], 1)]
        })

        assert.deepStrictEqual(
          answers.filter(({ status }) => status !== 200),
          []
        )
        assert.isBelow(longest(answers, 0.99), 1_000)
        assert.isAtMost(longest(healthy ?? [], 1), 200)

        const refused = found.filter(({ status }) => status !== 200)
        assert.isAbove(refused.length, 0)
        assert.isAbove(found.length - refused.length, 0)
        for (const { body, retryAfter, status } of refused) {
          assert.deepStrictEqual({ body, retryAfter, status }, { body: refusal, retryAfter: "5", status: 503 })
        }
        assert.isBelow(longest(found, 1), deadline)
      }),
    120_000
  )
})
