import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { ChannelAccounts } from "../../src/ports/access/ChannelAccounts.ts"
import { OrganizationDeletion } from "../../src/ports/access/Organizations.ts"
import { ask } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { call, givenDashboard, signedIn } from "./session/sessionDashboard.ts"

describe("an organization that is being deleted", () => {
  it.effect("has the same response as an unknown organization over both interfaces", () =>
    Effect.gen(function* () {
      const { account, headers, id } = yield* givenDashboard()
      const { key } = yield* (yield* ApiKeys).create(id, "Shop")
      const developer = { "x-api-key": Redacted.value(key) }
      const service = yield* signedIn(id, { _tag: "Service" })
      const statuses = Effect.all([
        Effect.map(ask("/api/developer/v1/contacts", { headers: developer }), ({ status }) => status),
        Effect.map(call(headers, "/contacts"), ({ status }) => status),
        Effect.map(call(service, "/contacts"), ({ status }) => status)
      ])
      assert.deepStrictEqual(yield* statuses, [200, 200, 200])

      yield* (yield* OrganizationDeletion).begin(id, yield* DateTime.now)

      assert.deepStrictEqual(yield* statuses, [401, 403, 403])
      const routed = yield* (yield* ChannelAccounts).route("whatsapp", account?.externalId ?? "")
      assert.isTrue(routed._tag === "None")
    }).pipe(Effect.provide(httpWorld))
  )
})
