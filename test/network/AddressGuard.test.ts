import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema } from "effect"
import { Dns, IpNetwork, NetAddress } from "effect/net"
import { TestClock } from "effect/testing"
import * as AddressGuard from "../../src/adapters/outbound/AddressGuard.ts"
import { Ipv4, ipv4, ipv4Forms, isSpecial, special, tunnelForms } from "./addresses.ts"

const hosts = {
  "public.test": ["93.184.216.34", "2606:2800:220:1::1"],
  "private.test": ["10.0.0.5"],
  "half.test": ["93.184.216.34", "10.0.0.5"],
  "half-ipv6.test": ["93.184.216.34", "fe80::1"],
  "home.test": ["127.0.0.1"],
  "home-both.test": ["127.0.0.1", "::1"],
  localhost: ["127.0.0.1"],
  "app.localhost": ["127.0.0.1"],
  "localhost.localdomain": ["127.0.0.1"],
  "127.0.0.1.nip.test": ["127.0.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  "mapped.test": ["93.184.216.34", "::ffff:10.0.0.5"],
  "nat64.test": ["64:ff9b::a00:5"],
  "nat64-public.test": ["64:ff9b::5db8:d822"]
}

const guard = (...allowed: ReadonlyArray<string>) =>
  AddressGuard.layer(allowed.map(IpNetwork.fromStringUnsafe)).pipe(Layer.provide(Dns.layerStatic({ hosts })))

/** Whether a URL with this host leads somewhere that may be dialled. */
const leadsOut = Effect.fnUntraced(function* (host: string) {
  const url = URL.parse(`https://${host}/hook`)
  if (url === null) return "no URL"
  const { resolve } = yield* AddressGuard.AddressGuard
  return yield* Effect.match(resolve(url.hostname), {
    onSuccess: () => "yes",
    onFailure: (error) => (error._tag === "AddressRefused" ? "no" : error.reason)
  })
})

const forms = Schema.Literals(Object.keys(ipv4Forms))
const tunnels = Schema.Literals(Object.keys(tunnelForms))
const write = (form: string, ip: number) => (ipv4Forms[form] ?? tunnelForms[form])?.(ip) ?? ""

const S = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
const Segments = Schema.Tuple([S, S, S, S, S, S, S, S])

describe("AddressGuard", () => {
  it.effect.each(
    special.flatMap(([name, first, last]) =>
      [...Object.entries(ipv4Forms), ...Object.entries(tunnelForms)].map(
        ([form, format]) => [name, first, form, format(ipv4(first)), format(ipv4(last))] as const
      )
    )
  )("refuses %s (%s), %s", ([, , , first, last]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual([yield* leadsOut(first), yield* leadsOut(last)], ["no", "no"])
    }).pipe(Effect.provide(guard()))
  )

  it.effect.prop("refuses every special IPv4 address in every form", { ip: Ipv4, form: forms }, ({ form, ip }) =>
    Effect.gen(function* () {
      // Most numbers are public, so the number only places the address within a range.
      const [, first, last] = special[ip % special.length] ?? ["", "0.0.0.0", "0.0.0.0"]
      const inside = ipv4(first) + (ip % (ipv4(last) - ipv4(first) + 1))
      assert.strictEqual(yield* leadsOut(write(form, inside)), "no", write(form, inside))
    }).pipe(Effect.provide(guard()))
  )

  it.effect.prop("allows every other IPv4 address, in every form", { ip: Ipv4, form: forms }, ({ form, ip }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* leadsOut(write(form, ip)), isSpecial(ip) ? "no" : "yes", write(form, ip))
    }).pipe(Effect.provide(guard()))
  )

  it.effect.prop("rejects tunnels", { ip: Ipv4, form: tunnels }, ({ form, ip }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* leadsOut(write(form, ip)), "no", write(form, ip))
    }).pipe(Effect.provide(guard()))
  )

  it.effect.prop("allows only global IPv6 addresses", { segments: Segments }, ({ segments }) =>
    Effect.gen(function* () {
      const [first, second, third] = segments
      const text = `[${segments.map((segment) => segment.toString(16)).join(":")}]`
      const isGlobal =
        first >= 0x2000 &&
        first <= 0x3fff &&
        !(first === 0x2001 && (second < 0x200 || second === 0xdb8)) &&
        first !== 0x2002 &&
        !(first === 0x2620 && second === 0x4f && third === 0x8000) &&
        !(first === 0x3fff && second < 0x1000)
      assert.strictEqual(yield* leadsOut(text), isGlobal ? "yes" : "no", text)
    }).pipe(Effect.provide(guard()))
  )

  it.effect.each([
    ["[::]", "no"],
    ["[::1]", "no"],
    ["[0:0:0:0:0:0:0:1]", "no"],
    ["[fc00::1]", "no"],
    ["[fe80::1]", "no"],
    ["[febf::1]", "no"],
    ["[fec0::1]", "no"],
    ["[ff02::1]", "no"],
    ["[100::1]", "no"],
    ["[2001:db8::1]", "no"],
    ["[2001:20::1]", "no"],
    ["[3fff::1]", "no"],
    ["[5f00::1]", "no"],
    ["[64:ff9b::a9fe:a9fe]", "no"],
    ["[64:ff9b::808:808]", "yes"],
    ["[2001:4860:4860::8888]", "yes"],
    ["[2606:4700::1111]", "yes"],
    ["168.63.129.17", "yes"],
    ["1.1.1.1", "yes"],
    ["[fe80::1%25eth0]", "no URL"],
    ["[fe80::1%eth0]", "no URL"],
    ["256.1.1.1", "no URL"],
    ["0x100000000", "no URL"],
    ["public.test", "yes"],
    ["PUBLIC.TEST", "yes"],
    ["public.test.", "yes"],
    ["private.test", "no"],
    ["half.test", "no"],
    ["half-ipv6.test", "no"],
    ["missing.test", "NotFound"],
    ["127.0.0.1.missing.test", "NotFound"],
    ["[2620:4f:8000::1]", "no"],
    ["[2620:4f:7fff:ffff::1]", "yes"],
    ["localhost", "no"],
    ["LOCALHOST", "no"],
    ["localhost.", "no"],
    ["loc%61lhost", "no"],
    ["local\u00adhost", "no"],
    ["ⓁⓄⒸⒶⓁⒽⓄⓈⓉ", "no"],
    ["localhost。", "no"],
    ["app.localhost", "no"],
    ["localhost.localdomain", "no"],
    ["127.0.0.1.nip.test", "no"],
    ["127。0。0。1.nip.test", "no"],
    ["metadata.google.internal", "no"],
    ["mapped.test", "no"],
    ["nat64.test", "no"],
    ["nat64-public.test", "yes"]
  ])("%s is public: %s", ([host = "", expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* leadsOut(host), expected)
    }).pipe(Effect.provide(guard()))
  )

  it.effect.each([
    ["nearly every cloud", "169.254.169.254"],
    ["AWS over IPv6", "[fd00:ec2::254]"],
    ["AWS for tasks", "169.254.170.2"],
    ["AWS for pods", "169.254.170.23"],
    ["AWS for pods, over IPv6", "[fd00:ec2::23]"],
    ["Google over IPv6", "[fd20:ce::254]"],
    ["Azure's host", "168.63.129.16"],
    ["Alibaba", "100.100.100.200"],
    ["Oracle of old", "192.0.0.192"],
    ["Tencent", "169.254.0.23"],
    ["Scaleway", "169.254.42.42"],
    ["Scaleway over IPv6", "[fd00:42::42]"],
    ["OpenStack over IPv6", "[fe80::a9fe:a9fe]"]
  ])("refuses the metadata of %s (%s)", ([, host = ""]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* leadsOut(host), "no")
    }).pipe(Effect.provide(guard()))
  )

  it.effect.each(["fe80::1%lo", "0177.1", "127.1", "0x7f000001", "2130706433", "", "a b", "%00"])(
    "treats %j, which cannot be the host of a URL, as neither address nor name",
    (host) =>
      Effect.gen(function* () {
        const { resolve } = yield* AddressGuard.AddressGuard
        const error = yield* Effect.flip(resolve(host))
        assert.strictEqual(error._tag === "DnsError" && error.reason, "BadName")
      }).pipe(Effect.provide(guard()))
  )

  it.effect("returns the checked address, and no other", () =>
    Effect.gen(function* () {
      const { resolve } = yield* AddressGuard.AddressGuard
      const addresses = yield* resolve("public.test")
      assert.deepStrictEqual(addresses.map(NetAddress.formatIp), hosts["public.test"])
    }).pipe(Effect.provide(guard()))
  )

  it.effect("waits no longer for a name than for a connection", () =>
    Effect.gen(function* () {
      const { resolve } = yield* AddressGuard.AddressGuard
      const error = yield* Effect.forkChild(Effect.flip(resolve("slow.test")))
      yield* TestClock.adjust("10 seconds")
      const { _tag } = yield* Fiber.join(error)
      assert.strictEqual(_tag, "DnsError")
    }).pipe(
      Effect.provide(
        AddressGuard.layer([]).pipe(Layer.provide(Layer.succeed(Dns.Dns, Dns.make({ lookup: () => Effect.never }))))
      )
    )
  )
})

