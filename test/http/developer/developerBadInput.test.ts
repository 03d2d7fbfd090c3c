import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { ask, type Asked } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { refusesBadInput } from "../refusesBadInput.ts"

refusesBadInput({
  groups: DeveloperApi.groups,
  prefix: "/api/developer",
  envelope: (message) => ({ success: false, message }),
  // Asks with a key that is good; nothing is left behind but the key.
  refused: Effect.fnUntraced(function* (path: string, asked: Asked) {
    const { id } = yield* givenOrganization()
    const { key } = yield* (yield* ApiKeys).create(id, "bad input")
    const { body, headers, status } = yield* ask(path, {
      ...asked,
      headers: { "x-api-key": Redacted.value(key), ...asked.headers }
    })
    const { contacts, events, messages, usage, webhooks } = yield* (yield* World).state
    assert.deepStrictEqual([contacts, events, messages, usage, webhooks], [[], [], [], [], []])
    return { status, body, allow: headers.get("allow") }
  }),
  mayBeEmpty: (path) => /\/(?:read|snooze|hand-over|escalate)$/.test(path),
  isImport: () => false
})

describe("requests outside of the interfaces", () => {
  it.effect("have a plain response", () =>
    Effect.gen(function* () {
      const { body, status } = yield* ask("/%")
      assert.deepStrictEqual({ status, body }, { status: 404, body: { error: "Not found" } })
    }).pipe(Effect.provide(httpWorld))
  )
})
