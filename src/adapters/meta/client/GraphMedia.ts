import { Deferred, Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import {
  maxMediaBytes,
  type Media,
  MediaGone,
  MediaNotReached,
  MediaTooLarge,
  mediaTypeOf,
  unknownMediaType
} from "../../../domain/media/Media.ts"
import { type PlatformFailure, PlatformNotReached } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { MediaSource } from "../../../ports/media/MediaSource.ts"
import { FileAgent } from "../../outbound/FileAgent.ts"
import { GraphAgent } from "../../outbound/GraphAgent.ts"
import { userAgent } from "../../outbound/userAgent.ts"
import { downloadMedia, fetchFailureOf, notReached } from "./downloadMedia.ts"
import { type GraphOptions, withoutToken } from "./GraphApi.ts"
import { reader } from "./GraphAnswer.ts"
import { TokenHealth } from "./TokenHealth.ts"

/** How long a file may take, from the first question to its last byte. */
export const fetchDeadline = "3 minutes"

/** How long the platform may take to say where a file is. */
const locateDeadline = "10 seconds"

/** More than an answer about a file ever has. */
const maxAnswerBytes = 65_536

/** Where a file is; only its address has to be there. */
const Located = Schema.Struct({
  url: Schema.NonEmptyString,
  mime_type: Schema.optionalKey(Schema.Unknown),
  /** A text in Meta's documents, a number in some of its answers. */
  file_size: Schema.optionalKey(Schema.Unknown)
})
const readLocated = reader(Located)

const readText = Schema.decodeUnknownOption(Schema.String)
const readSize = Schema.decodeUnknownOption(Schema.Union([Schema.Int, Schema.NumberFromString]))

/** Fails when the time for the whole file is over; counted from now, for as long as the scope lives. */
const makeExpiry = Effect.gen(function* () {
  const expired = yield* Deferred.make<never, MediaNotReached>()
  const late = new MediaNotReached({ detail: `not there within ${fetchDeadline}` })
  yield* Effect.forkScoped(Effect.andThen(Effect.sleep(fetchDeadline), Deferred.fail(expired, late)))
  return Deferred.await(expired)
})

const make = Effect.fnUntraced(function* ({ graphUrl, version }: GraphOptions) {
  const graph = yield* GraphAgent
  const files = yield* FileAgent
  const health = yield* TokenHealth
  const base = `${graphUrl.replace(/\/+$/, "")}/${version}`
  const trustedOrigin = new URL(graphUrl).origin

  /** Asks for an address that is good for five minutes (platforms P4). */
  const locate = ({ token }: ConnectedAccount, platformMediaId: string) =>
    graph
      .request({
        method: "GET",
        // Without `phone_number_id`: the platform compares it with the number that a file was uploaded to, and people
        // upload to none.
        url: `${base}/${encodeURIComponent(platformMediaId)}`,
        headers: { authorization: `Bearer ${Redacted.value(token)}`, "user-agent": userAgent },
        body: null,
        deadline: locateDeadline,
        maxResponseBytes: maxAnswerBytes
      })
      .pipe(
        Effect.mapError((failure) => new PlatformNotReached({ detail: notReached(failure).detail })),
        Effect.flatMap((answer) => Effect.fromResult(readLocated(answer)))
      )

  /** What the platform says of the account's token is noted, and its words do not repeat it. */
  const asking = <A>(from: ConnectedAccount, call: Effect.Effect<A, PlatformFailure>) =>
    health.watching(from, Effect.mapError(call, withoutToken(from.token))).pipe(Effect.mapError(fetchFailureOf))

  /** WhatsApp's address is asked for by the file's id, and wants the token; the others come with the message. */
  const address = Effect.fnUntraced(function* (from: ConnectedAccount, { platformMediaId, url }: Media) {
    if (platformMediaId !== null && from.account.channel === "whatsapp") {
      const { file_size: size, mime_type: mimeType, url: located } = yield* asking(from, locate(from, platformMediaId))
      if (Option.exists(readSize(size), (bytes) => bytes > maxMediaBytes)) return yield* new MediaTooLarge()
      return { url: located, token: from.token, mimeType: Option.getOrNull(readText(mimeType)) }
    }
    if (url === null) return yield* new MediaGone({ detail: "the message names neither an id nor an address" })
    return { url, token: null, mimeType: null }
  })

  return MediaSource.of({
    fetch: Effect.fn("GraphMedia.fetch")(function* (from, media) {
      const expiry = yield* makeExpiry
      const { mimeType, token, url } = yield* Effect.raceFirst(address(from, media), expiry)
      const { bytes, contentType } = yield* downloadMedia(files, { url, token, trustedOrigin }).pipe(
        Effect.catchTag("PlatformRejected", (rejection) => asking(from, Effect.fail(rejection))),
        Effect.raceFirst(expiry)
      )
      return {
        mimeType: mediaTypeOf(media.mimeType) ?? mediaTypeOf(mimeType) ?? mediaTypeOf(contentType) ?? unknownMediaType,
        bytes: Stream.interruptWhen(bytes, expiry)
      }
    })
  })
})

/** Files of messages from Meta's platforms (platforms P4, P11, P13). */
export const layer = (options: GraphOptions) => Layer.effect(MediaSource, make(options))
