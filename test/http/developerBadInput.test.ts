import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { World } from "../../src/adapters/memory/World.ts"
import { ApiKeys } from "../../src/ports/ApiKeys.ts"
import { givenOrganization, givenAccount } from "../support/given.ts"
import { ask } from "../support/http.ts"
import { httpWorld } from "../support/httpWorld.ts"

/** Bodies that are nearly right, so that more than the first check is met. */
const Part = Schema.Union([Schema.Json, Schema.String, Schema.Literals(["", "15551234567", "hello_world", "en_US"])])
const NearlyASend = Schema.Struct({
  to: Schema.optionalKey(Part),
  type: Schema.optionalKey(Schema.Union([Part, Schema.Literals(["template", "text", "image", "location"])])),
  template: Schema.optionalKey(
    Schema.Union([
      Part,
      Schema.Struct({
        name: Schema.optionalKey(Part),
        language: Schema.optionalKey(Schema.Union([Part, Schema.Struct({ code: Part })])),
        components: Schema.optionalKey(Schema.Union([Part, Schema.Array(Part)]))
      })
    ])
  ),
  text: Schema.optionalKey(Part),
  image: Schema.optionalKey(Schema.Union([Part, Schema.Struct({ url: Part, caption: Part })])),
  location: Schema.optionalKey(Schema.Union([Part, Schema.Struct({ latitude: Part, longitude: Part })]))
})
const NearlyASubscription = Schema.Struct({
  url: Schema.optionalKey(Schema.Union([Part, Schema.Literals(["https://example.com/", "http://example.com/"])])),
  events: Schema.optionalKey(Schema.Union([Part, Schema.Array(Schema.Union([Part, Schema.Literal("message.sent")]))])),
  signing_secret: Schema.optionalKey(Part)
})

const Envelope = Schema.Union([
  Schema.Struct({ success: Schema.Literal(true), data: Schema.Json }),
  Schema.Struct({ success: Schema.Literal(false), message: Schema.NonEmptyString })
])

const runs = 700

/** Whatever is sent, the envelope answers it; what is refused leaves nothing behind. */
const answersInTheEnvelope = Effect.fnUntraced(function* (path: string, body: Schema.Json, success: number) {
  const { id } = yield* givenOrganization()
  yield* givenAccount(id)
  const { key } = yield* (yield* ApiKeys).create(id, "fuzz")
  const answer = yield* ask(path, { headers: { "x-api-key": Redacted.value(key) }, body: JSON.stringify(body) })
  assert.isTrue(Schema.is(Envelope)(answer.body), JSON.stringify(answer.body))
  assert.include([success, 400], answer.status)
  if (answer.status === 400) {
    const { contacts, messages, usage, webhooks } = yield* (yield* World).state
    assert.deepStrictEqual([contacts, messages, usage, webhooks], [[], [], [], []])
  }
}, Effect.provide(httpWorld))

describe("bodies that nobody thought of", () => {
  it.effect.prop(
    "are sent, or refused in the envelope, with nothing half done",
    { body: Schema.Union([NearlyASend, Schema.Json]) },
    ({ body }) => answersInTheEnvelope("/api/developer/v1/send-message", body, 201),
    { arbitrary: { runs } }
  )

  it.effect.prop(
    "are registered, or refused in the envelope, with nothing half done",
    { body: Schema.Union([NearlyASubscription, Schema.Json]) },
    ({ body }) => answersInTheEnvelope("/api/developer/v1/webhooks", body, 200),
    { arbitrary: { runs } }
  )

  it.effect.each(["/api/developer/%E0%A4%A", "/api/developer/v1/%00", "/api/developer/v1/..%2f", "/api/developer/%"])(
    "and the path %s is answered in the envelope",
    (path) =>
      Effect.gen(function* () {
        const { body, headers, status } = yield* ask(path)
        assert.deepStrictEqual({ status, body }, { status: 404, body: { success: false, message: "Not found" } })
        assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("and a path outside of the interfaces plainly", () =>
    Effect.gen(function* () {
      const { body, status } = yield* ask("/%")
      assert.deepStrictEqual({ status, body }, { status: 404, body: { error: "Not found" } })
    }).pipe(Effect.provide(httpWorld))
  )
})