describe("an address range that the operator allows", () => {
  it.effect.each([
    [["127.0.0.1/32"], "127.0.0.1", "yes"],
    [["127.0.0.1/32"], "[::ffff:127.0.0.1]", "yes"],
    [["127.0.0.1/32"], "[64:ff9b::127.0.0.1]", "yes"],
    [["127.0.0.1/32"], "127.0.0.2", "no"],
    [["127.0.0.1/32"], "[::1]", "no"],
    [["127.0.0.1/32"], "home.test", "yes"],
    [["127.0.0.1/32"], "home-both.test", "yes"],
    [["192.168.0.0/16"], "home-both.test", "no"],
    [["192.168.0.0/16"], "half.test", "no"],
    [["127.0.0.1/32", "::1/128"], "home-both.test", "yes"],
    [["10.0.0.0/8"], "half.test", "yes"],
    [["10.0.0.0/8"], "10.255.255.255", "yes"],
    [["10.0.0.0/8"], "192.168.0.1", "no"],
    [["fd00::/8"], "[fd12::1]", "yes"],
    [["fd00::/8"], "10.0.0.1", "no"],
    [["0.0.0.0/0", "::/0"], "[2002:7f00:1::]", "yes"]
  ] as const)("(%j) makes %s allowed: %s", ([allowed, host, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* leadsOut(host), expected)
    }).pipe(Effect.provide(guard(...allowed)))
  )

  it.effect("does not allow addresses that are embedded in it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* leadsOut("[64:ff9b::10.0.0.1]"), "no")
    }).pipe(Effect.provide(guard("64:ff9b::/96")))
  )

  it.effect("is dialled only at the allowed address if the host has others", () =>
    Effect.gen(function* () {
      const { resolve } = yield* AddressGuard.AddressGuard
      assert.deepStrictEqual((yield* resolve("home-both.test")).map(NetAddress.formatIp), ["127.0.0.1"])
    }).pipe(Effect.provide(guard("127.0.0.1/32")))
  )
})
