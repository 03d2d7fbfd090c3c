import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { AdminApi } from "../../../src/adapters/http/administration/Api.ts"
import { AdminIdempotency } from "../../../src/adapters/http/administration/middleware.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { ask } from "../../support/http/requests.ts"
import { type FuzzedRequest, requestsTo } from "../fuzz.ts"
import { adminKey, adminWorld, noon } from "./administrator.ts"

const isEnvelope = Schema.is(
  Schema.Union([
    Schema.Struct({ success: Schema.Literal(true), data: Schema.Json }),
    Schema.Struct({ success: Schema.Literal(false), message: Schema.NonEmptyString }),
    Schema.String
  ])
)

const runs = Number(process.env["FUZZ_RUNS"] ?? 150)

const kept = Effect.flatMap(World, ({ state }) =>
  Effect.map(state, ({ apiKeys, channelAccounts, channelSignups, invitations, memberships, organizations, users }) =>
    JSON.stringify({ apiKeys, channelAccounts, channelSignups, invitations, memberships, organizations, users })
  )
)

describe("administration interface: generated requests", () => {
  it.effect.each(Object.entries(AdminApi.groups))(
    "to %s have answers in the envelope, and leave no partial changes",
    ([, group]) =>
      Effect.gen(function* () {
        yield* noon
        const { id } = yield* givenOrganization()
        const account = yield* givenAccount(id)
        const { user } = yield* givenMember(id, { role: "agent" })
        const { state, update } = yield* World
        const initial = yield* state
        const property = ({ headers, path, ...asked }: FuzzedRequest) =>
          Effect.gen(function* () {
            yield* update(() => initial)
            const before = yield* kept
            const { body, status } = yield* ask(path, { ...asked, headers: { ...headers, "x-admin-key": adminKey } })
            assert.isTrue(isEnvelope(body), `${status} ${JSON.stringify(body)}`)
            assert.isBelow(status, 500, `${path} ${JSON.stringify(asked.body)} ${JSON.stringify(body)}`)
            if (status >= 400) assert.strictEqual(yield* kept, before, `${status} ${JSON.stringify(body)}`)
            return true
          })
        const requests = requestsTo(group, [id, account.id, user.id], { month: ["2026-11", "2026-13"], after: ["x"] })
        const result = yield* Arbitrary.checkEffect(requests, property, { runs, seed: 20_261_128 })
        assert.strictEqual(result._tag, "Passed", JSON.stringify(result))
      }).pipe(Effect.provide(adminWorld)),
    60_000
  )

  it("every POST for an organization accepts an idempotency key, and no other", () => {
    for (const { endpoints } of Object.values(AdminApi.groups)) {
      for (const { method, middlewares, path } of Object.values(endpoints)) {
        const isKeyed = method === "POST" && path.includes(":organizationId")
        assert.strictEqual(new Set<unknown>(middlewares).has(AdminIdempotency), isKeyed, `${method} ${path}`)
      }
    }
  })
})
