import { Context } from "effect"
import type { Headers } from "effect/http"
import { isLoopbackHost } from "../isLoopbackHost.ts"

/** Who may steer the emulator, and where it may be told to report to. */
export interface Access {
  /** Whether it listens to a network, so that callers know it by any name. */
  readonly isExposed: boolean
  /** Origins that a callback may have. Null: loopback addresses, and none where it is exposed. */
  readonly callbackOrigins: ReadonlyArray<string> | null
}

export const ControlAccess = Context.Reference<Access>("emulator/ControlAccess", {
  defaultValue: () => ({ isExposed: false, callbackOrigins: null })
})

/** How a request is refused before anything of it is read. */
export interface Refusal {
  readonly status: 403 | 415
  readonly error: string
}

const json = /^application\/json\s*(?:;|$)/i

/**
 * Refuses browser pages: a page under a name that resolves to this machine (DNS rebinding) is recognised by its host,
 * any other page by its origin.
 */
export const refusalOf = ({ isExposed }: Access, headers: Headers.Headers): Refusal | null => {
  const { "content-length": length = "0", "content-type": type, host, origin } = headers
  const hostname = host === undefined ? null : URL.parse(`http://${host}`)?.hostname
  if (hostname === undefined || (hostname !== null && !isExposed && !isLoopbackHost(hostname))) {
    return { status: 403, error: "host: must be a loopback name, such as 127.0.0.1 or localhost" }
  }
  if (origin !== undefined && (host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`))) {
    return { status: 403, error: "origin: pages of other origins may not steer the emulator" }
  }
  const hasBody = length !== "0" || headers["transfer-encoding"] !== undefined
  if (type === undefined ? hasBody : !json.test(type)) {
    return { status: 415, error: "content-type: must be application/json" }
  }
  return null
}

/** Whether a request over HTTP may have the emulator report there. */
export const mayReportTo = ({ callbackOrigins, isExposed }: Access, url: string): boolean => {
  const parsed = URL.parse(url)
  if (parsed === null) return false
  if (callbackOrigins !== null) return callbackOrigins.includes(parsed.origin)
  return !isExposed && isLoopbackHost(parsed.hostname)
}
