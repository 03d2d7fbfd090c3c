import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { fastRoutes } from "../../../src/adapters/http/fastpath/fastRoutes.ts"
import * as ServiceServer from "../../../src/adapters/http/server/serviceServer.ts"
import * as Routes from "../../../src/adapters/http/routes.ts"
import { PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { SendPaceExceeded } from "../../../src/domain/limits/SendPace.ts"
import { SendPace } from "../../../src/ports/limits/RateLimits.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization, phoneOf } from "../../../testing/given/given.ts"
import { givenContact } from "../../../testing/given/givenContact.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { listener } from "../../support/http/listener.ts"
import { signedIn } from "../session/sessionDashboard.ts"

const address = { host: "127.0.0.1", port: 0 }
const served = HttpRouter.serve(Routes.layer, { disableLogger: true, disableListenLog: true })
const servers = {
  "the contract's server": served.pipe(Layer.provideMerge(NodeHttpServer.layer(listener, address))),
  "the direct routes": served.pipe(Layer.provideMerge(ServiceServer.layer(address, fastRoutes)))
}

/** Every send of WhatsApp is too fast for its recipient, every other one for its account. */
const slow = Layer.succeed(SendPace, {
  hold: (_, { from: { channel } }) =>
    Effect.fail(
      channel === "whatsapp"
        ? new SendPaceExceeded({ channel, scope: "pair", retryAfterSeconds: 12, rejected: null })
        : new SendPaceExceeded({ channel, scope: "account", retryAfterSeconds: 1, rejected: null })
    ),
  refused: () => Effect.succeed(null)
})

const rejected = new PlatformRejected({
  code: 130_429,
  title: "Rate limit hit",
  message: "(#130429) Rate limit hit",
  subcode: null,
  details: null
})

/** The platform was asked, and refuses every send for its pace. */
const refusing = Layer.succeed(SendPace, {
  hold: (_, { from: { channel } }) =>
    Effect.fail(new SendPaceExceeded({ channel, scope: "number", retryAfterSeconds: 3, rejected })),
  refused: () => Effect.succeed(null)
})

/** A caller of a server, and a contact whom the organization can write to. */
const givenCaller = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const headers = yield* signedIn(id, (yield* givenMember(id, { role: "owner" })).access.caller)
  yield* givenAccount(id)
  yield* givenAccount(id, { channel: "messenger", externalId: "page" })
  yield* givenContact(id, { phone: phoneOf(1) })
  const key = Redacted.value((yield* (yield* ApiKeys).create(id, "pace")).key)
  const url = HttpServer.formatAddress((yield* HttpServer.HttpServer).address)
  const post = Effect.fnUntraced(function* (path: string, body: object) {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, ...headers },
      body: JSON.stringify(body)
    }
    const response = yield* Effect.promise(() => fetch(new URL(path, url), init))
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: yield* Effect.promise(() => response.json())
    }
  })
  return { post }
})

describe("a send that the platform refused because of its pace", () => {
  it.live.each(Object.entries(servers))("returns 502 with the platform's text and Retry-After: %s", ([, server]) =>
    Effect.gen(function* () {
      const { post } = yield* givenCaller
      const developer = {
        status: 502,
        retryAfter: "3",
        body: { success: false, message: "(#130429) Rate limit hit" }
      }
      const text = { type: "text", text: "hi" }
      assert.deepStrictEqual(yield* post("/api/developer/v1/send-message", { to: "15551234567", ...text }), developer)
      assert.deepStrictEqual(
        yield* post("/api/developer/v1/messenger/send-message", { recipientId: "4711", text: "hi" }),
        developer
      )
      assert.deepStrictEqual(yield* post("/api/whatsapp/messages/send", { to: `+${phoneOf(1)}`, ...text }), {
        status: 502,
        retryAfter: "3",
        body: {
          success: false,
          error: "WhatsApp API error: (#130429) Rate limit hit",
          details: { code: 130_429, title: "Rate limit hit" }
        }
      })
    }).pipe(Effect.provide(Layer.fresh(server.pipe(Layer.provide(refusing), Layer.provideMerge(httpWorld)))))
  )
})

describe("a send that is refused because of its pace", () => {
  it.live.each(Object.entries(servers))("returns 429 with Retry-After: %s", ([, server]) =>
    Effect.gen(function* () {
      const { post } = yield* givenCaller
      assert.deepStrictEqual(
        yield* post("/api/developer/v1/send-message", { to: "15551234567", type: "text", text: "hi" }),
        {
          status: 429,
          retryAfter: "12",
          body: {
            success: false,
            message: "WhatsApp takes no more messages to this recipient now; nothing was sent. Try again in 12 seconds"
          }
        }
      )
      assert.deepStrictEqual(
        yield* post("/api/developer/v1/messenger/send-message", { recipientId: "4711", text: "hi" }),
        {
          status: 429,
          retryAfter: "1",
          body: {
            success: false,
            message: "Messenger takes no more messages from this account now; nothing was sent. Try again in 1 second"
          }
        }
      )
    }).pipe(Effect.provide(Layer.fresh(server.pipe(Layer.provide(slow), Layer.provideMerge(httpWorld)))))
  )
})
