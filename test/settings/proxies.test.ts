import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { IpNetwork } from "effect/net"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"

const reading = (environment: Readonly<Record<string, string>>) =>
  settings.parse(ConfigProvider.fromUnknown(environment))

describe("the trusted proxies in the environment", () => {
  it.effect("are none by default", () =>
    Effect.gen(function* () {
      const { docs, maxConnectionsPerAddress, trustedProxies } = yield* reading({})
      assert.deepStrictEqual([docs, maxConnectionsPerAddress, trustedProxies], ["on", 1_000, []])
      const told = yield* reading({
        DOCS: "off",
        MAX_CONNECTIONS_PER_ADDRESS: "0",
        TRUSTED_PROXIES: "10.0.0.0/8, ::1/128"
      })
      assert.deepStrictEqual([told.docs, told.maxConnectionsPerAddress], ["off", 0])
      assert.deepStrictEqual(told.trustedProxies.map(IpNetwork.format), ["10.0.0.0/8", "::1/128"])
    })
  )

  it.effect.each([
    ["TRUSTED_PROXIES", "10.0.0.1"],
    ["TRUSTED_PROXIES", "10.0.0.0/8,all"],
    ["MAX_CONNECTIONS_PER_ADDRESS", "-1"],
    ["MAX_CONNECTIONS_PER_ADDRESS", "many"],
    ["DOCS", "yes"]
  ] as const)("prevent the start with %s=%s, with the variable's name", ([name, value]) =>
    Effect.gen(function* () {
      const told = explainFailure(yield* Effect.flip(Effect.sandbox(reading({ [name]: value }))))
      assert.include(told, name ?? "")
    })
  )
})
