import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenAccount } from "../../../testing/given/given.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"
import { documentProblem } from "./documentedBody.ts"

const template = { name: "hello_world", language: { code: "en_US", policy: "deterministic" }, namespace: "old" }

/** Bodies that are accepted although no client of the document writes them. */
const accepted: ReadonlyArray<readonly [method: string, path: string, body: object]> = [
  ["POST", "/api/developer/v1/contacts", { phone: "+1 (555) 123-4567", colour: "blue" }],
  ["POST", "/api/developer/v1/contacts", { phone: "0015551234567", name: null, email: "", tags: null, attributes: {} }],
  ["POST", "/api/developer/v1/send-message", { to: "+1 555 123 4567", template, messaging_product: "whatsapp" }],
  ["POST", "/api/developer/v1/send-message", { to: "15551234567", type: "text", text: "hi", preview_url: true }],
  [
    "POST",
    "/api/developer/v1/send-message",
    { to: "15551234567", type: "image", image: { url: "https://example.com/a.jpg", id: null } }
  ],
  [
    "POST",
    "/api/developer/v1/messenger/send-message",
    { recipientId: "4711", type: "quick_replies", text: "Red?", quickReplies: [{ title: "Yes", content_type: "text" }] }
  ],
  [
    "POST",
    "/api/developer/v1/messenger/send-message",
    {
      recipientId: "4711",
      type: "generic_template",
      elements: [
        {
          title: "Card",
          size: "L",
          defaultAction: { type: "web_url", url: "https://example.com", ratio: "tall" },
          buttons: [{ type: "postback", title: "Go", payload: "GO", colour: "blue" }]
        }
      ]
    }
  ],
  [
    "POST",
    "/api/developer/v1/webhooks",
    { url: "https://example.com/hook", events: ["message.sent"], signing_secret: "", name: "mine" }
  ],
  ["POST", "/api/whatsapp/contacts", { userNumber: "+1 555-765-4321", countryCode: "us", nickname: "A" }],
  [
    "POST",
    "/api/whatsapp/contacts/bulk",
    { contacts: [{ userNumber: "+5511987654321", userName: null, colour: "blue" }], dryRun: false }
  ]
]

describe("bodies that the service accepts", () => {
  it.effect.each(accepted)("%s %s: %j is valid in the OpenAPI document", ([method, path, body]) =>
    Effect.gen(function* () {
      const { headers, id } = yield* givenDashboard()
      yield* givenAccount(id, { channel: "messenger", businessAccountId: null })
      const { key } = yield* (yield* ApiKeys).create(id, "lenient")
      const request = { method, body, headers: { ...headers, "x-api-key": Redacted.value(key) } }
      const answer = yield* ask(path, request)
      assert.isBelow(answer.status, 300, JSON.stringify(answer.body))
      assert.isNull(documentProblem(method, path, body))
    }).pipe(Effect.provide(httpWorld))
  )

  it("bodies that are refused are invalid in the OpenAPI document", () => {
    const path = "/api/developer/v1/contacts"
    assert.isNotNull(documentProblem("POST", path, {}))
    assert.isNotNull(documentProblem("POST", path, { phone: 15551234567 }))
    assert.isNotNull(documentProblem("POST", path, { phone: "15551234567", tags: "vip" }))
  })
})
