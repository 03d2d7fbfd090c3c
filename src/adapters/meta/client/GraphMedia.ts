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
import { MediaSource } from "../../../ports/media/MediaStore.ts"
import { FileAgent } from "../../outbound/FileAgent.ts"
import { GraphAgent } from "../../outbound/GraphAgent.ts"
import { userAgent } from "../../outbound/userAgent.ts"
import { downloadMedia, fetchFailureOf, notReached } from "./downloadMedia.ts"
import { type GraphOptions, withoutToken } from "./GraphApi.ts"
import { reader } from "./GraphAnswer.ts"
import { TokenHealth } from "./TokenHealth.ts"

/** Deadline of a download, from the first request to the last byte. */
export const fetchDeadline = "3 minutes"

/** Deadline of the request for a file's address. */
const locateDeadline = "10 seconds"

/** Maximum size of an answer about a file; real ones are much smaller. */
const maxAnswerBytes = 65_536

/** The location of a file; only its address is required. */
const Located = Schema.Struct({
  url: Schema.NonEmptyString,
  mime_type: Schema.optionalKey(Schema.Unknown),
  /** Text in Meta's documentation, a number in some answers. */
  file_size: Schema.optionalKey(Schema.Unknown)
})
const readLocated = reader(Located)

const readText = Schema.decodeUnknownOption(Schema.String)
const readSize = Schema.decodeUnknownOption(Schema.Union([Schema.Int, Schema.NumberFromString]))

/** Fails when the deadline of the whole file expires. It starts now and lasts as long as the scope. */
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

  /** Requests an address, which is valid for five minutes (platforms P4). */
  const locate = ({ token }: ConnectedAccount, platformMediaId: string) =>
    graph
      .request({
        method: "GET",
        // Omits `phone_number_id`: the platform compares it with the number that a file was uploaded to, and inbound
        // files have none.
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

  /** Records the verdict on the account's token, and removes the token from failures. */
  const checked = <A>(from: ConnectedAccount, call: Effect.Effect<A, PlatformFailure>) =>
    health.track(from, Effect.mapError(call, withoutToken(from.token))).pipe(Effect.mapError(fetchFailureOf))

  /**
   * The address of the file. WhatsApp's is requested by the file's id and needs the token; other channels send it with
   * the message.
   */
  const address = Effect.fnUntraced(function* (from: ConnectedAccount, { platformMediaId, url }: Media) {
    if (platformMediaId !== null && from.account.channel === "whatsapp") {
      const { file_size: size, mime_type: mimeType, url: located } = yield* checked(from, locate(from, platformMediaId))
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
        Effect.catchTag("PlatformRejected", (rejection) => checked(from, Effect.fail(rejection))),
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
