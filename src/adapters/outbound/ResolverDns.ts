import * as NodeDns from "@effect/platform-node/NodeDns"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Array, Duration, Effect, FileSystem, Layer, Result } from "effect"
import { Dns, Host, type NetAddress } from "effect/net"

export interface ResolverDnsOptions {
  /** File of names that take precedence over name servers. */
  readonly hostsPath: string
  /** `ip` or `ip:port`; empty for those of the system. */
  readonly nameServers: ReadonlyArray<string>
}

/** Lifetime of the cached hosts file. */
const hostsAge = "10 seconds"

/** Timeout and number of attempts per name server. */
const patience = { timeout: Duration.seconds(2), tries: 2 }

export const make = Effect.fnUntraced(function* ({ hostsPath, nameServers }: ResolverDnsOptions) {
  const { resolve, reverse } = yield* NodeDns.make({ ...patience, nameServers })
  const files = yield* FileSystem.FileSystem
  const hosts = yield* files.readFileString(hostsPath).pipe(
    Effect.orElseSucceed(() => ""),
    Effect.map(Host.parseHostsFile),
    Effect.cachedWithTTL(hostsAge)
  )

  const records = (name: Host.DomainName, type: "A" | "AAAA") =>
    Effect.result(
      Effect.map(
        resolve(name, type),
        Array.map((record) => record.address)
      )
    )

  // A name with addresses of only one family fails to resolve in the other.
  const query = Effect.fnUntraced(function* (name: Host.DomainName) {
    const [ipv4, ipv6] = yield* Effect.all([records(name, "A"), records(name, "AAAA")], { concurrency: 2 })
    const found: ReadonlyArray<NetAddress.IpAddress> = [
      ...Result.getOrElse(ipv4, () => []),
      ...Result.getOrElse(ipv6, () => [])
    ]
    return found.length === 0 ? yield* Effect.fromResult(ipv4) : found
  })

  return Dns.make({
    lookup: (name) =>
      Effect.flatMap(hosts, (table) => {
        const known = table.get(Host.toRelative(name))
        return known === undefined ? query(name) : Effect.succeed(known)
      }),
    resolve,
    reverse
  })
})

/**
 * `Dns` that queries the name servers directly: hosts file first, then A and AAAA, IPv4 first. The default look-up uses
 * `getaddrinfo`, which Node limits to two at a time. So two hosts with unresponsive name servers would block all other
 * look-ups, including those of the platforms.
 */
export const layer: Layer.Layer<Dns.Dns> = Layer.effect(
  Dns.Dns,
  Effect.orDie(make({ hostsPath: "/etc/hosts", nameServers: [] }))
).pipe(Layer.provide(NodeFileSystem.layer))
