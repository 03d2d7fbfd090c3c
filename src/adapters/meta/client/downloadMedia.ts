import { Effect, Option, Redacted, Result, Schema, Stream } from "effect"
import {
  type FetchFailure,
  maxMediaBytes,
  MediaGone,
  MediaNotReached,
  MediaRefused,
  MediaTokenRefused,
  MediaTooLarge
} from "../../../domain/media/Media.ts"
import { isTokenRefused, type PlatformFailure, type PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import type { FileAgent, FileAnswer } from "../../outbound/FileAgent.ts"
import type { HttpFailure } from "../../outbound/HttpFailure.ts"
import { userAgent } from "../../outbound/userAgent.ts"
import { reader } from "./GraphAnswer.ts"

/** An object that is not there, or not for this token: code 100 with this subcode. */
const missingObject = { code: 100, subcode: 33 }

/** What a failed exchange is, when a file was asked for. */
export const notReached = (failure: HttpFailure): MediaNotReached => {
  if (failure._tag === "DeadlinePassed") return new MediaNotReached({ detail: "no answer in time" })
  const reason = failure._tag === "NotConnected" ? `${failure.reason}: ` : ""
  return new MediaNotReached({ detail: `${reason}${failure.detail}` })
}

/** What the platform's own words are, when a file was asked for. */
export const fetchFailureOf = (failure: PlatformFailure): FetchFailure => {
  if (failure._tag !== "PlatformRejected") return new MediaNotReached({ detail: failure.detail })
  const { code, message, subcode } = failure
  if (isTokenRefused(failure)) return new MediaTokenRefused({ detail: message })
  return code === missingObject.code && subcode === missingObject.subcode
    ? new MediaGone({ detail: message })
    : new MediaRefused({ detail: `${code}: ${message}` })
}

/** From one address of a file to the next. */
const maxRedirects = 3

/** As much of a refusal is read. */
const maxRefusalBytes = 16_384

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** A file that is not there any more, and will not be. */
const gone: ReadonlySet<number> = new Set([404, 410])

/** Finds what the platform says against a request; no answer of its is a success here. */
const readRefusal = reader(Schema.Never)

export interface Download {
  readonly url: string
  /** Goes to the address itself, and nowhere else that it leads. */
  readonly token: Redacted.Redacted | null
  /** The one origin that may be on any address and without TLS, since the operator gave it. */
  readonly trustedOrigin: string
}

export interface Downloaded {
  /** As the answer names it. */
  readonly contentType: string | null
  readonly bytes: Stream.Stream<Uint8Array, MediaTooLarge | ReturnType<typeof notReached>>
}

const headerOf = ({ headers }: FileAnswer, name: string): string | null => {
  const value = headers[name]
  return typeof value === "string" ? value : null
}

/** The first bytes of an answer: whole chunks, until there are enough. */
const beginningOf = ({ body }: FileAnswer) =>
  body.pipe(
    Stream.mapAccum(
      () => 0,
      (before, chunk: Uint8Array) => [before + chunk.length, [{ before, chunk }]] as const
    ),
    Stream.takeWhile(({ before }) => before < maxRefusalBytes),
    Stream.runCollect,
    Effect.map((chunks) => Buffer.concat(chunks.map(({ chunk }) => chunk)))
  )

/** Fails as soon as there is more than a file may have. */
const limited = (bytes: FileAnswer["body"]): Downloaded["bytes"] =>
  bytes.pipe(
    Stream.mapError(notReached),
    Stream.mapAccumEffect(
      () => 0,
      (before, chunk: Uint8Array) => {
        const length = before + chunk.length
        return length > maxMediaBytes ? Effect.fail(new MediaTooLarge()) : Effect.succeed([length, [chunk]] as const)
      }
    )
  )

/** Why this answer is not the file; the platform's own words, where it gives some. */
const refusal = Effect.fnUntraced(function* (answer: FileAnswer, isLastWord: boolean) {
  const { headers, status } = answer
  const body = yield* Effect.orElseSucceed(beginningOf(answer), () => new Uint8Array())
  const read = readRefusal({ status, headers, body, truncated: false })
  const said: Option.Option<PlatformRejected> = Option.filter(
    Result.getFailure(read),
    (failure) => failure._tag === "PlatformRejected"
  )
  if (Option.isSome(said)) return yield* said.value
  return yield* isLastWord && gone.has(status)
    ? new MediaGone({ detail: `HTTP ${status}` })
    : new MediaRefused({ detail: `HTTP ${status}` })
})

/**
 * Gets a file from its address. That it is not there is the last word only where no other address can be asked for, which
 * is where no token goes along.
 */
export const downloadMedia = Effect.fnUntraced(function* (
  agent: FileAgent["Service"],
  { token, trustedOrigin, url }: Download
) {
  const origin = URL.parse(url)?.origin
  let next: URL | null = URL.parse(url)
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const isTrusted = next?.origin === trustedOrigin
    if (next === null || (next.protocol !== "https:" && !isTrusted)) {
      return yield* new MediaGone({ detail: "not an address to fetch a file from" })
    }
    const answer: FileAnswer = yield* agent
      .get({
        url: next.href,
        headers: {
          "user-agent": userAgent,
          ...(token !== null && next.origin === origin ? { authorization: `Bearer ${Redacted.value(token)}` } : {})
        },
        isTrusted
      })
      .pipe(Effect.mapError(notReached))
    if (!redirects.has(answer.status)) {
      if (answer.status !== 200) return yield* refusal(answer, token === null)
      if (Number(headerOf(answer, "content-length") ?? 0) > maxMediaBytes) return yield* new MediaTooLarge()
      return { contentType: headerOf(answer, "content-type"), bytes: limited(answer.body) } satisfies Downloaded
    }
    next = URL.parse(headerOf(answer, "location") ?? "", next.href)
  }
  return yield* new MediaRefused({ detail: "too many redirects" })
})
