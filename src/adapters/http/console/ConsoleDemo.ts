import { Context, Option } from "effect"
import type { HttpServerRequest } from "effect/http"

/** Settings of the console in demo mode. */
export interface DemoOffer {
  /** Base URL of the emulator and its controls. */
  readonly emulatorUrl: string
  /** The owner of the demo organization. A browser on this machine signs in as the owner with one click. */
  readonly owner: { readonly email: string; readonly password: string }
}

/** The demo that this process runs; null outside demo mode. */
export const ConsoleDemo = Context.Reference<DemoOffer | null>("effect-parley/http/ConsoleDemo", {
  defaultValue: () => null
})

const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
const loopbackAddress = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i

/** Headers in which a proxy reports another caller. */
const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"]

/** Values of `Sec-Fetch-Site` for requests of the same origin. Programs and old browsers omit the header. */
const ownSites: ReadonlySet<string | undefined> = new Set([undefined, "same-origin", "none"])

/**
 * Whether a browser on this machine sent the request to a local host name (contract C256). Any other name may be a DNS
 * rebinding attack, in which a page of another site reads the response.
 */
export const isOfThisMachine = ({ headers, remoteAddress }: HttpServerRequest.HttpServerRequest): boolean =>
  loopbackName.test(headers["host"] ?? "") &&
  loopbackAddress.test(Option.getOrElse(remoteAddress, () => "")) &&
  ownSites.has(headers["sec-fetch-site"]) &&
  forwarding.every((name) => headers[name] === undefined)
