import { Array, Cause, Effect, Exit, FiberSet } from "effect"
import { NetAddress } from "effect/net"
import { isIP, type LookupFunction, type Socket } from "node:net"
import { createSecureContext, getCACertificates } from "node:tls"
import { buildConnector, errors } from "undici"
import type { AddressGuard } from "./AddressGuard.ts"

/**
 * Destroys the connection if the answer to one request exceeds this number of bytes. undici counts headers and body,
 * and reads other parts without a limit: a long reason phrase, blanks before a value, chunk extensions, interim
 * answers. A new answer begins after the last written bytes, because requests are sequential.
 */
const limitAnswers = (socket: Socket, maxBytes: number): void => {
  let bytesWritten = socket.bytesWritten
  let read = socket.bytesRead
  let before = read
  socket.on("readable", () => {
    if (socket.bytesWritten !== bytesWritten) before = read
    bytesWritten = socket.bytesWritten
    read = socket.bytesRead
    if (read - before > maxBytes) socket.destroy(new errors.ResponseExceededMaxSizeError("answer too long"))
  })
}

/** Deadline of a connection with TLS, in real time, because the operating system waits. */
const connectTimeoutMillis = 10_000

/** Additional certificates to trust (PEM); read for every TLS connection, so they may be created later. */
export type ExtraCa = Effect.Effect<ReadonlyArray<string>>

export interface ConnectorOptions {
  /** Checks the host of every connection; null allows all addresses. */
  readonly guard: AddressGuard["Service"] | null
  readonly ca: ExtraCa
  /** Maximum number of bytes of the answer to one request; unlimited if absent. */
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

/** Opens connections for undici, for the lifetime of the scope. */
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

  // Parsing all default certificates takes milliseconds, and TLS sessions are stored in the dialler. So the dialler is
  // cached while the list is unchanged.
  let cached = { trusted: "", dial: dialler([]) }
  const trusting = (trusted: ReadonlyArray<string>): buildConnector.connector => {
    const key = trusted.join("\n")
    if (key !== cached.trusted) cached = { trusted: key, dial: dialler(trusted) }
    return cached.dial
  }

  const prepare = Effect.fnUntraced(function* (target: buildConnector.Options) {
    // Node does no look-up for texts that `isIP` accepts as an address.
    if (guard !== null && isIP(target.hostname) !== 0) yield* guard.resolve(target.hostname)
    return target.protocol === "https:" ? trusting(yield* ca) : cached.dial
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
