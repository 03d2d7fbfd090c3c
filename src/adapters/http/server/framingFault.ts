import type { IncomingMessage } from "node:http"

/** The characters of a host with its port (RFC 3986). */
const validHost = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/** How many lines of the head have this name, in lower case. */
const linesOf = (rawHeaders: ReadonlyArray<string>, name: string): number => {
  let count = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const given = rawHeaders[place] ?? ""
    if (given.length === name.length && given.toLowerCase() === name) count += 1
  }
  return count
}

const isHostValid = ({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): boolean =>
  host === undefined ? httpVersion === "1.0" : validHost.test(host) && linesOf(rawHeaders, "host") === 1

/**
 * Returns the status for a request that Node reads and that a proxy in front may read in another way (RFC 9112): another
 * version than 1.0 and 1.1, no host or two, or another transfer encoding than chunks. Null for every other request
 * (contract C185).
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
