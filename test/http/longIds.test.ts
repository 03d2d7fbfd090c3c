import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { HttpRouter } from "effect/http"
import { DeveloperApi } from "../../src/adapters/http/interfaces/developer/Api.ts"
import { routerConfig } from "../../src/adapters/http/server/listener.ts"
import { SessionApi } from "../../src/adapters/http/interfaces/session/Api.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { ask } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { givenDashboard } from "./session/sessionDashboard.ts"

interface Contract {
  readonly groups: Readonly<
    Record<string, { readonly endpoints: Readonly<Record<string, { readonly method: string; readonly path: string }>> }>
  >
}

/** The endpoints whose path has an id. */
const withId = (api: Contract) =>
  Object.values(api.groups)
    .flatMap((group) => Object.values(group.endpoints))
    .filter(({ path }) => path.includes("/:"))
    .map(({ method, path }) => [method, path] as const)

/** Nobody's id, of any length. */
const lengths = [1, 100, 101, 1_000, 8_000]

/** What each of the lengths is answered with: by the endpoint, so all alike, and not as a path that there is none of. */
const answers = Effect.fnUntraced(function* (method: string, path: string, headers: Record<string, string>) {
  const seen = yield* Effect.forEach(lengths, (length) =>
    ask(path.replaceAll(/:[^/]+/g, "x".repeat(length)), {
      method,
      headers,
      ...(method === "GET" || method === "DELETE" ? {} : { body: {} })
    })
  )
  return seen.map(({ body, status }) => ({ body, status }))
})

const routed = Effect.provideService(HttpRouter.RouterConfig, routerConfig)

describe("ids of excessive length", () => {
  it.effect.each(withId(SessionApi))(
    "have the response of other unknown ids at the Session endpoint %s %s",
    ([method, path]) =>
      Effect.gen(function* () {
        const { headers } = yield* givenDashboard()
        const [short, ...longer] = yield* routed(answers(method, path, headers))
        assert.notDeepEqual(short?.body, { success: false, error: "Not found" })
        for (const answer of longer) assert.deepStrictEqual(answer, short)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(withId(DeveloperApi))(
    "have the response of other unknown ids at the Developer endpoint %s %s",
    ([method, path]) =>
      Effect.gen(function* () {
        const { id } = yield* givenDashboard()
        const { key } = yield* (yield* ApiKeys).create(id, "long ids")
        const [short, ...longer] = yield* routed(answers(method, path, { "x-api-key": Redacted.value(key) }))
        assert.notDeepEqual(short?.body, { success: false, message: "Not found" })
        for (const answer of longer) assert.deepStrictEqual(answer, short)
      }).pipe(Effect.provide(httpWorld))
  )

  it("are parameters of some endpoints", () => {
    assert.isNotEmpty(withId(SessionApi))
    assert.isNotEmpty(withId(DeveloperApi))
  })
})
