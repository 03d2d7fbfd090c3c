import { Result } from "effect"
import { NetAddress } from "effect/net"

/** Segments of the 64-bit network prefix of an IPv6 address. The owner chooses the rest. */
const networkSegments = 4

/** The key of an address in limits: an IPv4 address, or the network of an IPv6 address. */
export const networkOf = (address: string): string =>
  Result.match(NetAddress.ipFromString(address), {
    onFailure: () => address,
    onSuccess: (ip) => {
      const canonical = NetAddress.toCanonical(ip)
      return NetAddress.isIpv4Address(canonical)
        ? NetAddress.formatIp(canonical)
        : NetAddress.ipv6ToSegments(canonical).slice(0, networkSegments).join(":")
    }
  })
