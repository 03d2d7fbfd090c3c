import { Array, Context, Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { version } from "../../outbound/userAgent.ts"
import { encodingFor, isCached } from "../server/sharedDocument.ts"
import { type ConsoleFile, consoleFiles } from "./ConsoleFiles.ts"

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
 * Whether a browser on this machine sent the request to a local host name (contract: What the console knows before a
 * sign-in). Any other name may be a DNS rebinding attack, in which a page of another site reads the response.
 */
const isOfThisMachine = ({ headers, remoteAddress }: HttpServerRequest.HttpServerRequest): boolean =>
  loopbackName.test(headers["host"] ?? "") &&
  loopbackAddress.test(Option.getOrElse(remoteAddress, () => "")) &&
  ownSites.has(headers["sec-fetch-site"]) &&
  forwarding.every((name) => headers[name] === undefined)

/**
 * Content security policy of the page: files of this service and the listed origins. The page has no inline code, so no
 * directive needs `unsafe-inline` (contract: The page).
 */
export const contentSecurityPolicy = (origins: ReadonlyArray<string>): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Message files are fetched with the token and shown as blob URLs.
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...origins].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** The headers of the page. */
const pageHeaders = (origins: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  "content-security-policy": contentSecurityPolicy(origins),
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cache-control": "no-cache"
})

/** The headers of files whose names contain a content hash. Browsers cache them permanently. */
const assetHeaders: Readonly<Record<string, string>> = {
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "public, max-age=31536000, immutable"
}

/** Paths that answer with the page. `/inbox/*` matches `/inbox` too. */
const consolePaths = [
  "/",
  "/sign-in",
  "/inbox/*",
  "/scheduled/*",
  "/templates/*",
  "/developers/*",
  "/playground/*"
] as const

/** Every path of the console, for programs that mount the routes. */
export const consoleRoutePaths = [...consolePaths, "/console.json", "/assets/*"] as const

/** Options of the console routes. */
export interface ConsoleOptions {
  /** The folder of the built console. */
  readonly folder: string
  /** Address of the GoTrue-compatible identity provider; a path means this service. Null if there is none. */
  readonly identityUrl: string | null
  /** The provider's `apikey`, which is public. */
  readonly publicKey: string | null
}

/** Answers with the file in an encoding that the caller accepts, or with 304 if the caller has it. */
const answerWith = (file: ConsoleFile, headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { bytes, encoding, etag } = yield* file.form(encodingFor(request.headers["accept-encoding"]))
    const answerHeaders = { ...headers, etag, vary: "Accept-Encoding" }
    if (isCached(request.headers["if-none-match"], etag)) {
      return HttpServerResponse.empty({ status: 304, headers: answerHeaders })
    }
    return HttpServerResponse.uint8Array(bytes, {
      contentType: file.contentType,
      headers: encoding === "identity" ? answerHeaders : { ...answerHeaders, "content-encoding": encoding }
    })
  })

const notBuilt = "The console of effect-parley is not built. Run `npm run build`, or set CONSOLE=off.\n"

const notBuiltPage = HttpServerResponse.text(notBuilt, { status: 404, headers: { "cache-control": "no-store" } })

/** The other origins that the page calls. */
const originsOf = (addresses: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  Array.dedupe(addresses.flatMap((address) => URL.parse(address ?? "")?.origin ?? []))

/**
 * Settings that the page needs before sign-in (contract: What the console knows before a sign-in). Only browsers on
 * this machine receive the demo's owner.
 */
const facts = ({ identityUrl, publicKey }: ConsoleOptions) =>
  Effect.gen(function* () {
    const demo = yield* ConsoleDemo
    return Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
      HttpServerResponse.jsonUnsafe(
        {
          version,
          identity: identityUrl === null ? null : { url: identityUrl, key: publicKey },
          demo:
            demo === null
              ? null
              : { emulatorUrl: demo.emulatorUrl, owner: isOfThisMachine(request) ? demo.owner : null }
        },
        { headers: { "cache-control": "no-store" } }
      )
    )
  })

/** The console: its page, the assets of the page, and `/console.json`. */
export const layer = (options: ConsoleOptions) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const found = yield* consoleFiles(options.folder)
      if (Option.isNone(found)) {
        yield* Effect.logWarning("the console is not built: run `npm run build`, or set CONSOLE=off", {
          folder: options.folder
        })
        yield* Effect.forEach(consolePaths, (path) => router.add("GET", path, notBuiltPage), { discard: true })
        return
      }
      const headers = pageHeaders(originsOf([options.identityUrl]))
      const page = answerWith(found.value.page, headers)
      yield* Effect.forEach(consolePaths, (path) => router.add("GET", path, page), { discard: true })
      yield* Effect.forEach(
        found.value.assets,
        ([name, file]) => router.add("GET", `/assets/${name}`, answerWith(file, assetHeaders)),
        { discard: true }
      )
      yield* router.add("GET", "/console.json", yield* facts(options))
    })
  )
