import { Context, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/**
 * Ranges of the proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `Forwarded` count. Without any, these headers
 * are ignored.
 */
export const TrustedProxies = Context.Reference<ReadonlyArray<IpNetwork.IpNetwork>>(
  "effect-parley/http/TrustedProxies",
  { defaultValue: () => [] }
)

/** The client of a request, from the connection and trusted proxies. */
export interface Client {
  /** The canonical address. An IPv4-mapped IPv6 address is written as IPv4. */
  readonly address: string
  /** Whether a trusted proxy received the request over TLS. */
  readonly isSecure: boolean
  /** Whether a trusted proxy received the request over plain HTTP. */
  readonly isPlain: boolean
}

type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Maximum chain of trusted proxies; longer lists are forged. */
export const maxHops = 16

/** Prefix of an IPv4-mapped IPv6 address in Node. */
const mapped = /^::ffff:(?=\d{1,3}\.)/i

/** An entry of `X-Forwarded-For` with a port: `203.0.113.7:443`, `[2001:db8::1]:443`; or in brackets alone. */
const withPort = /^(?:\[([^\]]*)\](?::\d{1,5})?|([^:]*):\d{1,5})$/

const ipOf = (text: string): NetAddress.IpAddress | null =>
  Result.match(NetAddress.ipFromString(text), { onSuccess: (ip) => NetAddress.toCanonical(ip), onFailure: () => null })

const entryOf = (text: string): NetAddress.IpAddress | null => {
  const [, bracketed, bare] = withPort.exec(text) ?? []
  return ipOf(bracketed ?? bare ?? text)
}

const isWithin = (ranges: ReadonlyArray<IpNetwork.IpNetwork>, address: NetAddress.IpAddress): boolean =>
  ranges.some(IpNetwork.contains(address))

/** Whether this is the address of a trusted proxy. */
export const isTrusted = (trusted: ReadonlyArray<IpNetwork.IpNetwork>, address: string): boolean => {
  if (trusted.length === 0) return false
  const ip = ipOf(address)
  return ip !== null && isWithin(trusted, ip)
}

const textOf = (headers: Headers, name: string): string => {
  const value = headers[name] ?? ""
  return typeof value === "string" ? value : value.join(",")
}

/** The last entry of a list and the text before it, which is null if there is none. */
const lastOf = (list: string): readonly [last: string, before: string | null] => {
  const comma = list.lastIndexOf(",")
  return [list.slice(comma + 1).trim(), comma === -1 ? null : list.slice(0, comma)]
}

/**
 * Resolves the client address from the end of the list, since every proxy appends its peer. Trusted proxies are skipped; the
 * first other address is the client's. Earlier entries may be forged. An invalid entry ends the search at the last trusted
 * proxy.
 */
const forwardedFor = (
  trusted: ReadonlyArray<IpNetwork.IpNetwork>,
  proxy: NetAddress.IpAddress,
  list: string
): NetAddress.IpAddress => {
  let client = proxy
  let rest: string | null = list
  for (let hop = 0; hop < maxHops && rest !== null; hop += 1) {
    const [last, before]: readonly [string, string | null] = lastOf(rest)
    const entry = entryOf(last)
    if (entry === null) return client
    client = entry
    if (!isWithin(trusted, entry)) return client
    rest = before
  }
  return client
}

/** The scheme in an element of `Forwarded` (RFC 7239), with or without quotation marks. */
const forwardedProto = /(?:^|;)\s*proto\s*=\s*"?([a-z]+)"?\s*(?:;|$)/i

/** Schemes that the nearest proxy reports, in lower case. */
const schemesOf = (headers: Headers): ReadonlyArray<string> => {
  const [scheme] = lastOf(textOf(headers, "x-forwarded-proto"))
  const [element] = lastOf(textOf(headers, "forwarded"))
  return [scheme, forwardedProto.exec(element)?.[1] ?? ""].map((name) => name.toLowerCase())
}

/** Resolves the client of a request. Only this function reads forwarding headers. `peer` is the socket's remote address. */
export const clientOf = (trusted: ReadonlyArray<IpNetwork.IpNetwork>, peer: string, headers: Headers): Client => {
  const proxy = trusted.length === 0 ? null : ipOf(peer)
  if (proxy === null || !isWithin(trusted, proxy))
    return { address: peer.replace(mapped, ""), isSecure: false, isPlain: false }
  const schemes = schemesOf(headers)
  const isPlain = schemes.includes("http")
  const address = forwardedFor(trusted, proxy, textOf(headers, "x-forwarded-for"))
  return { address: NetAddress.formatIp(address), isSecure: !isPlain && schemes.includes("https"), isPlain }
}

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
