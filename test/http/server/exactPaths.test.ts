import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"

/** Headers that both interfaces accept. */
const givenHeaders = Effect.gen(function* () {
  const { headers, id } = yield* givenDashboard()
  const { key } = yield* (yield* ApiKeys).create(id, "paths")
  return { ...headers, "x-api-key": Redacted.value(key) }
})

describe("paths of the interfaces", () => {
  it.effect.each([
    "/API/developer/v1/contacts",
    "/api/Developer/v1/contacts",
    "/api/developer/V1/contacts",
    "/api/developer/v1/Contacts",
    "//api/developer/v1/contacts",
    "/api//developer/v1/contacts",
    "/api/developer//v1/contacts",
    "/api/developer/v1//contacts",
    "/api/developer/v1/contacts//",
    "/%61pi/developer/v1/contacts",
    "/api/%64eveloper/v1/contacts",
    "/api/developer/%2Fv1/contacts",
    "/api/developer%2Fv1/contacts",
    "/api/developer/v1%2Fcontacts",
    "/V1/contacts",
    "//v1/contacts",
    "/v1/contacts",
    "/API/whatsapp/contacts",
    "/api/WhatsApp/contacts",
    "/api/whatsapp/Contacts",
    "//api/whatsapp/contacts",
    "/api//whatsapp/contacts",
    "/api/whatsapp//contacts",
    "/api/whatsapp%2Fcontacts",
    "/%61pi/whatsapp/contacts",
    "/Health",
    "//health"
  ])("%s is not a path of the service", (path) =>
    Effect.gen(function* () {
      const headers = yield* givenHeaders
      assert.strictEqual((yield* ask(path, { headers })).status, 404)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    "/api/developer/v1/contacts",
    "/api/developer/v1/contacts/",
    "/api/whatsapp/contacts",
    "/api/whatsapp/contacts/",
    "/health",
    "/health/"
  ])("%s is a path of the service, with or without a slash at its end", (path) =>
    Effect.gen(function* () {
      const headers = yield* givenHeaders
      assert.strictEqual((yield* ask(path, { headers })).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )
})
