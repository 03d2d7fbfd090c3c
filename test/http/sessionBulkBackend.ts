import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import * as Session from "../../src/adapters/http/session/routes.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { SessionTokenInvalid } from "../../src/domain/SessionCaller.ts"
import { SessionTokens } from "../../src/ports/SessionTokens.ts"
import { givenOrganization } from "../support/given.ts"
import { httpWorld } from "../support/httpWorld.ts"
import { eventsOf } from "../support/seen.ts"

const app = HttpRouter.toHttpEffect(Session.layer.pipe(Layer.provide(HttpServer.layerServices)))

/** The service key is the only token. */
const serviceKey = "service key"
const tokens = Layer.succeed(
  SessionTokens,
  SessionTokens.of({
    verify: (token) =>
      Redacted.value(token) === serviceKey
        ? Effect.succeed({ _tag: "Service" as const })
        : Effect.fail(new SessionTokenInvalid({ reason: "not a token" }))
  })
)

export const importWorld = Layer.merge(httpWorld, tokens)

const Json = Schema.fromJsonString(Schema.Json)
const path = "/api/whatsapp/contacts/bulk"

/** A content type and what is sent as it; or a form, which has its own. */
export type Body =
  | readonly [type: string, content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>]
  | FormData

/** A form as it goes over the wire, and the content type that names its boundary. */
const serialized = Effect.fnUntraced(function* (data: FormData) {
  const response = new Response(data)
  return [
    response.headers.get("content-type") ?? "",
    new Uint8Array(yield* Effect.promise(() => response.arrayBuffer()))
  ] as const
})

/** Sends an import through the whole stack of the interface, and gives the status and the JSON that it is answered with. */
export const send = Effect.fnUntraced(function* (given: Body, headers: Readonly<Record<string, string>>) {
  const [type, body] = given instanceof FormData ? yield* serialized(given) : given
  // Node asks for `duplex` when a body is a stream.
  const init = { method: "POST", headers: { "content-type": type, ...headers }, body, duplex: "half" as const }
  const request = new Request(`http://test${path}`, init)
  const response = yield* (yield* app).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)),
    Effect.map((response) => HttpServerResponse.toWeb(response))
  )
  const text = yield* Effect.promise(() => response.text())
  return { status: response.status, body: yield* Schema.decodeUnknownEffect(Json)(text) }
}, Effect.scoped)

export const json = (content: unknown): Body => ["application/json", JSON.stringify(content)]
export const csv = (...lines: ReadonlyArray<string>): Body => ["text/csv", lines.join("\r\n")]

/** A form as browsers send one. */
export const form = (...parts: ReadonlyArray<readonly [name: string, content: string | Blob]>): Body => {
  const data = new FormData()
  for (const [name, content] of parts) data.append(name, content)
  return data
}

/** An organization at noon of 20 November 2026, and what it imports and keeps. */
export const givenImporter = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization()
  const headers = { authorization: `Bearer ${serviceKey}`, "x-org-id": id }
  const state = Effect.flatMap(World, ({ state }) => state)
  return {
    id,
    post: (body: Body, more: Readonly<Record<string, string>> = {}) => send(body, { ...headers, ...more }),
    events: Effect.map(eventsOf(id), (events) => events.map(({ data, type }) => ({ type, data }))),
    /** What is kept of contacts, in the order in which they came. */
    kept: Effect.map(state, ({ contacts }) => contacts.filter(({ organizationId }) => organizationId === id))
  }
})

export const answered = (data: Schema.Json) => ({ status: 200, body: { success: true, data } })
export const refused = (status: number, error: string) => ({ status, body: { success: false, error } })
