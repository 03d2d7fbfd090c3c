import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { maxDeliveryBytes } from "../../../src/adapters/http/inbound/metaWebhook.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import {
  appSecrets,
  type Asked,
  escaped,
  serviceApp,
  signedBy,
  verifyToken,
  webhookAnswer
} from "../../support/http/metaPost.ts"

const [first, second] = appSecrets
const delivery = JSON.stringify({ object: "page", entry: [{ id: "1", text: "Ça va ? 😀 <b>/@" }] })

/** What the service answers, and the deliveries that it has kept by then. */
const answered = (asked: Asked, secrets: ReadonlyArray<string> = appSecrets) =>
  Effect.gen(function* () {
    const { headers, status, text } = yield* webhookAnswer(serviceApp(secrets), asked)
    const { inboundDeliveries } = yield* (yield* World).state
    return { status, headers, text, kept: inboundDeliveries.map(({ delivery: { body } }) => body) }
  }).pipe(Effect.provide(Layer.fresh(httpWorld)))

const refused = Effect.fnUntraced(function* (
  asked: Asked,
  status: number,
  error: string,
  secrets: ReadonlyArray<string> = appSecrets
) {
  const answer = yield* answered(asked, secrets)
  assert.strictEqual(answer.status, status)
  assert.strictEqual(answer.text, JSON.stringify({ error }))
  assert.deepStrictEqual(answer.kept, [])
})

