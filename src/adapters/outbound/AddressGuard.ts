import { Array, Context, Effect, Layer, Option, Result, Schema } from "effect"
import { Dns, IpNetwork, NetAddress } from "effect/net"

/** The host resolves to a forbidden address. The address is omitted, because it would reveal our network. */
export class AddressRefused extends Schema.TaggedError<AddressRefused>()("AddressRefused", {
  host: Schema.String
}) {}

/** Deadline of a name resolution, equal to that of a connection. */
const resolutionDeadline = "10 seconds"

const networks = (...cidrs: ReadonlyArray<string>) => cidrs.map(IpNetwork.fromStringUnsafe)

/** Ranges outside of the public internet, from IANA's registry of special-purpose IPv4 addresses, and one addition. */
const blockedIpv4 = networks(
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers (CGNAT), and Alibaba's metadata
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // Azure's host, which only its guests reach
  "169.254.0.0/16", // link-local, and the metadata of nearly every cloud
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments, and Oracle's metadata
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112, sinks for the reverse names of private addresses
  "192.52.193.0/24", // relays of multicast (AMT)
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4" // reserved, and broadcast
)

/** Global unicast. The rest of IPv6 is loopback, local, multicast, reserved, or embedded IPv4. */
const globalIpv6 = IpNetwork.fromStringUnsafe("2000::/3")

const blockedIpv6 = networks(
  "2001::/23", // protocol assignments, Teredo among them
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which reaches any IPv4 address, ours too
  "2620:4f:8000::/48", // AS112
  "3fff::/20" // documentation
)

/** Translators map to the IPv4 address in the last 32 bits; networks without IPv4 resolve every IPv4 host to it. */
const nat64 = IpNetwork.fromStringUnsafe("64:ff9b::/96")

/** The IPv4 address behind this one, or the address itself. */
const reachedBy = (address: NetAddress.IpAddress): NetAddress.IpAddress =>
  NetAddress.isIpv6Address(address) && IpNetwork.contains(nat64, address)
    ? NetAddress.ipv4FromBytesUnsafe(Uint8Array.from(NetAddress.ipv6ToOctets(address).slice(-4)))
    : NetAddress.toCanonical(address)

const isPublic = (address: NetAddress.IpAddress): boolean =>
  NetAddress.isIpv4Address(address)
    ? !blockedIpv4.some(IpNetwork.contains(address))
    : IpNetwork.contains(globalIpv6, address) && !blockedIpv6.some(IpNetwork.contains(address))

/** Whether the operator allows the address, public or not. */
const isAllowed =
  (allowed: ReadonlyArray<IpNetwork.IpNetwork>) =>
  (address: NetAddress.IpAddress): boolean =>
    allowed.some((range) => IpNetwork.contains(range, reachedBy(address)))

/** Whether the address may be dialled: it is public, or in a range that the operator allows. */
export const mayDial =
  (allowed: ReadonlyArray<IpNetwork.IpNetwork>) =>
  (address: NetAddress.IpAddress): boolean =>
    isPublic(reachedBy(address)) || isAllowed(allowed)(address)

/**
 * The addresses of a host that may be dialled: all or none. The exception is a host that the operator allows by one of
 * its addresses. Its forbidden addresses are omitted, for example `::1` of `localhost` if only 127.0.0.1 is allowed.
 */
const dialable = (
  allowed: ReadonlyArray<IpNetwork.IpNetwork>,
  addresses: ReadonlyArray<NetAddress.IpAddress>
): ReadonlyArray<NetAddress.IpAddress> => {
  const open = addresses.filter(mayDial(allowed))
  return open.length === addresses.length || open.some(isAllowed(allowed)) ? open : []
}

/**
 * Blocks calls to our own network on behalf of others (contract: What a webhook may be). The caller must dial the
 * returned addresses, because a second look-up of the name may differ.
 */
export class AddressGuard extends Context.Service<
  AddressGuard,
  {
    /**
     * The allowed addresses of a host in the form of `URL.hostname` (with or without brackets). Refused if any of them
     * is forbidden, unless the operator allows the host by another one.
     */
    resolve(
      host: string
    ): Effect.Effect<Array.NonEmptyReadonlyArray<NetAddress.IpAddress>, AddressRefused | Dns.DnsError>
  }
>()("effect-parley/adapters/network/AddressGuard") {}

/**
 * The address in a host name, if it is one. Texts that only resemble addresses (`0177.1`, `fe80::1%eth0`) are not valid
 * names either.
 */
const literal = (host: string): Option.Option<NetAddress.IpAddress> =>
  Result.getSuccess(NetAddress.ipFromString(host.replace(/^\[(.*)\]$/, "$1")))

/** Refuses private and reserved addresses, except in the `allowed` networks. */
export const layer = (allowed: ReadonlyArray<IpNetwork.IpNetwork>): Layer.Layer<AddressGuard, never, Dns.Dns> =>
  Layer.effect(
    AddressGuard,
    Effect.gen(function* () {
      const dns = yield* Dns.Dns
      const addressesOf = (host: string) =>
        Option.match(literal(host), {
          onSome: (address) => Effect.succeed(Array.of(address)),
          onNone: () =>
            Effect.timeoutOrElse(dns.lookup(host), {
              duration: resolutionDeadline,
              orElse: () => Effect.fail(new Dns.DnsError({ reason: "Timeout", method: "lookup", hostname: host }))
            })
        })
      return AddressGuard.of({
        resolve: Effect.fnUntraced(function* (host) {
          const open = dialable(allowed, yield* addressesOf(host))
          return Array.isReadonlyArrayNonEmpty(open) ? open : yield* new AddressRefused({ host })
        })
      })
    })
  )
