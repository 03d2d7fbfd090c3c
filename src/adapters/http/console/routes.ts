import { Array, Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { version } from "../../outbound/userAgent.ts"
import { encodingFor, isCached } from "../server/sharedDocument.ts"
import { ConsoleDemo, isOfThisMachine } from "./ConsoleDemo.ts"
import { type ConsoleFile, consoleFiles } from "./ConsoleFiles.ts"
import { assetHeaders, pageHeaders } from "./consoleHeaders.ts"

/** Paths that answer with the page. `/inbox/*` matches `/inbox` too. */
const consolePaths = ["/", "/sign-in", "/inbox/*", "/developers/*", "/playground/*"] as const

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
 * Settings that the page needs before sign-in (contract C256). Only browsers on this machine receive the demo's owner.
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
