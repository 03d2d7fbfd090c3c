import { Option, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { NetAddress } from "effect/net"

/** The 64 bits of an IPv6 address that say whose it is: the rest is for its owner to choose. */
const networkSegments = 4

/** What stands for whoever is at the other end: an IPv4 address, or the network of an IPv6 address. */
export const originOf = ({ remoteAddress }: HttpServerRequest.HttpServerRequest): string => {
  const text = Option.getOrElse(remoteAddress, () => "")
  return Result.match(NetAddress.ipFromString(text), {
    onFailure: () => text,
    onSuccess: (ip) => {
      const address = NetAddress.toCanonical(ip)
      return NetAddress.isIpv4Address(address)
        ? NetAddress.formatIp(address)
        : NetAddress.ipv6ToSegments(address).slice(0, networkSegments).join(":")
    }
  })
}
