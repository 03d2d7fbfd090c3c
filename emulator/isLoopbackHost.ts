import { BlockList, isIP } from "node:net"

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/**
 * Whether a host, given as a name or an address with or without brackets, is this machine and reachable from it only.
 */
export const isLoopbackHost = (host: string): boolean => {
  const name = host.toLowerCase().replaceAll(/^\[|\]$|\.$/g, "")
  if (name === "localhost" || name.endsWith(".localhost")) return true
  const version = isIP(name)
  return version !== 0 && loopback.check(name, version === 4 ? "ipv4" : "ipv6")
}