const query = (parts: Record<string, string>) => `/webhooks/meta?${new URLSearchParams(parts)}`
const hub = { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": verifyToken }

describe("the webhook handshake of the platform", () => {
  it.effect("returns the challenge as plain text", () =>
    Effect.gen(function* () {
      const { headers, status, text } = yield* answered({ path: query(hub) })
      assert.strictEqual(status, 200)
      assert.strictEqual(text, "1158201444")
      assert.strictEqual(headers.get("content-type"), "text/plain; charset=utf-8")
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    })
  )

  it.effect("returns no challenge for another token or mode", () =>
    Effect.gen(function* () {
      yield* refused({ path: query({ ...hub, "hub.verify_token": "guessed" }) }, 403, "Forbidden")
      yield* refused({ path: query({ ...hub, "hub.mode": "unsubscribe" }) }, 403, "Forbidden")
    })
  )

  it.effect("requires all of its parameters", () =>
    Effect.gen(function* () {
      const error = "hub.mode, hub.verify_token and hub.challenge are required"
      yield* refused({}, 400, error)
      for (const name of Object.keys(hub)) {
        const others = Object.fromEntries(Object.entries(hub).filter(([key]) => key !== name))
        yield* refused({ path: query(others) }, 400, error)
      }
    })
  )
})

describe("a webhook delivery of the platform", () => {
  it.effect.each([
    ["the first app, over the bytes", signedBy(first, delivery)],
    ["the second app, over the bytes", signedBy(second, delivery)],
    ["the first app, over the escaped text", signedBy(first, escaped(delivery))],
    ["the second app, over the escaped text", signedBy(second, escaped(delivery))]
  ] as const)("that is signed by %s is stored unchanged before the response", ([, headers]) =>
    Effect.gen(function* () {
      const { kept, status, text } = yield* answered({ body: delivery, headers })
      assert.strictEqual(status, 200)
      assert.strictEqual(text, '{"success":true}')
      assert.deepStrictEqual(kept, [delivery])
    })
  )

  it.effect("whose body is escaped itself is stored unchanged", () =>
    Effect.gen(function* () {
      const body = escaped(delivery)
      const { kept, status } = yield* answered({ body, headers: signedBy(first, body) })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(kept, [body])
    })
  )

  it.effect("has its response after it is stored: the platform repeats deliveries that could not be stored", () =>
    Effect.gen(function* () {
      const world = yield* World
      yield* world.failNext("InboundQueue.accept")
      const exit = yield* Effect.exit(
        webhookAnswer(serviceApp(), { body: delivery, headers: signedBy(first, delivery) })
      )
      assert.isTrue(exit._tag === "Failure" || exit.value.status >= 500)
      assert.isEmpty((yield* world.state).inboundDeliveries)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is stored without validation, which follows later", () =>
    Effect.gen(function* () {
      for (const body of ["", "[]", "no JSON", "{"]) {
        const { kept, status } = yield* answered({ body, headers: signedBy(first, body) })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(kept, [body])
      }
    })
  )

  it.effect("is refused without a signature of the platform", () =>
    Effect.gen(function* () {
      const signature = signedBy(first, delivery)["x-hub-signature-256"] ?? ""
      const wrong: ReadonlyArray<Record<string, string>> = [
        {},
        { "x-hub-signature-256": "" },
        { "x-hub-signature-256": signature.replace("sha256=", "") },
        { "x-hub-signature-256": signature.slice(0, -1) },
        { "x-hub-signature-256": signature.replace("sha256=", "sha1=") },
        { "x-hub-signature": signature },
        { "x-hub-signature": "sha1=0123456789012345678901234567890123456789" },
        signedBy("somebody else's", delivery),
        signedBy("", delivery),
        signedBy(first, `${delivery} `)
      ]
      for (const headers of wrong) yield* refused({ body: delivery, headers }, 401, "Invalid signature")
    })
  )

  it.effect("is refused if no app secret is configured", () =>
    Effect.gen(function* () {
      for (const secrets of [[], [""], ["", ""]]) {
        yield* refused({ body: delivery, headers: signedBy("", delivery) }, 401, "Invalid signature", secrets)
        yield* refused({ body: delivery, headers: signedBy(first, delivery) }, 401, "Invalid signature", secrets)
      }
    })
  )

  it.effect("is refused if it is not text, or contains characters that no database can store", () =>
    Effect.gen(function* () {
      const bodies = [
        new Uint8Array([0x22, 0xff, 0x22]),
        new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
        new Uint8Array([0x22, 0xc3]),
        new TextEncoder().encode('{"a":"\0"}')
      ]
      for (const body of bodies) {
        yield* refused({ body, headers: signedBy(first, body) }, 400, "Request body is not valid JSON")
      }
    })
  )

  it.effect("may have 3 MiB and not a byte more", () =>
    Effect.gen(function* () {
      assert.strictEqual(maxDeliveryBytes, 3 * 1024 * 1024)
      const largest = JSON.stringify("x".repeat(maxDeliveryBytes - 2))
      const { kept, status } = yield* answered({ body: largest, headers: signedBy(first, largest) })
      assert.strictEqual(status, 200)
      assert.lengthOf(kept[0] ?? "", maxDeliveryBytes)

      const larger = `${largest} `
      const headers = signedBy(first, larger)
      yield* refused({ body: larger, headers }, 413, "Request body is too large")
      yield* refused({ body: "{}", headers: { "content-length": "3145729" } }, 413, "Request body is too large")
      // One that does not say how long it is.
      const piece = new TextEncoder().encode("x".repeat(1024 * 1024))
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(piece)
      })
      yield* refused({ body, headers }, 413, "Request body is too large")
    })
  )

  it.effect.each(["PUT", "PATCH", "DELETE"])("is refused with the method %s", (method) =>
    Effect.gen(function* () {
      const { headers, kept, status, text } = yield* answered({
        method,
        body: delivery,
        headers: signedBy(first, delivery)
      })
      assert.strictEqual(status, 405)
      assert.strictEqual(headers.get("allow"), "GET, HEAD, POST")
      assert.strictEqual(text, '{"error":"Method not allowed"}')
      assert.deepStrictEqual(kept, [])
    })
  )

  it.effect("is accepted at no other path", () =>
    refused({ path: "/webhooks/other", body: delivery, headers: signedBy(first, delivery) }, 404, "Not found")
  )
})
