import { Result } from "effect"
import { NetAddress } from "effect/net"

/** The 64 bits of an IPv6 address that say whose it is: the rest is for its owner to choose. */
const networkSegments = 4

/** Stands for the owner of an address in limits: an IPv4 address, or the network of an IPv6 address. */
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
