import { Array, Cause, Effect, Exit, FiberSet } from "effect"
import { NetAddress } from "effect/net"
import { isIP, type LookupFunction, type Socket } from "node:net"
import { createSecureContext, getCACertificates } from "node:tls"
import { buildConnector, errors } from "undici"
import type { AddressGuard } from "./AddressGuard.ts"

/**
 * Destroys the connection when the answer to one request takes more bytes than this, wherever they are: undici counts
 * headers and body, and reads on for ever where a peer puts the rest (the reason of a status, blanks before a value, the
 * extension of a chunk, interim answers). A new answer begins with whatever was written last, as requests follow each
 * other.
 */
const limitAnswers = (socket: Socket, maxBytes: number): void => {
  let written = socket.bytesWritten
  let read = socket.bytesRead
  let before = read
  socket.on("readable", () => {
    if (socket.bytesWritten !== written) before = read
    written = socket.bytesWritten
    read = socket.bytesRead
    if (read - before > maxBytes) socket.destroy(new errors.ResponseExceededMaxSizeError("answer too long"))
  })
}

/** How long a connection may take, TLS included. Real time: it is the operating system that waits. */
const connectTimeoutMillis = 10_000

/** Certificates (PEM) to trust beside the usual ones; asked for every TLS connection, so they may be made later. */
export type ExtraCa = Effect.Effect<ReadonlyArray<string>>

export interface ConnectorOptions {
  /** Asked for every connection; null dials whatever the system resolves. */
  readonly guard: AddressGuard["Service"] | null
  readonly ca: ExtraCa
  /** Bytes that the answer to one request may take, whatever they are; left out: as many as it likes. */
  readonly maxAnswerBytes?: number
}

const errorOf = (cause: Cause.Cause<unknown>): Error => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error : new Error(String(error))
}

const entryOf = (address: NetAddress.IpAddress) => ({
  address: NetAddress.formatIp(address),
  family: NetAddress.isIpv4Address(address) ? 4 : 6
})

/** Opens connections for undici, for as long as the scope lives. */
export const make = Effect.fnUntraced(function* ({ ca, guard, maxAnswerBytes }: ConnectorOptions) {
  const run = yield* FiberSet.makeRuntime()

  // Node dials exactly the returned addresses, so the checked addresses are the dialled ones.
  const lookup =
    (resolve: AddressGuard["Service"]["resolve"]): LookupFunction =>
    (host, options, callback) => {
      run(resolve(host)).addObserver(
        Exit.match({
          onFailure: (cause) => callback(errorOf(cause), ""),
          onSuccess: (addresses) => {
            const entries = Array.map(addresses, entryOf)
            return options.all ? callback(null, entries) : callback(null, entries[0].address, entries[0].family)
          }
        })
      )
    }

  const dialler = (trusted: ReadonlyArray<string>) =>
    buildConnector({
      allowH2: false,
      timeout: connectTimeoutMillis,
      ...(guard === null ? {} : { lookup: lookup(guard.resolve) }),
      ...(trusted.length === 0
        ? {}
        : { secureContext: createSecureContext({ ca: [...getCACertificates("default"), ...trusted] }) })
    })

  // Reading all the usual certificates takes milliseconds, and resumed sessions live in the dialler: it is kept for as
  // long as the list stays the same.
  let kept = { trusted: "", dial: dialler([]) }
  const trusting = (trusted: ReadonlyArray<string>): buildConnector.connector => {
    const key = trusted.join("\n")
    if (key !== kept.trusted) kept = { trusted: key, dial: dialler(trusted) }
    return kept.dial
  }

  const prepare = Effect.fnUntraced(function* (target: buildConnector.Options) {
    // Node asks no look-up for what `isIP` holds to be an address.
    if (guard !== null && isIP(target.hostname) !== 0) yield* guard.resolve(target.hostname)
    return target.protocol === "https:" ? trusting(yield* ca) : kept.dial
  })

  const connector: buildConnector.connector = (target, callback) => {
    const limited: buildConnector.Callback = (...result) => {
      if (result[0] === null && maxAnswerBytes !== undefined) limitAnswers(result[1], maxAnswerBytes)
      callback(...result)
    }
    const dialled = Effect.map(prepare(target), (dial) => dial(target, limited))
    run(dialled).addObserver((exit) => {
      if (Exit.isFailure(exit)) callback(errorOf(exit.cause), null)
    })
  }
  return connector
})
