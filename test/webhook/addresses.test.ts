import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Ref } from "effect"
import { Dns, NetAddress } from "effect/net"
import * as WebhookAgent from "../../src/adapters/outbound/WebhookAgent.ts"
import * as HttpWebhookSender from "../../src/adapters/outbound/HttpWebhookSender.ts"
import { WebhookSender } from "../../src/ports/webhooks/WebhookStore.ts"
import { sender } from "./sending.ts"
import { at, someDelivery } from "./someDelivery.ts"

/** What the check of the URL says: a reason, or nothing. */
const checked = Effect.fnUntraced(function* (url: string) {
  const { checkAddress } = yield* WebhookSender
  return yield* Effect.match(checkAddress(url), { onSuccess: () => null, onFailure: ({ reason }) => reason })
})

describe("the address check of webhooks", () => {
  it.effect.each([
    ["https://public.test/hook", null],
    ["https://93.184.216.34/", null],
    ["https://127.0.0.1/", null],
    ["https://missing.test/", null],
    ["https://private.test/", "address not allowed"],
    ["https://10.0.0.1/", "address not allowed"],
    ["https://0x7f.2/", "address not allowed"],
    ["https://[::ffff:10.0.0.1]/", "address not allowed"],
    ["https://[fe80::1%25eth0]/", "not a URL"],
    ["https://1.2.3.4.5/", "not a URL"]
  ] as const)("of %s: %s", ([url, reason]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* checked(url), reason)
    }).pipe(Effect.provide(sender))
  )
})

describe("a name that resolves to another address after its registration", () => {
  it.effect("is refused at the next attempt, without the address in the error", () =>
    Effect.gen(function* () {
      const address = yield* Ref.make("93.184.216.34")
      const lookup = Effect.map(Ref.get(address), (text) => [NetAddress.ipFromStringUnsafe(text)])
      const rebinding = HttpWebhookSender.layer.pipe(
        Layer.provide(WebhookAgent.layerWithDns({ allowed: [], ca: Effect.succeed([]) })),
        Layer.provide(Layer.succeed(Dns.Dns, Dns.make({ lookup: () => lookup })))
      )
      yield* Effect.gen(function* () {
        assert.isNull(yield* checked("https://hook.test/"))
        for (const inside of ["127.0.0.1", "10.0.0.5", "169.254.169.254", "::1", "fd00:ec2::254", "::ffff:10.0.0.5"]) {
          yield* Ref.set(address, inside)
          const refusal = yield* Effect.flip((yield* WebhookSender).send(someDelivery("https://hook.test/"), at))
          assert.deepStrictEqual([refusal.status, refusal.detail], [null, "address not allowed"])
          assert.strictEqual(yield* checked("https://hook.test/"), "address not allowed")
        }
      }).pipe(Effect.provide(rebinding))
    })
  )
})
