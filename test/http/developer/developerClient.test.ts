import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { HttpClient } from "effect/http"
import * as DeveloperClient from "../../../client/DeveloperClient.ts"
import { IdempotencyKey } from "../../../client/IdempotencyKey.ts"
import { Unauthorized, Unprocessable } from "../../../src/adapters/http/interfaces/developer/Failures.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { routesClient } from "../clientOf.ts"

const connect = Effect.fnUntraced(function* (apiKey: Redacted.Redacted) {
  return yield* Effect.provideService(
    DeveloperClient.make({ url: "http://test", apiKey }),
    HttpClient.HttpClient,
    yield* routesClient
  )
})

describe("the typed client of the Developer interface", () => {
  it.effect("sends, lists and reads through the interface", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id)
      const { key } = yield* (yield* ApiKeys).create(id, "client")
      const parley = yield* connect(key)

      const { data: sent } = yield* parley.whatsapp.sendMessage({
        payload: { to: "15551234567", template: { name: "hello_world", language: { code: "en_US" } } }
      })
      if (sent.status === "scheduled") return yield* Effect.die("a send without sendAt is not scheduled")
      assert.strictEqual(sent.waMessageId, "wamid.1")
      const { data: contacts } = yield* parley.contacts.list({ query: { limit: 5 } })
      assert.deepStrictEqual(contacts.meta, { page: 1, limit: 5, total: 1 })
      assert.strictEqual(contacts.data[0]?.id, sent.contactId)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends calls with an idempotency key", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id)
      const { key } = yield* (yield* ApiKeys).create(id, "client")
      const { whatsapp } = yield* connect(key)
      const send = (text: string) =>
        Effect.provideService(
          whatsapp.sendMessage({ payload: { to: "15551234567", type: "text", text } }),
          IdempotencyKey,
          "order 17"
        )
      const first = yield* send("hi")
      assert.deepStrictEqual(yield* send("hi"), first)
      assert.instanceOf(yield* Effect.flip(send("no")), Unprocessable)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("tests, lists and replays deliveries, and reads events", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization({ webhook: {} })
      const { key } = yield* (yield* ApiKeys).create(id, "client")
      const parley = yield* connect(key)

      const { data: tested } = yield* parley.deliveries.test()
      const since = DateTime.makeUnsafe("1970-01-01T00:00:00Z")
      const { data: listed } = yield* parley.deliveries.list({ query: { event: "webhook.test", since } })
      assert.deepStrictEqual(
        listed.data.map((delivery) => [delivery.id, delivery.status]),
        [[tested.id, "pending"]]
      )
      const { data: replayed } = yield* parley.deliveries.replay({ params: { id: tested.id } })
      assert.strictEqual(replayed.id, tested.id)
      const { data: range } = yield* parley.deliveries.replayRange({ payload: { since, status: "pending" } })
      assert.deepStrictEqual(range, { replayed: 1 })
      const { data: feed } = yield* parley.events.list({ query: { limit: 5 } })
      assert.deepStrictEqual([feed.next_after, feed.has_more], [tested.id, false])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("fails with the tagged failure of the contract", () =>
    Effect.gen(function* () {
      const parley = yield* connect(Redacted.make("pk_live_wrong"))
      const failure = yield* Effect.flip(parley.webhooks.find())
      assert.instanceOf(failure, Unauthorized)
      assert.strictEqual("code" in failure ? failure.code : undefined, "INVALID_API_KEY")
    }).pipe(Effect.provide(httpWorld))
  )
})
