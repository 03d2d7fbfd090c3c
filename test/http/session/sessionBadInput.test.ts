import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SessionApi } from "../../../src/adapters/http/interfaces/session/Api.ts"
import { ask, type Asked } from "../../support/http/requests.ts"
import { refusesBadInput } from "../refusesBadInput.ts"
import { givenDashboard, kept } from "./sessionDashboard.ts"

refusesBadInput({
  groups: SessionApi.groups,
  prefix: "/api/whatsapp",
  envelope: (error) => ({ success: false, error }),
  // Asks as the owner; nothing is left behind.
  refused: Effect.fnUntraced(function* (path: string, asked: Asked) {
    const { headers: owner } = yield* givenDashboard({ token: false })
    const before = yield* kept
    const { body, headers, status } = yield* ask(path, { ...asked, headers: { ...owner, ...asked.headers } })
    assert.strictEqual(yield* kept, before)
    return { status, body, allow: headers.get("allow") }
  }),
  mayBeEmpty: (path) => /\/(?:close|snooze|hand-over|escalate)$|\/messages\/[^/]+\/read$/.test(path),
  isImport: (path) => path.endsWith("/bulk")
})
