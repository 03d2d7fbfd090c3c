import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { ask } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { givenDashboard } from "./session/sessionDashboard.ts"

const others = [
  "application/json; charset=latin1",
  "application/json;charset=ISO-8859-1",
  'application/json; charset="utf-16"',
  "application/json; CHARSET=UTF-16LE",
  "application/json; profile=x; charset=latin1",
  "application/json; charset=utf-8; charset=latin1",
  "application/json; charset=utf-80",
  "application/json; charset=",
  "text/json",
  "application/jsonp",
  "application/json, text/plain",
  "text/plain; application/json",
  ""
]

const fine = [
  "application/json",
  "APPLICATION/JSON ; Charset=UTF-8",
  'application/json;charset="utf-8"',
  "application/json; charset=utf8",
  "application/json; charset=us-ascii",
  "application/json; profile=x; charset=utf-8",
  "application/json;"
]

/** The status and the text of what each interface and each form of import says to JSON of this type. */
const answersTo = Effect.fnUntraced(function* (type: string) {
  const { headers, id } = yield* givenDashboard()
  const { key } = yield* (yield* ApiKeys).create(id, "media")
  const asked = { "content-type": type }
  const contact = { userNumber: "+15551234567" }
  const session = yield* ask("/api/whatsapp/contacts", { body: contact, headers: { ...headers, ...asked } })
  const bulk = yield* ask("/api/whatsapp/contacts/bulk", {
    body: { contacts: [] },
    headers: { ...headers, ...asked }
  })
  const developer = yield* ask("/api/developer/v1/contacts", {
    body: { phone: "+15557654321" },
    headers: { "x-api-key": Redacted.value(key), ...asked }
  })
  return [session, bulk, developer].map(({ body, status }) => ({ status, body }))
})

describe("the content type of JSON bodies", () => {
  it.effect.each(others)("cannot be %j", (type) =>
    Effect.gen(function* () {
      const error = { status: 415, body: { success: false, error: "Unsupported media type" } }
      const message = { status: 415, body: { success: false, message: "Unsupported media type" } }
      assert.deepStrictEqual(yield* answersTo(type), [error, error, message])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(fine)("can be %j", (type) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* answersTo(type)).map(({ status }) => status < 300),
        [true, true, true]
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
