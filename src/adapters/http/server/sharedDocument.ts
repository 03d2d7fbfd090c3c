import { Effect, Semaphore } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

/** Brotli quality, of at most 11. It compresses 3 MB to 0.8 MB in a tenth of a second on a separate thread. */
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

/** Names of the codings that the caller accepts, without those of weight 0 (RFC 9110 §12.5.3). */
const acceptedCodings = (accepted: string): ReadonlyArray<string> =>
  accepted
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => (one.split(";", 1)[0] ?? "").trim())

/** The best coding that the caller accepts. */
export const encodingFor = (accepted: string | undefined): Encoding => {
  const names = acceptedCodings(accepted ?? "")
  if (names.includes("br")) return "br"
  return names.includes("gzip") ? "gzip" : "identity"
}

/** Whether the caller's cache has this entity tag, weak or strong (RFC 9110 §13.1.2). */
export const isCached = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? "").split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")))

/** Milliseconds between two responses with a document. */
const pauseMillis = 5

// Uses a real timer, since a test may have stopped Effect's clock. No result depends on its duration.
const pause = Effect.callback<void>((resume) => {
  const timer = setTimeout(() => resume(Effect.void), pauseMillis)
  return Effect.sync(() => clearTimeout(timer))
})

/** The document in one coding. */
interface Form {
  readonly bytes: Uint8Array
  readonly etag: string
}

/** The content type and headers of the document. */
interface Described {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Answers with a document that is the same for all callers. Each coding is computed once, on first use, and all callers
 * share its bytes. Callers that do not read the response therefore use no extra memory.
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
  // Writing megabytes to the kernel blocks for up to two milliseconds. Node accepts one connection between two such
  // responses, so new callers would wait behind all document requests.
  const turn = yield* Semaphore.make(1)
  const forms = { br: yield* form("br"), gzip: yield* form("gzip"), identity: yield* form("identity") }
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const encoding = encodingFor(request.headers["accept-encoding"])
    const { bytes: sent, etag } = yield* forms[encoding]
    const answerHeaders = { ...headers, etag, vary: "Accept-Encoding", "cache-control": "no-cache" }
    if (isCached(request.headers["if-none-match"], etag)) {
      return HttpServerResponse.empty({ status: 304, headers: answerHeaders })
    }
    yield* turn.withPermit(pause)
    return HttpServerResponse.uint8Array(sent, {
      contentType,
      headers: encoding === "identity" ? answerHeaders : { ...answerHeaders, "content-encoding": encoding }
    })
  })
})
