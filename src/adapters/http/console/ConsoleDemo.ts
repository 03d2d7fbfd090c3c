import { Context, Option } from "effect"
import type { HttpServerRequest } from "effect/http"

/** What the console offers in demo mode only. */
export interface DemoOffer {
  /** Where the emulator and its controls answer. */
  readonly emulatorUrl: string
  /** The owner of the demo organization, whom a browser of this machine signs in with one click. */
  readonly owner: { readonly email: string; readonly password: string }
}

/** The demo that this process runs. Null: it is not in demo mode. */
export const ConsoleDemo = Context.Reference<DemoOffer | null>("effect-parley/http/ConsoleDemo", {
  defaultValue: () => null
})

const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
const loopbackAddress = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i

/** Headers by which a proxy says that the caller is another one. */
const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"]

/** Values of `Sec-Fetch-Site` for requests that no other origin made. Programs and old browsers send no such header. */
const ownSites: ReadonlySet<string | undefined> = new Set([undefined, "same-origin", "none"])

/**
 * Whether a browser of this machine asks by a name of this machine (contract C256). Another name may be one that a page of
 * another site has pointed here, and then that page would read the answer.
 */
export const isOfThisMachine = ({ headers, remoteAddress }: HttpServerRequest.HttpServerRequest): boolean =>
  loopbackName.test(headers["host"] ?? "") &&
  loopbackAddress.test(Option.getOrElse(remoteAddress, () => "")) &&
  ownSites.has(headers["sec-fetch-site"]) &&
  forwarding.every((name) => headers[name] === undefined)
