import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { Dns } from "effect/net"
import { TestClock } from "effect/testing"
import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from "node:net"
import { DeadlinePassed, NotConnected } from "../../src/adapters/outbound/HttpFailure.ts"
import * as WebhookAgent from "../../src/adapters/outbound/WebhookAgent.ts"
import { Ipv4, ipv4, ipv4Forms } from "./addresses.ts"
import { calling, text } from "./calling.ts"
import { certificateFor } from "./certificate.ts"
import { closing, guarded, loopback, notAllowed } from "./guarding.ts"
import * as LocalServer from "./LocalServer.ts"
import { shown } from "./shown.ts"

describe("the agent for webhooks", () => {
  it.effect.each(Object.entries(ipv4Forms))("dials no private address written %s", ([, format]) =>
    Effect.gen(function* () {
      const server = yield* closing
      const agent = yield* guarded([[]])
      for (const host of ["127.0.0.1", "169.254.169.254", "10.1.2.3"]) {
        const url = `http://${format(ipv4(host))}:${server.port}/`
        assert.deepStrictEqual(shown(yield* Effect.flip(agent.request(calling(url)))), notAllowed)
      }
      assert.deepStrictEqual(yield* server.unseen, [])
      assert.strictEqual(yield* agent.asked, 0)
    })
  )

  it.effect("dials an address that the operator allows", () =>
    Effect.gen(function* () {
      const server = yield* closing
      const agent = yield* guarded([["127.0.0.1"]], loopback)
      for (const host of ["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "hook.test"]) {
        assert.strictEqual((yield* agent.request(calling(`http://${host}:${server.port}/`))).status, 200)
      }
    })
  )

  it.effect("dials none of a name's addresses if one of them is private", () =>
    Effect.gen(function* () {
      const server = yield* closing
      // The second one is this machine too: a connection would be made.
      const agent = yield* guarded([["93.184.216.34", "127.0.0.1"]])
      assert.deepStrictEqual(
        shown(yield* Effect.flip(agent.request(calling(`http://hook.test:${server.port}/`)))),
        notAllowed
      )
      assert.deepStrictEqual(yield* server.unseen, [])
    })
  )

  it.effect("dials only the allowed addresses of a name that the operator allows by one address", () =>
    Effect.gen(function* () {
      const server = yield* closing
      const elsewhere = yield* guarded([["127.0.0.1", "127.0.0.2"]], ["127.0.0.2/32"])
      const failure = yield* Effect.flip(elsewhere.request(calling(`http://hook.test:${server.port}/`)))
      assert.strictEqual(failure._tag === "NotConnected" && failure.reason, "connection refused")
      assert.deepStrictEqual(yield* server.unseen, [])
      const here = yield* guarded([["127.0.0.2", "127.0.0.1"]], loopback)
      assert.strictEqual((yield* here.request(calling(`http://hook.test:${server.port}/`))).status, 200)
    })
  )

  it.effect("dials the checked address: the name is resolved once", () =>
    Effect.gen(function* () {
      const server = yield* closing
      const agent = yield* guarded([["127.0.0.1"], ["10.0.0.1"]], loopback)
      const answer = yield* agent.request(calling(`http://hook.test:${server.port}/`))
      assert.strictEqual(text(answer.body), "ok")
      assert.strictEqual(yield* agent.asked, 1)
    })
  )

  it.effect("checks every new connection, so a name with a new private address is refused", () =>
    Effect.gen(function* () {
      const server = yield* closing
      const agent = yield* guarded([["127.0.0.1"], ["127.0.0.2"]], loopback)
      const call = agent.request(calling(`http://hook.test:${server.port}/`))
      assert.strictEqual((yield* call).status, 200)
      assert.deepStrictEqual([yield* server.next, yield* server.next, yield* server.next], ["open", "GET /", "closed"])
      assert.deepStrictEqual(shown(yield* Effect.flip(call)), notAllowed)
      assert.deepStrictEqual(yield* server.unseen, [])
    })
  )

  it.effect("tries all addresses of a name", () =>
    Effect.gen(function* () {
      const server = yield* closing
      // Nothing listens on the first one.
      const agent = yield* guarded([["127.0.0.2", "127.0.0.1"]], ["127.0.0.0/8"])
      assert.strictEqual((yield* agent.request(calling(`http://hook.test:${server.port}/`))).status, 200)
    })
  )

  it.effect("dials the checked address if Node requests only one", () =>
    Effect.gen(function* () {
      const before = getDefaultAutoSelectFamily()
      yield* Effect.acquireRelease(
        Effect.sync(() => setDefaultAutoSelectFamily(false)),
        () => Effect.sync(() => setDefaultAutoSelectFamily(before))
      )
      const server = yield* closing
      const agent = yield* guarded([["127.0.0.1"], ["10.0.0.1"]], loopback)
      assert.strictEqual((yield* agent.request(calling(`http://hook.test:${server.port}/`))).status, 200)
      assert.strictEqual(yield* agent.asked, 1)
    })
  )

  it.effect("reports that a name does not exist", () =>
    Effect.gen(function* () {
      const agent = yield* guarded([[]])
      const failure = yield* Effect.flip(agent.request(calling("http://hook.test/")))
      assert.deepStrictEqual(
        shown(failure),
        shown(new NotConnected({ reason: "host not found", detail: "NotFound: Dns.lookup (hook.test)" }))
      )
    })
  )

  it.effect("checks the certificate against the name, not the address", () =>
    Effect.gen(function* () {
      const certificate = yield* certificateFor("hook.test")
      const server = yield* LocalServer.https(certificate, (_, response) => response.end("ok"))
      const agent = yield* guarded([["127.0.0.1"]], loopback, [certificate.cert])
      assert.strictEqual((yield* agent.request(calling(`https://hook.test:${server.port}/`))).status, 200)
      const other = yield* Effect.flip(agent.request(calling(`https://other.test:${server.port}/`)))
      assert.strictEqual(other._tag === "NotConnected" && other.reason, "TLS failed")
    })
  )

  it.effect("obeys the deadline while a name server is silent", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(
        WebhookAgent.layerWithDns({ allowed: [], ca: Effect.succeed([]) }).pipe(
          Layer.provide(Layer.succeed(Dns.Dns, Dns.make({ lookup: () => Effect.never })))
        )
      )
      const agent = yield* Effect.provide(WebhookAgent.WebhookAgent, context)
      const call = yield* Effect.forkChild(
        Effect.flip(agent.request(calling("http://hook.test/", { deadline: "5 seconds" })))
      )
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(shown(yield* Fiber.join(call)), shown(new DeadlinePassed({ sent: false })))
    })
  )

  it.effect.prop("never opens a connection to a refused address", { ip: Ipv4 }, ({ ip }) =>
    Effect.gen(function* () {
      const server = yield* closing
      const agent = yield* guarded([[]])
      // All of 127.0.0.0/8 is this machine: a connection would be made.
      const host = `127.${(ip >>> 16) & 255}.${(ip >>> 8) & 255}.${ip & 255}`
      assert.deepStrictEqual(
        shown(yield* Effect.flip(agent.request(calling(`http://${host}:${server.port}/`)))),
        notAllowed
      )
      assert.deepStrictEqual(yield* server.unseen, [])
    }).pipe(Effect.scoped)
  )
})
