import * as NodeDns from "@effect/platform-node/NodeDns"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Array, Duration, Effect, FileSystem, Layer, Result } from "effect"
import { Dns, Host, type NetAddress } from "effect/net"

export interface ResolverDnsOptions {
  /** Names that are looked up before a name server is asked. */
  readonly hostsPath: string
  /** `ip` or `ip:port`; none: those of the system. */
  readonly nameServers: ReadonlyArray<string>
}

/** How long the content of the hosts file is taken for current. */
const hostsAge = "10 seconds"

/** One name server gets this long, this many times. */
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

  // A name with addresses of one family only fails to resolve in the other.
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
 * `Dns` whose look-ups ask the name servers themselves: hosts file first, then A and AAAA, IPv4 in front. The usual
 * look-up goes through `getaddrinfo`, of which Node runs two at a time, so two hosts with name servers that never
 * answer would keep everybody else, the platforms included, from being resolved.
 */
export const layer: Layer.Layer<Dns.Dns> = Layer.effect(
  Dns.Dns,
  Effect.orDie(make({ hostsPath: "/etc/hosts", nameServers: [] }))
).pipe(Layer.provide(NodeFileSystem.layer))
