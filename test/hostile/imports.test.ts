import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { givenContact } from "../../testing/given/givenContact.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { testSecretsKey } from "../support/database/testSealer.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { freePort, ready, start, temporaryFolder } from "../support/processes/service.ts"

const imports = 10
const rows = 10_000
const serviceRoleKey = `sb_secret_${randomBytes(32).toString("hex")}`

const givenTenant = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  yield* givenContact(id)
  return {
    developer: { "x-api-key": Redacted.value(key) },
    session: { authorization: `Bearer ${serviceRoleKey}`, "x-org-id": id }
  }
})

const csvOf = (nth: number): string =>
  [
    "userNumber,userName",
    ...Array.from({ length: rows }, (_, row) => `1555${nth % 10}${String(row).padStart(6, "0")},Person ${row}`)
  ].join("\n")

interface Answer {
  readonly status: number
  readonly text: string
  readonly millis: number
}

const ask = (url: string, init: RequestInit): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const begin = performance.now()
    const response = await fetch(url, init)
    const text = (await response.text()).slice(0, 200)
    return { status: response.status, text, millis: performance.now() - begin }
  })

const longest = (answers: ReadonlyArray<Answer>, share: number): number => {
  const times = answers.map(({ millis }) => millis).toSorted((one, other) => one - other)
  return times[Math.ceil(times.length * share) - 1] ?? 0
}

describe("a service during large imports of one organization", () => {
  it.live(
    "responds to lists and writes of another organization",
    () =>
      Effect.gen(function* () {
        const url = yield* serverDatabase()
        const [large, small] = yield* Effect.all([givenTenant, givenTenant]).pipe(
          Effect.provide(storesOn(Database.server(Redacted.make(url))))
        )
        const port = yield* freePort
        const appUrl = `http://127.0.0.1:${port}`
        const service = yield* start({
          DATABASE_URL: url,
          DATA_DIR: yield* temporaryFolder,
          PORT: String(port),
          GRAPH_URL: "http://127.0.0.1:9",
          META_APP_SECRET: randomBytes(32).toString("hex"),
          META_VERIFY_TOKEN: randomBytes(32).toString("hex"),
          SECRETS_KEY: testSecretsKey,
          AUTH_JWT_SECRET: randomBytes(32).toString("hex"),
          SERVICE_ROLE_KEY: serviceRoleKey,
          RATE_STANDARD_PER_MINUTE: "0"
        })
        yield* ready(service, appUrl)
        const imported = (nth: number) =>
          ask(`${appUrl}/api/whatsapp/contacts/bulk`, {
            method: "POST",
            headers: { ...large.session, "content-type": "text/csv" },
            body: csvOf(nth)
          })
        const attack = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: imports }).keys(), imported, { concurrency: "unbounded" }),
          { startImmediately: true }
        )
        const contacts = `${appUrl}/api/developer/v1/contacts`
        const beside: Array<Answer> = []
        for (let nth = 0; attack.pollUnsafe() === undefined; nth++) {
          const phone = `+1777${String(nth).padStart(7, "0")}`
          const list = ask(contacts, { headers: small.developer })
          const write = ask(contacts, {
            method: "POST",
            headers: { ...small.developer, "content-type": "application/json" },
            body: JSON.stringify({ phone, name: "Somebody" })
          })
          beside.push(...(yield* Effect.all([list, write, ask(`${appUrl}/health`, {})], { concurrency: "unbounded" })))
          yield* Effect.sleep("10 millis")
        }
        const answers = yield* Fiber.join(attack)
        yield* Effect.log({
          imports: answers.map(({ millis, status }) => [status, Math.round(millis)]),
          beside: [beside.length, longest(beside, 0.5), longest(beside, 0.99), longest(beside, 1)]
        })
        assert.deepStrictEqual(
          beside.filter(({ status }) => status >= 300),
          []
        )
        assert.isBelow(longest(beside, 0.99), 1_000)
        assert.sameMembers([...new Set([...answers.map(({ status }) => status), 200, 503])], [200, 503])
        assert.isTrue(answers.some(({ status }) => status === 200))
      }),
    120_000
  )
})
