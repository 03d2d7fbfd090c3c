import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { NetAddress } from "effect/net"
import * as ResolverDns from "../../src/adapters/outbound/ResolverDns.ts"
import { nameServer } from "./nameServer.ts"

const resolving = Effect.fnUntraced(function* (zone: Parameters<typeof nameServer>[0], hosts = "") {
  const files = yield* FileSystem.FileSystem
  const hostsPath = yield* files.makeTempFileScoped()
  yield* files.writeFileString(hostsPath, hosts)
  const dns = yield* ResolverDns.make({ hostsPath, nameServers: [yield* nameServer(zone)] })
  return (name: string) =>
    Effect.match(dns.lookup(name), {
      onSuccess: (addresses): ReadonlyArray<string> => addresses.map(NetAddress.formatIp),
      onFailure: ({ reason }) => [reason]
    })
})

const zone = {
  "both.test": ["2001:4860:4860::8888", "8.8.8.8", "8.8.4.4"],
  "old.test": ["9.9.9.9"],
  "new.test": ["2620:fe::fe"],
  "empty.test": [],
  "silent.test": "silent"
} as const

describe("ResolverDns", () => {
  it.effect.each([
    ["both.test", ["8.8.8.8", "8.8.4.4", "2001:4860:4860::8888"]],
    ["BOTH.test.", ["8.8.8.8", "8.8.4.4", "2001:4860:4860::8888"]],
    ["old.test", ["9.9.9.9"]],
    ["new.test", ["2620:fe::fe"]],
    ["empty.test", ["NotFound"]],
    ["missing.test", ["NotFound"]],
    ["not a name", ["BadName"]],
    ["127.1", ["BadName"]]
  ] as const)("resolves %s", ([name, expected]) =>
    Effect.gen(function* () {
      const lookup = yield* resolving(zone)
      assert.deepStrictEqual(yield* lookup(name), [...expected])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("prefers the hosts file to the name server", () =>
    Effect.gen(function* () {
      const lookup = yield* resolving(zone, "127.0.0.1 localhost old.test\n::1 localhost\n# 9.9.9.9 missing.test\n")
      assert.deepStrictEqual(yield* lookup("localhost"), ["127.0.0.1", "::1"])
      assert.deepStrictEqual(yield* lookup("old.test"), ["127.0.0.1"])
      assert.deepStrictEqual(yield* lookup("missing.test"), ["NotFound"])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("resolves during a hundred look-ups at a name server that never responds", () =>
    Effect.gen(function* () {
      const lookup = yield* resolving(zone)
      for (let count = 0; count < 100; count++)
        yield* Effect.forkScoped(lookup("silent.test"), { startImmediately: true })
      assert.deepStrictEqual(yield* lookup("old.test"), ["9.9.9.9"])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("works without a hosts file", () =>
    Effect.gen(function* () {
      const dns = yield* ResolverDns.make({ hostsPath: "/nowhere/hosts", nameServers: [yield* nameServer(zone)] })
      assert.deepStrictEqual((yield* dns.lookup("old.test")).map(NetAddress.formatIp), ["9.9.9.9"])
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
