import { Effect, Semaphore } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

/** Of Brotli's eleven: 3 MB take a tenth of a second on a thread of their own, and become 0.8 MB. */
const brotliQuality = 5

/** A coding of an answer. */
export type Encoding = "br" | "gzip" | "identity"

const compressors: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength
      }
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: (bytes) => Promise.resolve(bytes)
}

/** Names of codings that the caller takes, without those of weight 0 (RFC 9110 §12.5.3). */
const taken = (accepted: string): ReadonlyArray<string> =>
  accepted
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => (one.split(";", 1)[0] ?? "").trim())

/** The smallest form that the caller takes. */
export const encodingFor = (accepted: string | undefined): Encoding => {
  const names = taken(accepted ?? "")
  if (names.includes("br")) return "br"
  return names.includes("gzip") ? "gzip" : "identity"
}

/** Whether the caller has this form already (RFC 9110 §13.1.2): any of the tags is its own, weak or not. */
export const isCached = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? "").split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")))

/** Milliseconds between two answers with a document. */
const pauseMillis = 5

// Not by the clock of Effect, which a test may have stopped: nothing depends on when this is over.
const pause = Effect.callback<void>((resume) => {
  const timer = setTimeout(() => resume(Effect.void), pauseMillis)
  return Effect.sync(() => clearTimeout(timer))
})

/** A form of the document, as it is sent. */
interface Form {
  readonly bytes: Uint8Array
  readonly etag: string
}

/** The headers beside the bytes of the document. */
interface Described {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Answers with a document that is the same for all callers. Each form is made once, when it is first asked for, and all
 * callers are sent the very same bytes: callers that ask for it and do not read it take no memory for it.
 */
export const sharedDocument = Effect.fnUntraced(function* (
  bytes: Effect.Effect<Uint8Array>,
  { contentType, headers }: Described
) {
  const plain = yield* Effect.cached(bytes)
  const form = (encoding: Encoding) =>
    Effect.cached(
      Effect.gen(function* () {
        const compressed = yield* Effect.flatMap(plain, (whole) => Effect.promise(() => compressors[encoding](whole)))
        const digest = createHash("sha256").update(compressed).digest("base64url").slice(0, 22)
        return { bytes: compressed, etag: `"${digest}"` } satisfies Form
      })
    )
  // The kernel takes megabytes of an answer at once, which takes up to two milliseconds. Node accepts one connection
  // between two such answers, so new callers would wait behind all who ask for the document.
  const turn = yield* Semaphore.make(1)
  const forms = { br: yield* form("br"), gzip: yield* form("gzip"), identity: yield* form("identity") }
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const encoding = encodingFor(request.headers["accept-encoding"])
    const { bytes: sent, etag } = yield* forms[encoding]
    const named = { ...headers, etag, vary: "Accept-Encoding", "cache-control": "no-cache" }
    if (isCached(request.headers["if-none-match"], etag)) {
      return HttpServerResponse.empty({ status: 304, headers: named })
    }
    yield* turn.withPermit(pause)
    return HttpServerResponse.uint8Array(sent, {
      contentType,
      headers: encoding === "identity" ? named : { ...named, "content-encoding": encoding }
    })
  })
})
