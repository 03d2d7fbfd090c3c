import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { clientOf, isTrusted, maxHops } from "../../../src/adapters/http/server/clientOf.ts"

const trusted = ["10.0.0.0/8", "2001:db8:aaaa::/48"].map(IpNetwork.fromStringUnsafe)

const seen = (peer: string, list?: string, proto?: string) =>
  clientOf(trusted, peer, {
    ...(list === undefined ? {} : { "x-forwarded-for": list }),
    ...(proto === undefined ? {} : { "x-forwarded-proto": proto })
  })
const addressOf = (peer: string, list?: string) => seen(peer, list).address

const Byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
const Segment = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
/** An address of somebody, in canonical form. */
const Outside = Schema.Union([
  Schema.Struct({ first: Schema.Literals([1, 93, 203]), rest: Schema.Tuple([Byte, Byte, Byte]) }),
  Schema.Struct({ segments: Schema.Tuple([Segment, Segment, Segment]) })
])
const Ports = Schema.Literals(["none", "port"])
const Proxies = Schema.Array(Byte).check(Schema.isMaxLength(maxHops - 2))
/** What a caller may send: text, addresses, those of proxies among them. */
const Junk = Schema.Array(
  Schema.Union([Schema.Literals(["10.0.0.1", "unknown", "", "::1", "1.2.3.4", "[::1", "1.2.3.4:x"]), Schema.String])
)

const textOf = (one: typeof Outside.Type): string =>
  "first" in one
    ? [one.first, ...one.rest].join(".")
    : NetAddress.formatIp(NetAddress.ipFromStringUnsafe(`2a00:${one.segments.map((s) => s.toString(16)).join(":")}::1`))
const proxyOf = (byte: number) => `10.1.2.${byte}`
const written = (address: string, form: "none" | "port") => {
  if (form === "none") return address
  return address.includes(":") ? `[${address}]:4711` : `${address}:4711`
}

describe("the client of a request", () => {
  it.prop(
    "is found behind any trusted proxies, whatever the client itself has written before",
    { client: Outside, form: Ports, junk: Junk, proxies: Proxies },
    ({ client, form, junk, proxies }) => {
      const list = [...junk, written(textOf(client), form), ...proxies.map(proxyOf)].join(", ")
      assert.strictEqual(addressOf("10.0.0.1", list), textOf(client), list)
      assert.strictEqual(addressOf("::ffff:10.0.0.1", list), textOf(client), list)
      assert.strictEqual(addressOf("2001:db8:aaaa::7", list), textOf(client), list)
    }
  )

  it.prop("is the peer if the peer is not trusted, whatever it has written", { peer: Outside, junk: Junk }, (given) => {
    const peer = textOf(given.peer)
    assert.deepStrictEqual(seen(peer, given.junk.join(","), "https"), {
      address: peer,
      isSecure: false,
      isPlain: false
    })
    const { address } = clientOf([], "10.0.0.1", { "x-forwarded-for": given.junk.join(",") })
    assert.strictEqual(address, "10.0.0.1")
  })

  it.prop("is the last trusted proxy behind an entry that is not an address", { proxies: Proxies }, ({ proxies }) => {
    const hops = proxies.map(proxyOf)
    for (const broken of [
      "unknown",
      "",
      "1.2.3",
      "203.0.113.7:",
      "[2a00::1",
      "203.0.113.7:123456",
      "0x7f.1",
      "fe80::1%eth0"
    ]) {
      const list = ["203.0.113.7", broken, ...hops].join(",")
      assert.strictEqual(addressOf("10.0.0.1", list), hops[0] ?? "10.0.0.1", list)
    }
  })

  it.each([
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "10.0.0.9", "10.0.0.9"],
    ["10.0.0.1", "203.0.113.7,10.0.0.2", "203.0.113.7"],
    ["10.0.0.1", "203.0.113.7 ,  198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"],
    ["10.0.0.1", "[2A00:0:0::1]", "2a00::1"],
    ["::ffff:203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["", "198.51.100.1", ""]
  ])("of %s with %s is %s", (peer, list, expected) => {
    assert.strictEqual(addressOf(peer, list), expected)
  })

  it("is looked up through the configured number of proxies only", () => {
    const list = ["203.0.113.7", ...Array.from({ length: 5_000 }, () => "10.0.0.2")].join(",")
    assert.strictEqual(addressOf("10.0.0.1", list), "10.0.0.2")
  })

  it("used TLS if the nearest trusted proxy reports it", () => {
    assert.deepStrictEqual(
      ["https", "HTTPS", "http, https", "https, http", "http", "", "wss"].map(
        (proto) => seen("10.0.0.1", "203.0.113.7", proto).isSecure
      ),
      [true, true, true, false, false, false, false]
    )
  })

  it.each([
    [{ "x-forwarded-proto": "http" }, true],
    [{ "x-forwarded-proto": "HTTP" }, true],
    [{ "x-forwarded-proto": "https, http" }, true],
    [{ "x-forwarded-proto": "http, https" }, false],
    [{ "x-forwarded-proto": ["https", "http"] }, true],
    [{ "x-forwarded-proto": "https" }, false],
    [{ forwarded: "proto=http" }, true],
    [{ forwarded: 'for=203.0.113.7;Proto="HTTP";by=10.0.0.1' }, true],
    [{ forwarded: "for=203.0.113.7; proto=https" }, false],
    [{ forwarded: "for=203.0.113.7;proto=https, for=10.0.0.2;proto=http" }, true],
    [{ forwarded: "for=203.0.113.7;proto=http, for=10.0.0.2;proto=https" }, false],
    [{ forwarded: "xproto=http" }, false],
    [{ "x-forwarded-proto": "https", forwarded: "proto=http" }, true],
    [{}, false]
  ] as const)("used plain HTTP if the nearest trusted proxy reports it: %j", (headers, isPlain) => {
    assert.strictEqual(clientOf(trusted, "10.0.0.1", headers).isPlain, isPlain)
    assert.isFalse(clientOf(trusted, "203.0.113.7", headers).isPlain)
    assert.isFalse(clientOf([], "10.0.0.1", headers).isPlain)
  })

  it("is trusted in every form of its address", () => {
    const told = ["10.0.0.1", "::ffff:10.0.0.1", "::ffff:a00:1", "11.0.0.1", "2001:db8:aaaa::1", "2001:db8::1", "x"]
    assert.deepStrictEqual(
      told.map((address) => isTrusted(trusted, address)),
      [true, true, true, false, true, false, false]
    )
  })
})
