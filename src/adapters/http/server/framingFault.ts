import type { IncomingMessage } from "node:http"

/** The characters of a host with its port (RFC 3986). */
const validHost = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/** Number of header lines with this lower-case name. */
const linesOf = (rawHeaders: ReadonlyArray<string>, name: string): number => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const headerName = rawHeaders[index] ?? ""
    if (headerName.length === name.length && headerName.toLowerCase() === name) count += 1
  }
  return count
}

const isHostValid = ({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): boolean =>
  host === undefined ? httpVersion === "1.0" : validHost.test(host) && linesOf(rawHeaders, "host") === 1

/**
 * Returns the error status of a request that Node and a proxy may parse differently (RFC 9112), else null (contract C185).
 * These are other versions than 1.0 and 1.1, a missing or repeated host, and transfer encodings other than chunked.
 */
export const framingFault = (request: IncomingMessage): 400 | 501 | null => {
  const { headers, httpVersion } = request
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return 400
  if (!isHostValid(request)) return 400
  const encoding = headers["transfer-encoding"]
  if (encoding === undefined) return null
  if (httpVersion === "1.0") return 400
  return encoding.toLowerCase() === "chunked" ? null : 501
}
