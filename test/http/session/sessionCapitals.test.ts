import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { someone } from "../../../testing/given/given.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { call } from "./sessionDashboard.ts"
import {
  apiKeyId,
  contactId,
  conversationId,
  eventId,
  givenScene,
  logId,
  messageId,
  organizationId,
  userId,
  vendorContactId
} from "./sessionScene.ts"

/** What stands for the same thing, wherever an id can stand. */
const requests: ReadonlyArray<readonly [path: string, method?: string, body?: (id: string) => unknown]> = [
  [`/contacts/${contactId}`],
  [`/contacts/${vendorContactId}`],
  [`/conversations/${conversationId}`],
  [`/conversations?assignee=${userId}`],
  [`/messages?conversationId=${conversationId}`],
  [`/messages?conversationId=${conversationId}&before=${messageId}`],
  [`/conversations/${conversationId}/assign`, "POST", (id) => ({ userId: id })],
  [`/conversations/${conversationId}/close`, "POST", () => ({})],
  [`/conversations/${conversationId}/unassign`, "POST"],
  [`/conversations/${conversationId}/reopen`, "POST"],
  [`/conversations/${conversationId}/read`, "POST"],
  [`/conversations/${conversationId}/unread`, "POST"],
  [`/developer/api-keys/${apiKeyId}`, "DELETE"],
  [`/developer/deliveries/${eventId}`],
  [`/developer/events?after=${eventId}`],
  [`/developer/logs/${logId}`]
]

/** The ids of a path in capitals; the words around them stay. */
const inCapitals = (path: string) => path.replaceAll(/[0-9a-f-]{36}|ct_\w+/g, (id) => id.toUpperCase())

describe("ids in capitals", () => {
  it.effect.each(requests)("have the same meaning in %s", ([path, method = "GET", body]) =>
    Effect.gen(function* () {
      const headers = yield* givenScene(someone)
      const assigned = { method: "POST", body: { userId } }
      assert.strictEqual((yield* call(headers, `/conversations/${conversationId}/assign`, assigned)).status, 200)
      const expected = yield* call(headers, path, { method, body: body?.(userId) })
      const answer = yield* call({ ...headers, "x-org-id": organizationId.toUpperCase() }, inCapitals(path), {
        method,
        body: body?.(userId.toUpperCase())
      })
      assert.notStrictEqual(inCapitals(path), path)
      assert.deepStrictEqual(answer, expected)
      assert.strictEqual(answer.status, 200)
    }).pipe(Effect.provide(httpWorld))
  )
})
