import { Effect } from "effect"
import { NetAddress } from "effect/net"
import { createSocket } from "node:dgram"

/** What a name server says of a name: addresses, or nothing at all, ever. */
type Zone = Readonly<Record<string, ReadonlyArray<string> | "silent">>

const types = { A: 1, AAAA: 28 }
const flags = { found: 0x8180, missing: 0x8183 }

const octets = (address: string): Buffer => {
  const ip = NetAddress.ipFromStringUnsafe(address)
  return Buffer.from(NetAddress.isIpv4Address(ip) ? NetAddress.ipv4ToOctets(ip) : NetAddress.ipv6ToOctets(ip))
}

const record = (address: string): Buffer => {
  const data = octets(address)
  const type = data.length === 4 ? types.A : types.AAAA
  // A pointer to the question's name; type, class IN, an hour to live, the length of the data.
  return Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0x0e, 0x10, 0, data.length]), data])
}

/** The name and the type that a query asks for, and where its question ends. */
const question = (query: Buffer) => {
  const labels: Array<string> = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const answer = (zone: Zone, query: Buffer): Buffer | null => {
  const { end, name, type } = question(query)
  const addresses = zone[name]
  if (addresses === "silent") return null
  const records = (addresses ?? []).map(record).filter((bytes) => bytes[3] === type)
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(addresses === undefined ? flags.missing : flags.found, 2)
  for (const [at, count] of [
    [4, 1],
    [6, records.length],
    [8, 0],
    [10, 0]
  ] as const)
    header.writeUInt16BE(count, at)
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

/** A name server on 127.0.0.1 with these names; gives back where it listens, `ip:port`. */
export const nameServer = (zone: Zone) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly at: string; readonly close: () => void }>((resume) => {
      const socket = createSocket("udp4")
      socket.on("message", (query, { address, port }) => {
        const bytes = answer(zone, query)
        if (bytes !== null) socket.send(bytes, port, address)
      })
      socket.bind(0, "127.0.0.1", () =>
        resume(Effect.succeed({ at: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }))
      )
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ at }) => at))
