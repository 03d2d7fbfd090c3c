import { assert, describe, it } from "@effect/vitest"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import { IdempotencyGuard as DeveloperGuard } from "../../../src/adapters/http/interfaces/developer/middleware.ts"
import { SessionApi } from "../../../src/adapters/http/interfaces/session/Api.ts"
import { IdempotencyGuard as SessionGuard } from "../../../src/adapters/http/interfaces/session/middleware.ts"

interface Contract {
  readonly groups: Readonly<
    Record<
      string,
      {
        readonly endpoints: Readonly<
          Record<string, { readonly method: string; readonly path: string; readonly middlewares: ReadonlySet<unknown> }>
        >
      }
    >
  >
}

const endpointsOf = (api: Contract, guard: unknown) =>
  Object.values(api.groups)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .map(({ method, middlewares, path }) => ({ endpoint: `${method} ${path}`, isGuarded: middlewares.has(guard) }))

describe("idempotency keys", () => {
  it.each([...endpointsOf(DeveloperApi, DeveloperGuard), ...endpointsOf(SessionApi, SessionGuard)])(
    "are accepted by every POST endpoint and no other: $endpoint",
    ({ endpoint, isGuarded }) => {
      assert.strictEqual(isGuarded, endpoint.startsWith("POST "))
    }
  )
})
